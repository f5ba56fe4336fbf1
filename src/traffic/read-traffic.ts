// Captured exchanges out of a file, whichever of the formats it is in: that is told from its content.
import { isCharles } from '../documents/charles.ts';
import { parsedText } from '../documents/har-reader.ts';
import type { Flow } from '../flow/flow.ts';
import type { FlowHome, SkippedEntry } from './formats/contract.ts';
import { charlesFlows, harFlows } from './formats/har-flows.ts';
import { isSession, readSession } from './formats/session/read.ts';

export interface TrafficFile {
  readonly flows: readonly Flow[];
  /** Entries that could not be read, and why. */
  readonly skipped: readonly SkippedEntry[];
}

/** JSON that is longer cannot be held as one text. */
const MOST_JSON_BYTES = 500 * 1024 * 1024;

/** Rejects with an Error that says why nothing can be read out of it. */
export async function readTraffic(pieces: AsyncIterable<Buffer>, home: FlowHome): Promise<TrafficFile> {
  const iterator = pieces[Symbol.asyncIterator]();
  const start: Buffer[] = [];
  let length = 0;
  while (length < 16) {
    const next = await iterator.next();
    if (next.done === true) break;
    start.push(next.value);
    length += next.value.length;
  }
  const all = joined(start, { [Symbol.asyncIterator]: () => iterator });
  if (isSession(Buffer.concat(start))) return readSession(all, home);
  return jsonTraffic(await wholeText(all), home);
}

async function* joined(start: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  yield* start;
  yield* rest;
}

async function wholeText(pieces: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    length += piece.length;
    if (length > MOST_JSON_BYTES) throw new Error(`it is larger than ${MOST_JSON_BYTES} bytes`);
    all.push(piece);
  }
  return Buffer.concat(all).toString();
}

function jsonTraffic(text: string, home: FlowHome): TrafficFile {
  if (!/^\uFEFF?\s*[[{]/.test(text))
    throw new Error('it is no session, no HAR and no JSON session of Charles');
  return isCharles(parsedText(text)) ? charlesFlows(text, home) : harFlows(text, home);
}
