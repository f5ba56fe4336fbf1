// The targets of rows that are dragged in the tree.
import type { DragEvent } from 'react';
import { objectKey } from '../model/workspace.ts';
import type { Placed } from '../model/steps.ts';
import type { TreeRow } from './rows.ts';
import type { Drop } from './tree-row.tsx';

/** Returns where the rows would go if they were dropped now; null where they cannot go. */
export function dropZone(event: DragEvent, row: TreeRow, dragged: readonly Placed[]): Drop {
  const isHolder = row.isOpen !== null;
  const box = (event.target as Element).closest('[data-key]')!.getBoundingClientRect();
  const part = (event.clientY - box.top) / box.height;
  const isTop = row.above.length === 0;
  const zone = isHolder && (isTop || (part > 0.25 && part < 0.75)) ? 'into' : part < 0.5 ? 'before' : 'after';
  const holders = [...row.above, row.object].map(({ kind, id }) => objectKey(kind, id));
  const isInside = dragged.some(({ object }) => holders.includes(objectKey(object.kind, object.id)));
  const canMove = dragged.length > 0 && dragged.every(({ above }) => above.length > 0);
  return canMove && !isInside ? zone : null;
}

/** Returns the collection or folder that takes dropped rows, and their position in it; none for the end. */
export function dropTarget(
  { object, above }: TreeRow,
  zone: Drop,
): { readonly holder: Placed; readonly index?: number } | null {
  if (zone === null) return null;
  if (zone === 'into') return { holder: { object, above } };
  const holder = above.at(-1);
  if (holder === undefined) return null;
  const at = (holder.items ?? []).findIndex(({ id }) => id === object.id);
  return { holder: { object: holder, above: above.slice(0, -1) }, index: zone === 'before' ? at : at + 1 };
}
