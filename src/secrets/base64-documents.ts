// Finds JSON and XML in Base64 that holds secrets, as cookies, queries and messages of queues carry it. What replaces it
// is Base64 again, of the document without its secrets.
import type { SecretKind } from './forms/contract.ts';

/** Beginnings of documents: `{"`, `{ "`, `{\n`, `[{"`, `<?xml`, `<saml`. */
const BEGINNING = /eyJ|eyAi|ewog|ewoJ|ewoi|ew0K|W3si|PD94bWw|PHNhbW/g;
const RUN = /[A-Za-z0-9+/_-]{16,200000}(?:={1,2}|(?:%3D){1,2})?/iy;
/** Characters that are decoded of one text. */
const MAX_DECODED = 1024 * 1024;

export interface Base64Document {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
  readonly isRedactOnly: boolean;
  readonly replacement: string;
}

/** The secrets of a decoded document, and the document without them; null when it has none. */
export type Inspect = (
  document: string,
) => { readonly kind: SecretKind; readonly isRedactOnly: boolean; readonly redacted: string } | null;

export function* base64Documents(text: string, inspect: Inspect): Generator<Base64Document, void, undefined> {
  let left = MAX_DECODED;
  let end = 0;
  for (const { index: start } of text.matchAll(BEGINNING)) {
    if (start < end || left <= 0 || /[A-Za-z0-9+/_.-]/.test(text[start - 1] ?? '')) continue;
    RUN.lastIndex = start;
    const run = RUN.exec(text)?.[0];
    // Parts of a JWT are joined by dots; it is a secret as a whole.
    if (run === undefined || text[start + run.length] === '.') continue;
    end = start + run.length;
    left -= run.length;
    const padding = /(?:=|%3D)*$/i.exec(run)![0];
    const coded = run.slice(0, run.length - padding.length);
    const found = inspect(Buffer.from(coded, 'base64').toString());
    if (found === null) continue;
    const isUrl = /[-_]/.test(coded) || (padding === '' && coded.length % 4 !== 0);
    const written = Buffer.from(found.redacted).toString(isUrl ? 'base64url' : 'base64');
    const replacement = padding.startsWith('%') ? encodeURIComponent(written) : written;
    yield { start, end, kind: found.kind, isRedactOnly: found.isRedactOnly, replacement };
  }
}
