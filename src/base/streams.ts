// Small things that are done to streams.
import type { Duplex } from 'node:stream';

/** Ends a stream once what was written has left, without waiting for the other side's end. */
export function closeSoon(stream: Duplex): void {
  if (stream.destroyed) return;
  stream.end(() => stream.destroy());
  if (stream.writableFinished) stream.destroy();
}

/** Calls `done` once a stream is gone, which it may be already. */
export function whenClosed(stream: Duplex, done: () => void): void {
  if (stream.closed) done();
  else stream.once('close', done);
}
