// Sends the head of a response on a stream of ours, as it is: Node would add a Date of its own.
import type http2 from 'node:http2';
import type { FlatFields } from '../../codec/http2/fields.ts';

/** `fields` without `:status`. Throws when Node will not send such a head. */
export function respond(
  stream: http2.ServerHttp2Stream,
  status: number,
  fields: FlatFields,
  options: http2.ServerStreamResponseOptions = {},
): void {
  // Taken by Node though its types do not know it.
  const asIs = { ...options, sendDate: false };
  stream.respond([':status', String(status), ...fields], asIs);
}
