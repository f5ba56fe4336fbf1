// Parses the result of FindProxyForURL, such as `PROXY a.test:3128; SOCKS5 b.test; DIRECT`.
import { readAuthority } from '../../../codec/http1/target.ts';
import { DIRECT, type UpstreamProxy, type ProxyRoute } from '../proxy-route.ts';

/** Routes beyond this many are not tried. */
const MAX_ROUTES = 10;
const SHOWN = 100;

const TYPES: ReadonlyMap<string, { readonly type: UpstreamProxy['type']; readonly port: number }> = new Map([
  ['PROXY', { type: 'http', port: 80 }],
  ['HTTP', { type: 'http', port: 80 }],
  ['HTTPS', { type: 'https', port: 443 }],
  // Browsers read a plain SOCKS as version 4; here the proxy resolves the names (4a).
  ['SOCKS', { type: 'socks4', port: 1080 }],
  ['SOCKS4', { type: 'socks4', port: 1080 }],
  ['SOCKS5', { type: 'socks5', port: 1080 }],
]);

/** Returns the routes in order, or `error` when none is known. An empty result means a direct connection. */
export function readPacResult(
  text: string,
  account: UpstreamProxy['account'],
): { readonly routes: readonly ProxyRoute[] } | { readonly error: string } {
  const entries = text.split(';', MAX_ROUTES * 2).map((entry) => entry.trim());
  if (entries.every((entry) => entry === '')) return { routes: [DIRECT] };
  const routes = entries.flatMap((entry) => routeOf(entry, account)).slice(0, MAX_ROUTES);
  if (routes.length > 0) return { routes };
  return {
    error: `its answer ${JSON.stringify(text.slice(0, SHOWN))} names no known kind of proxy, such as PROXY host:port or DIRECT`,
  };
}

function routeOf(entry: string, account: UpstreamProxy['account']): readonly ProxyRoute[] {
  const [word = '', endpoint, ...more] = entry.split(/\s+/);
  if (word.toUpperCase() === 'DIRECT' && endpoint === undefined) return [DIRECT];
  const known = TYPES.get(word.toUpperCase());
  const authority = readAuthority(endpoint ?? '', known?.port ?? 0);
  if (known === undefined || authority === null || more.length > 0) return [];
  return [{ type: 'proxy', proxy: { type: known.type, ...authority, account } }];
}
