// An exchange on its way to a worker thread and back: its data, and its bytes in one transferred buffer.
import type { Flow } from '../../flow/flow.ts';
import { restoreFlow } from '../formats/session/restore-flow.ts';
import { storeFlow, type StoredFlow } from '../formats/session/stored-flow.ts';
import { temporaryBudget } from '../temporary-budget.ts';

export interface SentFlow {
  readonly id: number;
  readonly stored: StoredFlow;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export async function sentFlow(flow: Flow): Promise<SentFlow> {
  const { flow: stored, bytes: parts } = await storeFlow(flow);
  // A copy, because bodies share their memory with others.
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return { id: flow.id, stored, bytes };
}

/** Rebuilds the flow in the same state: an exchange in progress stays in progress. */
export function receivedFlow({ id, stored, bytes }: SentFlow): Flow {
  const captures = temporaryBudget();
  const flow = restoreFlow(stored, Buffer.from(bytes.buffer), { captures, takeId: () => id });
  flow.state = stored.state;
  flow.error = stored.error;
  flow.timestamps.assign(stored.marks);
  return flow;
}
