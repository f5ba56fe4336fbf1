// Header lines of a message that tools may have changed, made safe to send: no line can end early, contradict
// the framing, or concern another connection.
import { withoutHttp3 } from '../../codec/alt-svc.ts';
import { trimmed } from '../../base/http-syntax.ts';
import { fieldList } from '../../codec/http1/field-lines.ts';
import { TOKEN_TABLE, VALUE_TABLE } from '../../codec/http1/fields.ts';
import type { FlatFields } from '../../codec/flat-fields.ts';
import { flatFields, isConnectionSpecific, isOurs } from '../../codec/http2/fields.ts';
import type { HeaderLines } from '../hooks.ts';

/** The framing of a message's body. */
export type Framing =
  /**
   * Treatment of a Content-Length that is announced nevertheless: `kept` as in the response to HEAD, `zero`
   * in a request, `dropped` where there may be none.
   */
  | { readonly type: 'none'; readonly announced: 'kept' | 'zero' | 'dropped' }
  | { readonly type: 'length'; readonly length: number }
  | { readonly type: 'chunked' };

/** Lists the field lines of a head in the form of HTTP/1. */
export function linesOf(head: string): HeaderLines {
  return fieldList(head).map(({ name, value }): readonly [string, string] => [name, value]);
}

export function linesOfFlat(fields: FlatFields): HeaderLines {
  const lines: (readonly [string, string])[] = [];
  for (let at = 0; at < fields.length; at += 2) lines.push([fields[at] ?? '', fields[at + 1] ?? '']);
  return lines;
}

/**
 * Returns a flat list for HTTP/2: names in lower case, without fields and surrounding blanks that it forbids,
 * and without Host, which becomes the authority.
 */
export function flatOf(lines: HeaderLines): string[] {
  const flat = flatFields(
    lines.filter(isSendable).map(([name, value]) => ({ name, value: trimmed(octets(value)) })),
  );
  return flat.filter((_, index) => flat[index - (index % 2)] !== 'host');
}

/** Returns the first value of a field, in any spelling of its name. */
export function lineValue(lines: HeaderLines, lowerName: string): string | undefined {
  return lines.find(([name]) => name.toLowerCase() === lowerName)?.[1];
}

/**
 * Ensures a single Host (RFC 9112 section 3.2): the first of several that can be sent, and `fallback` without
 * any.
 */
export function withOneHost(
  lines: HeaderLines,
  fallback: string,
): { readonly lines: HeaderLines; readonly host: string } {
  const hosts = lines.filter(isHost);
  const host = octets(hosts.find(([, value]) => isHostValue(value))?.[1] ?? fallback);
  if (hosts.length === 1 && hosts[0]?.[1] === host) return { lines, host };
  return { lines: [['Host', host], ...lines.filter((line) => !isHost(line))], host };
}

function isHost([name]: HeaderLines[number]): boolean {
  return name.length === 4 && name.toLowerCase() === 'host';
}

function isHostValue(value: string): boolean {
  return /^[^\0-\x20\x7f]*$/.test(value);
}

export function sameLines(one: HeaderLines, other: HeaderLines): boolean {
  if (one === other) return true;
  return one.length === other.length && one.every((line, index) => isSameLine(line, other[index]));
}

function isSameLine(one: HeaderLines[number], other: HeaderLines[number] | undefined): boolean {
  return one[0] === other?.[0] && one[1] === other[1];
}

export function withoutLines(lines: HeaderLines, lowerNames: ReadonlySet<string>): HeaderLines {
  return lines.filter(([name]) => !lowerNames.has(name.toLowerCase()));
}

/**
 * Writes field lines of HTTP/1, with the framing in the place where the message had it before. `upgrade`:
 * lines that ask for another protocol stay.
 */
export function writtenLines(lines: HeaderLines, framing: Framing, upgrade: boolean): string {
  let text = '';
  let framed = framing.type === 'none';
  for (const line of lines) {
    const [name, value] = line;
    const lower = name.toLowerCase();
    if (lower === 'content-length' || lower === 'transfer-encoding') {
      if (framing.type === 'none' && lower === 'content-length' && framing.announced !== 'dropped')
        text += `${name}: ${framing.announced === 'kept' && /^\d+$/.test(value) ? value : '0'}\r\n`;
      if (framed) continue;
      framed = true;
      text += framingLine(framing, lower, name);
    } else if (isSendable(line) && (!isConnectionSpecific(lower) || upgrade) && !isOurs(lower))
      text += `${name}: ${octets(value)}\r\n`;
  }
  return framed ? text : text + framingLine(framing, '', '');
}

/** Writes the framing line, in the spelling of the line that it replaces. */
function framingLine(framing: Framing, lower: string, name: string): string {
  if (framing.type === 'chunked')
    return `${lower === 'transfer-encoding' ? name : 'Transfer-Encoding'}: chunked\r\n`;
  const length = framing.type === 'length' ? framing.length : 0;
  return `${lower === 'content-length' ? name : 'Content-Length'}: ${length}\r\n`;
}

function isSendable([name, value]: readonly [string, string]): boolean {
  if (name === '') return false;
  for (let at = 0; at < name.length; at += 1) if (TOKEN_TABLE[name.charCodeAt(at)] !== 1) return false;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code < 256 && VALUE_TABLE[code] !== 1) return false;
  }
  return true;
}

/** Returns text with one char per byte; what a tool wrote beyond that becomes UTF-8. */
export function octets(text: string): string {
  return /[^\0-\xff]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}

/** Returns a reason phrase that cannot end the line. */
export function safeReason(reason: string): string {
  return octets(reason).replace(/[\0-\x08\x0a-\x1f\x7f]/g, ' ');
}

/** Returns a path that is valid in a request line; other characters are percent-encoded. */
export function safePath(path: string): string {
  const encoded = octets(path).replace(
    /[\0-\x20\x7f#]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
  return encoded === '*' || encoded.startsWith('/') ? encoded : `/${encoded}`;
}

/** Removes offers of HTTP/3, which this proxy cannot carry; `offered` repeats them, null without any. */
export function withoutHttp3Offers(lines: HeaderLines): {
  readonly lines: HeaderLines;
  readonly offered: string | null;
} {
  if (lineValue(lines, 'alt-svc') === undefined) return { lines, offered: null };
  const offers: string[] = [];
  const keptLines: (readonly [string, string])[] = [];
  for (const line of lines) {
    const [name, value] = line;
    const rest = name.toLowerCase() === 'alt-svc' ? withoutHttp3(value) : value;
    if (rest !== value) offers.push(value);
    if (rest !== null) keptLines.push(rest === value ? line : [name, rest]);
  }
  return offers.length === 0 ? { lines, offered: null } : { lines: keptLines, offered: offers.join(', ') };
}
