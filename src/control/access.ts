// Access control of the API: for programs of this machine that hold the token, and no web page but our own. A page of
// another site in the user's browser can reach loopback too, so Host and Origin are checked as well.
import { isAliasHost } from '../base/alias-hosts.ts';
import { ipBytes, isLoopback } from '../base/ip.ts';
import type { LocalRequest, LocalResponse } from '../base/local-http.ts';
import { failure } from './response.ts';
import { readAuthority } from './authority.ts';
import { isSameToken, TOKEN_HEADER, type ApiToken } from './token.ts';

/**
 * Returns 403 for a caller on another machine, and for a page that uses a foreign Host or Origin; null lets the request
 * pass.
 */
export function refusal(request: LocalRequest, port: number): LocalResponse | null {
  if (!request.openedBy.isLoopback) return failure(403, 'The API is only available on this Mac');
  if (!isOwnAuthority(request.authority, port, request.secure ? 443 : 80)) {
    return failure(403, `Host ${quoted(request.authority)} is not this proxy: use 127.0.0.1:${port}`);
  }
  const foreign = valuesOf(request, 'origin').find((origin) => !isOwnOrigin(origin, port));
  if (foreign === undefined) return null;
  return failure(403, `Origin ${quoted(foreign)} may not use the API: web pages of other sites are refused`);
}

/** Returns 401 for a request without the token; null lets it pass. */
export function tokenRefusal(request: LocalRequest, { token, path }: ApiToken): LocalResponse | null {
  const tokens = valuesOf(request, TOKEN_HEADER.toLowerCase());
  if (tokens.length === 1 && tokens[0] !== undefined && isSameToken(tokens[0], token)) return null;
  const error = tokens.length === 0 ? 'is missing' : 'is wrong';
  return failure(401, `The header ${TOKEN_HEADER} ${error}: send the token that is in ${path}`);
}

function valuesOf(request: LocalRequest, name: string): string[] {
  return request.headers.filter((header) => header.name.toLowerCase() === name).map(({ value }) => value);
}

function isOwnOrigin(origin: string, port: number): boolean {
  const [, scheme, authority = ''] = /^(https?):\/\/(.*)$/.exec(origin) ?? [];
  return scheme !== undefined && isOwnAuthority(authority, port, scheme === 'https' ? 443 : 80);
}

/**
 * True when `host[:port]` names this proxy in a way that DNS rebinding cannot: a loopback address or `localhost` with
 * the proxy's port, or an alias host, which only the proxy itself resolves. `schemePort` stands for a missing port.
 */
function isOwnAuthority(authority: string, port: number, schemePort: number): boolean {
  const named = readAuthority(authority);
  if (named === null) return false;
  const { host } = named;
  const usedPort = named.port ?? schemePort;
  if (isAliasHost(host)) return usedPort === port || usedPort === 80 || usedPort === 443;
  return usedPort === port && (host === 'localhost' || host === 'localhost.' || isLoopbackText(host));
}

function isLoopbackText(address: string): boolean {
  const bytes = ipBytes(address);
  return bytes !== null && isLoopback(bytes);
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 200));
}
