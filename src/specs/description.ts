// Finds the API description that a collection of the workspace follows.
import type { Collection } from '../collections/model/collection.ts';
import { specText } from '../collections/storage/specs.ts';
import type { Workspace } from '../collections/storage/workspace.ts';

/** Resolves with the text; undefined for a collection without one. */
export async function descriptionOf(
  workspace: Workspace,
  { id }: Pick<Collection, 'id'>,
): Promise<string | undefined> {
  const spec = (await workspace.specs()).find(({ collectionId }) => collectionId === id);
  return spec === undefined ? undefined : specText(spec);
}
