// Credentials of a command: an Authorization header where that suffices, otherwise the fields to sign the request or
// to answer a challenge.
import { isOn, lastOf } from './last-option.ts';
import type { HeaderCollector } from './headers.ts';
import type { Option } from './options.ts';
import type { Warn } from './placeholders.ts';

export type Login =
  | { readonly type: 'basic' | 'digest' | 'ntlm'; readonly username: string; readonly password: string }
  | {
      readonly type: 'awsv4';
      readonly accessKey: string;
      readonly secretKey: string;
      readonly region: string;
      readonly service: string;
    };

/** Adds an Authorization header to `headers` where that suffices, and then returns a function that returns null. */
export function loginOf(options: readonly Option[], headers: HeaderCollector, warn: Warn): LoginFor {
  const token = lastOf(options, 'oauth2-bearer');
  const user = lastOf(options, 'user');
  if (headers.has('authorization')) return noLogin;
  if (token !== null) headers.add('Authorization', `Bearer ${token}`);
  if (token !== null || user === null) return noLogin;
  const colon = user.indexOf(':');
  const username = colon < 0 ? user : user.slice(0, colon);
  const password = colon < 0 ? '' : user.slice(colon + 1);
  if (colon < 0) warn('curl would ask for the password of the user: it was left empty');
  const signing = lastOf(options, 'aws-sigv4');
  if (signing !== null) return (url) => awsLogin(signing, url, username, password);
  if (isOn(options, 'negotiate')) {
    warn('--negotiate is not supported: the user was left out');
    return noLogin;
  }
  const challenged = (['ntlm', 'digest'] as const).find((name) => isOn(options, name));
  if (challenged !== undefined) return () => ({ type: challenged, username, password });
  // Encoded in base64, a variable would no longer be recognised.
  if (user.includes('{{')) return () => ({ type: 'basic', username, password });
  headers.add('Authorization', `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
  return noLogin;
}

/** Returns the login for a URL. */
export type LoginFor = (url: string) => Login | null;

const noLogin: LoginFor = () => null;

/** Parses `provider:provider:region:service`; missing parts are taken from the host. */
function awsLogin(signing: string, url: string, accessKey: string, secretKey: string): Login {
  const [, , region = '', service = ''] = signing.split(':');
  const [, host = ''] = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(url) ?? [];
  const [first = '', second = ''] = host.split('.');
  return {
    type: 'awsv4',
    accessKey,
    secretKey,
    region: region || second || 'us-east-1',
    service: service || first,
  };
}
