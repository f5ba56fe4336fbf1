// The result of a tool as the protocol returns it: structured content and a short text, within a size limit.
import { isObject } from '../base/is-object.ts';

/** The maximum size of a result in bytes, unless the call asks for more. */
export const MAX_RESULT_BYTES = 100_000;

/** A value within the size limit, and sentences about the omitted parts. */
export interface Bounded {
  readonly value: Readonly<Record<string, unknown>>;
  readonly leftOut: readonly string[];
}

/** Shortens the longest lists and texts of a value until it fits. */
export function bounded(value: Readonly<Record<string, unknown>>, maxBytes = MAX_RESULT_BYTES): Bounded {
  let size = sizeOf(value);
  if (size <= maxBytes) return { value, leftOut: [] };
  const copy = structuredClone(value) as Record<string, unknown>;
  const [leftOut, totals] = [new Map<string, string>(), new Map<string, number>()];
  // Each round halves the largest part. A thousand parts of equal size need no more rounds than this.
  for (let round = 0; round < 2000 && size > maxBytes; round += 1) {
    const part = largestPart(copy);
    if (part === null) break;
    leftOut.set(part.path, shorten(part, totals));
    size = sizeOf(copy);
  }
  return { value: copy, leftOut: [...leftOut].map(([path, what]) => `${path}: ${what}`) };
}

function sizeOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** A list or a text somewhere in the value. */
interface Part {
  readonly path: string;
  readonly size: number;
  readonly inner: string | readonly unknown[];
  readonly replace: (shorter: unknown) => void;
}

/** Texts that are shortened; shorter ones are names. */
const LONG = 200;

/** Returns the largest list or long text. */
function largestPart(value: Record<string, unknown>): Part | null {
  let best: Part | null = null;
  const measure = (inner: unknown, path: string, replace: (shorter: unknown) => void): number => {
    let size = 8;
    if (typeof inner === 'string') size = inner.length + 2;
    else if (Array.isArray(inner))
      for (const [at, each] of inner.entries())
        size += measure(each, `${path}[${at}]`, (shorter) => {
          (inner as unknown[])[at] = shorter;
        });
    else if (isObject(inner))
      for (const [name, each] of Object.entries(inner))
        size +=
          name.length +
          measure(each, `${path}.${name}`, (shorter) => {
            (inner as Record<string, unknown>)[name] = shorter;
          });
    const isPart = typeof inner === 'string' ? inner.length > LONG : Array.isArray(inner) && inner.length > 1;
    if (isPart && (best === null || size > best.size))
      best = { path, size, inner: inner as Part['inner'], replace };
    return size;
  };
  for (const [name, inner] of Object.entries(value))
    measure(inner, name, (shorter) => {
      value[name] = shorter;
    });
  return best;
}

/** The lengths that shortened lists had. */
type Totals = Map<string, number>;

function shorten({ path, inner, replace }: Part, totals: Totals): string {
  const total = totals.get(path) ?? inner.length;
  totals.set(path, total);
  const firstHalf = inner.slice(0, Math.ceil(inner.length / 2));
  replace(firstHalf);
  return typeof firstHalf === 'string'
    ? `its first ${firstHalf.length} of ${total} characters`
    : `the first ${firstHalf.length} of ${total}`;
}
