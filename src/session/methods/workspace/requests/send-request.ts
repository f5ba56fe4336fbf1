// Sends one request, saved or new, with its scripts and tests.
import { z } from 'zod';
import { ParameterError } from '../../../../base/errors.ts';
import { checked } from '../../../../collections/edit/changes.ts';
import { changeItem, insertItem, requestNamed } from '../../../../collections/edit/items.ts';
import { requestInput } from '../../../../collections/edit/request-input.ts';
import type { Collection } from '../../../../collections/model/collection.ts';
import { isHttpBased } from '../../../../collections/model/http-based.ts';
import { request as requestModel, type SavedRequest } from '../../../../collections/model/request.ts';
import type { RunOptions } from '../../../../runs/runner/options.ts';
import type { RequestRun } from '../../../../runs/runner/events.ts';
import type { Workspace } from '../../../../collections/storage/workspace.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { flag, text } from '../../fields.ts';
import type { WorkspaceContext, WorkspaceOwner } from '../../workspace-context.ts';
import { newCollection } from '../editing.ts';
import { body, headers, reference } from '../fields.ts';
import { unmasked } from '../masks.ts';
import { receivedRun, sentRequest } from './received-run.ts';

export const sendRequest = defineMethod({
  name: 'send_request',
  summary:
    'Sends a saved request of any type, perhaps changed, or a new one by url, and returns the response',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['open world'],
  undo: { never: 'a request was sent' },
  params: z.strictObject({
    collection: reference.optional(),
    request: reference.optional(),
    method: text.optional(),
    url: text.optional(),
    headers: headers.optional().describe('Set in place of saved ones of the same name'),
    body: body.optional(),
    environment: reference.optional(),
    throughProxy: flag.optional().describe('Send through the running proxy, which records it'),
  }),
  result: sentRequest,
  async run({ workspace: context }: WorkspaceOwner, { environment, throughProxy = false, ...given }, signal) {
    const workspace = await context.open();
    const { collection, request } = await requestToSend(context, workspace, given);
    if (throughProxy && !isHttpBased(request))
      throw new ParameterError(
        `throughProxy is for requests over HTTP, and ${request.name} is not (${request.type})`,
        { field: 'throughProxy' },
      );
    const { workspaceVariables } = await import('../../../../runs/runner/workspace-sources.ts');
    const { runCollection } = await import('../../../../runs/runner/run.ts');
    const runs: RequestRun[] = [];
    await runCollection({
      collection,
      only: [request.id],
      ...(await workspaceVariables(workspace, environment)),
      ...(await routeOptions(throughProxy ? context : null)),
      data: [],
      iterations: 1,
      delayMs: 0,
      bail: false,
      insecure: false,
      parallel: 1,
      timeoutMs: null,
      scriptTimeoutMs: null,
      reporters: [{ request: (run) => void runs.push(run) }],
      fileRoots: [workspace.folder],
      modelPrices: context.modelPrices,
      signal,
    });
    const run = runs.find(({ id }) => id === request.id);
    if (run === undefined) throw new ParameterError('the request was interrupted', { field: 'request' });
    return receivedRun(run);
  },
});

interface Given {
  readonly collection?: string | undefined;
  readonly request?: string | undefined;
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers?: z.output<typeof headers> | undefined;
  readonly body?: z.output<typeof body> | undefined;
}

interface ToSend {
  /** The collection with the request as it is to be sent. */
  readonly collection: Collection;
  readonly request: SavedRequest;
}

async function requestToSend(context: WorkspaceContext, workspace: Workspace, given: Given): Promise<ToSend> {
  const { collectionNamed } = await import('../../../../collections/storage/named.ts');
  const { refuseFileErrors } = await import('../../../../collections/storage/needed-files.ts');
  const stored = given.collection === undefined ? null : await collectionNamed(workspace, given.collection);
  if (stored !== null) refuseFileErrors(workspace, stored);
  if (given.request !== undefined) {
    if (stored === null)
      throw new ParameterError('collection is missing: give the one that has the request', {
        field: 'collection',
      });
    return changedRequest(context, stored.collection, given.request, given);
  }
  if (given.url === undefined)
    throw new ParameterError('url is missing: give one, or collection and request', { field: 'url' });
  const collection = stored?.collection ?? newCollection({ name: 'Request' });
  const request = checked(requestModel, { ...fieldsOf(given, null), id: crypto.randomUUID() }, '');
  return {
    request,
    collection: { ...collection, items: insertItem(collection.items, null, { kind: 'request', request }) },
  };
}

function changedRequest(
  context: WorkspaceContext,
  collection: Collection,
  name: string,
  given: Given,
): ToSend {
  const old = requestNamed(collection, name).item.request;
  const fields = unmasked(context, fieldsOf(given, old), old, '') as object;
  const request = checked(requestModel, { ...old, ...fields }, '');
  const items = changeItem(collection.items, old.id, () => ({ kind: 'request', request }));
  return { collection: { ...collection, items }, request };
}

function fieldsOf({ method, url, headers: named, body: own }: Given, old: SavedRequest | null): object {
  const input = requestInput(
    {
      ...(method !== undefined && { method }),
      ...(url !== undefined && { url }),
      ...(named !== undefined && { headers: named }),
      ...(own !== undefined && { body: own }),
    },
    old,
  );
  const { headers: list } = input;
  if (old === null || !Array.isArray(list)) return input;
  const given = list as SavedRequest['headers'];
  const names = new Set(given.map((each) => each.name.toLowerCase()));
  return {
    ...input,
    headers: [...old.headers.filter((each) => !names.has(each.name.toLowerCase())), ...given],
  };
}

/** Returns the way out: the running proxy, or with null that of the environment variables of this process. */
async function routeOptions(
  context: WorkspaceContext | null,
): Promise<Pick<RunOptions, 'processEnvironment' | 'trust'>> {
  if (context === null) return { processEnvironment: process.env };
  const { throughProxy } = await import('../../../../runs/runner/recording-proxy.ts');
  return throughProxy(await context.proxy());
}
