// Groups requests by endpoint: segments of a path that vary between calls become placeholders.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LONG_HEX = /^[0-9a-f]{16,}$/i;

/**
 * Returns a path without its query, in which numbers, UUIDs and long hexadecimal segments are placeholders. A
 * placeholder is named after the segment before it when that is a plural, and `{id}` otherwise.
 */
export function templatedPath(path: string): string {
  const segments = (path.split('?', 1)[0] ?? '').split('/');
  return segments
    .map((segment, index) =>
      isVariable(segment) ? `{${parameterName(segments[index - 1] ?? '')}}` : segment,
    )
    .join('/');
}

function isVariable(segment: string): boolean {
  return /^\d+$/.test(segment) || UUID.test(segment) || LONG_HEX.test(segment);
}

/** Returns `userId` for `users`; `id` when `before` is not a word. */
function parameterName(before: string): string {
  const word = /^[a-z][a-z0-9_-]*$/i.test(before) && !isVariable(before) ? before.replace(/s$/, '') : '';
  return word === '' ? 'id' : `${word}Id`;
}
