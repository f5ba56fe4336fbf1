// The changes of a traffic list, and those who follow them.
import type { Flow } from '../flow/flow.ts';
import type { FlowChange, FlowStore, Revised } from '../flow/store.ts';
import type { Entry } from './listed-flows.ts';

/** Called with the id and the revision of a flow that changed. */
export type ListListener = (flow: Revised, change: FlowChange) => void;

export class ListChanges {
  /** Revisions are those of the engine's list, so that they rise in both. */
  readonly #store: Pick<FlowStore, 'revision'>;
  #listeners: readonly ListListener[] = [];

  constructor(store: Pick<FlowStore, 'revision'>) {
    this.#store = store;
  }

  /** Calls `listener` at each change. Returns a function that unsubscribes it. */
  subscribe(listener: ListListener): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  /** Gives an entry a new revision. `flow`: the one in memory, which has it too; null without. */
  note(entry: Entry, change: FlowChange, flow: Flow | null): void {
    this.#store.revision += 1;
    entry.revision = this.#store.revision;
    if (flow !== null) flow.revision = entry.revision;
    this.notify(entry, change);
  }

  notify(flow: Revised, change: FlowChange): void {
    for (const listener of this.#listeners) listener(flow, change);
  }
}
