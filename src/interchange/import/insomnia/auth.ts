// Converts authorization of Insomnia.
import { isObject } from '../../../base/is-object.ts';
import { describeType, type JsonObject } from '../../../documents/json-values.ts';
import { auth as authModel, INHERIT, NO_AUTH, type Auth } from '../../../collections/model/auth.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { textField } from './fields.ts';

/** Returns inherited authorization when there is none. */
export function authOf(given: unknown, context: ImportContext): Auth {
  if (given === undefined || given === null) return INHERIT;
  if (!isObject(given)) return noAuth(`the authorization is ${describeType(given)}`, context);
  // Before version 4 there was only one type.
  const type =
    given['type'] ??
    (typeof given['username'] === 'string' && given['username'] !== '' ? 'basic' : undefined);
  if (type === undefined || type === '') return INHERIT;
  if (type === 'none') return NO_AUTH;
  if (given['disabled'] === true) return noAuth('the authorization is switched off', context);
  const convert = typeof type === 'string' ? CONVERTERS.get(type) : undefined;
  const fields =
    convert?.((name) => textField(given[name], `"${name}" of the authorization`, context), given) ?? null;
  if (fields === null)
    return noAuth(`authorization of the type ${JSON.stringify(type).slice(0, 60)} is not supported`, context);
  const { success, data } = authModel.safeParse(fields);
  return success ? data : noAuth('the authorization has values that are not supported', context);
}

function noAuth(reason: string, context: ImportContext): Auth {
  context.warn(`${reason}: it became No Auth`);
  return NO_AUTH;
}

type Convert = (
  text: (name: string) => string,
  given: JsonObject,
) => Readonly<Record<string, unknown>> | null;

const CONVERTERS: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['basic', (text) => ({ type: 'basic', username: text('username'), password: text('password') })],
  ['digest', (text) => ({ type: 'digest', username: text('username'), password: text('password') })],
  ['ntlm', (text) => ({ type: 'ntlm', username: text('username'), password: text('password') })],
  ['asap', asap],
  ['bearer', bearer],
  ['apikey', apiKey],
  ['oauth1', oauth1],
  ['oauth2', oauth2],
  ['iam', awsv4],
  ['hawk', hawk],
]);

/** Converts a bearer token; with another prefix it is a plain header. */
function bearer(text: (name: string) => string): ReturnType<Convert> {
  const prefix = text('prefix');
  if (prefix === '' || prefix === 'Bearer') return { type: 'bearer', token: text('token') };
  return { type: 'apiKey', key: 'Authorization', value: `${prefix} ${text('token')}`, in: 'header' };
}

function apiKey(text: (name: string) => string, { addTo }: JsonObject): ReturnType<Convert> {
  if (addTo === 'cookie')
    return { type: 'apiKey', key: 'Cookie', value: `${text('key')}=${text('value')}`, in: 'header' };
  return {
    type: 'apiKey',
    key: text('key'),
    value: text('value'),
    in: addTo === 'queryParams' ? 'query' : 'header',
  };
}

function oauth1(text: (name: string) => string, { includeBodyHash }: JsonObject): ReturnType<Convert> {
  return {
    type: 'oauth1',
    signatureMethod: text('signatureMethod') || 'HMAC-SHA1',
    consumerKey: text('consumerKey'),
    consumerSecret: text('consumerSecret'),
    token: text('tokenKey'),
    tokenSecret: text('tokenSecret'),
    privateKey: text('privateKey'),
    callback: text('callback'),
    verifier: text('verifier'),
    timestamp: text('timestamp'),
    nonce: text('nonce'),
    version: text('version') || '1.0',
    realm: text('realm'),
    includeBodyHash: includeBodyHash === true,
  };
}

const GRANTS = new Map<unknown, string>([
  ['client_credentials', 'clientCredentials'],
  ['password', 'password'],
  ['authorization_code', 'authorizationCode'],
  ['implicit', 'implicit'],
  ['refresh_token', 'refreshToken'],
]);

function oauth2(text: (name: string) => string, given: JsonObject): ReturnType<Convert> {
  // An unknown grant is rejected by the schema.
  const grant = GRANTS.get(given['grantType'] ?? 'authorization_code') ?? null;
  return {
    type: 'oauth2',
    grant: given['usePkce'] === true && grant === 'authorizationCode' ? 'authorizationCodePkce' : grant,
    accessToken: text('accessToken'),
    refreshToken: text('refreshToken'),
    accessTokenUrl: text('accessTokenUrl'),
    authUrl: text('authorizationUrl'),
    redirectUri: text('redirectUrl'),
    clientId: text('clientId'),
    clientSecret: text('clientSecret'),
    clientAuthentication: given['credentialsInBody'] === true ? 'body' : 'header',
    username: text('username'),
    password: text('password'),
    scope: text('scope'),
    state: text('state'),
    challengeAlgorithm: given['pkceMethod'] === 'plain' ? 'plain' : 'S256',
    audience: text('audience'),
    resource: text('resource'),
    headerPrefix: text('tokenPrefix') || 'Bearer',
  };
}

function awsv4(text: (name: string) => string): ReturnType<Convert> {
  return {
    type: 'awsv4',
    accessKey: text('accessKeyId'),
    secretKey: text('secretAccessKey'),
    sessionToken: text('sessionToken'),
    region: text('region') || 'us-east-1',
    service: text('service'),
  };
}

function hawk(text: (name: string) => string, { validatePayload }: JsonObject): ReturnType<Convert> {
  return {
    type: 'hawk',
    authId: text('id'),
    authKey: text('key'),
    algorithm: text('algorithm') || 'sha256',
    extraData: text('ext'),
    includePayloadHash: validatePayload === true,
  };
}

function asap(text: (name: string) => string): ReturnType<Convert> {
  return {
    type: 'asap',
    issuer: text('issuer'),
    subject: text('subject'),
    audience: text('audience'),
    keyId: text('keyId'),
    privateKey: text('privateKey'),
    claims: text('additionalClaims'),
  };
}
