// Helpers for streams.
import type { Duplex, Writable } from 'node:stream';

/** Ends a stream and destroys it after all written data has been sent, without waiting for the peer to end. */
export function closeSoon(stream: Duplex): void {
  if (stream.destroyed) return;
  stream.end(() => stream.destroy());
  if (stream.writableFinished) stream.destroy();
}

/** Calls `done` when the stream closes, or immediately if it is already closed. */
export function whenClosed(stream: Duplex, done: () => void): void {
  if (stream.closed) done();
  else stream.once('close', done);
}

/** Resolves when a stream accepts more data, or is closed. */
export function drained(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done);
      resolve();
    };
    stream.once('drain', done).once('close', done);
    if (stream.closed || !stream.writableNeedDrain) done();
  });
}
