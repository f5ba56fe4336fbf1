// The actions of the tree, by keyboard, mouse and menu.
import {
  Download,
  FilePlus,
  FolderPlus,
  Gauge,
  Layers,
  ListChecks,
  Pencil,
  Play,
  Copy,
  Trash2,
  FolderOpen,
} from 'lucide-react';
import type { MenuEntry } from '../../../parts/index.ts';
import { newFolder, newRequest, duplicate, move, placed, remove, type Placed } from '../model/steps.ts';
import { openTab } from '../model/tabs.ts';
import { objectKey } from '../model/workspace.ts';
import { changeTogether, requestsIn } from '../together/together-state.ts';
import { setUpLoad } from '../loads/set-up.ts';
import { setUpMock } from '../mocks/set-up.ts';
import { openRunner } from '../runs/index.ts';
import { moveEntries } from './move-entries.ts';
import { copyEntries } from '../lists/copy-entries.ts';
import { openExport } from '../transfer/export-sheet.tsx';
import type { TreeRow } from './rows.ts';
import { renaming, select, selected, setOpen } from '../model/tree-state.ts';

/** Returns what is selected; an object inside of another selected one counts with that. */
export function selectedObjects(): readonly Placed[] {
  const keys = new Set(selected.get());
  return [...keys]
    .map(placed)
    .filter((each) => each !== null)
    .filter(({ above }) => !above.some(({ kind, id }) => keys.has(objectKey(kind, id))));
}

/** Opens a request in the preview tab, a collection or folder in the tree. */
export function activate({ key, isOpen }: TreeRow, mode: 'preview' | 'own'): void {
  if (isOpen === null) openTab(key, mode);
  else setOpen([key], !isOpen);
}

/** Moves the cursor to a row. With `extends`, all rows from the first selected one to it are selected. */
export function moveCursor(rows: readonly TreeRow[], to: number, isExtending: boolean): void {
  const row = rows[Math.max(0, Math.min(rows.length - 1, to))];
  if (row === undefined) return;
  if (!isExtending) {
    select(row.key);
    return;
  }
  const first = rows.findIndex(({ key }) => key === selected.get()[0]);
  const at = rows.indexOf(row);
  const keys = rows.slice(Math.min(first, at), Math.max(first, at) + 1).map(({ key }) => key);
  selected.set(first <= at ? keys : keys.toReversed());
}

/** Moves what is selected by one place among its neighbours, or into the folder before it, or out of its folder. */
export function shift(direction: 'up' | 'down' | 'into' | 'out'): void {
  const [one] = selectedObjects();
  const holder = one?.above.at(-1);
  if (one === undefined || holder === undefined) return;
  const target: Placed = { object: holder, above: one.above.slice(0, -1) };
  const items = holder.items ?? [];
  const at = items.findIndex(({ id }) => id === one.object.id);
  if (direction === 'up' && at > 0) void move([one], target, at - 1);
  if (direction === 'down' && at < items.length - 1) void move([one], target, at + 1);
  const before = items[at - 1];
  if (direction === 'into' && before?.kind === 'folder') {
    setOpen([objectKey('folder', before.id)], true);
    void move([one], { object: before, above: [...target.above, holder] });
  }
  const outer = target.above.at(-1);
  if (direction === 'out' && outer !== undefined) {
    const position = (outer.items ?? []).findIndex(({ id }) => id === holder.id) + 1;
    void move([one], { object: outer, above: target.above.slice(0, -1) }, position);
  }
}

/** Returns the menu of a row. */
export function rowMenu(): readonly MenuEntry[] {
  const objects = selectedObjects();
  const [one] = objects;
  if (one === undefined) return [];
  const isHolder = one.object.items !== undefined;
  const isAlone = objects.length === 1;
  const openEntry: MenuEntry = {
    label: 'Open in a tab',
    icon: FolderOpen,
    keys: 'enter',
    onSelect: () => openTab(objectKey(one.object.kind, one.object.id)),
  };
  const inside: readonly MenuEntry[] = [
    { label: 'New request here', icon: FilePlus, onSelect: () => newRequestIn(one) },
    { label: 'New folder here', icon: FolderPlus, onSelect: () => void newFolderIn(one) },
    'separator',
  ];
  return [
    ...(isAlone ? [openEntry] : []),
    ...(isHolder && isAlone ? inside : []),
    { label: 'Run…', icon: Play, keys: 'alt+r', onSelect: () => openRunner(objects) },
    ...togetherEntry(objects),
    {
      label: 'Rename',
      icon: Pencil,
      keys: 'f2',
      disabled: isAlone ? false : 'Select one',
      onSelect: () => renaming.set(selected.get().at(-1) ?? null),
    },
    {
      label: 'Duplicate',
      icon: Copy,
      keys: 'mod+d',
      disabled: one.above.length === 0 ? 'A collection is duplicated by export and import' : false,
      onSelect: () => void duplicate(objects),
    },
    ...moveEntries(objects),
    {
      label: 'Export…',
      icon: Download,
      disabled: isAlone && one.object.kind === 'collection' ? false : 'Select a collection',
      onSelect: () => openExport({ kind: 'collection', id: one.object.id, name: one.object.name }),
    },
    ...(isAlone && one.object.kind === 'collection' ? servicesOf(one.object.id) : []),
    ...(isAlone ? (['separator', ...copyEntries(one)] as const) : []),
    'separator',
    { label: 'Delete', icon: Trash2, keys: 'backspace', danger: true, onSelect: () => void remove(objects) },
  ];
}

function togetherEntry(objects: readonly Placed[]): readonly MenuEntry[] {
  const requests = objects.flatMap(({ object }) => requestsIn(object)).length;
  if (requests < 2) return [];
  return [
    {
      label: `Change ${requests} requests together…`,
      icon: ListChecks,
      ...(objects.length > 1 && { keys: 'enter' }),
      onSelect: () => changeTogether(objects.map(({ object }) => object)),
    },
  ];
}

/** Returns what can be started with a collection. */
function servicesOf(collection: string): readonly MenuEntry[] {
  return [
    { label: 'Mock…', icon: Layers, onSelect: () => setUpMock(collection) },
    { label: 'Load test…', icon: Gauge, onSelect: () => setUpLoad(collection) },
  ];
}

function newRequestIn({ object, above }: Placed): void {
  setOpen(
    [...above, object].map(({ kind, id }) => objectKey(kind, id)),
    true,
  );
  newRequest(
    {},
    { collection: above[0]?.id ?? object.id, ...(object.kind === 'folder' && { folder: object.id }) },
  );
}

async function newFolderIn(holder: Placed): Promise<void> {
  setOpen([objectKey(holder.object.kind, holder.object.id)], true);
  const key = await newFolder(holder);
  if (key === null) return;
  select(key);
  renaming.set(key);
}
