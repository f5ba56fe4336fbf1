// Maps the fields of each authorization type to those of Postman, in both directions.
import { isObject } from '../../../../base/is-object.ts';
import { scalarText } from '../../../../documents/json-values.ts';
import type { AuthType } from '../../../../collections/model/auth.ts';

/** The conversion of a value. Both functions return undefined when there is no equivalent. */
interface FieldConversion {
  readonly read: (value: unknown) => unknown;
  readonly write: (value: unknown) => unknown;
}

export interface AuthField {
  /** The name in the model. */
  readonly field: string;
  readonly postman: string;
  readonly conversion: FieldConversion;
}

export interface AuthNames {
  readonly type: AuthType;
  readonly postman: string;
  readonly fields: readonly AuthField[];
}

/** Text; objects, such as the payload of a JWT, become JSON. */
const TEXT: FieldConversion = {
  read: (value) => scalarText(value) ?? (isObject(value) ? JSON.stringify(value) : undefined),
  write: (value) => value,
};

const FLAG: FieldConversion = {
  read: (value) => ({ true: true, false: false })[String(scalarText(value))],
  write: (value) => value,
};

/** A choice; `names` maps Postman's names to ours. Of several names for one value, the first is written. */
function choice(names: Readonly<Record<string, unknown>>): FieldConversion {
  const entries = Object.entries(names);
  return {
    read: (value) => entries.find(([name]) => name === String(scalarText(value)))?.[1],
    write: (value) => {
      const name = entries.find(([, field]) => field === value)?.[0];
      return name === 'true' || name === 'false' ? name === 'true' : name;
    },
  };
}

/** Parses `a b=c`: the field `a` has the same name in Postman, `b` is called `c`. */
function textFields(names: string): readonly AuthField[] {
  return names.split(' ').map((name) => {
    const [field = name, postman = field] = name.split('=');
    return { field, postman, conversion: TEXT };
  });
}

const IN_QUERY = {
  header: 'header',
  queryParams: 'query',
  queryParam: 'query',
  query: 'query',
  url: 'query',
};

export const AUTH_NAMES: readonly AuthNames[] = [
  { type: 'basic', postman: 'basic', fields: textFields('username password') },
  { type: 'bearer', postman: 'bearer', fields: textFields('token') },
  {
    type: 'apiKey',
    postman: 'apikey',
    fields: [
      ...textFields('key value'),
      { field: 'in', postman: 'in', conversion: choice({ header: 'header', query: 'query' }) },
    ],
  },
  {
    type: 'digest',
    postman: 'digest',
    fields: textFields('username password realm nonce algorithm qop opaque'),
  },
  {
    type: 'oauth1',
    postman: 'oauth1',
    fields: [
      ...textFields(
        'signatureMethod consumerKey consumerSecret token tokenSecret privateKey callback verifier',
      ),
      ...textFields('timestamp nonce version realm'),
      { field: 'addTo', postman: 'addParamsToHeader', conversion: inHeader() },
      { field: 'includeBodyHash', postman: 'includeBodyHash', conversion: FLAG },
      { field: 'addEmptyParams', postman: 'addEmptyParamsToSign', conversion: FLAG },
    ],
  },
  {
    type: 'oauth2',
    postman: 'oauth2',
    fields: [
      { field: 'grant', postman: 'grant_type', conversion: grant() },
      ...textFields(
        'accessToken refreshToken tokenType accessTokenUrl refreshTokenUrl authUrl deviceUrl=device_auth_url redirectUri=redirect_uri',
      ),
      ...textFields(
        'clientId clientSecret username password scope state codeVerifier=code_verifier audience resource',
      ),
      {
        field: 'clientAuthentication',
        postman: 'client_authentication',
        conversion: choice({ header: 'header', body: 'body' }),
      },
      {
        field: 'challengeAlgorithm',
        postman: 'challengeAlgorithm',
        conversion: choice({ S256: 'S256', 'SHA-256': 'S256', plain: 'plain' }),
      },
      { field: 'addTokenTo', postman: 'addTokenTo', conversion: choice(IN_QUERY) },
      ...textFields('headerPrefix'),
    ],
  },
  {
    type: 'awsv4',
    postman: 'awsv4',
    fields: [
      ...textFields('accessKey secretKey sessionToken region service'),
      {
        field: 'addTo',
        postman: 'addAuthDataToQuery',
        conversion: choice({ false: 'header', true: 'query' }),
      },
    ],
  },
  {
    type: 'hawk',
    postman: 'hawk',
    fields: [
      ...textFields('authId authKey user nonce extraData app delegation timestamp'),
      { field: 'algorithm', postman: 'algorithm', conversion: choice({ sha256: 'sha256', sha1: 'sha1' }) },
      { field: 'includePayloadHash', postman: 'includePayloadHash', conversion: FLAG },
    ],
  },
  {
    type: 'jwt',
    postman: 'jwt',
    fields: [
      ...textFields('algorithm secret payload headers=header headerPrefix queryParam=queryParamKey'),
      { field: 'isSecretBase64', postman: 'isSecretBase64Encoded', conversion: FLAG },
      {
        field: 'addTo',
        postman: 'addTokenTo',
        conversion: choice({ header: 'header', queryParam: 'query', queryParams: 'query', query: 'query' }),
      },
    ],
  },
  {
    type: 'edgegrid',
    postman: 'edgegrid',
    fields: textFields(
      'accessToken clientToken clientSecret nonce timestamp baseUrl=baseURL headersToSign maxBodySize',
    ),
  },
  { type: 'ntlm', postman: 'ntlm', fields: textFields('username password domain workstation') },
  {
    type: 'asap',
    postman: 'asap',
    fields: textFields(
      'algorithm=alg issuer=iss audience=aud keyId=kid privateKey subject=sub expiry=exp claims',
    ),
  },
];

/** True for a JWT with a private key, which Postman stores separately from shared secrets. */
export function isSignedByKey(algorithm: unknown): boolean {
  return /^(?:[REP]S|ED)/i.test(scalarText(algorithm) ?? '');
}

/** Postman only distinguishes the header; other parameters go into the body where possible. */
function inHeader(): FieldConversion {
  return {
    read: (value) => (FLAG.read(value) === true ? 'header' : 'query'),
    write: (value) => value === 'header',
  };
}

function grant(): FieldConversion {
  return choice({
    client_credentials: 'clientCredentials',
    password_credentials: 'password',
    password: 'password',
    authorization_code: 'authorizationCode',
    authorization_code_with_pkce: 'authorizationCodePkce',
    refresh_token: 'refreshToken',
    implicit: 'implicit',
  });
}
