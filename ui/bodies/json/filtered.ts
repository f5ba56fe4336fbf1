// A document of what a search has found in another one: the values alone, as a list.
import { JsonIndexer } from './json-index.ts';
import { JsonValues } from './json-values.ts';

/** Bytes of the list; values beyond them are left out. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface FilteredJson {
  readonly values: JsonValues;
  /** The values of the other document, in the order of the list. */
  readonly origins: Uint32Array;
  /** True when not all had room. */
  readonly isCut: boolean;
}

const encoder = new TextEncoder();
const [OPEN, BETWEEN, CLOSE] = ['[', ',\n', ']'].map((text) => encoder.encode(text)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

export function filteredJson(values: JsonValues, found: Uint32Array): FilteredJson {
  const { bytes } = values.index;
  const parts: Uint8Array[] = [OPEN];
  let size = OPEN.length + CLOSE.length;
  let count = 0;
  for (const value of found) {
    const { start, end } = values.rangeOf(value);
    size += end - start + BETWEEN.length;
    if (size > MAX_BYTES) break;
    if (count > 0) parts.push(BETWEEN);
    parts.push(bytes.subarray(start, end));
    count += 1;
  }
  const indexer = new JsonIndexer(joined([...parts, CLOSE], size), false);
  while (!indexer.advance(MAX_BYTES));
  return {
    values: new JsonValues(indexer.result()),
    origins: found.subarray(0, count),
    isCut: count < found.length,
  };
}

function joined(parts: readonly Uint8Array[], maxSize: number): Uint8Array {
  const all = new Uint8Array(maxSize);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all.subarray(0, at);
}

/** Returns the path in the other document for one in the list, such as `$[3].sku`. */
export function originalPath(path: string, { origins }: FilteredJson, source: JsonValues): string {
  const [, position, rest = ''] = /^\$\[(\d+)\](.*)$/s.exec(path) ?? [];
  const origin = position === undefined ? undefined : origins[Number(position)];
  return origin === undefined ? path : source.pathOf(origin) + rest;
}
