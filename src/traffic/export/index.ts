// Exports captured exchanges as a file of any format. When an exchange is large, a worker thread writes the file,
// because rendering ten megabytes as text would block the proxy for too long.
import type { Flow } from '../../flow/flow.ts';
import type { Message } from '../../flow/message.ts';
import type { FileChunks, Flows } from '../formats/contract.ts';
import type { ExportFormat } from '../formats/index.ts';

/**
 * Bodies beyond this many bytes are exported on the worker thread: processing them takes tens of
 * milliseconds.
 */
const LARGE_BODY_BYTES = 1024 * 1024;
/** Up to this many bytes are redacted on the main thread, which takes a few milliseconds. */
const MAX_INLINE_BYTES = 256 * 1024;
/** Bytes of a head, about. */
const HEAD_BYTES = 1000;

/**
 * Yields the file chunk by chunk. It exports the flows that `flows` holds at the call, each in its state at the time
 * it is written. Flows that are read as they are gone through may be gone through twice.
 */
export function exportTraffic(format: ExportFormat, flows: Flows, redact: boolean): FileChunks {
  return Symbol.iterator in flows
    ? exportChunks(format, [...flows], redact)
    : exportRead(format, flows, redact);
}

/** Any number of flows, of any size: whatever takes long runs on the worker thread. */
async function* exportRead(
  format: ExportFormat,
  flows: AsyncIterable<Flow>,
  redact: boolean,
): AsyncGenerator<string | Buffer, void> {
  if (redact || format.export.isLight !== true) {
    const { exportInWorker } = await import('./worker-client.ts');
    yield* exportInWorker(format.id, flows, redact);
  } else yield* format.export.write(flows);
}

/** Loads rarely needed modules on demand, so that the proxy starts sooner. */
async function* exportChunks(
  format: ExportFormat,
  flows: readonly Flow[],
  redact: boolean,
): AsyncGenerator<string | Buffer, void> {
  const isExpensive = redact || format.export.isLight !== true;
  if (redact ? totalSize(flows) > MAX_INLINE_BYTES : isExpensive && flows.some(isLarge)) {
    const { exportInWorker } = await import('./worker-client.ts');
    yield* exportInWorker(format.id, flows, redact);
  } else if (redact) {
    const { learnSecrets, redactedFlows } = await import('../redact.ts');
    const redactor = new (await import('../../secrets/redaction/redactor.ts')).Redactor();
    const learned = new (await import('../../secrets/redaction/learned-spans.ts')).LearnedSpans();
    for (const flow of flows) await learnSecrets(flow, redactor, learned);
    yield* format.export.write(redactedFlows(flows, redactor, learned));
  } else yield* format.export.write(flows);
}

function totalSize(flows: readonly Flow[]): number {
  const messages = flows.flatMap((flow) => [
    flow.request,
    flow.response,
    flow.originalRequest,
    flow.originalResponse,
  ]);
  return messages.reduce((sum, message) => sum + (message === null ? 0 : HEAD_BYTES + message.body.size), 0);
}

function isLarge({ request, response, originalRequest, originalResponse }: Flow): boolean {
  return [request, response, originalRequest, originalResponse].some(
    (message: Message | null) => message !== null && message.body.size > LARGE_BODY_BYTES,
  );
}
