// Opens files of captured traffic in the traffic list, part by part: the first requests are there at once.
import { messageOf } from '../base/errors.ts';
import type { CaptureBudget } from '../flow/capture-budget.ts';
import type { Flow } from '../flow/flow.ts';
import type { SkippedEntry } from './formats/contract.ts';
import type { TrafficList } from './traffic-list.ts';

export interface OpenedTraffic {
  readonly count: number;
  readonly ids: readonly number[];
  /** The entries that could not be read, with the reasons. */
  readonly skipped: readonly SkippedEntry[];
}

export interface OpenOptions {
  readonly captures: CaptureBudget;
  readonly traffic: TrafficList;
  /** Called with the requests that were added. */
  readonly added?: (flows: readonly Flow[]) => void;
  /** Ends reading; what was added stays. */
  readonly signal?: AbortSignal;
}

/** A file to open. */
export interface OpenedFile {
  readonly name: string;
  readonly chunks: AsyncIterable<Buffer>;
  /** Its path; null when it is not a file of this machine. */
  readonly path: string | null;
}

/** The requests that are added before the session file has them: memory is bounded. */
const MAX_AHEAD = 2000;

/** Reads a file and adds its flows to the list. Rejects with the reason when nothing can be read. */
export async function openTraffic(
  { captures, traffic, added = () => undefined, signal }: OpenOptions,
  { name, chunks, path }: OpenedFile,
): Promise<OpenedTraffic> {
  const { trafficParts } = await import('./import.ts');
  const ids: number[] = [];
  const skipped: SkippedEntry[] = [];
  let ahead = 0;
  try {
    for await (const part of trafficParts(chunks, { captures, takeId: () => traffic.takeId() }, path)) {
      for (const flow of part.flows) flow.openedFrom = name;
      if (signal?.aborted === true) break;
      traffic.open(part.flows);
      added(part.flows);
      for (const { id } of part.flows) ids.push(id);
      skipped.push(...part.skipped);
      ahead += part.flows.length;
      if (ahead < MAX_AHEAD) continue;
      await traffic.settled();
      ahead = 0;
    }
  } catch (error) {
    // What was read before the damage stays.
    if (ids.length === 0) throw error;
    skipped.push({ index: ids.length + skipped.length, reason: messageOf(error) });
  }
  return { count: ids.length, ids, skipped };
}
