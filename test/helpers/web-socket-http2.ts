// A server of WebSockets over HTTP/2 alone (RFC 8441), which returns each message.
import { once } from 'node:events';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';
import type { KeyAndCert } from './authority.ts';

export interface Http2SocketOrigin extends AsyncDisposable {
  readonly port: number;
  /** The fields of each request for a WebSocket. */
  readonly opened: readonly http2.IncomingHttpHeaders[];
}

/** `announces`: extended CONNECT. A path with a status, such as `/status/403`, is refused with it. */
export async function http2SocketOrigin(
  credentials: KeyAndCert,
  announces: boolean,
): Promise<Http2SocketOrigin> {
  const opened: http2.IncomingHttpHeaders[] = [];
  const server = http2.createSecureServer({ ...credentials, settings: { enableConnectProtocol: announces } });
  const sessions = new Set<http2.ServerHttp2Session>();
  server.on('session', (session) => sessions.add(session));
  server.on('stream', (stream: http2.ServerHttp2Stream, headers) => {
    stream.on('error', () => undefined);
    const status = Number(/^\/status\/(\d+)$/.exec(headers[':path'] ?? '')?.[1] ?? 200);
    if (headers[':protocol'] !== 'websocket' || status !== 200) {
      stream.respond({ ':status': status });
      stream.end(`${headers[':method'] ?? ''} ${headers[':path'] ?? ''}`);
      return;
    }
    opened.push(headers);
    const [protocol] = (headers['sec-websocket-protocol'] ?? '').split(', ');
    stream.respond({ ':status': 200, ...(protocol === '' ? {} : { 'sec-websocket-protocol': protocol }) });
    echo(stream);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    opened,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const session of sessions) session.destroy();
      await closed;
    },
  };
}

/** The package speaks over any duplex stream, of which its types say nothing. */
function echo(stream: http2.ServerHttp2Stream): void {
  const socket = new (WebSocket as unknown as new (
    address: null,
    protocols: undefined,
    options: object,
  ) => Adopting)(null, undefined, { autoPong: true });
  socket.setSocket(stream, Buffer.alloc(0), {
    allowSynchronousEvents: true,
    maxPayload: 0,
    skipUTF8Validation: false,
  });
  socket.on('message', (data, isBinary) => socket.send(data as Buffer, { binary: isBinary }));
}

interface Adopting extends WebSocket {
  setSocket(stream: http2.ServerHttp2Stream, head: Buffer, options: object): void;
}
