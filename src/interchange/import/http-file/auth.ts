// Converts the header Authorization, whose short forms clients complete: `Basic user password`, `Digest user password`,
// `AWS key secret`, `oauth2 grant prefix` and `Bearer {{$auth.token("id")}}`.
import { auth as authModel, INHERIT, type Auth } from '../../../collections/model/auth.ts';
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { maskTemplates, wordsOf, type FileHeader } from '../../../documents/http-file/index.ts';
import type { ImportContext } from '../shared/import-context.ts';

export interface HeaderAuth {
  readonly auth: Auth;
  /** The headers that remain. */
  readonly headers: readonly FileHeader[];
}

/** OAuth 2 configurations of environments by their id. */
export type Security = ReadonlyMap<string, JsonObject>;

export function authOf(
  headers: readonly FileHeader[],
  security: Security,
  context: ImportContext,
): HeaderAuth {
  const all = headers.filter(({ name, enabled }) => enabled && name.toLowerCase() === 'authorization');
  const [header] = all;
  if (header === undefined || all.length > 1) return { auth: INHERIT, headers };
  const auth = fromValue(header.value.trim(), security, context);
  return auth === null
    ? { auth: INHERIT, headers }
    : { auth, headers: headers.filter((each) => each !== header) };
}

/** Returns null for a value that is sent as it is. */
function fromValue(value: string, security: Security, context: ImportContext): Auth | null {
  const [, token] = /\{\{\s*\$auth\.(?:token|idToken)\((["'])(.+?)\1\)\s*\}\}/.exec(value)?.slice(1) ?? [];
  if (token !== undefined) return configured(token, security, context);
  const [, scheme = '', rest = ''] = /^([A-Za-z][\w-]*)\s+(.*)$/.exec(value) ?? [value, value];
  switch (scheme.toLowerCase()) {
    case 'basic':
      return withPassword('basic', rest);
    case 'digest':
      return withPassword('digest', rest);
    case 'bearer':
      return /^\S+$|^\{\{[^{}]*\}\}$/.test(rest) ? { type: 'bearer', token: rest } : null;
    case 'aws':
      return aws(rest);
    case 'oauth2':
    case 'openid':
      return prefixed(rest.trim());
    default:
      return null;
  }
}

/** Takes `user password` and `user:password`; null for anything else, such as base64. */
function withPassword(type: 'basic' | 'digest', text: string): Auth | null {
  const words = wordsOf(text);
  const [first = ''] = words;
  const masked = maskTemplates(first);
  const colon = masked.indexOf(':');
  if (words.length === 1 && colon < 0) return null;
  const given =
    words.length === 1
      ? { username: first.slice(0, colon), password: first.slice(colon + 1) }
      : { username: first.replace(/:$/, ''), password: words.slice(1).join(' ') };
  return authModel.parse({ type, ...given });
}

function aws(text: string): Auth | null {
  const words = wordsOf(text);
  const named = (name: string): string | undefined =>
    words.find((word) => word.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1);
  const [accessKey, secretKey] = words.filter((word) => !/^(?:token|region|service):/i.test(word));
  if (accessKey === undefined || secretKey === undefined) return null;
  return authModel.parse({
    type: 'awsv4',
    accessKey,
    secretKey,
    sessionToken: named('token'),
    region: named('region'),
    service: named('service'),
  });
}

const GRANTS: Readonly<Record<string, string>> = {
  client_credentials: 'clientCredentials',
  'client credentials': 'clientCredentials',
  password: 'password',
  authorization_code: 'authorizationCode',
  code: 'authorizationCode',
  'authorization code': 'authorizationCode',
  device_code: 'deviceCode',
  'device authorization': 'deviceCode',
  implicit: 'implicit',
};

/** `grant prefix`: fields are variables that begin with the prefix. */
function prefixed(text: string): Auth {
  const [first = '', second] = text.split(/\s+/);
  const isGrant = Object.hasOwn(GRANTS, first.toLowerCase());
  const prefix = (isGrant ? second : first) || 'oauth2';
  const field = (name: string): string => `{{${prefix}_${name}}}`;
  const grant = (isGrant ? GRANTS[first.toLowerCase()] : undefined) ?? 'clientCredentials';
  const isInteractive = grant === 'authorizationCode' || grant === 'implicit';
  return authModel.parse({
    type: 'oauth2',
    grant,
    accessTokenUrl: field('tokenEndpoint'),
    clientId: field('clientId'),
    clientSecret: grant === 'implicit' ? '' : field('clientSecret'),
    ...(isInteractive && { authUrl: field('authorizationEndpoint') }),
    ...(grant === 'deviceCode' && { deviceUrl: field('deviceCodeEndpoint') }),
    ...(grant === 'password' && { username: field('username'), password: field('password') }),
  });
}

/** Returns the configuration of an environment, whose fields are variables of that environment. */
function configured(id: string, security: Security, context: ImportContext): Auth | null {
  const fields = security.get(id);
  if (fields === undefined) {
    context.warn(`the authorization ${JSON.stringify(id)} is in none of the environments beside the file`);
    return null;
  }
  const known = (name: string): string | undefined =>
    scalarText(fields[name]) === undefined ? undefined : `{{Security.Auth.${id}.${name}}}`;
  if (isObject(fields['Custom Request Parameters']))
    context.warn('the custom parameters of the authorization are not sent');
  const grant = GRANTS[(scalarText(fields['Grant Type']) ?? '').toLowerCase()] ?? 'clientCredentials';
  const hasPkce = fields['PKCE'] === true || isObject(fields['PKCE']);
  return authModel.parse({
    type: 'oauth2',
    grant: grant === 'authorizationCode' && hasPkce ? 'authorizationCodePkce' : grant,
    accessTokenUrl: known('Token URL'),
    authUrl: known('Auth URL'),
    deviceUrl: known('Device Auth URL'),
    redirectUri: known('Redirect URL'),
    clientId: known('Client ID'),
    clientSecret: known('Client Secret'),
    username: known('Username'),
    password: known('Password'),
    scope: known('Scope'),
    clientAuthentication: /in body/i.test(scalarText(fields['Client Credentials']) ?? '') ? 'body' : 'header',
  });
}
