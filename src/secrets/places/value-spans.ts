// The place of a value in a text, and the limits on reading values.
import type { NamedSecret } from '../names/names.ts';
import { trimmed } from './text-edges.ts';

export interface ValueSpan {
  readonly start: number;
  readonly end: number;
  /** The way to write a replacement: a number where only one is valid, percent-encoded in a URL. */
  readonly written: 'text' | 'number' | 'encoded' | 'quoted';
}

export interface AssignedSecret extends ValueSpan {
  readonly name: string;
  readonly secret: NamedSecret;
  /** True for a value in the column below its name; other names may be between them. */
  readonly isBelow?: true;
}

/** The longest value that is read, in characters. */
export const MAX_VALUE = 200_000;

/**
 * The number of characters of a text that may be read more than once. Values of names inside other values are read
 * again, and a hostile text would cause each of them to be read to its end.
 */
export interface ReadBudget {
  remaining: number;
}

/** Characters of a list, an object or a block that are read when the budget is used up. */
const MIN_READ = 500;

/** Returns the number of characters that may be read from here on. */
export function readLimit({ remaining: left }: ReadBudget): number {
  return Math.max(MIN_READ, Math.min(MAX_VALUE, left));
}

/** Returns the range without the blanks around its value; nothing for an empty one. */
export function plain(
  text: string,
  start: number,
  end: number,
  written: ValueSpan['written'],
): readonly ValueSpan[] {
  const [from, to] = trimmed(text, start, end);
  return to > from ? [{ start: from, end: to, written }] : [];
}
