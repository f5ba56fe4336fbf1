// A client that reads an event stream for as long as it is open.
import { noteMoved, requestHead, type Connection, type ProxyPath } from './connection.ts';
import type { RequestSender } from './web-socket-client.ts';

/**
 * Requests the stream; resolves when its first bytes have arrived. Nothing more is sent on the connection.
 */
export async function openEventStream(
  { socket, tcp }: Connection,
  path: ProxyPath,
  host: string,
): Promise<RequestSender> {
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
  return { send: (_bytes, _uploadBytes, onResponse) => onResponse(null), close: () => tcp.resetAndDestroy() };
}
