// Peeks at the first bytes of a client: the next reader of the stream gets every byte.
import type { Duplex } from 'node:stream';

/** Content type of a TLS record (RFC 8446 section 5.1). */
const HANDSHAKE = 22;

/** Decides about the bytes so far; null when more are needed. */
export type Look<T> = (bytes: Buffer) => T | null;

export type FirstBytes<T> =
  | { readonly type: 'seen'; readonly value: T; readonly bytes: Buffer }
  /** No decisive bytes arrived in time. */
  | { readonly type: 'silent'; readonly bytes: Buffer }
  /** The client has ended its side or closed the connection. */
  | { readonly type: 'gone'; readonly bytes: Buffer };

/**
 * Reads until `look` decides. The stream is left paused and what was read is put back. `silenceMs` bounds the
 * wait for the first byte and for a decision, `helloMs` the wait for the rest of a TLS handshake message.
 * Nothing can be put back into a stream that has ended: the result has its bytes.
 */
export function firstBytes<T extends NonNullable<unknown>>(
  stream: Duplex,
  look: Look<T>,
  silenceMs: number,
  helloMs: number,
): Promise<FirstBytes<T>> {
  return new Promise((resolve) => {
    let bytes: Buffer = Buffer.alloc(0);
    let timer = setTimeout(() => settle({ type: 'silent', bytes }), silenceMs);
    const settle = (seen: FirstBytes<T>): void => {
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
        timer = setTimeout(
          () => settle({ type: 'silent', bytes }),
          chunk[0] === HANDSHAKE ? helloMs : silenceMs,
        );
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
