// The ways in which our side ends a client's connection, once everything has been written.
import type { Duplex } from 'node:stream';
import net from 'node:net';
import tls from 'node:tls';

/** Time for which a connection that we ended may go on sending. */
const LINGER_MS = 2000;

/** Ends our side, and reads on for a while: a reset would destroy the response on its way. */
export function linger(stream: Duplex, hasEnded: () => boolean, destroy: () => void): void {
  stream.end(() => {
    if (!hasEnded()) setTimeout(destroy, LINGER_MS).unref();
  });
  stream.resume();
}

/** Resets a connection whose client would take its end for the end of the body. TLS has an end of its own. */
export function reset(stream: Duplex): void {
  if (stream instanceof net.Socket && !(stream instanceof tls.TLSSocket)) stream.resetAndDestroy();
}
