// The field section of an HTTP/2 message (RFC 9113 section 8.2) as a flat list: name, value, name, value. Names are in
// lower case. Connection-specific fields of HTTP/1 are not allowed here, and the proxy's own fields are never
// forwarded.

import { fieldList } from '../http1/fields.ts';

/** Name, value, name, value…, in the order received, with duplicates. */
export type FlatFields = readonly string[];

/** A head that is rendered only when somebody reads it. */
export interface UnwrittenHead {
  readonly startLine: string;
  readonly fields: FlatFields;
}

/** Renders start line and field lines, with the empty line. */
export function headText({ startLine, fields }: UnwrittenHead): string {
  return `${startLine}\r\n${fieldLines(fields)}\r\n`;
}

/** Fields that belong to one connection of HTTP/1 (RFC 9113 section 8.2.2). */
const CONNECTION_SPECIFIC = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);
/** Fields that are meant for this proxy. */
const OURS = new Set(['x-proxy-token', 'proxy-authorization', 'http2-settings']);

/** Lengths of all names above, so that other fields cost one look-up. */
const EXAMINED = new Set([...CONNECTION_SPECIFIC, ...OURS, 'te', 'host'].map(({ length }) => length));

/** Decides about a field of a request: forward it, drop it, or reject the message. */
export function fieldAction(name: string, value: string): 'keep' | 'drop' | 'malformed' {
  if (!EXAMINED.has(name.length)) return 'keep';
  if (CONNECTION_SPECIFIC.has(name)) return 'malformed';
  if (name === 'te') return /^\s*trailers\s*$/i.test(value) ? 'keep' : 'malformed';
  return OURS.has(name) ? 'drop' : 'keep';
}

/** True for a field that belongs to one connection of HTTP/1 (RFC 9113 section 8.2.2). */
export function isConnectionSpecific(name: string): boolean {
  return CONNECTION_SPECIFIC.has(name);
}

/** True for a field that is meant for this proxy: it is neither forwarded nor recorded. */
export function isOurs(name: string): boolean {
  return OURS.has(name);
}

/** Fields that frame or route a message, which are meaningless in trailers (RFC 9110 section 6.5.1). */
const FRAMING = new Set(['content-length', 'host', 'te', 'trailer']);

/** Returns the trailers to forward: without the proxy's own fields and those that frame or route a message. */
export function forwardedTrailers(raw: FlatFields): FlatFields {
  const isKept = (name: string): boolean =>
    !CONNECTION_SPECIFIC.has(name) && !OURS.has(name) && !FRAMING.has(name);
  return raw.filter((_, index) => isKept(raw[index - (index % 2)] ?? ''));
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

/** Converts to an object, as Node expects for trailers and interim responses; repeated fields become lists. */
export function fieldObject(fields: FlatFields): Record<string, string | string[]> {
  // A field may have the name of a property that every object has.
  const object = Object.create(null) as Record<string, string | string[]>;
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at] ?? '';
    const value = fields[at + 1] ?? '';
    const known = object[name];
    object[name] = known === undefined ? value : Array.isArray(known) ? [...known, value] : [known, value];
  }
  return object;
}

/** Converts the fields of an HTTP/1 message to HTTP/2: names in lower case, without connection-specific fields. */
export function flatFields(list: readonly FieldLine[]): string[] {
  return forwardable(list).flatMap(({ name, value }) => [name.toLowerCase(), value]);
}

/**
 * Converts the trailers of an HTTP/1 message, as they travelled: the same, with names as they were written, since the
 * receiver may speak HTTP/1 too.
 */
export function flatTrailers(lines: string): string[] {
  if (lines === '') return [];
  return forwardable(fieldList(`\r\n${lines}\r\n`)).flatMap(({ name, value }) => [name, value]);
}

interface FieldLine {
  readonly name: string;
  readonly value: string;
}

function forwardable(list: readonly FieldLine[]): readonly FieldLine[] {
  const named = list
    .filter(({ name }) => name.toLowerCase() === 'connection')
    .flatMap(({ value }) => value.toLowerCase().split(','))
    .map((option) => option.trim());
  return list.filter(({ name, value }) => {
    const lower = name.toLowerCase();
    if (CONNECTION_SPECIFIC.has(lower) || OURS.has(lower) || named.includes(lower)) return false;
    return lower !== 'te' || /^\s*trailers\s*$/i.test(value);
  });
}
