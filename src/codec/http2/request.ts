// The head of an HTTP/2 request (RFC 9113 section 8.3.1): parsed strictly, and rendered as HTTP/1 for a server that
// supports only that. Every message is rebuilt; none of its framing is copied.
import { isToken, trimmed } from '../../base/http-syntax.ts';
import { fieldAction, type FlatFields } from './fields.ts';

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

const COLON = 58;
/** Sections 8.3.1 and, for extended CONNECT, RFC 8441 section 4. */
const PSEUDO: ReadonlySet<string> = new Set([':method', ':scheme', ':authority', ':path', ':protocol']);

/** Parses `raw` as decoded from HPACK: pseudo-headers first, names in lower case. */
export function readHttp2Request(raw: FlatFields): Http2Request | Malformed {
  const pseudo: Record<string, string> = {};
  const fields: string[] = [];
  let host: string | null = null;
  let contentLength = -1;
  let takesTrailers = false;
  for (let at = 0; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    const value = raw[at + 1] ?? '';
    if (name.charCodeAt(0) === COLON) {
      if (!PSEUDO.has(name))
        return malformed(`it has ${JSON.stringify(name.slice(0, 50))}, which no request has`);
      if (fields.length > 0 || pseudo[name] !== undefined)
        return malformed(`${name} is duplicated or comes after other fields`);
      pseudo[name] = value;
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
      if (contentLength >= 0 || !/^\d{1,15}$/.test(value))
        return malformed('Content-Length is not one length');
      contentLength = Number(value);
    } else if (name === 'te') takesTrailers = true;
    fields.push(name, value);
  }
  const request = { type: 'request', fields, contentLength, takesTrailers } as const;
  return controlled(request, pseudo, host);
}

function controlled(
  request: Pick<Http2Request, 'type' | 'fields' | 'contentLength' | 'takesTrailers'>,
  pseudo: Readonly<Record<string, string>>,
  host: string | null,
): Http2Request | Malformed {
  const {
    ':method': method = '',
    ':scheme': scheme = null,
    ':path': path = null,
    ':protocol': protocol = null,
    ':authority': named = null,
  } = pseudo;
  if (!isToken(method)) return malformed('its method is not a method');
  // Section 8.3.1: when both are present, they must be equal.
  if (named !== null && host !== null && named.toLowerCase() !== host.toLowerCase())
    return malformed(':authority and Host differ');
  const authority = named ?? host;
  if (protocol !== null && method !== 'CONNECT') return malformed(':protocol is for CONNECT only');
  const plainConnect = method === 'CONNECT' && protocol === null;
  if (plainConnect !== (path === null) || plainConnect !== (scheme === null))
    return malformed('a pseudo-header is missing');
  if (path !== null && !isPath(path, method)) return malformed(':path is not a path');
  if (authority !== null && /[@\s/\\?#]/.test(authority)) return malformed(':authority is not a host');
  return { ...request, method, scheme: scheme?.toLowerCase() ?? null, authority, path, protocol };
}

export function malformed(reason: string): Malformed {
  return { type: 'malformed', reason };
}

/** True for a path without white space and controls, which would end the request line of HTTP/1. */
function isPath(path: string, method: string): boolean {
  if (path === '*') return method === 'OPTIONS';
  return path.startsWith('/') && !/[\0-\x20\x7f]/.test(path);
}

/**
 * Renders the head for a server that supports only HTTP/1.1. `chunked`: the body has no known length. Cookie fields are
 * joined (RFC 9113 section 8.2.3); trailers cannot be requested across this hop.
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
