// The export worker: writes a file of captured exchanges.
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../base/errors.ts';
import type { Flow } from '../../flow/flow.ts';
import { exportFormats } from '../formats/index.ts';
import { LearnedSpans } from '../../secrets/redaction/learned-spans.ts';
import { Redactor } from '../../secrets/redaction/redactor.ts';
import { learnSecrets, redactedFlows } from '../redact.ts';
import type { ExportInput, ExportMessage, ExportJob } from './messages.ts';
import { KeptFlows } from './kept-flows.ts';
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
  const learned = new LearnedSpans();
  const keptFlows = new KeptFlows();
  for await (const flow of requestedFlows(port)) {
    await learnSecrets(flow, redactor, learned);
    keptFlows.add(flow);
  }
  if (keptFlows.all !== null) return redactedFlows(keptFlows.all, redactor, learned);
  post(port, { type: 'again' });
  return redactedFlows(requestedFlows(port), redactor, learned);
}

/** Yields exchanges; the next ones are on their way while some are worked on. */
async function* requestedFlows(port: Port): AsyncGenerator<Flow, void, undefined> {
  let coming = requested(port);
  for (;;) {
    const [sent] = await coming;
    if (sent.length === 0) return;
    coming = requested(port);
    for (const each of sent) yield receivedFlow(each);
  }
}

function requested(port: Port): Promise<[ExportInput]> {
  const received = once(port, 'message') as Promise<[ExportInput]>;
  post(port, { type: 'next' });
  return received;
}

function post(port: Port, message: ExportMessage, buffers: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, [...buffers]);
}
