// A request of HTTP/2 that is addressed to the proxy itself: the local handler responds, and nothing is
// recorded.
import type { LocalHandler, LocalRequest, LocalResponse } from '../../base/local-http.ts';
import { drained } from '../../base/streams.ts';
import { ERROR_CODE } from '../../codec/http2/error-codes.ts';
import type { FlatFields } from '../../codec/flat-fields.ts';
import type { Http2Stream } from '../../codec/http2/stream.ts';
import type { Http2Request } from '../../codec/http2/request.ts';
import type { Client } from '../../flow/client.ts';
import { respond } from './respond.ts';
import { StreamDuplex } from './stream-duplex.ts';

/** The client that asks. */
export interface LocalClient {
  readonly client: Client;
  readonly secure: boolean;
}

export function answerLocally(
  stream: Http2Stream,
  request: Http2Request,
  raw: FlatFields,
  asker: LocalClient,
  local: LocalHandler,
): void {
  const bytes = new StreamDuplex(stream);
  bytes.on('error', () => undefined);
  local(localRequest(bytes, request, raw, asker))
    .catch(() => FAILED)
    .then((response) => send(stream, bytes, request.method, response))
    .catch(() => bytes.destroy());
}

const FAILED: LocalResponse = {
  status: 500,
  headers: [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'Cache-Control', value: 'no-store' },
    { name: 'X-Content-Type-Options', value: 'nosniff' },
  ],
  body: JSON.stringify({ error: 'The request could not be answered' }),
};

function localRequest(
  stream: StreamDuplex,
  { method, path, authority }: Http2Request,
  raw: FlatFields,
  { client, secure }: LocalClient,
): LocalRequest {
  const abort = new AbortController();
  stream.once('close', () => abort.abort());
  const headers: { name: string; value: string }[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    if (!name.startsWith(':')) headers.push({ name, value: raw[at + 1] ?? '' });
  }
  return {
    method,
    path: path ?? '/',
    headers,
    authority: authority ?? '',
    openedBy: client,
    secure,
    signal: abort.signal,
    body: (limit) => wholeBody(stream, limit),
  };
}

async function wholeBody(stream: StreamDuplex, limit: number): Promise<Buffer | null> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    // A handler that stops reading must still be able to respond on the stream.
    for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += piece.length;
      if (size > limit) return null;
      pieces.push(piece);
    }
  } catch {
    return null; // the stream was reset
  }
  return Buffer.concat(pieces);
}

async function send(
  stream: Http2Stream,
  bytes: StreamDuplex,
  method: string,
  { status, headers, body }: LocalResponse,
): Promise<void> {
  if (stream.closed) return;
  const whole = typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : null;
  const fields = headers.flatMap(({ name, value }) => [name.toLowerCase(), value]);
  if (whole !== null && status !== 204) fields.push('content-length', String(whole.length));
  const bare = method === 'HEAD' || status === 204;
  respond(stream, status, fields, bare);
  if (bare) bytes.end();
  else if (whole !== null) bytes.end(whole);
  else await pour(bytes, body as AsyncIterable<string | Buffer>);
  // Nobody reads the rest of the request (RFC 9113 section 8.1).
  if (!stream.remoteEnded) stream.reset(ERROR_CODE.NO_ERROR);
  bytes.resume();
}

/** Sends a streamed body; resets the stream when the source fails, since the response has begun. */
async function pour(stream: StreamDuplex, body: AsyncIterable<string | Buffer>): Promise<void> {
  for await (const piece of body) {
    if (stream.destroyed) return;
    if (!stream.write(piece)) await drained(stream);
  }
  stream.end();
}
