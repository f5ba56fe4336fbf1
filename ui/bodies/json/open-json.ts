// Makes a document of the bytes of a body: in any charset, behind a guard, inside of a call, cut, or broken.
import { charsetOf, decodeText } from '../../../src/base/body-text.ts';
import { lineAndColumn } from '../../../src/base/text-position.ts';
import { findPayload } from '../../../src/flow/views/json.ts';
import type { ViewError } from '../../../src/flow/views/index.ts';
import { isBlank } from './json-bytes.ts';
import { JsonIndexer, type JsonIndex } from './json-index.ts';

export interface JsonBody {
  readonly index: JsonIndex;
  /** The bytes of the body that precede those of the index. */
  readonly shift: number;
  /** The bytes of the body that were read. */
  readonly read: number;
  readonly notes: readonly string[];
  readonly error: ViewError | null;
  /** The text from the error on, cut; empty without one. */
  readonly rest: string;
}

/** Bytes that are read before other work may run. */
const STEP_BYTES = 4 * 1024 * 1024;
const MAX_REST = 2000;
/** Bytes of one line that are decoded to tell the column. */
const MAX_COLUMN_BYTES = 1_000_000;

/** Reads a body. `isCut`: more of it follows. Gives up when `isStopped` says so. */
export async function openJson(
  body: Uint8Array,
  contentType: string,
  isCut: boolean,
  isStopped: () => boolean,
): Promise<JsonBody | null> {
  const { bytes, shift, notes, end } = payloadOf(body, contentType, isCut);
  const indexer = new JsonIndexer(bytes, isCut && end === null);
  while (!indexer.advance(STEP_BYTES)) {
    await new Promise((resolve) => setTimeout(resolve));
    if (isStopped()) return null;
  }
  const index = indexer.result();
  const { error } = index;
  return {
    index,
    shift,
    read: error !== null || index.length === bytes.length ? body.length : shift + index.length,
    notes,
    error:
      error === null
        ? null
        : { reason: `expected ${error.expected}`, offset: null, ...placeOf(bytes, error.offset) },
    rest:
      error === null ? '' : new TextDecoder().decode(bytes.subarray(error.offset, error.offset + MAX_REST)),
  };
}

interface Payload {
  /** In UTF-8. */
  readonly bytes: Uint8Array;
  readonly shift: number;
  readonly notes: readonly string[];
  /** The character at which the text around it goes on; null when it is all there is. */
  readonly end: number | null;
}

function payloadOf(body: Uint8Array, contentType: string, isCut: boolean): Payload {
  const charset = charsetOf(body, contentType, isCut);
  if (charset === 'utf-8') {
    const shift = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
    const bytes = body.subarray(shift);
    if (beginsAsJson(bytes)) return { bytes, shift, notes: [], end: null };
  }
  const { text } = decodeText(body, contentType, isCut);
  const { start, end, notes } = findPayload(text, isCut);
  const encoder = new TextEncoder();
  const shift = encoder.encode(text.slice(0, start)).length;
  return { bytes: encoder.encode(text.slice(start, end)), shift, notes, end: end < text.length ? end : null };
}

function beginsAsJson(bytes: Uint8Array): boolean {
  let at = 0;
  while (at < bytes.length && isBlank(bytes[at]!, true)) at += 1;
  return at === bytes.length || /[[{"\-\dtfn]/.test(String.fromCharCode(bytes[at]!));
}

/** Returns the line and column of an offset, as `lineAndColumn` does for a text. */
function placeOf(bytes: Uint8Array, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let at = 0; at < offset; at += 1) {
    if (bytes[at] !== 10 && (bytes[at] !== 13 || bytes[at + 1] === 10)) continue;
    line += 1;
    start = at + 1;
  }
  const from = Math.max(start, offset - MAX_COLUMN_BYTES);
  const text = new TextDecoder().decode(bytes.subarray(from, offset));
  return { line, column: from - start + lineAndColumn(text, text.length).column };
}
