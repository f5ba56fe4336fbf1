// Captured exchanges as a file of any format. Where one of them is large the file is made on a thread, while the proxy
// goes on: making text of ten megabytes takes longer than others should wait.
import type { Flow, Message } from '../../flow/flow.ts';
import type { FileChunks } from '../formats/contract.ts';
import type { ExportFormat } from '../formats/index.ts';

/** Bytes of a body: what is done with so many takes some ten milliseconds. */
const LARGE_BODY_BYTES = 1024 * 1024;

/** The file, piece by piece, of those of `flows` that are in it now, as they are when their turn comes. */
export function exportTraffic(format: ExportFormat, flows: Iterable<Flow>, redact: boolean): FileChunks {
  return exportChunks(format, [...flows], redact);
}

/** What only few files need is loaded for them: the proxy starts sooner without it. */
async function* exportChunks(
  format: ExportFormat,
  flows: readonly Flow[],
  redact: boolean,
): AsyncGenerator<string | Buffer, void> {
  const isExpensive = redact || format.export.isLight !== true;
  if (isExpensive && flows.some(isLarge)) {
    const { exportInWorker: threadPieces } = await import('./worker-client.ts');
    yield* threadPieces(format.id, flows, redact);
  } else if (redact) {
    const { redactedFlows: withoutSecrets } = await import('../redact.ts');
    yield* format.export.write(withoutSecrets(flows));
  } else yield* format.export.write(flows);
}

function isLarge({ request, response, originalRequest, originalResponse }: Flow): boolean {
  return [request, response, originalRequest, originalResponse].some(
    (message: Message | null) => message !== null && message.body.size > LARGE_BODY_BYTES,
  );
}
