// The export worker: writes a file of captured exchanges.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../base/errors.ts';
import type { Flow } from '../../flow/flow.ts';
import { exportFormats } from '../formats/index.ts';
import { restoreFlow } from '../formats/session/restore-flow.ts';
import { redactedFlows, temporaryBudget } from '../redact.ts';
import type { SentFlow, ExportInput, ExportMessage, ExportJob } from './messages.ts';

if (parentPort !== null) await write(parentPort, workerData as ExportJob);

type Port = NonNullable<typeof parentPort>;

async function write(port: Port, { format: id, redact }: ExportJob): Promise<void> {
  try {
    const format = exportFormats.find((each) => each.id === id);
    if (format === undefined) throw new Error(`unknown format ${id}`);
    const flows = requestedFlows(port);
    for await (const chunk of format.export.write(redact ? redactedFlows(flows) : flows)) {
      const bytes = new Uint8Array(Buffer.from(chunk as string));
      post(port, { type: 'chunk', bytes }, [bytes.buffer]);
    }
    post(port, { type: 'end' });
  } catch (error) {
    post(port, { type: 'error', reason: messageOf(error) });
  }
}

async function* requestedFlows(port: Port): AsyncGenerator<Flow, void, undefined> {
  for (;;) {
    const received = once(port, 'message') as Promise<[ExportInput]>;
    post(port, { type: 'next' });
    const [sent] = await received;
    if (sent === null) return;
    yield receivedFlow(sent);
  }
}

/** Keeps the state: an exchange in progress stays in progress. */
function receivedFlow({ id, stored, bytes }: SentFlow): Flow {
  const captures = temporaryBudget();
  const flow = restoreFlow(stored, Buffer.from(bytes.buffer), { captures, takeId: () => id });
  flow.state = stored.state;
  flow.error = stored.error;
  Object.assign(flow.timestamps, { end: 0 }, stored.marks);
  return flow;
}

function post(port: Port, message: ExportMessage, buffers: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, [...buffers]);
}
