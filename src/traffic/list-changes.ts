// Those who follow the changes of a traffic list.
import type { FlowChange, Revised } from '../flow/store.ts';

/** Called with the id and the revision of a flow that changed. */
export type ListListener = (flow: Revised, change: FlowChange) => void;

export class ListChanges {
  #listeners: readonly ListListener[] = [];

  /** Calls `listener` at each change. Returns a function that unsubscribes it. */
  subscribe(listener: ListListener): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  notify(flow: Revised, change: FlowChange): void {
    for (const listener of this.#listeners) listener(flow, change);
  }
}
