// A client that reads a stream of events and goes on reading.
import { noteMoved, requestHead, type Connection, type ProxyPath } from './connection.ts';
import type { Exchanging } from './web-socket-client.ts';

/** Asks for the stream; resolves when its first bytes are there. Nothing more is sent on it. */
export async function openEventStream(
  { socket, tcp }: Connection,
  path: ProxyPath,
  host: string,
): Promise<Exchanging> {
  socket.write(requestHead(path, host, '/events', 0));
  await new Promise<void>((resolve, reject) => {
    socket.on('data', (bytes: Buffer) => {
      noteMoved(bytes.length);
      resolve();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the stream was closed')));
    socket.resume();
  });
  return { send: (_bytes, _uploadBytes, answered) => answered(null), close: () => tcp.resetAndDestroy() };
}
