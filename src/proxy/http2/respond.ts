// Sends the head of a response.
import type { FlatFields } from '../../codec/flat-fields.ts';
import type { Http2Stream } from '../../codec/http2/stream.ts';

/** `fields`: without `:status`. `ended`: no body follows. */
export function respond(stream: Http2Stream, status: number, fields: FlatFields, ended = false): void {
  stream.sendHead([':status', String(status)], fields, ended);
}
