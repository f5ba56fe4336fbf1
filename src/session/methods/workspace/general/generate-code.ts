// Writes a captured or saved request as code that sends it.
import { z } from 'zod';
import { ParameterError } from '../../../../base/errors.ts';
import { requestNamed } from '../../../../collections/edit/items.ts';
import type { Auth } from '../../../../collections/model/auth.ts';
import type { SavedRequest } from '../../../../collections/model/request.ts';
import type { Variable } from '../../../../collections/model/values.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { requestId, text } from '../../fields.ts';
import { capturedRequest } from '../captured-request.ts';
import type { WorkspaceContext, WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';
import { formatNamed } from './code-format.ts';

export const generateCodeOf = defineMethod({
  name: 'generate_code',
  summary: 'Writes a captured request (requestId) or a saved one as code that sends it: curl, python, go, …',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({
    format: text,
    requestId: requestId.optional().describe('Id of a captured request'),
    collection: reference.optional(),
    request: reference.optional(),
  }),
  result: z.strictObject({ format: z.string(), code: z.string() }),
  async run({ workspace: context }: WorkspaceOwner, params) {
    const format = await formatNamed(params.format);
    const source = await sourceOf(context, params);
    const { snippetRequestOf } = await import('../../../../interchange/export/shared/snippet-request.ts');
    const { publicInterpolation } = await import('../../../../interchange/export/shared/public-values.ts');
    const interpolate = publicInterpolation(source.collection, source.environment);
    const snippet = snippetRequestOf(source.request, source.auth, interpolate);
    if (snippet === null)
      throw new ParameterError(
        `${source.request.name} is a request of the type ${source.request.type}: code can be written for HTTP and GraphQL`,
        { field: 'request' },
      );
    return { format: format.id, code: format.render(snippet) };
  },
});

interface Source {
  readonly request: SavedRequest;
  readonly auth: Auth;
  readonly collection: readonly Variable[];
  readonly environment: readonly Variable[];
}

interface Given {
  readonly requestId?: number | undefined;
  readonly collection?: string | undefined;
  readonly request?: string | undefined;
}

async function sourceOf(context: WorkspaceContext, given: Given): Promise<Source> {
  const isSaved = given.collection !== undefined && given.request !== undefined;
  if (isSaved === (given.requestId !== undefined))
    throw new ParameterError('give either requestId, or collection and request', { field: 'requestId' });
  if (given.requestId !== undefined) {
    const request = await capturedRequest(context, given.requestId);
    return { request, auth: { type: 'none' }, collection: [], environment: [] };
  }
  return savedSource(context, given.collection ?? '', given.request ?? '');
}

async function savedSource(context: WorkspaceContext, name: string, request: string): Promise<Source> {
  const { activeEnvironment, collectionNamed } = await import('../../../../collections/storage/named.ts');
  const { stepsOf } = await import('../../../../runs/runner/steps.ts');
  const workspace = await context.open();
  const { collection } = await collectionNamed(workspace, name);
  const { id } = requestNamed(collection, request).item.request;
  const [step] = stepsOf(collection, [id]);
  const environment = await activeEnvironment(workspace);
  return {
    request: step!.request,
    auth: step!.auth,
    collection: [...(await workspace.globals()), ...collection.variables],
    environment: environment?.variables ?? [],
  };
}
