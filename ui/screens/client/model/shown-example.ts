// The example of a request that is to be shown, asked for elsewhere, such as by a link.
import { createStore } from '../../../state/store.ts';
import { openTab } from './tabs.ts';
import { objectKey, workspace, type TreeObject } from './workspace.ts';

interface AskedExample {
  /** The tab of its request. */
  readonly tab: string;
  readonly id: string;
}

export const askedExample = createStore<AskedExample | null>(null);

/** Opens the request that has an example, and shows the example; does nothing where there is none. */
export function openExample(id: string): void {
  const { value } = workspace.store.get();
  if (value === null) {
    // The link of a fresh window comes before the tree.
    const stop = workspace.store.subscribe(() => {
      if (workspace.store.get().value === null) return;
      stop();
      openExample(id);
    });
    return;
  }
  const request = requestWith(value.tree, id);
  if (request === null) return;
  const tab = objectKey('request', request.id);
  openTab(tab);
  askedExample.set({ tab, id });
}

function requestWith(tree: readonly TreeObject[], example: string): TreeObject | null {
  for (const object of tree) {
    if (object.examples?.some(({ id }) => id === example) === true) return object;
    const inner = requestWith(object.items ?? [], example);
    if (inner !== null) return inner;
  }
  return null;
}
