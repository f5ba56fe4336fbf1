// The destination of a request, as a URL and in parts. The path is never normalised, so that users can test how servers
// handle `..` and unusual characters.
import { domainToASCII } from 'node:url';
import { defaultPort, formatAuthority, readAuthority } from '../codec/http1/target.ts';
import type { Flow, FlowTarget, NetworkTarget } from './flow.ts';

export interface Destination<Target extends FlowTarget = FlowTarget> {
  readonly target: Target;
  /** Path and query. */
  readonly path: string;
}

const HTTP_URL = /^(https?):\/\/([^/?#\\]*)([/?][^#]*)?(?:#.*)?$/is;

/** Parses an http or https URL without user and password, without its fragment; null for anything else. */
export function readDestination(url: string): Destination<NetworkTarget> | null {
  const [, name = '', authority = '', rest = ''] = HTTP_URL.exec(url) ?? [];
  const scheme = name.toLowerCase() === 'https' ? 'https' : 'http';
  const found = readAuthority(asciiAuthority(authority), defaultPort(scheme));
  // Node's parser also refuses hosts that look valid, such as 300.1.1.1.
  if (name === '' || found === null || !URL.canParse(`${scheme}://${authority}/`)) return null;
  const path = encodedPath(rest.startsWith('/') ? rest : `/${rest}`);
  return path === null ? null : { target: { scheme, ...found }, path };
}

const MCP_URL = /^mcp:\/\/([\w.-]{1,100})(\/[^#]*)?$/i;

/** Parses the URL of a recorded exchange, which may also be a message to an MCP server on pipes; null for anything else. */
export function readRecordedDestination(url: string): Destination | null {
  const [, host, rest = '/'] = MCP_URL.exec(url) ?? [];
  if (host === undefined) return readDestination(url);
  const path = encodedPath(rest);
  return path === null ? null : { target: { scheme: 'mcp', host: host.toLowerCase(), port: 0 }, path };
}

/** Returns the authority for a Host field: without the scheme's own port. */
export function authorityOf({ scheme, host, port }: FlowTarget): string {
  return formatAuthority(host, port, scheme);
}

/**
 * Returns a path and query that may stand in a request: characters beyond ASCII are percent-encoded. Null
 * when it contains spaces or control characters.
 */
export function encodedPath(path: string): string | null {
  if (/[\0-\x20\x7f]/.test(path)) return null;
  return path.toWellFormed().replace(/[^\0-\x7f]+/g, encodeURIComponent);
}

function asciiAuthority(authority: string): string {
  const [, host = '', port = ''] = /^(.*?)((?::\d*)?)$/s.exec(authority) ?? [];
  return /[^\0-\x7f]/.test(host) ? domainToASCII(host) + port : authority;
}

/** Returns the IP address of the server, or of the external proxy; null when it is not known. */
export function serverAddress({ remoteAddress }: Flow): string | null {
  return remoteAddress?.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1') ?? null;
}
