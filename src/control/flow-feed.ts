// Changes in the list of captured requests, as events. No changes are queued: each flow has the revision of its last
// change, so the list itself shows what a reader has missed.
import type { Flow } from '../flow/flow.ts';
import type { FlowChange, Revised } from '../flow/store.ts';
import { flowSummary } from '../flow/summary.ts';
import { eventText, type Batch, type Feed } from './event-stream.ts';

/** A list of flows to follow: the engine's, or the traffic list of the app. */
export interface FollowedFlows {
  readonly revision: number;
  readonly oldestId: number | undefined;
  /** Flows that the list had no room for since it was empty; absent where nobody counts them. */
  readonly dropped?: number;
  changedAfter(revision: number): Iterable<Flow>;
  subscribe(listener: (flow: Revised, change: FlowChange) => void): () => void;
}

/** Characters after which a batch ends and the rest goes into the next one. */
const MAX_TEXT = 256 * 1024;

/**
 * Returns the changes after revision `since`; 0 starts with all flows in the list. Events:
 *
 * - `flows`, an array of summaries of new and changed flows, in the order of their last change; its `id` is the
 * revision to resume from;
 *
 * - `removed`, `{"ids": […], "before": id, "dropped": n}`: the flows with these ids, and all with an id below `before`,
 * were removed; `dropped` is the number of flows that the list had no room for since it was empty, where it counts them;
 *
 * - `reset`, `{}`: the reader's state cannot be updated; it starts again, as with 0.
 */
export function flowFeed(store: FollowedFlows, removals: Removals, since: number): Feed {
  const isKnown = since === 0 || (since <= store.revision && since >= removals.completeSince);
  return new FlowFeed(store, removals, isKnown ? since : 0, isKnown ? '' : eventText('reset', '{}'));
}

class FlowFeed implements Feed {
  readonly #store: FollowedFlows;
  readonly #removals: Removals;
  /** Revisions up to which the reader knows of changes, and of removals. */
  #changedAt: number;
  #removedAt: number;
  /** The reader knows that all flows with lower ids are gone. */
  #before: number;
  /** The number of dropped flows that the reader knows. */
  #dropped = 0;
  #first: string;

  constructor(store: FollowedFlows, removals: Removals, since: number, first: string) {
    this.#store = store;
    this.#removals = removals;
    this.#changedAt = since;
    this.#removedAt = since === 0 ? store.revision : since;
    this.#before = since === 0 ? removals.oldestId() : 1;
    this.#first = first;
  }

  subscribe(notify: () => void): () => void {
    return this.#store.subscribe(notify);
  }

  take(): Batch {
    if (this.#removedAt < this.#removals.completeSince) this.#restart();
    const removed = this.#removed();
    const { summaries, revision, more } = this.#changed();
    // Readers can resume only from the last event of a batch, because before it some changes are missing.
    const flows = summaries.length === 0 ? '' : eventText('flows', `[${summaries.join(',')}]`, revision);
    const gone = removed === null ? '' : eventText('removed', removed, flows === '' ? revision : undefined);
    const text = this.#first + gone + flows;
    this.#first = '';
    return { text, more };
  }

  /** Resets the reader, since the ids of some removed flows are no longer known. */
  #restart(): void {
    this.#changedAt = 0;
    this.#removedAt = this.#store.revision;
    this.#before = this.#removals.oldestId();
    this.#first = eventText('reset', '{}');
  }

  #changed(): { readonly summaries: readonly string[]; readonly revision: number; readonly more: boolean } {
    const summaries: string[] = [];
    let length = 0;
    for (const flow of this.#store.changedAfter(this.#changedAt)) {
      if (length > MAX_TEXT) return { summaries, revision: this.#changedAt, more: true };
      const summary = JSON.stringify(flowSummary(flow));
      summaries.push(summary);
      length += summary.length;
      this.#changedAt = flow.revision;
    }
    this.#changedAt = this.#store.revision;
    return { summaries, revision: this.#changedAt, more: false };
  }

  #removed(): string | null {
    const ids = this.#removals.after(this.#removedAt);
    const before = this.#removals.oldestId();
    const { dropped } = this.#store;
    const isSame = ids.length === 0 && before <= this.#before && (dropped ?? 0) === this.#dropped;
    if (isSame) return null;
    this.#removedAt = this.#store.revision;
    this.#before = before;
    this.#dropped = dropped ?? 0;
    return JSON.stringify({ ids, before, dropped });
  }
}

/** Number of removals to remember for readers that reconnect: enough for all that usually leave a list at once. */
const MAX_REMOVALS = 20_000;

/** The flows that were removed from the list one by one, as far back as they are remembered. */
export class Removals {
  /** All removals after this revision are known. */
  completeSince = 0;
  readonly #known: { readonly revision: number; readonly id: number }[] = [];
  #newestId = 0;
  readonly #max: number;
  readonly #store: FollowedFlows;

  constructor(store: FollowedFlows, max = MAX_REMOVALS) {
    this.#store = store;
    this.#max = max;
    store.subscribe((flow, change) => {
      if (change === 'removed') this.#note(flow);
      else if (change === 'added') this.#newestId = Math.max(this.#newestId, flow.id);
    });
  }

  after(revision: number): readonly number[] {
    return this.#known.filter((removal) => removal.revision > revision).map(({ id }) => id);
  }

  /** Returns the lowest id that may still be in the list. */
  oldestId(): number {
    return this.#store.oldestId ?? this.#newestId + 1;
  }

  #note(flow: Revised): void {
    this.#known.push({ revision: flow.revision, id: flow.id });
    if (this.#known.length <= this.#max) return;
    const dropped = this.#known.splice(0, this.#max / 2);
    this.completeSince = dropped.at(-1)?.revision ?? this.completeSince;
  }
}
