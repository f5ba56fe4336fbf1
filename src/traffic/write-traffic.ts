// Captured exchanges as a file of any format. Where one of them is large the file is made on a thread, while the proxy
// goes on: making text of ten megabytes takes longer than others should wait.
import type { Flow, Message } from '../flow/flow.ts';
import type { TrafficFormat } from './formats/contract.ts';
import { withoutSecrets } from './redact.ts';
import { threadPieces } from './write-thread.ts';

/** Bytes of a body: what is done with so many takes some ten milliseconds. */
const LARGE = 1024 * 1024;

/** The file, piece by piece, of those of `flows` that are in it now, as they are when their turn comes. */
export function writtenTraffic(
  format: TrafficFormat,
  flows: Iterable<Flow>,
  redact: boolean,
): AsyncIterable<string | Buffer> {
  const list = [...flows];
  const isWork = redact || format.isLight !== true;
  if (isWork && list.some(isLarge)) return threadPieces(format.id, list, redact);
  return format.write(redact ? withoutSecrets(list) : list);
}

function isLarge({ request, response, originalRequest, originalResponse }: Flow): boolean {
  return [request, response, originalRequest, originalResponse].some(
    (message: Message | null) => message !== null && message.body.size > LARGE,
  );
}
