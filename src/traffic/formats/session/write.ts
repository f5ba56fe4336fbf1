// Writes a session file exchange by exchange; only the exchange that is being written is in memory.
import type { Flow } from '../../../flow/flow.ts';
import { fileChunks, type FileChunks, type FileParts, type Flows } from '../contract.ts';
import { FILE_HEAD, encodeRecord } from './record.ts';
import { storeFlow } from './stored-flow.ts';

/** The maximum number of body bytes in one record. */
const RECORD_BYTES = 4 * 1024 * 1024;

export const sessionParts: FileParts = {
  head: FILE_HEAD,
  entry,
  tail: (count) => encodeRecord({ type: 'E', payload: Buffer.from(JSON.stringify({ flows: count })) }),
};

export function sessionChunks(flows: Flows): FileChunks {
  return fileChunks(sessionParts, flows);
}

async function* entry(flow: Flow): AsyncGenerator<Buffer> {
  const { flow: stored, bytes } = await storeFlow(flow);
  yield await encodeRecord({ type: 'F', payload: Buffer.from(JSON.stringify(stored)) });
  const all = bytes.filter(({ length }) => length > 0);
  const total = all.reduce((sum, { length }) => sum + length, 0);
  if (total <= RECORD_BYTES) {
    if (total > 0) yield await encodeRecord({ type: 'B', payload: Buffer.concat(all) });
    return;
  }
  for (const body of all)
    for (let at = 0; at < body.length; at += RECORD_BYTES)
      yield await encodeRecord({ type: 'B', payload: body.subarray(at, at + RECORD_BYTES) });
}
