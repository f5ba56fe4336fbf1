// The proxy in the environment, as on a company network. A run reaches servers through it, because direct connections
// are probably blocked.
import { readIpRange } from '../../base/ip-range.ts';
import { isLoopbackHost, readBypass } from '../../net/proxy-routes/bypass.ts';
import type { ExternalProxy } from '../../net/proxy-routes/external-proxy.ts';
import { UserError } from '../../base/errors.ts';

export interface EnvironmentProxy {
  readonly proxy: ExternalProxy;
  /** The variable that names it. */
  readonly variable: string;
}

/** As in curl and others, the spelling in lower case comes first. */
const VARIABLES = ['https_proxy', 'HTTPS_PROXY'] as const;

/**
 * Returns the proxy of `HTTPS_PROXY`, without the hosts of `NO_PROXY`; null when there is none. Throws a UserError
 * that names the variable when its value is not a proxy URL.
 */
export function environmentProxy(env: NodeJS.ProcessEnv): EnvironmentProxy | null {
  const variable = VARIABLES.find((name) => (env[name] ?? '').trim() !== '');
  const exempt = (env['no_proxy'] ?? env['NO_PROXY'] ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  if (variable === undefined || exempt.includes('*')) return null;
  const server = readServer(env[variable] ?? '');
  if (server === null) {
    throw new UserError(
      'INVALID_PARAMETER',
      `${variable} is not the URL of a proxy: give one such as http://proxy.example.com:3128, or unset it`,
    );
  }
  return {
    variable,
    proxy: { isEnabled: true, ...server, url: '', bypassHosts: exempt.flatMap(bypassEntry) },
  };
}

/**
 * Returns true when the proxy is our own, which listens on `port` of this machine: its connections would loop back to
 * it.
 */
export function isItself({ proxy }: EnvironmentProxy, port: number): boolean {
  return proxy.port === port && isLoopbackHost(proxy.host);
}

const TYPES = {
  http: { type: 'http', port: 80 },
  https: { type: 'https', port: 443 },
  socks5: { type: 'socks5', port: 1080 },
  socks5h: { type: 'socks5', port: 1080 },
} as const;

type Server = Pick<ExternalProxy, 'type' | 'host' | 'port' | 'username' | 'password'>;

function readServer(value: string): Server | null {
  const [, scheme = 'http', rest = ''] = /^(?:([a-z][a-z\d+.-]*):\/\/)?(.*)$/i.exec(value.trim()) ?? [];
  const known = Object.entries(TYPES).find(([name]) => name === scheme.toLowerCase())?.[1];
  // URL omits the default port of the schemes that it knows.
  const text = `proxy://${rest}`;
  if (known === undefined || !URL.canParse(text)) return null;
  const { hostname, port, username, password } = new URL(text);
  if (hostname === '') return null;
  return {
    type: known.type,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? known.port : Number(port),
    username: decoded(username),
    password: decoded(password),
  };
}

/** An entry of `NO_PROXY` stands for a host and all below it. One that means nothing here is left out. */
function bypassEntry(entry: string): readonly string[] {
  const text = /^[*.[]/.test(entry) || readIpRange(entry) !== null ? entry : `.${entry}`;
  try {
    readBypass([text]);
    return [text];
  } catch {
    return [];
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
