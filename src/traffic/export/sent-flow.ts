// An exchange on its way to a worker thread and back, as a record in memory that is transferred.
import type { Flow } from '../../flow/flow.ts';
import { ByteWriter } from '../../flow/record/byte-writer.ts';
import { decodeFlow } from '../../flow/record/decode.ts';
import { encodeFlow } from '../../flow/record/encode.ts';
import { temporaryBudget } from '../temporary-budget.ts';

export interface SentFlow {
  readonly id: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const FIRST_BYTES = 4096;

export async function sentFlow(flow: Flow): Promise<SentFlow> {
  await flow.webSocket?.settled();
  const out = new ByteWriter(FIRST_BYTES);
  encodeFlow(out, flow);
  return { id: flow.id, bytes: out.take() };
}

/** Makes the flow again in the same state: an exchange in progress stays in progress. */
export function receivedFlow({ id, bytes }: SentFlow): Flow {
  const record = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return decodeFlow(record, id, { captures: temporaryBudget(), isListed: true });
}
