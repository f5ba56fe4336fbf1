// Authorization of collections, folders and requests. Every value may contain variables, and is therefore text.
import { z } from 'zod';
import { text } from './values.ts';

const field = text.default('');

export const auth = z.discriminatedUnion('type', [
  /** Uses the authorization of the folder or collection above. */
  z.strictObject({ type: z.literal('inherit') }),
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({ type: z.literal('basic'), username: field, password: field }),
  z.strictObject({ type: z.literal('bearer'), token: field }),
  z.strictObject({
    type: z.literal('apiKey'),
    key: field,
    value: field,
    in: z.enum(['header', 'query']).default('header'),
  }),
  z.strictObject({
    type: z.literal('digest'),
    username: field,
    password: field,
    /** Parameters of the challenge; empty for those that the server sends. */
    realm: field,
    nonce: field,
    algorithm: field,
    qop: field,
    opaque: field,
  }),
  z.strictObject({
    type: z.literal('oauth1'),
    signatureMethod: text.default('HMAC-SHA1'),
    consumerKey: field,
    consumerSecret: field,
    token: field,
    tokenSecret: field,
    privateKey: field,
    callback: field,
    verifier: field,
    timestamp: field,
    nonce: field,
    version: text.default('1.0'),
    realm: field,
    addTo: z.enum(['header', 'query', 'body']).default('header'),
    includeBodyHash: z.boolean().default(false),
    addEmptyParams: z.boolean().default(false),
  }),
  z.strictObject({
    type: z.literal('oauth2'),
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
      .default('clientCredentials'),
    /** A token that was obtained elsewhere. */
    accessToken: field,
    refreshToken: field,
    tokenType: field,
    accessTokenUrl: field,
    refreshTokenUrl: field,
    authUrl: field,
    /** The device authorization endpoint (RFC 8628). */
    deviceUrl: field,
    redirectUri: field,
    clientId: field,
    clientSecret: field,
    clientAuthentication: z.enum(['header', 'body']).default('header'),
    username: field,
    password: field,
    scope: field,
    state: field,
    codeVerifier: field,
    challengeAlgorithm: z.enum(['S256', 'plain']).default('S256'),
    audience: field,
    resource: field,
    addTokenTo: z.enum(['header', 'query']).default('header'),
    headerPrefix: text.default('Bearer'),
  }),
  z.strictObject({
    type: z.literal('awsv4'),
    accessKey: field,
    secretKey: field,
    sessionToken: field,
    region: text.default('us-east-1'),
    service: field,
    addTo: z.enum(['header', 'query']).default('header'),
  }),
  z.strictObject({
    type: z.literal('hawk'),
    authId: field,
    authKey: field,
    algorithm: z.enum(['sha256', 'sha1']).default('sha256'),
    user: field,
    nonce: field,
    extraData: field,
    app: field,
    delegation: field,
    timestamp: field,
    includePayloadHash: z.boolean().default(false),
  }),
  z.strictObject({
    type: z.literal('jwt'),
    algorithm: text.default('HS256'),
    /** A shared secret, or a private key in PEM. */
    secret: field,
    isSecretBase64: z.boolean().default(false),
    /** JSON objects. */
    payload: text.default('{}'),
    headers: text.default('{}'),
    addTo: z.enum(['header', 'query']).default('header'),
    headerPrefix: text.default('Bearer'),
    queryParam: text.default('token'),
  }),
  z.strictObject({
    type: z.literal('edgegrid'),
    accessToken: field,
    clientToken: field,
    clientSecret: field,
    nonce: field,
    timestamp: field,
    baseUrl: field,
    headersToSign: field,
    maxBodySize: field,
  }),
  z.strictObject({
    type: z.literal('ntlm'),
    username: field,
    password: field,
    domain: field,
    workstation: field,
  }),
  z.strictObject({
    type: z.literal('asap'),
    algorithm: text.default('RS256'),
    issuer: field,
    audience: field,
    keyId: field,
    /** In PEM, or a data URI of PKCS#8. */
    privateKey: field,
    subject: field,
    /** Seconds. */
    expiry: field,
    /** A JSON object. */
    claims: field,
  }),
  z.strictObject({ type: z.literal('wsse'), username: field, password: field }),
]);
export type Auth = z.output<typeof auth>;
export type AuthType = Auth['type'];

export const INHERIT: Auth = { type: 'inherit' };
export const NO_AUTH: Auth = { type: 'none' };
