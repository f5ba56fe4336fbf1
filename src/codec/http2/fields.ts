// The field section of an HTTP/2 message (RFC 9113 section 8.2). Names are in lower case. Connection-specific fields of
// HTTP/1 are not allowed here, and the proxy's own fields are never forwarded.
import { charTable, trimmed } from '../../base/http-syntax.ts';
import type { FlatFields } from '../flat-fields.ts';
import { fieldList } from '../http1/field-lines.ts';

const CONNECTION = 'connection';

/** Fields that belong to one connection of HTTP/1 (RFC 9113 section 8.2.2). */
const CONNECTION_SPECIFIC = new Set([
  CONNECTION,
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);
/** Fields that are meant for this proxy. */
const OURS = new Set(['x-proxy-token', 'proxy-authorization', 'http2-settings']);

const EXAMINED_LENGTHS = new Set([...CONNECTION_SPECIFIC, ...OURS, 'te', 'host'].map(({ length }) => length));
/** Holds 1 for the lengths of all names above, so that other fields cost one look-up. */
const EXAMINED = charTable((length) => EXAMINED_LENGTHS.has(length));

/** Decides whether to forward a request's field, drop it, or reject the message. */
export function fieldAction(name: string, value: string): 'keep' | 'drop' | 'malformed' {
  if (EXAMINED[name.length] !== 1) return 'keep';
  if (CONNECTION_SPECIFIC.has(name)) return 'malformed';
  if (name === 'te') return /^\s*trailers\s*$/i.test(value) ? 'keep' : 'malformed';
  return OURS.has(name) ? 'drop' : 'keep';
}

/** Returns true for a connection-specific field of HTTP/1 (RFC 9113 section 8.2.2). */
export function isConnectionSpecific(name: string): boolean {
  return EXAMINED[name.length] === 1 && CONNECTION_SPECIFIC.has(name);
}

/** Returns true for a field addressed to this proxy. Such a field is neither forwarded nor recorded. */
export function isOurs(name: string): boolean {
  return OURS.has(name);
}

/** Fields that frame or route a message, which are meaningless in trailers (RFC 9110 section 6.5.1). */
const FRAMING = new Set(['content-length', 'host', 'te', 'trailer']);

/** Returns the trailers to forward, without the proxy's own fields and without fields for framing or routing. */
export function forwardedTrailers(raw: FlatFields): FlatFields {
  if (raw.length === 0) return raw;
  const isKept = (name: string): boolean =>
    !CONNECTION_SPECIFIC.has(name) && !OURS.has(name) && !FRAMING.has(name);
  return raw.filter((_, index) => isKept(raw[index - (index % 2)] ?? ''));
}

/** Converts names to lower case. HTTP/1 trailers keep the case of their names until they are sent over HTTP/2. */
export function namesInLowerCase(fields: FlatFields): FlatFields {
  if (fields.length === 0) return fields;
  return fields.map((text, index) => (index % 2 === 0 ? text.toLowerCase() : text));
}

/** Converts the fields of an HTTP/1 message to HTTP/2: names in lower case, without connection-specific fields. */
export function flatFields(list: readonly FieldLine[]): string[] {
  const isForwarded = forwarding(list);
  const flat: string[] = [];
  for (const { name, value } of list) {
    const lower = name.toLowerCase();
    if (isForwarded(lower, value)) flat.push(lower, value);
  }
  return flat;
}

/**
 * Converts the trailers of an HTTP/1 message in the same way, but keeps the case of names, because the receiver may
 * speak HTTP/1 too.
 */
export function flatTrailers(lines: string): string[] {
  if (lines === '') return [];
  const list = fieldList(`\r\n${lines}\r\n`);
  const isForwarded = forwarding(list);
  return list
    .filter(({ name, value }) => isForwarded(name.toLowerCase(), value))
    .flatMap(({ name, value }) => [name, value]);
}

interface FieldLine {
  readonly name: string;
  readonly value: string;
}

/** Returns the test whether a field of this message travels further than its connection. */
function forwarding(list: readonly FieldLine[]): (lowerName: string, value: string) => boolean {
  const named = connectionOptions(list);
  return (lowerName, value) => {
    if (named.includes(lowerName)) return false;
    if (EXAMINED[lowerName.length] !== 1) return true;
    if (CONNECTION_SPECIFIC.has(lowerName) || OURS.has(lowerName)) return false;
    return lowerName !== 'te' || /^\s*trailers\s*$/i.test(value);
  };
}

function connectionOptions(list: readonly FieldLine[]): readonly string[] {
  const options: string[] = [];
  for (const { name, value } of list)
    if (name.length === CONNECTION.length && name.toLowerCase() === CONNECTION)
      options.push(...value.toLowerCase().split(',').map(trimmed));
  return options;
}
