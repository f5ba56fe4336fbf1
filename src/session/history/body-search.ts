// Searches a body in slices, so that a long history is searched without stalling the app.
import { StringDecoder } from 'node:string_decoder';

const SLICE = 1024 * 1024;

/** Reads a part of a body; null when there is none. */
export type ReadBody = (offset: number, length: number) => Promise<{ readonly bytes: Buffer } | null>;

/** Resolves with true when the text is in the body, whatever its case. Rejects with the reason of `signal`. */
export async function bodyHasText(read: ReadBody, text: string, signal: AbortSignal): Promise<boolean> {
  const sought = text.toLowerCase();
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for (let offset = 0; ; offset += SLICE) {
    signal.throwIfAborted();
    const slice = await read(offset, SLICE);
    if (slice === null || slice.bytes.length === 0) return false;
    const lower = rest + decoder.write(slice.bytes).toLowerCase();
    if (lower.includes(sought)) return true;
    rest = lower.slice(Math.max(0, lower.length - sought.length + 1));
  }
}
