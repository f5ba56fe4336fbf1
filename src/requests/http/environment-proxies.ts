// Proxies from environment variables, as curl and other programs read them: HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and
// NO_PROXY.
import { UserError } from '../../base/errors.ts';
import { readBypass } from '../../net/proxy-routes/bypass.ts';
import { externalProxyResolver, type ExternalProxy } from '../../net/proxy-routes/external-proxy.ts';
import type { ProxyResolver } from '../../net/proxy-routes/proxy-route.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the proxies, or null when no such variable is set. Throws an Error that names a variable that cannot be
 * used.
 */
export function environmentProxies(environment: Environment): ProxyResolver | null {
  const plain = resolverFor(environment, 'http_proxy');
  const secure = resolverFor(environment, 'https_proxy');
  if (plain === null && secure === null) return null;
  const direct = [{ type: 'direct' }] as const;
  return {
    resolve: (destination) => (destination.isSecure ? secure : plain)?.resolve(destination) ?? direct,
    reportFailure(proxy) {
      plain?.reportFailure(proxy);
      secure?.reportFailure(proxy);
    },
  };
}

function resolverFor(environment: Environment, name: 'http_proxy' | 'https_proxy'): ProxyResolver | null {
  // Under CGI, the upper-case variable is a header of the client (RFC 3875, section 4.1.18).
  const upperCaseName =
    name === 'http_proxy' && environment['REQUEST_METHOD'] !== undefined ? '' : name.toUpperCase();
  const variable = [name, upperCaseName, 'all_proxy', 'ALL_PROXY'].find(
    (each) => (environment[each] ?? '') !== '',
  );
  if (variable === undefined) return null;
  try {
    return externalProxyResolver(settingsOf(environment[variable] ?? '', environment), {
      resolve: () => Promise.reject(new Error('there is no PAC file')),
    });
  } catch (error) {
    throw new UserError(
      'INVALID_DATA',
      `${variable} is not a valid proxy URL: use one such as http://proxy.example.com:3128`,
      {
        cause: error,
      },
    );
  }
}

const TYPES: Readonly<Record<string, ExternalProxy['type']>> = {
  'http:': 'http',
  'https:': 'https',
  'socks5:': 'socks5',
  'socks5h:': 'socks5',
  'socks:': 'socks5',
};

function settingsOf(text: string, environment: Environment): ExternalProxy {
  const url = new URL(text.includes('://') ? text : `http://${text}`);
  const type = TYPES[url.protocol];
  if (type === undefined)
    throw new UserError('UNSUPPORTED', `${url.protocol} is not a supported proxy protocol`);
  const defaultPort = type === 'socks5' ? 1080 : type === 'https' ? 443 : 80;
  return {
    isEnabled: true,
    type,
    url: '',
    host: url.hostname,
    port: url.port === '' ? defaultPort : Number(url.port),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    // Unless NO_PROXY names it, localhost is reached through the proxy too, because local services are what is
    // debugged.
    bypassHosts: ['<-loopback>', ...parseNoProxy(environment['no_proxy'] ?? environment['NO_PROXY'] ?? '')],
  };
}

/** Parses NO_PROXY. A name also stands for its subdomains; invalid entries are skipped. */
function parseNoProxy(list: string): readonly string[] {
  return list
    .split(/[\s,]+/)
    .filter((each) => each !== '')
    .flatMap((each) => {
      const name = each.replace(/^\*?\./, '');
      return /^[\d.:[\]/]+$/.test(name) || name === '*' ? [name] : [name, `*.${name}`];
    })
    .filter(isReadable);
}

function isReadable(entry: string): boolean {
  try {
    readBypass([entry]);
    return true;
  } catch {
    return false;
  }
}
