// Completes a session file that a killed process has left: it ends after the last whole exchange.
import type { FileHandle } from 'node:fs/promises';
import { FILE_HEAD, readRecord, type SessionRecord } from './record.ts';
import { byteCount, parseStoredFlow } from './stored-flow.ts';
import { sessionParts } from './write.ts';

/** Returns the number of exchanges in the file. Rejects with the reason when it is no session of this version. */
export async function completeSession(file: FileHandle): Promise<number> {
  const { count, end } = await wholeFlows(file);
  await file.truncate(end);
  const tail = await sessionParts.tail(count);
  await file.write(Buffer.from(tail), 0, tail.length, end);
  return count;
}

interface Whole {
  count: number;
  /** The offset behind the last whole exchange. */
  end: number;
}

async function wholeFlows(file: FileHandle): Promise<Whole> {
  const whole: Whole = { count: 0, end: FILE_HEAD.length };
  let missing = 0;
  let offset = FILE_HEAD.length;
  let bytes: Buffer = Buffer.alloc(0);
  const chunks = file.createReadStream({ start: offset, autoClose: false });
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    bytes = Buffer.concat([bytes, chunk]);
    let at = 0;
    for (;;) {
      const read = await readRecord(bytes, at, false);
      if (read.type === 'more') break;
      // Nothing after the damage can be trusted.
      if (read.type === 'damaged') return whole;
      missing = missingAfter(read.record, missing);
      if (missing === 0 && read.record.type !== 'E') {
        whole.count += 1;
        whole.end = offset + read.next;
      }
      at = read.next;
    }
    offset += at;
    bytes = bytes.subarray(at);
  }
  return whole;
}

/** Returns the bytes that are missing of an exchange after one of its records. */
function missingAfter({ type, payload }: SessionRecord, missing: number): number {
  return type === 'F' ? byteCount(parseStoredFlow(JSON.parse(payload.toString()))) : missing - payload.length;
}
