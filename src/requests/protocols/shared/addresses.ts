// The address and the credentials of a request whose URL has a scheme other than HTTP's.
import { UserError } from '../../../base/errors.ts';
import type { Auth } from '../../../collections/model/auth.ts';
import type { ConnectionOptions } from 'node:tls';
import type { HostPort } from '../../../net/open.ts';
import type { HttpSender } from '../../http/sender.ts';
import type { UrlParts } from '../../http/url.ts';

/** Returns the URL as typed, with its query parameters. */
export function typedUrl({ url, query }: UrlParts): string {
  const search = query.map(({ name, value }) => (value === null ? name : `${name}=${value}`)).join('&');
  const typed = url.trim();
  return search === '' ? typed : `${typed}${typed.includes('?') ? '&' : '?'}${search}`;
}

/**
 * Parses a URL with one of the schemes. A URL without a scheme gets the first one. Throws an Error that says what is
 * wrong.
 */
export function addressOf(parts: UrlParts, schemes: readonly string[]): URL {
  const typed = typedUrl(parts);
  if (typed === '') throw new UserError('INVALID_DATA', 'it has no URL');
  const given = /^([a-z][a-z\d+.-]*):\/\//i.exec(typed)?.[1]?.toLowerCase();
  const url = URL.parse(given === undefined ? `${schemes[0] ?? ''}://${typed}` : typed);
  const choices = schemes.map((scheme) => `${scheme}://`).join(', ');
  if (given !== undefined && !schemes.includes(given))
    throw new UserError('INVALID_DATA', `${shown(typed)} begins with ${given}://: begin it with ${choices}`);
  if (typed.includes('{{'))
    throw new UserError('INVALID_DATA', `${shown(typed)} is not complete: a variable in it has no value`);
  if (url === null || url.hostname === '')
    throw new UserError(
      'INVALID_DATA',
      `${shown(typed)} names no host: write ${schemes[0] ?? ''}://host:port`,
    );
  return url;
}

/** Returns the host, without brackets, and the port, as sockets expect them. */
export function hostAndPort(url: URL, defaultPort: number): HostPort {
  return { host: hostOf(url), port: url.port === '' ? defaultPort : Number(url.port) };
}

function hostOf({ hostname }: URL): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

export interface Login {
  readonly username: string;
  readonly password: string;
}

/** Returns the user name and password of the authorization `basic`, or else of the URL; null when neither has any. */
export function loginOf(auth: Auth, url: URL, protocol: string): Login | null {
  if (auth.type === 'basic') return { username: auth.username, password: auth.password };
  if (auth.type !== 'none' && auth.type !== 'inherit')
    throw new UserError(
      'UNSUPPORTED',
      `${protocol} has no authorization of the type ${auth.type}: choose basic`,
    );
  if (url.username === '') return null;
  return { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
}

/** Returns the URL without user name and password, for reports. */
export function publicUrl(url: URL): string {
  const shownUrl = new URL(url);
  shownUrl.username = '';
  shownUrl.password = '';
  return shownUrl.href;
}

/** Returns the options for TLS connections of libraries: the run's trust and certificates, and whether it verifies. */
export function tlsOptions(
  sender: HttpSender,
  { host, port }: HostPort,
  verifyTls: boolean,
): ConnectionOptions {
  return {
    secureContext: sender.trust(host, port).context,
    rejectUnauthorized: verifyTls,
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
  };
}

function shown(url: string): string {
  // A password must not appear in an error.
  const text = url.replace(/(:\/\/[^/?#@:]*):[^/?#@]*@/, '$1:…@');
  return JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
}
