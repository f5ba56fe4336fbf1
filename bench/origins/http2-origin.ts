// The origin over HTTP/2: answers `GET /<bytes>` with a body of that size, and a POST once it has the whole body.
import tls from 'node:tls';
import type net from 'node:net';
import { WaitingCeiling } from '../../src/codec/http2/receive-credit.ts';
import type { Http2Endpoint } from '../../src/codec/http2/endpoint.ts';
import type { Http2Stream } from '../../src/codec/http2/stream.ts';
import { endpointOn, HTTP2_LIMITS } from '../load/http2-endpoint.ts';
import { bodyOf } from './body.ts';

const ceiling = new WaitingCeiling(Infinity);
/** Bodies are written in pieces of this size, as their readers take them. */
const PIECE_BYTES = 256 * 1024;

export function http2Origin(credentials: { readonly cert: string; readonly key: string }): net.Server {
  return tls.createServer({ ...credentials, ALPNProtocols: ['h2'], noDelay: true }, (socket) => {
    const endpoint = endpointOn(socket, {
      ...HTTP2_LIMITS,
      isServer: true,
      ceiling,
      handler: {
        request: (stream, { fields }) => serve(endpoint, stream, fields),
        removed: () => undefined,
        over: () => undefined,
      },
    });
  });
}

function serve(endpoint: Http2Endpoint, stream: Http2Stream, fields: readonly string[]): void {
  const bytes = Number(fields[fields.indexOf(':path') + 1]?.slice(1));
  const answer = new Answer(endpoint, stream, bodyOf(bytes));
  stream.handler = {
    data: () => undefined,
    ended: () => answer.begin(),
    drained: () => answer.write(),
    over: () => undefined,
  };
  if (stream.remoteEnded) answer.begin();
}

class Answer {
  readonly #endpoint: Http2Endpoint;
  readonly #stream: Http2Stream;
  readonly #body: Buffer;
  #at = 0;

  constructor(endpoint: Http2Endpoint, stream: Http2Stream, body: Buffer) {
    this.#endpoint = endpoint;
    this.#stream = stream;
    this.#body = body;
  }

  begin(): void {
    const length = ['content-length', String(this.#body.length)];
    this.#stream.sendHead(
      [':status', '200'],
      ['server', 'origin', 'content-type', 'text/plain', ...length],
      false,
    );
    this.write();
  }

  write(): void {
    while (this.#at < this.#body.length) {
      const piece = this.#body.subarray(this.#at, this.#at + PIECE_BYTES);
      this.#at += piece.length;
      if (!this.#stream.write(piece) && this.#at < this.#body.length) return;
    }
    this.#stream.end();
    // Each response leaves on its own, as those of common servers do.
    this.#endpoint.flush();
  }
}
