// The part of a long text in which two versions differ, so that not all of it is sent with each key.

export interface TextEdit {
  /** Characters of the text before. */
  readonly length: number;
  /** The offset at which it begins. */
  readonly at: number;
  /** Some characters that stand before it. */
  readonly before: string;
  readonly remove: string;
  readonly insert: string;
}

const AROUND = 64;

export function textEdit(before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  let end = 0;
  while (
    end < shorter - at &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end += 1;
  return {
    length: before.length,
    at,
    before: before.slice(Math.max(0, at - AROUND), at),
    remove: before.slice(at, before.length - end),
    insert: after.slice(at, after.length - end),
  };
}
