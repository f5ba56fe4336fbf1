// Finds values of an indexed JSON text by a text in their names and scalars, or by a path such as `$.items[*].sku`.
import { QUOTE } from './json-bytes.ts';
import { NO_PARENT } from './json-index.ts';
import type { JsonValues } from './json-values.ts';

/** The values that were found, in the order of the text. */
export interface JsonHits {
  readonly values: Uint32Array;
  /** True when there are more than are looked for. */
  readonly hasMore: boolean;
}

const MAX_HITS = 100_000;
/** Bytes that are decoded at once. */
const PIECE_BYTES = 1024 * 1024;
const NONE: JsonHits = { values: new Uint32Array(), hasMore: false };

/** Returns what a query of the search field finds: a path when it begins with `$`, else a text in any case. */
export function findInJson(values: JsonValues, query: string): JsonHits {
  const trimmed = query.trim();
  if (trimmed === '') return NONE;
  return trimmed.startsWith('$') ? byPath(values, trimmed) : findTexts(values, [trimmed]);
}

/** Returns the values with any of the texts in their names or scalars; case does not count. */
export function findTexts(values: JsonValues, texts: readonly string[]): JsonHits {
  const needles = [...new Set(texts.flatMap(spellings))];
  const longest = Math.max(0, ...needles.map((needle) => utf8Length(needle)));
  const found = new Hits(values);
  const { bytes, length } = values.index;
  for (let from = 0; from < length && longest > 0 && !found.isFull;) {
    const end = characterStart(bytes, Math.min(length, from + PIECE_BYTES));
    // The next piece begins so early that nothing is cut.
    const next = end >= length ? length : characterStart(bytes, Math.max(from + 1, end - longest));
    found.addAll(bytes.subarray(from, end), from, needles);
    from = next;
  }
  return found.result();
}

/** Returns a text as JSON may spell it, in lower case. */
function spellings(text: string): readonly string[] {
  const plain = JSON.stringify(text).slice(1, -1);
  const escaped = plain.replaceAll(
    /[^\0-\x7f]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return [plain, escaped]
    .flatMap((each) => [each, each.replaceAll('/', '\\/')])
    .map((each) => each.toLowerCase());
}

function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Returns the offset, or the start of the character that it is in. */
function characterStart(bytes: Uint8Array, offset: number): number {
  let at = offset;
  while (at > 0 && at < bytes.length && (bytes[at]! & 0xc0) === 0x80) at -= 1;
  return at;
}

/** Collects the values at which texts are found. */
class Hits {
  readonly #values: JsonValues;
  readonly #found: number[] = [];
  readonly #decoder = new TextDecoder();
  isFull = false;

  constructor(values: JsonValues) {
    this.#values = values;
  }

  /** Looks through a piece of the text that begins at `from`. */
  addAll(piece: Uint8Array, from: number, needles: readonly string[]): void {
    const text = this.#decoder.decode(piece);
    const lower = lowerCase(text);
    const positions = needles.flatMap((needle) => this.#positions(lower, needle));
    if (needles.length > 1) positions.sort(([a], [b]) => a - b);
    const isAscii = text.length === piece.length;
    let char = 0;
    let offset = 0;
    for (const [at, size] of positions) {
      if (this.isFull) return;
      const before = isAscii ? at : offset + utf8Length(text.slice(char, at));
      const bytes = isAscii ? size : utf8Length(text.slice(at, at + size));
      this.#add(from + before, from + before + bytes);
      char = at;
      offset = before;
    }
  }

  #positions(text: string, needle: string): (readonly [at: number, size: number])[] {
    const positions: (readonly [number, number])[] = [];
    for (
      let at = text.indexOf(needle);
      at >= 0 && positions.length <= MAX_HITS;
      at = text.indexOf(needle, at + 1)
    )
      positions.push([at, needle.length]);
    return positions;
  }

  /** Adds the value whose name or scalar has the range in it; one that goes over both is in neither. */
  #add(start: number, end: number): void {
    const { starts, count } = this.#values.index;
    const next = firstAfter(starts, start);
    const name = next < count ? this.#values.nameRange(next) : null;
    if (name !== null && name.start < start && end < name.end) this.#push(next);
    else if (next > 0) {
      const value = next - 1;
      const { start: from, end: to } = this.#values.rangeOf(value);
      const quote = this.#values.index.bytes[from] === QUOTE ? 1 : 0;
      if (!this.#values.holds(value) && start >= from + quote && end <= to - quote) this.#push(value);
    }
  }

  #push(value: number): void {
    if ((this.#found.at(-1) ?? -1) >= value) return;
    if (this.#found.length >= MAX_HITS) this.isFull = true;
    else this.#found.push(value);
  }

  result(): JsonHits {
    return { values: Uint32Array.from(this.#found), hasMore: this.isFull };
  }
}

/** Characters whose lower case has another length stay, so that positions do. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replaceAll(/\p{Lu}/gu, lowerOfSameLength);
}

function lowerOfSameLength(char: string): string {
  const lower = char.toLowerCase();
  return lower.length === char.length ? lower : char;
}

/** Returns the first position in a sorted list whose entry is greater than `wanted`. */
export function firstAfter(list: Uint32Array, wanted: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]! <= wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Step {
  /** Null for any. */
  readonly key: string | null;
  readonly isDeep: boolean;
}

/** Finds by members, indexes, `*` and `..`; any other JSONPath finds nothing. */
function byPath(values: JsonValues, path: string): JsonHits {
  const steps = stepsOf(path);
  if (steps === null) return NONE;
  let current: Iterable<number | null> = [values.isSequence ? null : 0];
  if (values.index.count === 0) return NONE;
  for (const { key, isDeep } of steps)
    current = childrenNamed(values, isDeep ? inside(values, current) : current, key);
  const found = new Set<number>();
  let hasMore = false;
  for (const value of current) {
    hasMore = found.size >= MAX_HITS;
    if (hasMore) break;
    if (value !== null) found.add(value);
  }
  return { values: Uint32Array.from(found).sort(), hasMore };
}

function stepsOf(path: string): readonly Step[] | null {
  const steps: Step[] = [];
  const pattern = /(\.\.)?(?:\.?([A-Za-z_$][\w$-]*|\*)|\[(\d+|\*|"[^"]*"|'[^']*')\])/y;
  pattern.lastIndex = 1;
  while (pattern.lastIndex < path.length) {
    const match = pattern.exec(path);
    if (match === null) return null;
    const [, deep, name, index = ''] = match;
    const key = name ?? index.replace(/^["'](.*)["']$/, '$1');
    steps.push({ key: key === '*' ? null : key, isDeep: deep !== undefined });
  }
  return steps;
}

function* childrenNamed(
  values: JsonValues,
  from: Iterable<number | null>,
  key: string | null,
): Generator<number> {
  const position = key !== null && /^\d+$/.test(key) ? Number(key) : null;
  const utf8 = new TextEncoder().encode(key ?? '');
  for (const parent of from)
    for (const child of values.childrenOf(parent))
      if (
        key === null ||
        values.isNamed(child, key, utf8) ||
        (position !== null && values.positionOf(child) === position)
      )
        yield child;
}

/** Returns the values themselves, and everything in them. */
function* inside(values: JsonValues, from: Iterable<number | null>): Generator<number | null> {
  const { ends, count, parents } = values.index;
  let last = -1;
  for (const value of from) {
    if (value === null) yield null;
    const end = value === null ? count : ends[value]!;
    for (let at = Math.max(last + 1, value ?? 0); at < end; at += 1) {
      last = at;
      if (values.holds(at) || parents[at] === NO_PARENT) yield at;
    }
  }
}
