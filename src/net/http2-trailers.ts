// Sends trailers in HTTP/2. Node throws at trailers that it will not send, inside an event of the stream,
// where nobody would catch it.
import type http2 from 'node:http2';
import { ERROR_CODE } from '../codec/http2/error-codes.ts';
import { fieldObject, type FlatFields } from '../codec/http2/fields.ts';

/**
 * Sends `trailers` when the stream, opened with `waitForTrailers`, asks for them; resets the stream when they
 * cannot be sent.
 */
export function sendTrailersOn(stream: http2.Http2Stream, trailers: FlatFields): void {
  stream.once('wantTrailers', () => {
    try {
      stream.sendTrailers(fieldObject(trailers.map(inLowerCase)));
    } catch {
      stream.close(ERROR_CODE.INTERNAL_ERROR);
    }
  });
}

/** Trailers of HTTP/1 keep the case of their names, at even places, until here. */
function inLowerCase(text: string, index: number): string {
  return index % 2 === 0 ? text.toLowerCase() : text;
}
