// A session file, written exchange by exchange: nothing of it is held but what is being written.
import type { Flow } from '../../../flow/flow.ts';
import type { FileParts } from '../contract.ts';
import { FILE_HEAD, writtenRecord } from './record.ts';
import { storedParts } from './stored-flow.ts';

/** Bytes of bodies in one record. */
const PIECE = 4 * 1024 * 1024;

export const sessionParts: FileParts = {
  head: FILE_HEAD,
  entry,
  tail: (count) => writtenRecord({ type: 'E', payload: Buffer.from(JSON.stringify({ flows: count })) }),
};

async function* entry(flow: Flow): AsyncGenerator<Buffer> {
  const { flow: stored, bytes } = await storedParts(flow);
  yield await writtenRecord({ type: 'F', payload: Buffer.from(JSON.stringify(stored)) });
  const all = bytes.filter(({ length }) => length > 0);
  const total = all.reduce((sum, { length }) => sum + length, 0);
  if (total <= PIECE) {
    if (total > 0) yield await writtenRecord({ type: 'B', payload: Buffer.concat(all) });
    return;
  }
  for (const body of all)
    for (let at = 0; at < body.length; at += PIECE)
      yield await writtenRecord({ type: 'B', payload: body.subarray(at, at + PIECE) });
}
