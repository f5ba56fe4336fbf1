// Sends the head of a response unchanged: Node would add a Date.
import type http2 from 'node:http2';
import type { FlatFields } from '../../codec/http2/fields.ts';

/** `fields`: without `:status`. Throws when Node refuses the head. */
export function respond(
  stream: http2.ServerHttp2Stream,
  status: number,
  fields: FlatFields,
  options: http2.ServerStreamResponseOptions = {},
): void {
  // Node supports the option though its types lack it.
  const asIs = { ...options, sendDate: false };
  stream.respond([':status', String(status), ...fields], asIs);
}
