// The head of an HTTP/2 request (RFC 9113 section 8.3.1): parsed strictly, and rendered as HTTP/1 for a server that
// supports only HTTP/1. Every message is rebuilt; no framing is copied.
import { charTable, trimmed } from '../../base/http-syntax.ts';
import { readLength, TOKEN_TABLE } from '../http1/fields.ts';
import type { FlatFields } from '../flat-fields.ts';
import { fieldAction } from './fields.ts';

export interface Http2Request {
  readonly type: 'request';
  readonly method: string;
  /** In lower case; null for CONNECT. */
  readonly scheme: string | null;
  /** `:authority`, or Host when that is missing; null without either. */
  readonly authority: string | null;
  /** Null for CONNECT. */
  readonly path: string | null;
  /** Protocol of an extended CONNECT (RFC 8441), such as `websocket`. */
  readonly protocol: string | null;
  /** Fields without pseudo-headers, Host and hop-by-hop fields. */
  readonly fields: FlatFields;
  /** Value of Content-Length; -1 without one. */
  readonly contentLength: number;
  /** True when the client accepts trailers (RFC 9110 section 10.1.4). */
  readonly takesTrailers: boolean;
}

/** A malformed request: a stream error, never forwarded (RFC 9113 section 8.1.1). */
export interface Malformed {
  readonly type: 'malformed';
  readonly reason: string;
}

/** The pseudo-headers of a request (section 8.3.1, and for extended CONNECT RFC 8441 section 4); null when absent. */
interface Control {
  method: string | null;
  scheme: string | null;
  authority: string | null;
  path: string | null;
  protocol: string | null;
}

const COLON = 58;

/** Holds 1 for the characters of a path: no white space, no control; 0x80 and above are accepted, since clients send them. */
const PATH_TABLE = charTable((code) => code > 32 && code !== 127);
/** Holds 1 for the characters of an authority: those of a path without the ones that would end it or begin another part. */
const AUTHORITY_TABLE = charTable((code) => !/[@\s/\\?#]/.test(String.fromCharCode(code)));

/** Parses `raw` as decoded from HPACK: pseudo-headers first, names in lower case. */
export function readHttp2Request(raw: FlatFields): Http2Request | Malformed {
  const control: Control = { method: null, scheme: null, authority: null, path: null, protocol: null };
  const fields: string[] = [];
  let host: string | null = null;
  let contentLength = -1;
  let takesTrailers = false;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const value = raw[at + 1] ?? '';
    if (name.charCodeAt(0) === COLON) {
      const reason = setControl(control, name, value, fields.length > 0);
      if (reason !== null) return malformed(reason);
      continue;
    }
    const judged = fieldAction(name, value);
    if (judged === 'malformed') return malformed(`it has the field ${name}, which HTTP/2 forbids`);
    if (judged === 'drop') continue;
    if (name === 'host') {
      if (host !== null) return malformed('duplicate Host header');
      host = value;
      continue;
    }
    if (name === 'content-length') {
      if (contentLength >= 0) return malformed('Content-Length is not one length');
      contentLength = readLength(value);
      if (contentLength < 0) return malformed('Content-Length is not one length');
    } else if (name === 'te') takesTrailers = true;
    fields.push(name, value);
  }
  const reason = violationOf(control, host);
  if (reason !== null) return malformed(reason);
  const { method, scheme, authority, path, protocol } = control;
  return {
    type: 'request',
    method: method ?? '',
    scheme: scheme === 'https' ? scheme : (scheme?.toLowerCase() ?? null),
    authority: authority ?? host,
    path,
    protocol,
    fields,
    contentLength,
    takesTrailers,
  };
}

/** Sets a pseudo-header; returns the reason why the request is malformed, null for none. */
function setControl(control: Control, name: string, value: string, isLate: boolean): string | null {
  let before: string | null;
  switch (name) {
    case ':method':
      before = control.method;
      control.method = value;
      break;
    case ':scheme':
      before = control.scheme;
      control.scheme = value;
      break;
    case ':authority':
      before = control.authority;
      control.authority = value;
      break;
    case ':path':
      before = control.path;
      control.path = value;
      break;
    case ':protocol':
      before = control.protocol;
      control.protocol = value;
      break;
    default:
      return `it has ${JSON.stringify(name.slice(0, 50))}, which no request has`;
  }
  return isLate || before !== null ? `${name} is duplicated or comes after other fields` : null;
}

/** Returns the reason why pseudo-headers and Host do not make a request; null for none. */
function violationOf(
  { method, scheme, authority, path, protocol }: Control,
  host: string | null,
): string | null {
  if (method === null || method === '' || !isOf(TOKEN_TABLE, method)) return 'its method is not a method';
  // Section 8.3.1: when both are present, they must be equal.
  if (authority !== null && host !== null && authority.toLowerCase() !== host.toLowerCase())
    return ':authority and Host differ';
  if (protocol !== null && method !== 'CONNECT') return ':protocol is for CONNECT only';
  const plainConnect = method === 'CONNECT' && protocol === null;
  if (plainConnect !== (path === null) || plainConnect !== (scheme === null))
    return 'a pseudo-header is missing';
  if (path !== null && !isPath(path, method)) return ':path is not a path';
  const named = authority ?? host;
  if (named !== null && !isOf(AUTHORITY_TABLE, named)) return ':authority is not a host';
  return null;
}

/** True when a table holds 1 for each character. */
function isOf(table: Uint8Array, text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (table[text.charCodeAt(at)] !== 1) return false;
  return true;
}

export function malformed(reason: string): Malformed {
  return { type: 'malformed', reason };
}

/** True for a path without white space and controls, which would end the request line of HTTP/1. */
function isPath(path: string, method: string): boolean {
  if (path === '*') return method === 'OPTIONS';
  return path.startsWith('/') && isOf(PATH_TABLE, path);
}

/**
 * Renders the head for a server that supports only HTTP/1.1. With `chunked`, the length of the body is unknown.
 * Cookie fields are joined (RFC 9113 section 8.2.3); trailers cannot be requested across this hop.
 */
export function asHttp1Request(
  request: {
    readonly method: string;
    readonly path: string;
    readonly authority: string;
    readonly fields: FlatFields;
  },
  chunked: boolean,
): string {
  const cookies: string[] = [];
  let lines = '';
  for (let at = 0; at < request.fields.length; at += 2) {
    const name = request.fields[at] ?? '';
    const value = request.fields[at + 1] ?? '';
    if (name === 'cookie') cookies.push(trimmed(value));
    else if (name !== 'te') lines += `${name}: ${value}\r\n`;
  }
  const cookie = cookies.length === 0 ? '' : `cookie: ${cookies.join('; ')}\r\n`;
  const framing = chunked ? 'transfer-encoding: chunked\r\n' : '';
  return `${request.method} ${request.path} HTTP/1.1\r\nhost: ${request.authority}\r\n${lines}${cookie}${framing}\r\n`;
}
