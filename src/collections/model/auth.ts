// Authorization of collections, folders and requests. Every value may contain variables, and is therefore text.
import { z } from 'zod';
import { jsonText, strict, text } from './values.ts';

const field = (about: string) => text.default('').describe(about);
const flag = (about: string) => z.boolean().default(false).describe(about);

const addTo = z.enum(['header', 'query']).default('header');
const pemKey = 'In PEM, with line ends or with `\\n`';
const nonce = field('Any text; random when empty');
const headerPrefix = text.default('Bearer').describe('The word before the token; empty for the token alone');

const basic = strict({
  type: z.literal('basic').describe('User and password (RFC 7617)'),
  username: field('The user'),
  password: field('The password'),
});

const bearer = strict({
  type: z.literal('bearer').describe('A token (RFC 6750)'),
  token: field('The token; nothing is sent when it is empty'),
});

const apiKey = strict({
  type: z.literal('apiKey').describe('A name and a value in a header or the query'),
  key: field('The name; nothing is sent when it is empty'),
  value: field('The value'),
  in: addTo.describe('The part of the request that gets it'),
});

const digest = strict({
  type: z.literal('digest').describe('User and password, hashed (RFC 7616)'),
  username: field('The user; required'),
  password: field('The password'),
  realm: field('Realm of the challenge; as the server says when empty'),
  nonce: field('Nonce of the challenge; as the server says when empty'),
  algorithm: field(
    '`MD5`, `SHA-256` or `SHA-512-256`, each with `-sess` too: preferred where the server offers several',
  ),
  qop: field('`auth` or `auth-int`: preferred where the server offers both'),
  opaque: field('Opaque value of the challenge; as the server says when empty'),
});

const oauth1 = strict({
  type: z.literal('oauth1').describe('OAuth 1.0 (RFC 5849)'),
  signatureMethod: text
    .default('HMAC-SHA1')
    .describe('`HMAC-` or `RSA-` followed by `SHA1`, `SHA256` or `SHA512`, or `PLAINTEXT`'),
  consumerKey: field('Key of the client; required'),
  consumerSecret: field('Secret of the client; required except for RSA'),
  token: field('The token; empty for a request without one'),
  tokenSecret: field('Secret of the token'),
  privateKey: field(`Private key for RSA. ${pemKey}`),
  callback: field('`oauth_callback` of token requests; left out when empty'),
  verifier: field('`oauth_verifier` of token requests; left out when empty'),
  timestamp: field('Seconds since 1970; now when empty'),
  nonce,
  version: text.default('1.0').describe('`oauth_version`; left out when empty'),
  realm: field('Realm in the header; left out when empty'),
  addTo: z
    .enum(['header', 'query', 'body'])
    .default('header')
    .describe('The part of the request that gets the parameters; the body only where it is a form or empty'),
  includeBodyHash: flag('True to send `oauth_body_hash` with bodies that are not forms'),
  addEmptyParams: flag('True to add and sign parameters without a value'),
});

const oauth2 = strict({
  type: z.literal('oauth2').describe('OAuth 2.0 (RFC 6749)'),
  grant: z
    .enum([
      'clientCredentials',
      'password',
      'authorizationCode',
      'authorizationCodePkce',
      'deviceCode',
      'refreshToken',
      'implicit',
      'token',
    ])
    .default('clientCredentials')
    .describe('The way in which a token is obtained'),
  accessToken: field('An existing token, which is used before another is requested'),
  refreshToken: field('The token that renews `accessToken` when it is refused'),
  tokenType: field('Type of the token; `Bearer` when empty'),
  accessTokenUrl: field('The token endpoint'),
  refreshTokenUrl: field('The endpoint for refresh tokens; `accessTokenUrl` when empty'),
  authUrl: field('The page where the user agrees'),
  deviceUrl: field('The device authorization endpoint (RFC 8628)'),
  redirectUri: field(
    'Where the browser returns: `http://127.0.0.1`, `http://[::1]` or `http://localhost`, with a path; without a port any free one',
  ),
  clientId: field('Id of the client'),
  clientSecret: field('Secret of the client; without one, `clientId` is sent in the body'),
  clientAuthentication: z
    .enum(['header', 'body'])
    .default('header')
    .describe('The part of the token request that has id and secret of the client'),
  username: field('The user, for the grant `password`'),
  password: field('The password, for the grant `password`'),
  scope: field('Scope of the token; left out when empty'),
  state: field('State of the authorization request; random when empty'),
  codeVerifier: field('Code verifier of PKCE, 43 to 128 characters; random when empty'),
  challengeAlgorithm: z.enum(['S256', 'plain']).default('S256').describe('Code challenge method of PKCE'),
  audience: field('Audience of the token; left out when empty'),
  resource: field('Resources of the token, separated by spaces (RFC 8707); left out when empty'),
  addTokenTo: addTo.describe(
    'The part of the request that gets the token; in the query it is `access_token`',
  ),
  headerPrefix,
});

const awsv4 = strict({
  type: z.literal('awsv4').describe('AWS Signature Version 4'),
  accessKey: field('Access key; required'),
  secretKey: field('Secret key; required'),
  sessionToken: field('Session token of temporary credentials; left out when empty'),
  region: text.default('us-east-1').describe('Region of the service'),
  service: field("The service as in the host's name, such as `s3`; `execute-api` when empty"),
  addTo: addTo.describe('The part of the request that gets the signature'),
});

const hawk = strict({
  type: z.literal('hawk').describe('Hawk'),
  authId: field('Id of the key; required'),
  authKey: field('The key; required'),
  algorithm: z.enum(['sha256', 'sha1']).default('sha256').describe('Hash of the message authentication code'),
  user: field('Not part of Hawk, and not sent: it is kept for Postman'),
  nonce,
  extraData: field('`ext` of the header; left out when empty'),
  app: field('`app` of Oz; left out when empty'),
  delegation: field('`dlg` of Oz; left out when empty'),
  timestamp: field('Seconds since 1970; now when empty'),
  includePayloadHash: flag('True to sign the body too'),
});

const jwt = strict({
  type: z.literal('jwt').describe('A JSON Web Token made for each request (RFC 7519)'),
  algorithm: text
    .default('HS256')
    .describe('`HS`, `RS`, `PS` or `ES` followed by `256`, `384` or `512`; or `EdDSA`'),
  secret: field(`Shared secret for \`HS\`, private key for all others. ${pemKey}`),
  isSecretBase64: flag('True when `secret` is the base64 of its bytes'),
  payload: jsonText.default('{}').describe('Claims, a JSON object'),
  headers: jsonText.default('{}').describe('Further headers of the token, a JSON object'),
  addTo: addTo.describe('The part of the request that gets the token'),
  headerPrefix,
  queryParam: text.default('token').describe('Name of the query parameter'),
});

const edgegrid = strict({
  type: z.literal('edgegrid').describe('Akamai EdgeGrid'),
  accessToken: field('Access token; required'),
  clientToken: field('Client token; required'),
  clientSecret: field('Client secret; required'),
  nonce,
  timestamp: field('Such as `20140321T19:34:21+0000`; now when empty'),
  baseUrl: field(
    'URL whose host is signed, where there is a gateway before it; that of the request when empty',
  ),
  headersToSign: field('Names of headers that are signed, separated by commas'),
  maxBodySize: field('Bytes of the body of a POST that are signed; 131072 when empty'),
});

const ntlm = strict({
  type: z.literal('ntlm').describe('NTLM, user and password of Windows'),
  username: field('`user`, `DOMAIN\\user` or `user@domain`; required'),
  password: field('The password'),
  domain: field('The domain; that of `username` when empty'),
  workstation: field('Name of this computer; left out when empty'),
});

const asap = strict({
  type: z.literal('asap').describe('ASAP, a token of a service for each request'),
  algorithm: text.default('RS256').describe('`RS`, `PS` or `ES` followed by `256`, `384` or `512`'),
  issuer: field('Issuer of the token, `iss`; required'),
  audience: field('Audience of the token, `aud`; required'),
  keyId: field('Id of the key, `kid`; required'),
  privateKey: field(`Private key. ${pemKey}, or a data URI of PKCS#8`),
  subject: field('Subject of the token, `sub`; `issuer` when empty'),
  expiry: field('Seconds until the token expires; 3600 when empty'),
  claims: jsonText.default('').describe('Further claims, a JSON object'),
});

const wsse = strict({
  type: z.literal('wsse').describe('WSSE UsernameToken in a header'),
  username: field('The user; required'),
  password: field('The password'),
});

export const auth = z.discriminatedUnion('type', [
  strict({ type: z.literal('inherit').describe('That of the folder or collection above') }),
  strict({ type: z.literal('none').describe('No authorization') }),
  basic,
  bearer,
  apiKey,
  digest,
  oauth1,
  oauth2,
  awsv4,
  hawk,
  jwt,
  edgegrid,
  ntlm,
  asap,
  wsse,
]);
export type Auth = z.output<typeof auth>;
export type AuthType = Auth['type'];

export const INHERIT: Auth = { type: 'inherit' };
export const NO_AUTH: Auth = { type: 'none' };
