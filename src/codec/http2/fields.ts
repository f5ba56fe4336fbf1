// The field section of an HTTP/2 message (RFC 9113 section 8.2) as a flat list: name, value, name, value. Names are
// lower case. What is connection-specific in HTTP/1 has no place here; what is ours never travels on.

/** Name, value, name, value…, in the order in which they came, duplicates and all. */
export type FlatFields = readonly string[];

/** A head that is written out when somebody reads it. */
export interface UnwrittenHead {
  readonly startLine: string;
  readonly fields: FlatFields;
}

/** Start line and field lines, through the empty line. */
export function headText({ startLine, fields }: UnwrittenHead): string {
  return `${startLine}\r\n${fieldLines(fields)}\r\n`;
}

/** RFC 9113 section 8.2.2. */
const CONNECTION_SPECIFIC = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
]);
/** Meant for this proxy, whoever it stands before. */
const OURS = new Set(['x-proxy-token', 'proxy-authorization', 'http2-settings']);

/** Lengths of the names above and of `te` and `host`, so that other fields cost one look. */
const EXAMINED = new Set([2, 4, 7, 10, 13, 14, 16, 17, 19]);

/** What becomes of a field of a request: passed on, left out, or proof of a malformed message. */
export function fieldAction(name: string, value: string): 'keep' | 'drop' | 'malformed' {
  if (!EXAMINED.has(name.length)) return 'keep';
  if (CONNECTION_SPECIFIC.has(name)) return 'malformed';
  if (name === 'te') return /^\s*trailers\s*$/i.test(value) ? 'keep' : 'malformed';
  return OURS.has(name) ? 'drop' : 'keep';
}

/** Whether a field concerns one connection of HTTP/1 only (RFC 9113 section 8.2.2). */
export function isConnectionSpecific(name: string): boolean {
  return CONNECTION_SPECIFIC.has(name);
}

/** Whether a field is meant for this proxy: nobody else may see it, nor is it recorded. */
export function isOurs(name: string): boolean {
  return OURS.has(name);
}

/** RFC 9110 section 6.5.1: what frames or routes a message means nothing behind it. */
const FRAMING = new Set(['content-length', 'host', 'te', 'trailer']);

/** What of a trailer section travels on: nothing that is ours, nor what frames or routes a message. */
export function forwardedTrailers(raw: FlatFields): FlatFields {
  const isKept = (name: string): boolean =>
    !CONNECTION_SPECIFIC.has(name) && !OURS.has(name) && !FRAMING.has(name);
  return raw.filter((_, index) => isKept(raw[index - (index % 2)] ?? ''));
}

/** The first value of a field; undefined without it. */
export function fieldValue(fields: FlatFields, name: string): string | undefined {
  for (let at = 0; at < fields.length; at += 2) if (fields[at] === name) return fields[at + 1];
  return undefined;
}

/** Field lines of HTTP/1, one for each field. */
export function fieldLines(fields: FlatFields): string {
  let lines = '';
  for (let at = 0; at < fields.length; at += 2) lines += `${fields[at] ?? ''}: ${fields[at + 1] ?? ''}\r\n`;
  return lines;
}

/** The same as an object, as Node takes trailers and interim responses; repeated fields become lists. */
export function fieldObject(fields: FlatFields): Record<string, string | string[]> {
  // A field may be named like a property that every object has.
  const object = Object.create(null) as Record<string, string | string[]>;
  for (let at = 0; at < fields.length; at += 2) {
    const name = fields[at] ?? '';
    const value = fields[at + 1] ?? '';
    const known = object[name];
    object[name] = known === undefined ? value : Array.isArray(known) ? [...known, value] : [known, value];
  }
  return object;
}

/** Fields of an HTTP/1 message as those of HTTP/2: names in lower case, without what belongs to the connection. */
export function flatFields(list: readonly { readonly name: string; readonly value: string }[]): string[] {
  const named = list
    .filter(({ name }) => name.toLowerCase() === 'connection')
    .flatMap(({ value }) => value.toLowerCase().split(','))
    .map((option) => option.trim());
  const flat: string[] = [];
  for (const { name, value } of list) {
    const lower = name.toLowerCase();
    if (CONNECTION_SPECIFIC.has(lower) || OURS.has(lower) || named.includes(lower)) continue;
    if (lower === 'te' && !/^\s*trailers\s*$/i.test(value)) continue;
    flat.push(lower, value);
  }
  return flat;
}
