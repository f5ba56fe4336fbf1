// The thread that makes a file of captured exchanges.
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../base/errors.ts';
import { CaptureBudget } from '../../flow/capture-budget.ts';
import type { Flow } from '../../flow/flow.ts';
import { trafficFormats } from '../formats/index.ts';
import { restoredFlow } from '../formats/session/stored-flow.ts';
import { withoutSecrets } from '../redact.ts';
import type { SentFlow, WriteAnswer, WriteMessage, WriteOrder } from './messages.ts';

if (parentPort !== null) await write(parentPort, workerData as WriteOrder);

type Port = NonNullable<typeof parentPort>;

async function write(port: Port, { format: id, redact }: WriteOrder): Promise<void> {
  try {
    const format = trafficFormats.find((each) => each.id === id);
    if (format === undefined) throw new Error(`there is no format ${id}`);
    const flows = asked(port);
    for await (const piece of format.write(redact ? withoutSecrets(flows) : flows)) {
      const bytes = new Uint8Array(Buffer.from(piece as string));
      tell(port, { type: 'piece', bytes }, [bytes.buffer]);
    }
    tell(port, { type: 'end' });
  } catch (error) {
    tell(port, { type: 'fault', reason: messageOf(error) });
  }
}

async function* asked(port: Port): AsyncGenerator<Flow, void, undefined> {
  for (;;) {
    const answered = once(port, 'message') as Promise<[WriteAnswer]>;
    tell(port, { type: 'next' });
    const [sent] = await answered;
    if (sent === null) return;
    yield flowOf(sent);
  }
}

/** As it is: what is in progress stays so. */
function flowOf({ id, stored, bytes }: SentFlow): Flow {
  // Nothing of it is counted or kept: it goes when it has been written.
  const spillPath = join(tmpdir(), 'proxyctl-never-made');
  const captures = new CaptureBudget({ maxBodyBytes: Infinity, memoryBytes: Infinity, spillPath });
  const flow = restoredFlow(stored, Buffer.from(bytes.buffer), { captures, takeId: () => id });
  flow.state = stored.state;
  flow.error = stored.error;
  Object.assign(flow.timestamps, { end: 0 }, stored.marks);
  return flow;
}

function tell(port: Port, message: WriteMessage, buffers: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, [...buffers]);
}
