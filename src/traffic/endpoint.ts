// Requests grouped by endpoint: what differs from call to call in a path is replaced by a placeholder.

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const LONG_HEX = /^[0-9a-f]{16,}$/i;

/** A path without its query in which segments that are numbers, UUIDs or long hexadecimal are `{id}`, named after the segment before where it is a plural. */
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

/** `users` gives `userId`; what is no word gives `id`. */
function parameterName(before: string): string {
  const word = /^[a-z][a-z0-9_-]*$/i.test(before) && !isVariable(before) ? before.replace(/s$/, '') : '';
  return word === '' ? 'id' : `${word}Id`;
}
