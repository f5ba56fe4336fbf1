// The part in which two versions of a text differ.

export interface TextChange {
  /** The offset at which it begins. */
  readonly at: number;
  readonly remove: string;
  readonly insert: string;
}

export function textChange(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before.charCodeAt(at) === after.charCodeAt(at)) at += 1;
  let end = 0;
  while (
    end < shorter - at &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end += 1;
  return { at, remove: before.slice(at, before.length - end), insert: after.slice(at, after.length - end) };
}
