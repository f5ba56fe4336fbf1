// The four forms of a request target (RFC 9112 section 3.2), and host:port pairs.
import { violation, printable, type Violation } from './fields.ts';

export type RequestTarget =
  | { readonly type: 'origin'; readonly path: string }
  | {
      readonly type: 'absolute';
      readonly scheme: 'http' | 'https';
      readonly host: string;
      readonly port: number;
      readonly authority: string;
      readonly path: string;
    }
  | { readonly type: 'authority'; readonly host: string; readonly port: number }
  | { readonly type: 'asterisk' };

const ABSOLUTE = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)(.*)$/is;

export function readTarget(method: string, target: string): RequestTarget | Violation {
  if (method === 'CONNECT') {
    const authority = readAuthority(target, 0);
    return authority === null || authority.port === 0
      ? violation(400, `CONNECT names no host and port: ${printable(target)}`)
      : { type: 'authority', ...authority };
  }
  if (target.startsWith('/')) return { type: 'origin', path: target };
  if (target === '*')
    return method === 'OPTIONS' ? { type: 'asterisk' } : violation(400, `${method} * is not a request`);
  return readAbsolute(method, target);
}

function readAbsolute(method: string, target: string): RequestTarget | Violation {
  const match = ABSOLUTE.exec(target);
  if (match === null) return violation(400, `the target is neither a path nor a URL: ${printable(target)}`);
  const [, schemeText = '', authorityText = '', rest = ''] = match;
  const scheme = SCHEMES.get(schemeText.toLowerCase());
  if (scheme === undefined) return violation(400, `the scheme ${printable(schemeText)} cannot be forwarded`);
  if (rest.startsWith('#')) return violation(400, 'the target has a fragment in place of a path');
  const authority = readAuthority(authorityText, defaultPort(scheme));
  if (authority === null) return violation(400, `the URL has no valid host: ${printable(authorityText)}`);
  return {
    type: 'absolute',
    scheme,
    ...authority,
    authority: authorityText,
    // RFC 9112 section 3.2.4: OPTIONS without a path concerns the server as a whole.
    path: rest.startsWith('/') ? rest : rest === '' && method === 'OPTIONS' ? '*' : `/${rest}`,
  };
}

/** WebSocket clients may use ws and wss, which stand for http and https (RFC 6455 section 1.7). */
const SCHEMES: ReadonlyMap<string, 'http' | 'https'> = new Map([
  ['http', 'http'],
  ['https', 'https'],
  ['ws', 'http'],
  ['wss', 'https'],
]);

/** `mcp`: a server on pipes, which has no port. */
export type Scheme = 'http' | 'https' | 'mcp';

/** Returns the port of a URL that names none; 0 where there are no ports. */
export function defaultPort(scheme: Scheme): number {
  if (scheme === 'mcp') return 0;
  return scheme === 'https' ? 443 : 80;
}

const AUTHORITY = /^(?:\[([0-9a-f:.]+(?:%25[\w.~-]+)?)\]|([\w.~!$&'()*+,;=%-]+))(?::(\d{0,5}))?$/i;

/**
 * Parses `host`, `host:port` or `[v6]:port` (RFC 3986 section 3.2, without userinfo). Returns the host in lower case,
 * an IPv6 address without brackets; null when malformed.
 */
export function readAuthority(text: string, fallback: number): { host: string; port: number } | null {
  const match = AUTHORITY.exec(text);
  if (match === null) return null;
  const port = match[3] === undefined || match[3] === '' ? fallback : Number(match[3]);
  if (port > 65535 || (match[3] !== undefined && match[3] !== '' && port === 0)) return null;
  return { host: (match[1]?.replace('%25', '%') ?? match[2] ?? '').toLowerCase(), port };
}

/** Renders `host` for a URL or a Host field: IPv6 in brackets, without the scheme's default port. */
export function formatAuthority(host: string, port: number, scheme?: Scheme): string {
  const shown = host.includes(':') ? `[${host.replace('%', '%25')}]` : host;
  return scheme !== undefined && port === defaultPort(scheme) ? shown : `${shown}:${port}`;
}
