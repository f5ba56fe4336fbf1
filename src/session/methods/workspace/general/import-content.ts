// Imports files of other programs.
import { z } from 'zod';
import { messageOf, ParameterError } from '../../../../base/errors.ts';
import type { Imported } from '../../../../collections/model/imported.ts';
import { requestsOf } from '../../../../collections/model/collection.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { text } from '../../fields.ts';
import type { WorkspaceContext, WorkspaceOwner } from '../../workspace-context.ts';
import { anyObject } from '../fields.ts';

export const importContent = defineMethod({
  name: 'import_content',
  summary:
    'Imports Postman, OpenAPI, Insomnia, Bruno, HAR, .http files or cURL, from a file or folder or as text',
  effect: 'write',
  faces: EVERYWHERE,
  undo: 'files',
  params: z.strictObject({ path: text.optional(), text: text.optional() }),
  result: z.strictObject({
    collections: z.array(z.strictObject({ id: z.string(), name: z.string(), requests: z.number() })),
    environments: z.array(z.string()),
    specs: z.array(z.string()),
    /** Requests without a collection, which go to the collection `Imported`. */
    requests: z.array(z.string()),
    globals: z.number(),
    /** Objects that are there twice now. */
    copies: z.array(anyObject),
    warnings: z.array(z.string()),
  }),
  async run({ workspace: context }: WorkspaceOwner, params) {
    const imported = await readSource(context, params);
    const workspace = await context.open();
    const before = new Set((await workspace.collectionHeads()).map(({ path }) => path));
    const { copies } = await workspace.import(imported);
    const added = (await workspace.collectionHeads()).filter(({ path }) => !before.has(path));
    const { collections, environments, globals, requests, specs, warnings, broken } = imported;
    return {
      collections: collections.map(({ id, name, items }) => ({
        id: added.find((head) => head.name === name)?.id ?? id,
        name,
        requests: [...requestsOf(items)].length,
      })),
      environments: environments.map(({ name }) => name),
      specs: specs.map(({ name }) => name),
      requests: requests.map(({ name }) => name),
      globals: globals.length,
      copies: copies.map((each) => ({ ...each })),
      warnings: [...broken.map((sentence) => `${sentence}, and was left out`), ...warnings],
    };
  },
});

interface Source {
  readonly path?: string | undefined;
  readonly text?: string | undefined;
}

async function readSource(context: WorkspaceContext, { path, text: content }: Source): Promise<Imported> {
  if ((path === undefined) === (content === undefined))
    throw new ParameterError('give either path or text', { field: path === undefined ? 'text' : 'path' });
  if (content !== undefined) {
    const { importContent: parse } = await import('../../../../interchange/import/index.ts');
    return orRefusal('text', 'the text', () => parse(Buffer.from(content), ''));
  }
  const { readImportFile } = await import('../../../../interchange/files/import-file.ts');
  const file = context.allowedPath(path ?? '', 'read');
  return orRefusal('path', file, () => readImportFile(file));
}

async function orRefusal(
  field: 'path' | 'text',
  source: string,
  work: () => Imported | Promise<Imported>,
): Promise<Imported> {
  try {
    return await work();
  } catch (error) {
    throw new ParameterError(`${source} cannot be imported: ${messageOf(error)}`, { field, cause: error });
  }
}
