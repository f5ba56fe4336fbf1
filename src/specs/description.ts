// Finds the API description that a collection of the workspace follows.
import type { Collection } from '../collections/model/collection.ts';
import { specText, type StoredSpec } from '../collections/storage/specs.ts';
import type { Workspace } from '../collections/storage/workspace.ts';

/** Resolves with undefined for a collection without one. */
export async function specOf(
  workspace: Workspace,
  { id }: Pick<Collection, 'id'>,
): Promise<StoredSpec | undefined> {
  return (await workspace.specs()).find(({ collectionId }) => collectionId === id);
}

/** Resolves with the text; undefined for a collection without one. */
export async function descriptionOf(
  workspace: Workspace,
  collection: Pick<Collection, 'id'>,
): Promise<string | undefined> {
  const spec = await specOf(workspace, collection);
  return spec === undefined ? undefined : specText(spec);
}
