// Moves what is selected in the tree to another collection or folder, or into a new folder.
import { FolderInput, FolderPlus } from 'lucide-react';
import type { MenuEntry } from '../../../parts/index.ts';
import { move, newFolder, placed, type Placed } from '../model/steps.ts';
import { renaming, select, setOpen } from '../model/tree-state.ts';
import { objectKey, workspace } from '../model/workspace.ts';
import { canTake, holders } from './move-targets.ts';

/** Targets that a menu lists; beyond, rows are dragged. */
const MAX_TARGETS = 100;

export function moveEntries(objects: readonly Placed[]): readonly MenuEntry[] {
  const [one] = objects;
  const holder = one?.above.at(-1);
  if (one === undefined || holder === undefined || objects.some(({ above }) => above.length === 0)) return [];
  const targets = holders(workspace.store.get().value?.tree ?? []).filter((target) =>
    canTake(target, objects),
  );
  return [
    {
      label: 'Move to',
      icon: FolderInput,
      disabled: targets.length === 0 ? 'There is no other folder' : false,
      entries: targets.slice(0, MAX_TARGETS).map((target) => ({
        label: [...target.above, target.object].map(({ name }) => name).join(' / '),
        onSelect: () => void moveInto(target, objects),
      })),
    },
    {
      label: 'New folder from these',
      icon: FolderPlus,
      onSelect: () => void moveIntoNew({ object: holder, above: one.above.slice(0, -1) }, objects),
    },
  ];
}

async function moveInto(target: Placed, objects: readonly Placed[]): Promise<void> {
  setOpen(
    [...target.above, target.object].map(({ kind, id }) => objectKey(kind, id)),
    true,
  );
  await move(objects, target);
}

async function moveIntoNew(holder: Placed, objects: readonly Placed[]): Promise<void> {
  const key = await newFolder(holder);
  const folder = key === null ? null : placed(key);
  if (key === null || folder === null) return;
  await moveInto(folder, objects);
  select(key);
  renaming.set(key);
}
