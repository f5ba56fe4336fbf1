// Reads captured exchanges from a file of any readable format. The format is detected from the content.
import { UserError } from '../base/errors.ts';
import { collectTraffic, type FlowContext, type ImportedTraffic } from './formats/contract.ts';
import { importFormats } from './formats/index.ts';
import { readStart } from './read-start.ts';

/** Bytes of a file that are enough to detect its format. */
const DETECTION_BYTES = 16;

/**
 * Reads a file part by part. `path`: where it lies, when it is a file of this machine. Throws an Error that gives the
 * reason when nothing more can be read.
 */
export async function* trafficParts(
  chunks: AsyncIterable<Buffer>,
  context: FlowContext,
  path: string | null = null,
): AsyncGenerator<ImportedTraffic, void, undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { chunks: first } = await readStart(iterator, DETECTION_BYTES);
  const start = Buffer.concat(first);
  const format = importFormats.find((each) => each.import.detect(start));
  if (format === undefined) throw new UserError('INVALID_FILE', unknownFormat());
  const all = joined(first, { [Symbol.asyncIterator]: () => iterator });
  try {
    yield* format.import.read({ start, chunks: all, path }, context);
  } finally {
    await iterator.return?.();
  }
}

/** Reads all of a file. Rejects with an Error that gives the reason when nothing can be read. */
export function importTraffic(
  chunks: AsyncIterable<Buffer>,
  context: FlowContext,
  path: string | null = null,
): Promise<ImportedTraffic> {
  return collectTraffic(trafficParts(chunks, context, path));
}

function unknownFormat(): string {
  const known = importFormats.flatMap((format) => format.import.descriptions);
  return `it is not ${known.slice(0, -1).join(', ')} or ${known.at(-1)}`;
}

async function* joined(start: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  yield* start;
  yield* rest;
}
