// Splits a pattern that is written like a URL into scheme, host, port and path.
import { domainToASCII } from 'node:url';

export interface UrlPattern {
  /** In lower case, with wildcards, `ws` as the `http` that carries it; null for any. */
  readonly scheme: string | null;
  /** The part before the first `/`: host and port in lower case, with wildcards. A default port is left out. */
  readonly authority: string;
  /** The default port that was left out, which the URL must have; null for none. */
  readonly port: number | null;
  /** The part from the first `/` on; empty without one. */
  readonly path: string;
}

const SCHEME = /^([a-z*?][a-z\d+.*?-]*):\/\//i;

export function parseUrlPattern(text: string): UrlPattern {
  const scheme = SCHEME.exec(text)?.[1];
  const rest = scheme === undefined ? text : text.slice(scheme.length + '://'.length);
  const slash = rest.indexOf('/');
  const written = asciiHost((slash < 0 ? rest : rest.slice(0, slash)).toLowerCase());
  const match = /^(.*):(80|443)$/.exec(written);
  const authority = match?.[1] ?? written;
  return {
    scheme: scheme === undefined ? null : httpScheme(scheme.toLowerCase()),
    authority,
    port: match === null ? null : Number(match[2]),
    path: slash < 0 ? '' : rest.slice(slash),
  };
}

// RFC 6455 section 1.7: a WebSocket starts as HTTP.
function httpScheme(scheme: string): string {
  return scheme.replace(/^ws(?=s?$|[*?])/, 'http');
}

function asciiHost(authority: string): string {
  return /^[\0-\x7f]*$/.test(authority) ? authority : domainToASCII(authority) || authority;
}

/** Returns the host of an authority, IPv6 without brackets. */
export function hostOf(authority: string): string {
  return authority
    .replace(/:\d+$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace('%25', '%');
}
