// The ways in which our side ends a client's connection, once everything has been written.
import type { Duplex } from 'node:stream';
import net from 'node:net';
import tls from 'node:tls';

/** Time for which a connection that we ended may go on sending. */
const LINGER_MS = 2000;

/** Ends our side and keeps reading for a while, since a reset would destroy the response in transit. */
export function linger(stream: Duplex, hasEnded: () => boolean, destroy: () => void): void {
  stream.end(() => {
    if (!hasEnded()) setTimeout(destroy, LINGER_MS).unref();
  });
  stream.resume();
}

/** Resets a connection when an orderly close would look like the end of the body. TLS has its own close message. */
export function reset(stream: Duplex): void {
  if (stream instanceof net.Socket && !(stream instanceof tls.TLSSocket)) stream.resetAndDestroy();
}
