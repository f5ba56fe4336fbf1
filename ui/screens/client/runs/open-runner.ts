// Opens the runner: for a collection, or for what is selected of it.
import type { Placed } from '../model/steps.ts';
import { placed } from '../model/steps.ts';
import { openTab, tabs } from '../model/tabs.ts';
import { selected } from '../model/tree-state.ts';
import { chooseData, chooseRequests, runnerKey } from './setup.ts';

/** Opens the runner of the collection that holds the objects. Folders and requests are chosen, all else is left out. */
export function openRunner(objects: readonly Placed[]): void {
  const [first] = objects;
  const collection = first?.above[0] ?? first?.object;
  if (collection === undefined) return;
  const inner = objects.filter(({ above }) => above[0]?.id === collection.id);
  if (inner.length > 0)
    chooseRequests(
      collection.id,
      inner.map(({ object }) => object.id),
    );
  openTab(runnerKey(collection.id));
}

/** Opens the runner of a collection with rows of data. */
export function openRunnerWith(collection: string, dataset: string): void {
  chooseData(collection, dataset);
  openTab(runnerKey(collection));
}

/**
 * Returns what a run is about: in the tree what is selected, elsewhere the collection of the current tab or its folder,
 * and without one what the tree has selected.
 */
export function runSubject(): readonly Placed[] {
  const chosen = selected.get().flatMap((key) => placed(key) ?? []);
  const isInTree = document.querySelector('[data-workspace-tree]')?.contains(document.activeElement) === true;
  if (isInTree && chosen.length > 0) return chosen;
  const { current } = tabs.get();
  const shown = current === null ? null : placed(current);
  if (shown !== null && ['request', 'folder', 'collection'].includes(shown.object.kind)) {
    if (shown.object.kind !== 'request') return [shown];
    const [collection] = shown.above;
    return collection === undefined ? [] : [{ object: collection, above: [] }];
  }
  return chosen;
}
