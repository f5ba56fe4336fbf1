// The external proxy of the settings: one proxy for every destination that is not bypassed, or a PAC file.
import { SettingError } from '../../base/errors.ts';
import { withoutUserInfo } from '../../base/without-user.ts';
import { pacResolver, type PacSource } from './pac/pac-resolver.ts';
import { readBypass, type Bypass } from './bypass.ts';
import { DIRECT, type UpstreamProxy, type ProxyRoute, type ProxyResolver } from './proxy-route.ts';

export interface ExternalProxy {
  readonly isEnabled: boolean;
  readonly type: 'http' | 'https' | 'socks5' | 'pac';
  /** Host of the proxy; unused for `pac`. */
  readonly host: string;
  readonly port: number;
  /** URL of the PAC file, for `pac`: http, https, file or data. */
  readonly url: string;
  /** Empty for a proxy without authentication. */
  readonly username: string;
  readonly password: string;
  /** Hosts that are reached without it: see `readBypass`. */
  readonly bypassHosts: readonly string[];
}

export interface ExternalProxyResolver extends ProxyResolver {
  close(): Promise<void>;
}

/**
 * Returns the resolver for the settings; null when the proxy is off. Throws an Error that names the invalid
 * field.
 */
export function externalProxyResolver(
  settings: ExternalProxy,
  source: PacSource,
): ExternalProxyResolver | null {
  if (!settings.isEnabled) return null;
  const bypass = readBypass(settings.bypassHosts);
  const account = accountOf(settings);
  if (settings.type === 'pac') return withBypass(bypass, pacResolver(settings.url, account, source));
  const proxy: UpstreamProxy = {
    type: settings.type,
    host: hostOf(settings.host),
    port: settings.port,
    account,
  };
  if (!Number.isInteger(proxy.port) || proxy.port < 1 || proxy.port > 65_535)
    throw new SettingError(`externalProxy.port: ${proxy.port} is not a port: write a number from 1 to 65535`);
  const routes: readonly ProxyRoute[] = [{ type: 'proxy', proxy }];
  return withBypass(bypass, {
    resolve: () => routes,
    reportFailure: () => undefined,
    close: () => Promise.resolve(),
  });
}

const STRAIGHT: readonly ProxyRoute[] = [DIRECT];

function withBypass(bypass: Bypass, routes: ExternalProxyResolver): ExternalProxyResolver {
  return {
    resolve: (destination) =>
      bypass(destination.host, destination.port) ? STRAIGHT : routes.resolve(destination),
    reportFailure: (proxy) => routes.reportFailure(proxy),
    close: () => routes.close(),
  };
}

function accountOf({ username, password }: ExternalProxy): UpstreamProxy['account'] {
  if (username === '' && password === '') return null;
  // RFC 7617 section 2: the first colon separates the password.
  if (username.includes(':')) throw new SettingError('externalProxy.username: it must not contain a colon');
  if (/[\0-\x1f\x7f]/.test(username + password))
    throw new SettingError(
      'externalProxy.username and externalProxy.password: they must not contain control characters',
    );
  if (Buffer.byteLength(username) > 255 || Buffer.byteLength(password) > 255)
    throw new SettingError('externalProxy.username and externalProxy.password: at most 255 bytes each');
  return { username, password };
}

function hostOf(text: string): string {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1');
  if (!/^[\w.~:%-]+$/.test(host)) {
    throw new SettingError(
      `externalProxy.host: ${JSON.stringify(withoutUserInfo(text))} is not a host: write a name or an address, without a scheme; a user goes into username and password`,
    );
  }
  return host;
}
