// A server's side of WebSocket handshakes.
import { createHash } from 'node:crypto';
import type { Upgrade } from './origin.ts';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Accepts the upgrade to WebSocket (RFC 6455 section 4.2.2), and closes when the client does. */
export const acceptUpgrade: Upgrade = (request, socket) => {
  const key = request.headers['sec-websocket-key'] ?? '';
  const accept = createHash('sha1')
    .update(key + GUID)
    .digest('base64');
  socket.on('error', () => undefined);
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  // The first frame is the client's close, which is answered with an empty one.
  socket.once('data', () => socket.end(Buffer.from([0x88, 0])));
};
