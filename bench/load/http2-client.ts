// Load over HTTP/2: each client sends its requests on one connection, which it shares with others.
import type { Http2Endpoint } from '../../src/codec/http2/endpoint.ts';
import { WaitingCeiling } from '../../src/codec/http2/receive-credit.ts';
import { PIECE } from '../origins/body.ts';
import { noteMoved, type ResponseCallback, type Connection } from './connection.ts';
import { endpointOn, HTTP2_LIMITS } from './http2-endpoint.ts';
import type { RequestSender } from './web-socket-client.ts';

/** The requests of one connection. */
export interface Http2Requests {
  readonly endpoint: Http2Endpoint;
  readonly close: () => void;
}

const ceiling = new WaitingCeiling(Infinity);

/** Starts HTTP/2 on a connection whose TLS handshake has selected it. */
export function openHttp2({ socket, tcp }: Connection): Promise<Http2Requests> {
  return new Promise((resolve, reject) => {
    const endpoint = endpointOn(socket, {
      ...HTTP2_LIMITS,
      isServer: false,
      ceiling,
      handler: {
        settled: () => resolve({ endpoint, close: () => tcp.resetAndDestroy() }),
        removed: () => undefined,
        over: (reason) => reject(new Error(reason ?? 'the connection was closed')),
      },
    });
  });
}

/** Returns a client whose requests are streams of a connection; `path` is the path that they request. */
export function http2Client(
  { endpoint, close }: Http2Requests,
  authority: string,
  path: string,
): RequestSender {
  const control = [':path', path, ':scheme', 'https', ':authority', authority];
  const common = ['user-agent', 'bench', 'accept', '*/*', 'accept-encoding', 'gzip, deflate, br'];
  return {
    send: (_bytes, uploadBytes, onResponse) => {
      const method = uploadBytes > 0 ? 'POST' : 'GET';
      const length = uploadBytes > 0 ? ['content-length', String(uploadBytes)] : [];
      ask(endpoint, [':method', method, ...control, ...common, ...length], uploadBytes, onResponse);
    },
    close,
  };
}

function ask(
  endpoint: Http2Endpoint,
  fields: readonly string[],
  uploadBytes: number,
  onResponse: ResponseCallback,
): void {
  const stream = endpoint.open();
  let status = '';
  let left = uploadBytes;
  const upload = (): void => {
    while (left > 0) {
      const piece = left < PIECE.length ? PIECE.subarray(0, left) : PIECE;
      left -= piece.length;
      noteMoved(piece.length);
      if (!stream.write(piece) && left > 0) return;
    }
    stream.end();
  };
  stream.handler = {
    head: (head) => {
      status = head[1] ?? '';
      stream.headReceived = true;
    },
    data: (_bytes, start, end) => noteMoved(end - start),
    ended: () => undefined,
    drained: upload,
    over: ({ by, code }) =>
      onResponse(
        by === 'both' && status === '200' ? null : `the answer was ${status}, code ${code} by ${by}`,
      ),
  };
  stream.sendHead(fields, [], uploadBytes === 0);
  if (uploadBytes > 0) upload();
}
