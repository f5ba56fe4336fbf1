// Reads captured exchanges from a file of any readable format. The format is detected from the content.
import { UserError } from '../base/errors.ts';
import type { FlowContext, ImportedTraffic } from './formats/contract.ts';
import { importFormats } from './formats/index.ts';
import { readStart } from './read-start.ts';

/** Bytes of a file that are enough to detect its format. */
const DETECTION_BYTES = 16;

/** Reads a file. Rejects with an Error that gives the reason when nothing can be read. */
export async function importTraffic(
  chunks: AsyncIterable<Buffer>,
  context: FlowContext,
): Promise<ImportedTraffic> {
  const iterator = chunks[Symbol.asyncIterator]();
  const start = await readStart(iterator, DETECTION_BYTES);
  const bytes = Buffer.concat(start.chunks);
  const format = importFormats.find((each) => each.import.detect(bytes));
  if (format === undefined) throw new UserError('INVALID_FILE', unknownFormat());
  return format.import.read(joined(start.chunks, { [Symbol.asyncIterator]: () => iterator }), context);
}

function unknownFormat(): string {
  const known = importFormats.flatMap((format) => format.import.descriptions);
  return `it is not ${known.slice(0, -1).join(', ')} or ${known.at(-1)}`;
}

async function* joined(start: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  yield* start;
  yield* rest;
}
