// An HTTP/2 origin that sends the frames of the test, valid or not.
import { once } from 'node:events';
import type net from 'node:net';
import { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import type { KeyAndCert } from './authority.ts';
import { frame, FramePeer, headers, settings, TYPE, type Frame } from './http2-frames.ts';

export interface FrameOrigin extends AsyncDisposable {
  readonly port: number;
  /** `localhost:<port>` */
  readonly authority: string;
  /** Accepted connections, in order. */
  readonly peers: readonly FramePeer[];
  /** The stream ids of requests, over all connections. */
  readonly asked: readonly number[];
}

/**
 * Starts an origin. `open` is called for each new connection, `answer` for each HEADERS frame that arrives.
 */
export async function frameOrigin(
  credentials: KeyAndCert,
  answer: (peer: FramePeer, stream: number, got: Frame) => void,
  open: (peer: FramePeer) => void = (peer) => peer.send(settings()),
): Promise<FrameOrigin> {
  const peers: FramePeer[] = [];
  const asked: number[] = [];
  const sockets = new Set<net.Socket>();
  const server = tls.createServer({ ...credentials, ALPNProtocols: ['h2'], noDelay: true }, (socket) => {
    const peer = new FramePeer(socket, true);
    peers.push(peer);
    let seen = 0;
    socket.on('data', () => {
      for (; seen < peer.frames.length; seen += 1) {
        const got = peer.frames[seen]!;
        if (got.type !== TYPE.headers) continue;
        asked.push(got.stream);
        answer(peer, got.stream, got);
      }
    });
    open(peer);
  });
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    authority: `localhost:${port}`,
    peers,
    asked,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Returns the frames of a complete response with a body. */
export function response(stream: number, status: number, body: string): Buffer {
  return Buffer.concat([
    headers(stream, [[':status', String(status)]], 0),
    frame(TYPE.data, 1, stream, body),
  ]);
}
