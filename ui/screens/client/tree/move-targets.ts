// The collections and folders that rows of the tree may be moved to.
import type { Placed } from '../model/steps.ts';

/** Returns the collections and folders of the workspace, in the order of the tree. */
export function holders(tree: readonly Placed['object'][]): readonly Placed[] {
  const within = (target: Placed): readonly Placed[] => [
    target,
    ...(target.object.items ?? [])
      .filter(({ kind }) => kind === 'folder')
      .flatMap((object) => within({ object, above: [...target.above, target.object] })),
  ];
  return tree.filter(({ kind }) => kind === 'collection').flatMap((object) => within({ object, above: [] }));
}

/** Returns false for a folder that would go into itself, and for objects that are there already. */
export function canTake(target: Placed, objects: readonly Placed[]): boolean {
  const path = [...target.above, target.object].map(({ id }) => id);
  const isInside = objects.some(({ object }) => path.includes(object.id));
  return !isInside && objects.some(({ above }) => above.at(-1)?.id !== target.object.id);
}
