// Writes the documentation of a collection.
import { open, stat } from 'node:fs/promises';
import { z } from 'zod';
import { ParameterError, systemCode } from '../../../../base/errors.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { text } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';

/** File mode: documentation is made to be shared, and holds no secrets. */
const FOR_OTHERS = 0o644;

export const generateDocs = defineMethod({
  name: 'generate_docs',
  summary:
    'Writes the documentation of a collection as one HTML file with search, code, examples and schemas',
  effect: 'write',
  faces: EVERYWHERE,
  hints: ['idempotent'],
  undo: 'files',
  params: z.strictObject({
    collection: text.min(1, 'an id or a name'),
    out: text.min(1, 'the path of an HTML file'),
    environment: text.min(1, 'an id or a name').optional(),
  }),
  result: z.strictObject({ path: z.string(), bytes: z.number() }),
  async run({ workspace: context }: WorkspaceOwner, { collection: reference, out, environment: named }) {
    const workspace = await context.open();
    const { activeEnvironment, collectionNamed, environmentNamed } =
      await import('../../../../collections/storage/named.ts');
    const { html } = await import('../../../../interchange/export/html/index.ts');
    const { descriptionOf } = await import('../../../../specs/description.ts');
    const { replaceFile } = await import('../../../../base/replace-file.ts');
    const { collection } = await collectionNamed(workspace, reference);
    const environment =
      named === undefined ? await activeEnvironment(workspace) : await environmentNamed(workspace, named);
    const description = await descriptionOf(workspace, collection);
    const page = html.write(collection, { environment, description }).text;
    const path = context.allowedPath(out, 'write');
    await refuseOthers(path);
    await replaceFile(path, page, FOR_OTHERS);
    return { path, bytes: Buffer.byteLength(page) };
  },
});

/** Rejects with a ParameterError when there is something other than a page at the path. */
async function refuseOthers(path: string): Promise<void> {
  try {
    const found = await stat(path);
    if (found.isFile() && (found.size === 0 || /^<!doctype html>/i.test(await startOf(path)))) return;
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return;
    throw error;
  }
  throw new ParameterError(`${path} is there and is not an HTML page: give another path`, { field: 'out' });
}

async function startOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(20), 0, 20, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
