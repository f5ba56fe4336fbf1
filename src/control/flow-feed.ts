// What changed in the list of captured requests, as events. Nothing is queued for a reader: each flow knows the
// revision of its last change, so what a reader has missed is found in the list itself.
import type { Flow } from '../flow/flow.ts';
import type { FlowStore } from '../flow/store.ts';
import { flowSummary } from '../flow/summary.ts';
import { eventText, type Batch, type Feed } from './event-stream.ts';

/** A list of flows that is followed: the engine's, or the traffic list of the app. */
export type FollowedFlows = Pick<FlowStore, 'revision' | 'list' | 'subscribe'>;

/** Characters of a batch beyond which the rest goes into the next. */
const MAX_TEXT = 256 * 1024;

/**
 * The changes after revision `since`; 0 begins with every flow remembered. Events:
 * - `flows`, an array of flow summaries that are new or changed, in the order of their last change; its `id` is the
 *   revision to resume from;
 * - `removed`, `{"ids": […], "before": id}`: the flows of these ids, and all whose id is below `before`, are gone;
 * - `reset`, `{}`: what the reader knows is of another time; it starts anew, as with 0.
 */
export function flowFeed(store: FollowedFlows, removals: Removals, since: number): Feed {
  const isKnown = since === 0 || (since <= store.revision && since >= removals.completeSince);
  return new FlowFeed(store, removals, isKnown ? since : 0, isKnown ? '' : eventText('reset', '{}'));
}

class FlowFeed implements Feed {
  readonly #store: FollowedFlows;
  readonly #removals: Removals;
  /** Revisions up to which the reader knows what changed, and what was removed. */
  #changedAt: number;
  #removedAt: number;
  /** The reader knows that all ids below are gone. */
  #before: number;
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
    // Only the last event of a batch can be resumed from: until then not all of it has arrived.
    const flows = summaries.length === 0 ? '' : eventText('flows', `[${summaries.join(',')}]`, revision);
    const gone = removed === null ? '' : eventText('removed', removed, flows === '' ? revision : undefined);
    const text = this.#first + gone + flows;
    this.#first = '';
    return { text, more };
  }

  /** Too much has been removed since the last batch to tell what. */
  #restart(): void {
    this.#changedAt = 0;
    this.#removedAt = this.#store.revision;
    this.#before = this.#removals.oldestId();
    this.#first = eventText('reset', '{}');
  }

  #changed(): { readonly summaries: readonly string[]; readonly revision: number; readonly more: boolean } {
    const summaries: string[] = [];
    let length = 0;
    for (const flow of changedAfter(this.#store.list(), this.#changedAt)) {
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
    if (ids.length === 0 && before <= this.#before) return null;
    this.#removedAt = this.#store.revision;
    this.#before = before;
    return JSON.stringify({ ids, before });
  }
}

function changedAfter(flows: readonly Flow[], revision: number): Flow[] {
  return flows.filter((flow) => flow.revision > revision).sort((a, b) => a.revision - b.revision);
}

/** Removals to remember for readers that come back: enough for those that leave the traffic list at once. */
const MAX_REMOVALS = 4000;

/** Which flows were taken out of the list one by one, for as long as can be remembered. */
export class Removals {
  /** Every removal after this revision is known. */
  completeSince = 0;
  readonly #known: { readonly revision: number; readonly id: number }[] = [];
  #newestId = 0;
  readonly #store: FollowedFlows;

  constructor(store: FollowedFlows) {
    this.#store = store;
    store.subscribe((flow, change) => {
      if (change === 'removed') this.#note(flow);
      else if (change === 'added') this.#newestId = flow.id;
    });
  }

  after(revision: number): readonly number[] {
    return this.#known.filter((removal) => removal.revision > revision).map(({ id }) => id);
  }

  /** The lowest id that may still be in the list. */
  oldestId(): number {
    return this.#store.list()[0]?.id ?? this.#newestId + 1;
  }

  #note(flow: Flow): void {
    this.#known.push({ revision: flow.revision, id: flow.id });
    if (this.#known.length <= MAX_REMOVALS) return;
    const dropped = this.#known.splice(0, MAX_REMOVALS / 2);
    this.completeSince = dropped.at(-1)?.revision ?? this.completeSince;
  }
}
