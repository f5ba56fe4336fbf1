// The field section of an HTTP/1 head: validated byte by byte, and interpreted only as far as framing and forwarding
// need. Works on latin1 strings (one character per byte), so that nothing is lost and slices are free. Rejects
// everything that two parsers could read differently (RFC 9112 sections 5 and 6).
import { charTable, isToken, trimmed } from '../../base/http-syntax.ts';

/** A peer's message that is not valid HTTP, as a value: the status that a server would send, and the reason. */
export interface Violation {
  readonly type: 'violation';
  readonly status: 400 | 417 | 431 | 501 | 505;
  readonly reason: string;
}

/** The fields of one head that concern framing and forwarding. Offsets are into the head string. */
export interface FieldScan {
  readonly type: 'fields';
  /** Value of Content-Length in bytes; -1 without one. */
  contentLength: number;
  chunked: boolean;
  /** Values of single-valued fields that the proxy acts on; null when absent. */
  host: string | null;
  upgrade: string | null;
  expect: string | null;
  /** Value of X-Proxy-Token, which is never forwarded. */
  token: string | null;
  /** Options of Connection, in lower case, separated by commas; empty when absent. */
  connection: string;
  /** Start and end of the Host line (after its CRLF); -1 when absent. */
  hostStart: number;
  hostEnd: number;
  hostCount: number;
  /** Pairs of offsets: the lines of Alt-Svc; null when absent. */
  altSvc: number[] | null;
  /** Pairs of offsets: hop-by-hop lines, which are not forwarded. */
  readonly dropped: number[];
}

const CR = 13;
const LF = 10;
const COLON = 58;

/** Holds 1 for each character of a token, by char code. */
export const TOKEN_TABLE = charTable((code) => isToken(String.fromCharCode(code)));

/**
 * Holds 1 for each character of a field value (RFC 9110 section 5.5), by char code: no CR, LF, NUL or other control.
 */
export const VALUE_TABLE = charTable((code) => code === 9 || (code >= 32 && code !== 127));

/** Names of the fields that `examine` handles. */
const EXAMINED_NAMES = [
  'host',
  'content-length',
  'transfer-encoding',
  'connection',
  'upgrade',
  'expect',
  'x-proxy-token',
  'alt-svc',
  'te',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
] as const;
type ExaminedName = (typeof EXAMINED_NAMES)[number];
const EXAMINED_LENGTHS = new Set<number>(EXAMINED_NAMES.map(({ length }) => length));
/** Holds 1 for the lengths of those names, so that most other fields cost one look-up. */
const EXAMINED = charTable((length) => EXAMINED_LENGTHS.has(length));

export function violation(status: Violation['status'], reason: string): Violation {
  return { type: 'violation', status, reason };
}

/** Parses the field lines of `head` from offset `at` to the empty line that ends it. */
export function scanFields(head: string, at: number): FieldScan | Violation {
  const scan: FieldScan = {
    type: 'fields',
    contentLength: -1,
    chunked: false,
    host: null,
    upgrade: null,
    expect: null,
    token: null,
    connection: '',
    hostStart: -1,
    hostEnd: -1,
    hostCount: 0,
    altSvc: null,
    dropped: [],
  };
  const first = at;
  const end = head.length - 2;
  while (at < end) {
    const lineStart = at;
    let code = head.charCodeAt(at);
    while (TOKEN_TABLE[code] === 1) code = head.charCodeAt(++at);
    if (code !== COLON || at === lineStart) return badName(head, lineStart, code);
    const nameEnd = at;
    code = head.charCodeAt(++at);
    while (VALUE_TABLE[code] === 1) code = head.charCodeAt(++at);
    if (code !== CR || head.charCodeAt(at + 1) !== LF) return badValue(head, lineStart, nameEnd, code);
    at += 2;
    if (EXAMINED[nameEnd - lineStart] === 1) {
      const violation = examine(scan, head, lineStart, nameEnd, at);
      if (violation !== null) return violation;
    }
  }
  if (scan.connection.length > 0) dropNamed(scan, head, first);
  return scan;
}

function badName(head: string, lineStart: number, code: number): Violation {
  if (code === 32 || code === 9) {
    return head.charCodeAt(lineStart) === code
      ? violation(400, 'a field line is folded (it starts with white space)')
      : violation(400, 'white space before the colon of a field');
  }
  if (code === COLON) return violation(400, 'a field has no name');
  if (code === CR || code === LF) return violation(400, 'a field line has no colon, or a bare CR or LF');
  return violation(400, `a field name holds the byte 0x${code.toString(16).padStart(2, '0')}`);
}

function badValue(head: string, lineStart: number, nameEnd: number, code: number): Violation {
  const name = head.slice(lineStart, nameEnd);
  const what =
    code === CR
      ? 'a bare CR'
      : code === LF
        ? 'a bare LF'
        : `the control byte 0x${code.toString(16).padStart(2, '0')}`;
  return violation(400, `the value of ${name} holds ${what}`);
}

/** Handles one field line whose name has the length of a known name. */
function examine(
  scan: FieldScan,
  head: string,
  start: number,
  nameEnd: number,
  end: number,
): Violation | null {
  // By this type, a case for a name that is missing in the list does not compile.
  switch (head.slice(start, nameEnd).toLowerCase() as ExaminedName) {
    case 'host':
      scan.hostCount += 1;
      scan.host = valueOf(head, nameEnd, end);
      scan.hostStart = start;
      scan.hostEnd = end;
      return null;
    case 'content-length':
      return contentLength(scan, valueOf(head, nameEnd, end));
    case 'transfer-encoding':
      return transferEncoding(scan, valueOf(head, nameEnd, end));
    case 'connection': {
      const options = valueOf(head, nameEnd, end).toLowerCase();
      scan.connection = scan.connection === '' ? options : `${scan.connection},${options}`;
      break;
    }
    case 'upgrade':
      scan.upgrade = valueOf(head, nameEnd, end);
      break;
    case 'expect':
      scan.expect = valueOf(head, nameEnd, end);
      return null;
    case 'x-proxy-token':
      scan.token = valueOf(head, nameEnd, end);
      break;
    case 'alt-svc':
      (scan.altSvc ??= []).push(start, end);
      return null;
    case 'te':
    case 'keep-alive':
    case 'proxy-connection':
    case 'proxy-authorization':
      break;
    default:
      return null;
  }
  scan.dropped.push(start, end);
  return null;
}

function valueOf(head: string, nameEnd: number, end: number): string {
  return trimmed(head.slice(nameEnd + 1, end - 2));
}

function contentLength(scan: FieldScan, value: string): Violation | null {
  if (scan.contentLength >= 0) return violation(400, 'duplicate Content-Length header');
  if (scan.chunked) return violation(400, 'both Transfer-Encoding and Content-Length are present');
  const length = readLength(value);
  if (length < 0) return violation(400, `Content-Length is not a length: ${printable(value)}`);
  scan.contentLength = length;
  return null;
}

/** 1 to 15 digits, which a number holds exactly; -1 for anything else. */
function readLength(value: string): number {
  if (value.length === 0 || value.length > 15) return -1;
  let length = 0;
  for (let at = 0; at < value.length; at += 1) {
    const digit = value.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    length = length * 10 + digit;
  }
  return length;
}

function transferEncoding(scan: FieldScan, value: string): Violation | null {
  if (scan.chunked) return violation(400, 'duplicate Transfer-Encoding header');
  if (scan.contentLength >= 0) return violation(400, 'both Content-Length and Transfer-Encoding are present');
  // RFC 9112 6.1: a coding that is not understood is 501, not a guess.
  if (value.toLowerCase() !== 'chunked') {
    const known = /^(gzip|deflate|compress|x-gzip|x-compress)\s*,\s*chunked$/i.test(value);
    return violation(known ? 501 : 400, `Transfer-Encoding is not chunked: ${printable(value)}`);
  }
  scan.chunked = true;
  return null;
}

/** A short, safe piece of what a peer sent, for messages. */
export function printable(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return JSON.stringify(short);
}

/** Options that name nothing to strip, or fields that are end to end whatever Connection says. */
const NOT_STRIPPED = new Set([
  '',
  'close',
  'keep-alive',
  'upgrade',
  'te',
  'proxy-connection',
  'proxy-authorization',
  'connection',
  'host',
  'content-length',
  'transfer-encoding',
  'x-proxy-token',
]);

/** Drops the fields that Connection names, which belong to this hop (RFC 9110 section 7.6.1). */
function dropNamed(scan: FieldScan, head: string, from: number): void {
  if (scan.connection === 'keep-alive' || scan.connection === 'close') return;
  const named = scan.connection
    .split(',')
    .map(trimmed)
    .filter((option) => !NOT_STRIPPED.has(option));
  if (named.length === 0) return;
  const ranges: number[] = [];
  for (let at = from; at < head.length - 2;) {
    const end = head.indexOf('\r\n', at) + 2;
    if (named.includes(head.slice(at, head.indexOf(':', at)).toLowerCase())) ranges.push(at, end);
    at = end;
  }
  mergeRanges(scan.dropped, ranges);
}

function mergeRanges(into: number[], added: readonly number[]): void {
  const pairs: [number, number][] = [];
  for (const list of [into, added]) {
    for (let i = 0; i < list.length; i += 2) pairs.push([list[i] ?? 0, list[i + 1] ?? 0]);
  }
  pairs.sort((a, b) => a[0] - b[0]);
  into.length = 0;
  for (const [start, end] of pairs) if (start !== into.at(-2)) into.push(start, end);
}

/** Returns the field lines from `from` up to the empty line, without the dropped ones. */
export function forwardedFields(head: string, from: number, dropped: readonly number[]): string {
  let kept = '';
  let at = from;
  for (let i = 0; i < dropped.length; i += 2) {
    kept += head.slice(at, dropped[i]);
    at = dropped[i + 1] ?? at;
  }
  return kept + head.slice(at, head.length - 2);
}

/** Returns the first value of a field, `name` in lower case, without making a list; undefined without the field. */
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

/** Returns field lines as name and value pairs, in order and case as received. */
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
