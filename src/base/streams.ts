// Helpers for streams.
import type { Duplex } from 'node:stream';

/** Ends a stream and destroys it once all that was written has been sent, without waiting for the peer to end. */
export function closeSoon(stream: Duplex): void {
  if (stream.destroyed) return;
  stream.end(() => stream.destroy());
  if (stream.writableFinished) stream.destroy();
}

/** Calls `done` once the stream is closed, at once if it is closed already. */
export function whenClosed(stream: Duplex, done: () => void): void {
  if (stream.closed) done();
  else stream.once('close', done);
}
