// The state of the tree: what is open, what is selected, and the row that is renamed.
import { createBrowserPreference, isStringList } from '../../../state/preferences.ts';
import { createStore } from '../../../state/store.ts';

/** Keys of the collections and folders that are open, on this machine. */
export const opened = createBrowserPreference('client.tree', [], isStringList);

/** The keys of the selected rows; the last one is where the cursor is. */
export const selected = createStore<readonly string[]>([]);
/** The key of the row whose name is edited. */
export const renaming = createStore<string | null>(null);
/** The text to find. */
export const query = createStore('');

export function setOpen(keys: Iterable<string>, isOpen: boolean): void {
  const changed = new Set(keys);
  const rest = opened.get().filter((key) => !changed.has(key));
  opened.set(isOpen ? [...rest, ...changed] : rest);
}

/** Selects a row alone, or with what is selected already. */
export function select(key: string, isAdded = false): void {
  const now = selected.get();
  if (!isAdded) selected.set([key]);
  else selected.set(now.includes(key) ? now.filter((each) => each !== key) : [...now, key]);
}
