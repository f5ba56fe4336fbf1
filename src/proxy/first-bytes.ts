// Looks at what a client sends first, without taking it: who reads the stream next finds every byte.
import type { Duplex } from 'node:stream';

/** A decision about the bytes so far: null means that more are needed. */
export type Look<T> = (bytes: Buffer) => T | null;

export type Seen<T> =
  | { readonly type: 'seen'; readonly value: T; readonly bytes: Buffer }
  /** Nothing decisive came in time. */
  | { readonly type: 'silent'; readonly bytes: Buffer }
  /** The client has ended or gone. */
  | { readonly type: 'gone'; readonly bytes: Buffer };

/**
 * Reads until `look` decides. The stream is left paused, what was read is put back. `silenceMs` bounds
 * the wait for the first byte, `totalMs` the whole.
 */
export function firstBytes<T extends NonNullable<unknown>>(
  stream: Duplex,
  look: Look<T>,
  silenceMs: number,
  totalMs: number,
): Promise<Seen<T>> {
  return new Promise((resolve) => {
    let bytes: Buffer = Buffer.alloc(0);
    let timer = setTimeout(() => settle({ type: 'silent', bytes }), silenceMs);
    const settle = (seen: Seen<T>): void => {
      clearTimeout(timer);
      stream.pause();
      stream.off('data', onData);
      stream.off('end', onGone);
      stream.off('close', onGone);
      stream.off('error', onGone);
      if (bytes.length > 0 && !stream.destroyed && !stream.readableEnded) stream.unshift(bytes);
      resolve(seen);
    };
    const onData = (chunk: Buffer): void => {
      if (bytes.length === 0) {
        clearTimeout(timer);
        timer = setTimeout(() => settle({ type: 'silent', bytes }), totalMs);
      }
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      const value = look(bytes);
      if (value !== null) settle({ type: 'seen', value, bytes });
    };
    const onGone = (): void => settle({ type: 'gone', bytes });
    stream.on('data', onData);
    stream.on('end', onGone);
    stream.on('close', onGone);
    stream.on('error', onGone);
    stream.resume();
  });
}
