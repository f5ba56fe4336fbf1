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

/** Time limits of a wait, in ms. */
export interface Patience {
  /** For the first byte; null for ever. */
  readonly firstMs: number | null;
  /** For the rest of a TLS handshake message. */
  readonly helloMs: number;
  /** For a decision about other bytes. */
  readonly restMs: number;
}

/**
 * Reads until `look` decides, the time limit passes, or `until` is aborted, which is reported as silence. Leaves the
 * stream paused, with the bytes put back. A stream that has ended takes nothing back: the result holds its bytes.
 */
export function firstBytes<T extends NonNullable<unknown>>(
  stream: Duplex,
  look: Look<T>,
  { firstMs, helloMs, restMs }: Patience,
  until?: AbortSignal,
): Promise<FirstBytes<T>> {
  return new Promise((resolve) => {
    let bytes: Buffer = Buffer.alloc(0);
    let isSettled = false;
    let timer: NodeJS.Timeout | undefined;
    const settle = (seen: FirstBytes<T>): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      stream.pause();
      stream.off('data', onData);
      stream.off('end', onGone);
      stream.off('close', onGone);
      stream.off('error', onGone);
      until?.removeEventListener('abort', onSilence);
      if (bytes.length > 0 && !stream.destroyed && !stream.readableEnded) stream.unshift(bytes);
      resolve(seen);
    };
    const onSilence = (): void => settle({ type: 'silent', bytes });
    // A busy process runs its timers before it reads what arrived meanwhile, so those bytes are read first.
    const wait = (ms: number): void => {
      clearTimeout(timer);
      const own = setTimeout(() => setImmediate(() => own === timer && onSilence()), ms);
      timer = own;
    };
    if (firstMs !== null) wait(firstMs);
    const onData = (chunk: Buffer): void => {
      if (bytes.length === 0) wait(chunk[0] === HANDSHAKE ? helloMs : restMs);
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
      const value = look(bytes);
      if (value !== null) settle({ type: 'seen', value, bytes });
    };
    const onGone = (): void => settle({ type: 'gone', bytes });
    stream.on('data', onData);
    stream.on('end', onGone);
    stream.on('close', onGone);
    stream.on('error', onGone);
    until?.addEventListener('abort', onSilence);
    stream.resume();
    if (stream.destroyed || stream.readableEnded) onGone();
    else if (until?.aborted === true) onSilence();
  });
}
