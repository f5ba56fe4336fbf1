// Lists the trash, and restores items.
import { z } from 'zod';
import { ParameterError, UserError } from '../../../../base/errors.ts';
import { changeItem } from '../../../../collections/edit/items.ts';
import { requestsOf } from '../../../../collections/model/collection.ts';
import type { TrashItem } from '../../../../collections/storage/trash.ts';
import type { Workspace } from '../../../../collections/storage/workspace.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';

export const restoreItem = defineMethod({
  name: 'restore_item',
  summary: 'Lists what is in the trash without trashId; with one it brings that item back to where it was',
  effect: 'write',
  faces: EVERYWHERE,
  undo: 'files',
  params: z.strictObject({ trashId: reference.optional() }),
  result: z.strictObject({
    trash: z.array(
      z.strictObject({
        trashId: z.string(),
        kind: z.string(),
        name: z.string(),
        path: z.string(),
        removedAt: z.string(),
      }),
    ),
    /** The path of the restored item, relative to the workspace. */
    restored: z.string().nullable(),
  }),
  async run({ workspace: context }: WorkspaceOwner, { trashId }) {
    const { readTrash } = await import('../../../../collections/storage/trash.ts');
    const workspace = await context.open();
    const list = async (): Promise<readonly TrashItem[]> => readTrash(workspace.folder, () => undefined);
    const restored = trashId === undefined ? null : await restore(workspace, trashId, await list());
    const trash = (await list()).map(({ id, kind, name, path, removedAt }) => ({
      trashId: id,
      kind,
      name,
      path,
      removedAt,
    }));
    return { trash, restored };
  },
});

async function restore(workspace: Workspace, id: string, trash: readonly TrashItem[]): Promise<string> {
  const { relative } = await import('node:path');
  const { restoreFromTrash } = await import('../../../../collections/storage/trash.ts');
  return workspace.exclusively(async () => {
    const item = trash.find((each) => each.id === id);
    if (item === undefined)
      throw new ParameterError(`nothing in the trash has the id ${JSON.stringify(id.slice(0, 100))}`, {
        field: 'trashId',
      });
    if (item.example !== null) return restoreExample(workspace, item);
    return relative(workspace.folder, await restoreFromTrash(workspace.folder, item)).replaceAll('\\', '/');
  });
}

async function restoreExample(workspace: Workspace, item: TrashItem): Promise<string> {
  const { forgetTrash } = await import('../../../../collections/storage/trash.ts');
  const { example, request: owner } = item;
  for (const head of await workspace.collections()) {
    const found = [...requestsOf(head.collection.items)].find(({ request }) => request.id === owner);
    if (found === undefined || example === null) continue;
    const stored = await workspace.wholeCollection(head);
    const request = { ...found.request, examples: [...found.request.examples, example] };
    const items = changeItem(stored.collection.items, owner, () => ({ kind: 'request', request }));
    await workspace.replaceCollection(stored, { ...stored.collection, items });
    await forgetTrash(workspace.folder, item);
    return item.path;
  }
  throw new UserError('CONFLICT', `${item.name} cannot be restored: its request is gone, restore that first`);
}
