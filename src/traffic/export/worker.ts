// The export worker: writes a file of captured exchanges.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../base/errors.ts';
import type { Flow } from '../../flow/flow.ts';
import { exportFormats } from '../formats/index.ts';
import { Redactor } from '../../secrets/redactor.ts';
import { learnSecrets, redactedFlows } from '../redact.ts';
import type { ExportInput, ExportMessage, ExportJob } from './messages.ts';
import { receivedFlow } from './sent-flow.ts';

if (parentPort !== null) await write(parentPort, workerData as ExportJob);

type Port = NonNullable<typeof parentPort>;

async function write(port: Port, { format: id, redact }: ExportJob): Promise<void> {
  try {
    const format = exportFormats.find((each) => each.id === id);
    if (format === undefined) throw new Error(`unknown format ${id}`);
    const flows = redact ? await redactedWhole(port) : requestedFlows(port);
    for await (const chunk of format.export.write(flows)) {
      const bytes = new Uint8Array(Buffer.from(chunk as string));
      post(port, { type: 'chunk', bytes }, [bytes.buffer]);
    }
    post(port, { type: 'end' });
  } catch (error) {
    post(port, { type: 'error', reason: messageOf(error) });
  }
}

/** Learns the secrets of all exchanges first: one of the last may tell a secret that the first one holds. */
async function redactedWhole(port: Port): Promise<AsyncIterable<Flow>> {
  const redactor = new Redactor();
  for await (const flow of requestedFlows(port)) await learnSecrets(flow, redactor);
  post(port, { type: 'again' });
  return redactedFlows(requestedFlows(port), redactor);
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

function post(port: Port, message: ExportMessage, buffers: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, [...buffers]);
}
