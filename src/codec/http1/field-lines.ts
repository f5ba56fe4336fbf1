// The field lines of a valid HTTP/1 head: selects the lines to forward, and reads names and values.
import { trimmed } from '../../base/http-syntax.ts';

const COLON = 58;

/** Returns the ranges of both lists in order, each once. */
export function joinedRanges(one: readonly number[], other: readonly number[]): number[] {
  const ends = new Map<number, number>();
  for (const ranges of [one, other])
    for (let i = 0; i < ranges.length; i += 2) ends.set(ranges[i] ?? 0, ranges[i + 1] ?? 0);
  return [...ends].sort(([a], [b]) => a - b).flat();
}

/** Returns the field lines from `from` up to the empty line, without the dropped ones. */
export function forwardedFields(head: string, from: number, dropped: readonly number[]): string {
  let remainingLines = '';
  let at = from;
  for (let i = 0; i < dropped.length; i += 2) {
    remainingLines += head.slice(at, dropped[i]);
    at = dropped[i + 1] ?? at;
  }
  return remainingLines + head.slice(at, head.length - 2);
}

/** Returns the first value of a field without building a list; undefined when absent. `name` is in lower case. */
export function fieldValue(head: string, name: string): string | undefined {
  let at = head.indexOf('\r\n') + 2;
  while (at > 1 && at < head.length - 2) {
    const end = head.indexOf('\r\n', at);
    if (end < 0) break;
    const colon = at + name.length;
    if (head.charCodeAt(colon) === COLON && colon < end && head.slice(at, colon).toLowerCase() === name)
      return trimmed(head.slice(colon + 1, end));
    at = end + 2;
  }
  return undefined;
}

/** Returns field lines as name and value pairs, in the order and case received. */
export function fieldList(head: string): { name: string; value: string }[] {
  const fields: { name: string; value: string }[] = [];
  let at = head.indexOf('\r\n') + 2;
  while (at > 1 && at < head.length - 2) {
    const end = head.indexOf('\r\n', at);
    if (end < 0) break;
    const colon = head.indexOf(':', at);
    if (colon > at && colon < end)
      fields.push({ name: head.slice(at, colon), value: trimmed(head.slice(colon + 1, end)) });
    at = end + 2;
  }
  return fields;
}
