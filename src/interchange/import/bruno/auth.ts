// Converts authorization, whose fields have different names in the two formats.
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { auth as authModel, INHERIT, NO_AUTH, type Auth } from '../../../collections/model/auth.ts';
import type { ImportContext } from '../shared/import-context.ts';

/** Returns the first of the named fields that has a text; names may lead into objects. */
type Text = (...names: readonly string[]) => string | undefined;

const READERS: ReadonlyMap<string, (text: Text, fields: JsonObject) => JsonObject> = new Map([
  ['bearer', (text: Text) => ({ type: 'bearer', token: text('token') })],
  ['basic', (text: Text) => ({ type: 'basic', username: text('username'), password: text('password') })],
  ['digest', (text: Text) => ({ type: 'digest', username: text('username'), password: text('password') })],
  [
    'apikey',
    (text: Text) => ({
      type: 'apiKey',
      key: text('key'),
      value: text('value'),
      in: placeOf(text('placement')),
    }),
  ],
  ['wsse', (text: Text) => ({ type: 'wsse', username: text('username'), password: text('password') })],
  [
    'ntlm',
    (text: Text) => ({
      type: 'ntlm',
      username: text('username'),
      password: text('password'),
      domain: text('domain'),
    }),
  ],
  ['awsv4', awsv4],
  ['oauth1', oauth1],
  ['oauth2', oauth2],
  ['akamai-edgegrid', edgegrid],
]);

/** Returns the authorization of the parent when there is none. */
export function authOf(given: unknown, context: ImportContext): Auth {
  if (given === undefined || given === null || given === 'inherit') return INHERIT;
  if (given === 'none') return NO_AUTH;
  const type = isObject(given) ? (scalarText(given['type'] ?? given['mode']) ?? 'inherit') : '';
  if (type === 'none') return NO_AUTH;
  if (!isObject(given) || type === 'inherit') return INHERIT;
  const fields = { ...given, ...(isObject(given[type]) && given[type]) };
  const reader = READERS.get(type);
  const { success, data } = authModel.safeParse(reader?.(textIn(fields), fields));
  if (success) return data;
  context.warn(
    `authorization of the type ${JSON.stringify(type).slice(0, 60)} is not supported: it became No Auth`,
  );
  return NO_AUTH;
}

function textIn(fields: JsonObject): Text {
  return (...names) => {
    for (const name of names) {
      const value = name
        .split('.')
        .reduce<unknown>((above, key) => (isObject(above) ? above[key] : undefined), fields);
      const text = scalarText(value);
      if (text !== undefined) return text;
    }
    return undefined;
  };
}

function placeOf(placement: string | undefined): string | undefined {
  return placement === undefined ? undefined : placement.startsWith('query') ? 'query' : 'header';
}

function awsv4(text: Text): JsonObject {
  return {
    type: 'awsv4',
    accessKey: text('accessKeyId'),
    secretKey: text('secretAccessKey'),
    sessionToken: text('sessionToken'),
    service: text('service'),
    region: text('region') || undefined,
  };
}

function edgegrid(text: Text): JsonObject {
  return {
    type: 'edgegrid',
    accessToken: text('accessToken', 'access_token'),
    clientToken: text('clientToken', 'client_token'),
    clientSecret: text('clientSecret', 'client_secret'),
    nonce: text('nonce'),
    timestamp: text('timestamp'),
    baseUrl: text('baseURL', 'baseUrl'),
    headersToSign: text('headersToSign'),
    maxBodySize: text('maxBodySize'),
  };
}

function oauth1(text: Text, fields: JsonObject): JsonObject {
  const placement = text('placement', 'addParamsTo');
  return {
    type: 'oauth1',
    signatureMethod: text('signatureMethod', 'signature_method') || undefined,
    consumerKey: text('consumerKey', 'consumer_key'),
    consumerSecret: text('consumerSecret', 'consumer_secret'),
    token: text('accessToken', 'access_token', 'token'),
    tokenSecret: text('accessTokenSecret', 'token_secret', 'tokenSecret'),
    privateKey: text('privateKey.value', 'privateKey', 'private_key'),
    callback: text('callbackUrl', 'callback_url'),
    verifier: text('verifier'),
    timestamp: text('timestamp'),
    nonce: text('nonce'),
    version: text('version') || undefined,
    realm: text('realm'),
    addTo: placement === 'body' ? 'body' : placeOf(placement),
    includeBodyHash: String(fields['includeBodyHash'] ?? fields['include_body_hash']) === 'true',
  };
}

const GRANTS: ReadonlyMap<string | undefined, string> = new Map([
  ['client_credentials', 'clientCredentials'],
  ['resource_owner_password_credentials', 'password'],
  ['password', 'password'],
  ['authorization_code', 'authorizationCode'],
  ['implicit', 'implicit'],
]);

function oauth2(text: Text, fields: JsonObject): JsonObject {
  const grant = GRANTS.get(text('flow', 'grant_type', 'grantType'));
  const { pkce } = fields;
  const hasPkce = String(isObject(pkce) ? pkce['disabled'] !== true : pkce) === 'true';
  const inQuery = text('tokenConfig.placement.query', 'token_query_key', 'tokenQueryKey') !== undefined;
  const placement = text('tokenConfig.placement', 'token_placement', 'tokenPlacement');
  return {
    type: 'oauth2',
    grant: grant === 'authorizationCode' && hasPkce ? 'authorizationCodePkce' : grant,
    accessTokenUrl: text('accessTokenUrl', 'access_token_url'),
    refreshTokenUrl: text('refreshTokenUrl', 'refresh_token_url'),
    authUrl: text('authorizationUrl', 'authorization_url'),
    redirectUri: text('callbackUrl', 'callback_url'),
    clientId: text('credentials.clientId', 'client_id', 'clientId'),
    clientSecret: text('credentials.clientSecret', 'client_secret', 'clientSecret'),
    clientAuthentication:
      text('credentials.placement', 'credentials_placement', 'credentialsPlacement') === 'body'
        ? 'body'
        : 'header',
    username: text('resourceOwner.username', 'username'),
    password: text('resourceOwner.password', 'password'),
    scope: text('scope'),
    state: text('state'),
    addTokenTo: placement === undefined ? (inQuery ? 'query' : undefined) : placeOf(placement),
    headerPrefix: text('tokenConfig.placement.header', 'token_header_prefix', 'tokenHeaderPrefix'),
  };
}
