// Converts authorization to the names of OpenCollection.
import type { Auth } from '../../../collections/model/auth.ts';
import { authOf } from '../../import/bruno/auth.ts';
import { ImportContext } from '../../import/shared/import-context.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns nothing for inherited authorization. Adds to `warnings` what the format cannot express. */
export function authField(auth: Auth, owner: string, warnings: Set<string>): Fields | undefined {
  if (auth.type === 'inherit') return undefined;
  const fields = fieldsOf(auth);
  if (fields === null) {
    warnings.add(`${owner}: authorization of the type ${auth.type} cannot be expressed: it became none`);
    return { type: 'none' };
  }
  // Other fields have no effect on what is sent.
  if (auth.type === 'oauth2' && auth.grant === 'token') return fields;
  const read = new Map<string, unknown>(Object.entries(authOf(fields, new ImportContext())));
  const lost = Object.entries(auth).filter(([name, value]) => (read.get(name) ?? '') !== value);
  if (lost.length > 0)
    warnings.add(
      `${owner}: of the authorization this cannot be expressed: ${lost.map(([name]) => name).join(', ')}`,
    );
  return fields;
}

/** Returns null for a type that the format does not have. */
function fieldsOf(auth: Exclude<Auth, { type: 'inherit' }>): Fields | null {
  switch (auth.type) {
    case 'none':
      return { type: 'none' };
    case 'basic':
    case 'digest':
    case 'wsse':
      return { type: auth.type, username: auth.username, password: auth.password };
    case 'ntlm': {
      const { username, password, domain } = auth;
      return { type: 'ntlm', username, password, domain };
    }
    case 'bearer':
      return { type: 'bearer', token: auth.token };
    case 'apiKey':
      return { type: 'apikey', key: auth.key, value: auth.value, placement: auth.in };
    case 'awsv4':
      return {
        type: 'awsv4',
        accessKeyId: auth.accessKey,
        secretAccessKey: auth.secretKey,
        sessionToken: auth.sessionToken,
        service: auth.service,
        region: auth.region,
      };
    case 'oauth1':
      return oauth1(auth);
    case 'oauth2':
      return oauth2(auth);
    case 'edgegrid': {
      const { baseUrl, ...fields } = auth;
      return { ...fields, type: 'akamai-edgegrid', baseURL: baseUrl };
    }
    default:
      return null;
  }
}

function oauth1(auth: Extract<Auth, { type: 'oauth1' }>): Fields {
  const { consumerKey, consumerSecret, signatureMethod, verifier, timestamp, nonce, version, realm } = auth;
  return {
    type: 'oauth1',
    consumerKey,
    consumerSecret,
    accessToken: auth.token,
    accessTokenSecret: auth.tokenSecret,
    callbackUrl: auth.callback,
    verifier,
    signatureMethod,
    ...(auth.privateKey !== '' && { privateKey: { type: 'text', value: auth.privateKey } }),
    timestamp,
    nonce,
    version,
    realm,
    placement: auth.addTo,
    includeBodyHash: auth.includeBodyHash,
  };
}

/** Returns what sends the same: the format has no grant for a token that was obtained elsewhere. */
function readyToken({ accessToken, addTokenTo, headerPrefix }: Extract<Auth, { type: 'oauth2' }>): Fields {
  if (addTokenTo === 'query')
    return { type: 'apikey', key: 'access_token', value: accessToken, placement: 'query' };
  if (headerPrefix === 'Bearer' || headerPrefix === '') return { type: 'bearer', token: accessToken };
  return {
    type: 'apikey',
    key: 'Authorization',
    value: `${headerPrefix} ${accessToken}`,
    placement: 'header',
  };
}

const FLOWS: Readonly<Record<string, string>> = {
  clientCredentials: 'client_credentials',
  password: 'resource_owner_password_credentials',
  authorizationCode: 'authorization_code',
  authorizationCodePkce: 'authorization_code',
  implicit: 'implicit',
};

function oauth2(auth: Extract<Auth, { type: 'oauth2' }>): Fields | null {
  if (auth.grant === 'token') return readyToken(auth);
  const flow = FLOWS[auth.grant];
  if (flow === undefined) return null;
  const { accessTokenUrl, refreshTokenUrl, clientId, clientSecret, username, password, scope, state } = auth;
  return {
    type: 'oauth2',
    flow,
    accessTokenUrl,
    refreshTokenUrl,
    authorizationUrl: auth.authUrl,
    callbackUrl: auth.redirectUri,
    credentials: {
      clientId,
      clientSecret,
      placement: auth.clientAuthentication === 'body' ? 'body' : 'basic_auth_header',
    },
    ...(auth.grant === 'password' && { resourceOwner: { username, password } }),
    scope,
    state,
    ...(auth.grant === 'authorizationCodePkce' && { pkce: { method: 'S256' } }),
    tokenConfig: {
      placement: auth.addTokenTo === 'query' ? { query: 'access_token' } : { header: auth.headerPrefix },
    },
  };
}
