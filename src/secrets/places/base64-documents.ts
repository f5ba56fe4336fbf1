// Finds documents and texts in Base64 that hold secrets, as in cookies, queries, file contents and queue messages. The
// replacement is the Base64 of the document without its secrets.
import type { SecretKind } from '../forms/contract.ts';

/** Beginnings of documents: `{"`, `{ "`, `{\n`, `[{"`, `<?xml`, `<saml`. */
const BEGINNING = /eyJ|eyAi|ewog|ewoJ|ewoi|ew0K|W3si|PD94bWw|PHNhbW/y;
/**
 * The minimum number of characters of a document. Only one of so many characters is checked, because a run of that
 * length contains one.
 */
const MIN_RUN = 16;
const MAX_RUN = 200_000;
/** Characters that are decoded of one text. */
const MAX_DECODED = 1024 * 1024;

export interface Base64Document {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
  readonly isRedactOnly: boolean;
  readonly replacement: string;
}

/** Finds the secrets of a decoded document, and redacts them; null when it has none. */
export type Inspect = (
  document: string,
) => { readonly kind: SecretKind; readonly isRedactOnly: boolean; readonly redacted: string } | null;

/** Yields the documents in order. `codes`: a byte for each character of `text`. */
export function* base64Documents(
  text: string,
  codes: Uint8Array,
  inspect: Inspect,
): Generator<Base64Document, void, undefined> {
  let remaining = MAX_DECODED;
  let end = 0;
  while (remaining > 0) {
    const run = nextRun(codes, end);
    if (run < 0) return;
    const start = behindEscape(codes, run);
    end = runEnd(codes, run);
    if (end - start < MIN_RUN || !isText(text, codes, start)) continue;
    const lines = wrappedLines(text, codes, start, end);
    end = lines.end;
    // Parts of a JWT are joined by dots; it is a secret as a whole.
    if (
      text[start - 1] === '.' ||
      text[end] === '.' ||
      SOURCE_MAP.test(text.slice(Math.max(0, start - 80), start))
    )
      continue;
    remaining -= end - start;
    const padding = /^(?:={1,2}|(?:%3D){1,2})?/i.exec(text.slice(end, end + 6))![0];
    end += padding.length;
    const found = inspect(Buffer.from(lines.coded, 'base64').toString());
    if (found === null) continue;
    const isUrl = /[-_]/.test(lines.coded) || (padding === '' && lines.coded.length % 4 !== 0);
    const written = Buffer.from(found.redacted).toString(isUrl ? 'base64url' : 'base64');
    const replacement = padding.startsWith('%') ? encodeURIComponent(written) : written;
    yield { start, end, kind: found.kind, isRedactOnly: found.isRedactOnly, replacement };
  }
}

const SOURCE_MAP = /sourceMappingURL=data:[^\s]*$/;

const IS_CODED = new Uint8Array(256);
/**
 * Characters that may begin a group of four in the Base64 of a text: the first byte of the group is printable, or a
 * blank.
 */
const BEGINS_TEXT = new Uint8Array(256);
for (const [value, char] of Array.from(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_',
).entries()) {
  IS_CODED[char.charCodeAt(0)] = 1;
  if (value === 2 || value === 3 || (value >= 8 && value < 32)) BEGINS_TEXT[char.charCodeAt(0)] = 1;
}

/** Returns where the next run of MIN_RUN characters starts, at `from` or after it; -1 for none. */
function nextRun(codes: Uint8Array, from: number): number {
  for (let last = from + MIN_RUN - 1; last < codes.length; last = from + MIN_RUN - 1) {
    // Searched from the end, because a character outside of Base64 rules out all runs that contain it.
    let at = last;
    while (at >= from && IS_CODED[codes[at]!] === 1) at -= 1;
    if (at < from) return from;
    from = at + 1;
  }
  return -1;
}

/** Returns where a run starts without the rest of an escape before it: `\nSGVsbG8`, `%3DSGVsbG8`. */
function behindEscape(codes: Uint8Array, start: number): number {
  if (codes[start - 1] === 0x5c) return start + 1;
  return codes[start - 1] === 0x25 ? start + 2 : start;
}

function runEnd(codes: Uint8Array, at: number): number {
  let end = at;
  while (end < codes.length && end - at < MAX_RUN && IS_CODED[codes[end]!] === 1) end += 1;
  return end;
}

/** Returns true when the first characters decode to text. */
function isText(text: string, codes: Uint8Array, start: number): boolean {
  BEGINNING.lastIndex = start;
  if (BEGINNING.test(text)) return true;
  for (let at = start; at < start + MIN_RUN; at += 4) if (BEGINS_TEXT[codes[at]!] === 0) return false;
  return /^[\t\n\r\x20-\x7e]+$/.test(
    Buffer.from(text.slice(start, start + MIN_RUN), 'base64').toString('latin1'),
  );
}

/** Lines of at least so many characters are parts of one document. */
const MIN_LINE = 60;

/** Joins the lines that a document was broken into, also in a string of JSON. */
function wrappedLines(
  text: string,
  codes: Uint8Array,
  start: number,
  firstEnd: number,
): { readonly coded: string; readonly end: number } {
  const lines = [text.slice(start, firstEnd)];
  let end = firstEnd;
  let length = firstEnd - start;
  while (length >= MIN_LINE && length % 4 === 0 && end - start < MAX_RUN) {
    const gap = /^(?:\r?\n|\\r\\n|\\n)/.exec(text.slice(end, end + 4))?.[0].length;
    if (gap === undefined) break;
    const next = runEnd(codes, end + gap);
    if (next === end + gap) break;
    lines.push(text.slice(end + gap, next));
    length = next - end - gap;
    end = next;
  }
  return { coded: lines.join(''), end };
}
