// Parses the head of an HTTP/1 request (RFC 9112 sections 3, 5 and 6) from a latin1 string that ends with the empty
// line. Violations are returned, so that no input throws.
import { NO_BODY, type Framing } from './framing.ts';
import { hasOption } from '../../base/http-syntax.ts';
import { violation, printable, TOKEN_TABLE, type Violation, type FieldScan } from './fields.ts';
import { scanAfter } from './repeated-head.ts';

export interface RequestHead {
  readonly type: 'request';
  /** As received, through the empty line. */
  readonly raw: string;
  readonly method: string;
  readonly target: string;
  /** Minor version: 0 or 1. */
  readonly minor: 0 | 1;
  readonly fields: FieldScan;
  /** Offset of the first field line. */
  readonly fieldsStart: number;
  /** True when the client keeps the connection open after this exchange. */
  readonly keepAlive: boolean;
}

const SPACE = 32;
const COLON = 58;

/** Holds 1 for letters, digits, dot and hyphen. */
const PLAIN = Uint8Array.from({ length: 128 }, (_, code) =>
  /[A-Za-z0-9.-]/.test(String.fromCharCode(code)) ? 1 : 0,
);

/**
 * Holds 1 for the characters of a request target: no space, no control; 0x80 and above are accepted, since clients send
 * them.
 */
const TARGET = Uint8Array.from({ length: 256 }, (_, code) => (code > 32 && code !== 127 ? 1 : 0));

/** Parses a head. `before` is the previous head on the connection. */
export function readRequestHead(raw: string, before: RequestHead | null = null): RequestHead | Violation {
  let at = 0;
  while (TOKEN_TABLE[raw.charCodeAt(at)] === 1) at += 1;
  if (at === 0 || raw.charCodeAt(at) !== SPACE)
    return violation(400, 'the request line does not start with a method and one space');
  const method = raw.slice(0, at);
  const targetStart = ++at;
  while (TARGET[raw.charCodeAt(at)] === 1) at += 1;
  if (at === targetStart || raw.charCodeAt(at) !== SPACE)
    return violation(400, 'the request line has no target, or one with a space or control');
  const target = raw.slice(targetStart, at);
  const minor = readVersion(raw, at + 1);
  if (typeof minor !== 'number') return minor;
  const fieldsStart = at + 11;
  const fields = scanAfter(before, raw, fieldsStart);
  if (fields.type === 'violation') return fields;
  const framingError = framingViolation(minor, fields);
  if (framingError !== null) return framingError;
  const keepAlive =
    minor === 1 ? !hasOption(fields.connection, 'close') : hasOption(fields.connection, 'keep-alive');
  return { type: 'request', raw, method, target, minor, fields, fieldsStart, keepAlive };
}

function readVersion(raw: string, at: number): 0 | 1 | Violation {
  if (raw.startsWith('HTTP/1.1\r\n', at)) return 1;
  if (raw.startsWith('HTTP/1.0\r\n', at)) return 0;
  const shown = raw.slice(at, raw.indexOf('\r\n', at));
  return /^HTTP\/\d\.\d$/.test(shown)
    ? violation(505, `${shown} is not supported: use HTTP/1.0 or HTTP/1.1`)
    : violation(400, `the request line does not end with a version: ${printable(shown)}`);
}

function framingViolation(minor: 0 | 1, fields: FieldScan): Violation | null {
  // RFC 9112 section 6.1: chunked in HTTP/1.0 is faulty framing.
  if (minor === 0 && fields.chunked) return violation(400, 'Transfer-Encoding in an HTTP/1.0 request');
  if (fields.hostCount > 1) return violation(400, 'duplicate Host header');
  if (minor === 1 && fields.host === null) return violation(400, 'Host is missing');
  if (fields.host !== null && !isHostValue(fields.host))
    return violation(400, `Host is not a host: ${printable(fields.host)}`);
  if (fields.expect !== null && fields.expect.toLowerCase() !== '100-continue') {
    return violation(417, `Expect is not 100-continue: ${printable(fields.expect)}`);
  }
  return null;
}

/** Returns the framing of a request body, which never ends with the connection (RFC 9112 section 6.3). */
export function requestFraming({ fields }: RequestHead): Framing {
  if (fields.chunked) return { type: 'chunked' };
  return fields.contentLength > 0 ? { type: 'length', length: fields.contentLength } : NO_BODY;
}

/** True for a host with an optional port (RFC 9110 section 7.2); it may be empty. */
function isHostValue(host: string): boolean {
  let at = 0;
  while (at < host.length && PLAIN[host.charCodeAt(at)] === 1) at += 1;
  const portEnd = host.charCodeAt(at) === COLON ? digitsEnd(host, at + 1) : at;
  // Nearly every Host is a plain name, perhaps with a port, and needs no pattern.
  if (portEnd === host.length && portEnd - at <= 6) return true;
  return /^(?:\[[0-9A-Fa-f:.]+(?:%25[\w.~-]+)?\]|[\w.~!$&'()*+,;=%\-\x80-\xff]*)(?::\d{0,5})?$/.test(host);
}

function digitsEnd(text: string, at: number): number {
  while (text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) at += 1;
  return at;
}
