// Fields and heads of HTTP messages in the form that all versions share: a flat list of names and values.

/** Name, value, name, value…, in the order received, with duplicates. */
export type FlatFields = readonly string[];

/** An empty list, as most messages have no trailers. */
export const NO_FIELDS: FlatFields = Object.freeze([]);

/** A head that is rendered on first read. */
export interface UnwrittenHead {
  readonly startLine: string;
  readonly fields: FlatFields;
}

/** Renders the start line, the field lines and the empty line. */
export function headText({ startLine, fields }: UnwrittenHead): string {
  return `${startLine}\r\n${fieldLines(fields)}\r\n`;
}

/** Returns true for heads that render to the same text. Two HTTP/2 heads are compared without rendering. */
export function isSameHead(one: string | UnwrittenHead, other: string | UnwrittenHead): boolean {
  if (typeof one === 'object' && typeof other === 'object')
    return one.startLine === other.startLine && areSameFields(one.fields, other.fields);
  return headString(one) === headString(other);
}

function headString(head: string | UnwrittenHead): string {
  return typeof head === 'string' ? head : headText(head);
}

function areSameFields(one: FlatFields, other: FlatFields): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

/** Returns the first value of a field; undefined when absent. */
export function fieldValue(fields: FlatFields, name: string): string | undefined {
  for (let at = 0; at < fields.length; at += 2) if (fields[at] === name) return fields[at + 1];
  return undefined;
}

/** Renders HTTP/1 field lines, one per field. */
export function fieldLines(fields: FlatFields): string {
  let lines = '';
  for (let at = 0; at < fields.length; at += 2) lines += `${fields[at] ?? ''}: ${fields[at + 1] ?? ''}\r\n`;
  return lines;
}
