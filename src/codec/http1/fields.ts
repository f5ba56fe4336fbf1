// The field section of an HTTP/1 head: validated byte by byte, and interpreted only as far as framing and forwarding
// require. Works on latin1 strings (one character per byte), so that nothing is lost and slices are free. Rejects
// everything that two parsers could read differently (RFC 9112 sections 5 and 6).
import { charTable, isToken, trimmed } from '../../base/http-syntax.ts';
import { isConnectionLogin } from '../connection-login.ts';
import { joinedRanges } from './field-lines.ts';

/** A violation of HTTP by a peer's message, as a value: the status that a server would send, and the reason. */
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
  /** True with credentials, or a challenge, that authenticate the connection. */
  bindsConnection: boolean;
  /** Pairs of offsets: hop-by-hop lines, which are not forwarded. */
  dropped: number[];
}

const CR = 13;
const LF = 10;
const COLON = 58;
const SPACE = 32;

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
  'authorization',
  'www-authenticate',
  'proxy-authenticate',
] as const;
type ExaminedName = (typeof EXAMINED_NAMES)[number];
const LONGEST_NAME = Math.max(...EXAMINED_NAMES.map(({ length }) => length));
/** Those names by their length, so that most other fields cost one look-up. */
const EXAMINED: readonly (readonly ExaminedName[])[] = Array.from({ length: LONGEST_NAME + 1 }, (_, length) =>
  EXAMINED_NAMES.filter((name) => name.length === length),
);

/** Shared by the heads of which every line is forwarded, which are most; never changed. */
const NO_LINES: number[] = [];

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
    bindsConnection: false,
    dropped: NO_LINES,
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
    const name = examinedName(head, lineStart, nameEnd);
    if (name !== null) {
      const violation = examine(scan, name, head, lineStart, nameEnd, at);
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

/** Returns the name of a field line when it is one that is examined, in any spelling, without making a string. */
function examinedName(head: string, start: number, end: number): ExaminedName | null {
  const names = EXAMINED[end - start];
  if (names === undefined) return null;
  for (const name of names) if (isName(head, start, name)) return name;
  return null;
}

/** `name` is in lower case. No two characters of a token differ in this bit alone, except for letters. */
function isName(head: string, start: number, name: string): boolean {
  for (let at = 0; at < name.length; at += 1)
    if ((head.charCodeAt(start + at) | 32) !== name.charCodeAt(at)) return false;
  return true;
}

function examine(
  scan: FieldScan,
  name: ExaminedName,
  head: string,
  start: number,
  nameEnd: number,
  end: number,
): Violation | null {
  switch (name) {
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
    case 'authorization':
    case 'www-authenticate':
    case 'proxy-authenticate':
      scan.bindsConnection ||= isConnectionLogin(valueOf(head, nameEnd, end));
      return null;
    case 'proxy-authorization':
      scan.bindsConnection ||= isConnectionLogin(valueOf(head, nameEnd, end));
      break;
    case 'te':
    case 'keep-alive':
    case 'proxy-connection':
      break;
  }
  if (scan.dropped === NO_LINES) scan.dropped = [start, end];
  else scan.dropped.push(start, end);
  return null;
}

function valueOf(head: string, nameEnd: number, end: number): string {
  // Most values follow a single space. Skipping it here means that they are cut out only once.
  const start = nameEnd + (head.charCodeAt(nameEnd + 1) === SPACE ? 2 : 1);
  return trimmed(head.slice(start, end - 2));
}

function contentLength(scan: FieldScan, value: string): Violation | null {
  if (scan.contentLength >= 0) return violation(400, 'duplicate Content-Length header');
  if (scan.chunked) return violation(400, 'both Transfer-Encoding and Content-Length are present');
  const length = readLength(value);
  if (length < 0) return violation(400, `Content-Length is not a length: ${printable(value)}`);
  scan.contentLength = length;
  return null;
}

/** Reads a Content-Length of 1 to 15 digits, which a JavaScript number represents exactly; -1 for anything else. */
export function readLength(value: string): number {
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
  // RFC 9112 section 6.1: a coding that is not understood gets a 501, not a guess.
  if (value.toLowerCase() !== 'chunked') {
    const known = /^(gzip|deflate|compress|x-gzip|x-compress)\s*,\s*chunked$/i.test(value);
    return violation(known ? 501 : 400, `Transfer-Encoding is not chunked: ${printable(value)}`);
  }
  scan.chunked = true;
  return null;
}

/** Returns a short, printable excerpt of a peer's text, for messages. */
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
  scan.dropped = joinedRanges(scan.dropped, ranges);
}
