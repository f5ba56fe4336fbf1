// Captured exchanges out of a file, whichever of the formats it is in: that is told from its content.
import type { Flow } from '../flow/flow.ts';
import type { FlowContext, SkippedEntry } from './formats/contract.ts';
import { readHarFlows } from './formats/har/read.ts';
import { isSession, readSession } from './formats/session/read.ts';

export interface TrafficFile {
  readonly flows: readonly Flow[];
  /** Entries that could not be read, and why. */
  readonly skipped: readonly SkippedEntry[];
}

/** Rejects with an Error that says why nothing can be read out of it. */
export async function importTraffic(
  chunks: AsyncIterable<Buffer>,
  context: FlowContext,
): Promise<TrafficFile> {
  const iterator = chunks[Symbol.asyncIterator]();
  const start: Buffer[] = [];
  let length = 0;
  while (length < 16) {
    const next = await iterator.next();
    if (next.done === true) break;
    start.push(next.value);
    length += next.value.length;
  }
  const all = joined(start, { [Symbol.asyncIterator]: () => iterator });
  return isSession(Buffer.concat(start)) ? readSession(all, context) : readHarFlows(all, context);
}

async function* joined(start: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  yield* start;
  yield* rest;
}
