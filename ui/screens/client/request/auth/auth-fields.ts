// The types of authorization with their fields, as the editor shows them.
import type { AuthType } from '../../../../../src/collections/model/auth.ts';

export interface AuthField {
  readonly name: string;
  readonly label: string;
  /** `secret` is shown as dots until it is edited; `code` has several lines. */
  readonly kind: 'text' | 'secret' | 'code' | 'choice' | 'flag';
  readonly options?: readonly (readonly [value: string, title: string])[];
  readonly placeholder?: string;
  /** Of OAuth 2.0: the grants that need it; all without. */
  readonly grants?: readonly string[];
}

export const AUTH_TYPES: readonly (readonly [AuthType, string])[] = [
  ['inherit', 'Inherit'],
  ['none', 'None'],
  ['bearer', 'Bearer token'],
  ['basic', 'Basic'],
  ['apiKey', 'API key'],
  ['oauth2', 'OAuth 2.0'],
  ['jwt', 'JWT bearer'],
  ['digest', 'Digest'],
  ['ntlm', 'NTLM'],
  ['awsv4', 'AWS Signature 4'],
  ['oauth1', 'OAuth 1.0'],
  ['hawk', 'Hawk'],
  ['edgegrid', 'Akamai EdgeGrid'],
  ['asap', 'ASAP (Atlassian)'],
  ['wsse', 'WSSE'],
];

const text = (name: string, label: string, placeholder?: string): AuthField => ({
  name,
  label,
  kind: 'text',
  ...(placeholder !== undefined && { placeholder }),
});
const secret = (name: string, label: string): AuthField => ({ name, label, kind: 'secret' });
const flag = (name: string, label: string): AuthField => ({ name, label, kind: 'flag' });
const code = (name: string, label: string): AuthField => ({ name, label, kind: 'code' });
const choice = (name: string, label: string, ...options: (readonly [string, string])[]): AuthField => ({
  name,
  label,
  kind: 'choice',
  options,
});
const only = (grants: readonly string[], field: AuthField): AuthField => ({ ...field, grants });

const PASSWORD = [text('username', 'Username'), secret('password', 'Password')];
const ADD_TO = choice('addTo', 'Add to', ['header', 'Header'], ['query', 'Query']);
const ON_PAGE = ['authorizationCode', 'authorizationCodePkce', 'implicit'];
const WITH_TOKEN_URL = [
  'clientCredentials',
  'password',
  'authorizationCode',
  'authorizationCodePkce',
  'deviceCode',
  'refreshToken',
];

const OAUTH2: readonly AuthField[] = [
  choice(
    'grant',
    'Grant',
    ['clientCredentials', 'Client credentials'],
    ['authorizationCodePkce', 'Authorization code with PKCE'],
    ['authorizationCode', 'Authorization code'],
    ['deviceCode', 'Device code'],
    ['password', 'Password'],
    ['refreshToken', 'Refresh token'],
    ['implicit', 'Implicit'],
    ['token', 'A token that I have'],
  ),
  only(['token'], secret('accessToken', 'Access token')),
  only(ON_PAGE, text('authUrl', 'Authorization URL')),
  only(['deviceCode'], text('deviceUrl', 'Device URL')),
  only(WITH_TOKEN_URL, text('accessTokenUrl', 'Token URL')),
  only(ON_PAGE, text('redirectUri', 'Redirect URI', 'A port of this machine')),
  only([...WITH_TOKEN_URL, 'implicit'], text('clientId', 'Client ID')),
  only(WITH_TOKEN_URL, secret('clientSecret', 'Client secret')),
  only(
    WITH_TOKEN_URL,
    choice('clientAuthentication', 'Client sends it', ['header', 'As Basic header'], ['body', 'In the body']),
  ),
  only(['password'], text('username', 'Username')),
  only(['password'], secret('password', 'Password')),
  only(['refreshToken'], secret('refreshToken', 'Refresh token')),
  only([...WITH_TOKEN_URL, 'implicit'], text('scope', 'Scope')),
  only(WITH_TOKEN_URL, text('audience', 'Audience')),
  choice('addTokenTo', 'Add to', ['header', 'Header'], ['query', 'Query']),
  text('headerPrefix', 'Prefix', 'Bearer'),
];

const FIELDS: Readonly<Record<AuthType, readonly AuthField[]>> = {
  inherit: [],
  none: [],
  bearer: [secret('token', 'Token')],
  basic: PASSWORD,
  apiKey: [
    text('key', 'Name', 'X-API-Key'),
    secret('value', 'Value'),
    choice('in', 'Add to', ['header', 'Header'], ['query', 'Query']),
  ],
  oauth2: OAUTH2,
  jwt: [
    text('algorithm', 'Algorithm', 'HS256'),
    secret('secret', 'Secret or key'),
    flag('isSecretBase64', 'The secret is in Base64'),
    code('payload', 'Payload'),
    code('headers', 'Headers'),
    ADD_TO,
    text('headerPrefix', 'Prefix', 'Bearer'),
  ],
  digest: [
    ...PASSWORD,
    text('realm', 'Realm'),
    text('nonce', 'Nonce'),
    text('algorithm', 'Algorithm'),
    text('qop', 'QOP'),
    text('opaque', 'Opaque'),
  ],
  ntlm: [...PASSWORD, text('domain', 'Domain'), text('workstation', 'Workstation')],
  awsv4: [
    text('accessKey', 'Access key'),
    secret('secretKey', 'Secret key'),
    secret('sessionToken', 'Session token'),
    text('region', 'Region', 'us-east-1'),
    text('service', 'Service', 'execute-api'),
    ADD_TO,
  ],
  oauth1: [
    text('signatureMethod', 'Signature', 'HMAC-SHA1'),
    text('consumerKey', 'Consumer key'),
    secret('consumerSecret', 'Consumer secret'),
    secret('token', 'Token'),
    secret('tokenSecret', 'Token secret'),
    secret('privateKey', 'Private key'),
    text('callback', 'Callback'),
    text('verifier', 'Verifier'),
    text('timestamp', 'Timestamp'),
    text('nonce', 'Nonce'),
    text('realm', 'Realm'),
    choice('addTo', 'Add to', ['header', 'Header'], ['query', 'Query'], ['body', 'Body']),
    flag('includeBodyHash', 'Include a hash of the body'),
  ],
  hawk: [
    text('authId', 'ID'),
    secret('authKey', 'Key'),
    choice('algorithm', 'Algorithm', ['sha256', 'SHA-256'], ['sha1', 'SHA-1']),
    text('user', 'User'),
    text('extraData', 'Ext'),
    text('app', 'App'),
    text('delegation', 'Delegation'),
    flag('includePayloadHash', 'Include a hash of the body'),
  ],
  edgegrid: [
    secret('accessToken', 'Access token'),
    secret('clientToken', 'Client token'),
    secret('clientSecret', 'Client secret'),
    text('baseUrl', 'Base URL'),
    text('headersToSign', 'Headers to sign'),
    text('maxBodySize', 'Largest body'),
  ],
  asap: [
    text('algorithm', 'Algorithm', 'RS256'),
    text('issuer', 'Issuer'),
    text('audience', 'Audience'),
    text('keyId', 'Key ID'),
    secret('privateKey', 'Private key'),
    text('subject', 'Subject'),
    text('expiry', 'Expires in', '60'),
    code('claims', 'Claims'),
  ],
  wsse: PASSWORD,
};

/** Returns the fields of an authorization that it uses. */
export function authFields(auth: Readonly<Record<string, unknown>>): readonly AuthField[] {
  const grant = typeof auth['grant'] === 'string' ? auth['grant'] : 'clientCredentials';
  return FIELDS[auth['type'] as AuthType].filter(
    ({ grants }) => grants === undefined || grants.includes(grant),
  );
}
