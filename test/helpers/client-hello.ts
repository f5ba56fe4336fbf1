// The first message of a real TLS client.
import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import tls from 'node:tls';

/** Resolves with the bytes of a ClientHello, with the server name if one is given. */
export async function clientHello(servername?: string): Promise<Buffer> {
  const [near, far] = duplexPair();
  const socket = tls.connect({ socket: near, ...(servername === undefined ? {} : { servername }) });
  socket.on('error', () => undefined);
  const [hello] = (await once(far, 'data')) as [Buffer];
  socket.destroy();
  return hello;
}
