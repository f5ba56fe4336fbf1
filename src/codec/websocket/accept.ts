// The Sec-WebSocket-Accept of the opening handshake (RFC 6455 section 4.2.2).
import { createHash } from 'node:crypto';

/** RFC 6455 section 1.3. */
const SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Returns the value of Sec-WebSocket-Accept for a key. */
export function acceptanceOf(key: string): string {
  return createHash('sha1')
    .update(key + SUFFIX)
    .digest('base64');
}
