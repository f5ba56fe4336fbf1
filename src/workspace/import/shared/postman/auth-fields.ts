// What Postman calls the fields of each kind of authorization, both ways.
import { isFields, scalarText } from '../../../../documents/json-values.ts';
import type { AuthType } from '../../../model/auth.ts';

/** How a value is written. Both give undefined for what has no counterpart. */
interface Notation {
  readonly read: (value: unknown) => unknown;
  readonly write: (value: unknown) => unknown;
}

export interface AuthField {
  /** In the model. */
  readonly own: string;
  readonly postman: string;
  readonly notation: Notation;
}

export interface AuthNames {
  readonly type: AuthType;
  readonly postman: string;
  readonly fields: readonly AuthField[];
}

/** Objects, such as the payload of a JWT, become their JSON. */
const TEXT: Notation = {
  read: (value) => scalarText(value) ?? (isFields(value) ? JSON.stringify(value) : undefined),
  write: (value) => value,
};

const FLAG: Notation = {
  read: (value) => ({ true: true, false: false })[String(scalarText(value))],
  write: (value) => value,
};

/** `names`: by what Postman says. Of several with one meaning the first is written. */
function choice(names: Readonly<Record<string, unknown>>): Notation {
  const entries = Object.entries(names);
  return {
    read: (value) => entries.find(([name]) => name === String(scalarText(value)))?.[1],
    write: (value) => {
      const name = entries.find(([, own]) => own === value)?.[0];
      return name === 'true' || name === 'false' ? name === 'true' : name;
    },
  };
}

/** `a b=c`: the field `a` has one name in both, `b` is `c` in Postman. */
function texts(names: string): readonly AuthField[] {
  return names.split(' ').map((name) => {
    const [own = name, postman = own] = name.split('=');
    return { own, postman, notation: TEXT };
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
  { type: 'basic', postman: 'basic', fields: texts('username password') },
  { type: 'bearer', postman: 'bearer', fields: texts('token') },
  {
    type: 'apiKey',
    postman: 'apikey',
    fields: [
      ...texts('key value'),
      { own: 'in', postman: 'in', notation: choice({ header: 'header', query: 'query' }) },
    ],
  },
  { type: 'digest', postman: 'digest', fields: texts('username password realm nonce algorithm qop opaque') },
  {
    type: 'oauth1',
    postman: 'oauth1',
    fields: [
      ...texts('signatureMethod consumerKey consumerSecret token tokenSecret privateKey callback verifier'),
      ...texts('timestamp nonce version realm'),
      { own: 'addTo', postman: 'addParamsToHeader', notation: inHeader() },
      { own: 'includeBodyHash', postman: 'includeBodyHash', notation: FLAG },
      { own: 'addEmptyParams', postman: 'addEmptyParamsToSign', notation: FLAG },
    ],
  },
  {
    type: 'oauth2',
    postman: 'oauth2',
    fields: [
      { own: 'grant', postman: 'grant_type', notation: grant() },
      ...texts(
        'accessToken refreshToken tokenType accessTokenUrl refreshTokenUrl authUrl redirectUri=redirect_uri',
      ),
      ...texts(
        'clientId clientSecret username password scope state codeVerifier=code_verifier audience resource',
      ),
      {
        own: 'clientAuthentication',
        postman: 'client_authentication',
        notation: choice({ header: 'header', body: 'body' }),
      },
      {
        own: 'challengeAlgorithm',
        postman: 'challengeAlgorithm',
        notation: choice({ S256: 'S256', 'SHA-256': 'S256', plain: 'plain' }),
      },
      { own: 'addTokenTo', postman: 'addTokenTo', notation: choice(IN_QUERY) },
      ...texts('headerPrefix'),
    ],
  },
  {
    type: 'awsv4',
    postman: 'awsv4',
    fields: [
      ...texts('accessKey secretKey sessionToken region service'),
      {
        own: 'addTo',
        postman: 'addAuthDataToQuery',
        notation: choice({ false: 'header', true: 'query' }),
      },
    ],
  },
  {
    type: 'hawk',
    postman: 'hawk',
    fields: [
      ...texts('authId authKey user nonce extraData app delegation timestamp'),
      { own: 'algorithm', postman: 'algorithm', notation: choice({ sha256: 'sha256', sha1: 'sha1' }) },
      { own: 'includePayloadHash', postman: 'includePayloadHash', notation: FLAG },
    ],
  },
  {
    type: 'jwt',
    postman: 'jwt',
    fields: [
      ...texts('algorithm secret payload headers=header headerPrefix queryParam=queryParamKey'),
      { own: 'isSecretBase64', postman: 'isSecretBase64Encoded', notation: FLAG },
      {
        own: 'addTo',
        postman: 'addTokenTo',
        notation: choice({ header: 'header', queryParam: 'query', queryParams: 'query', query: 'query' }),
      },
    ],
  },
  {
    type: 'edgegrid',
    postman: 'edgegrid',
    fields: texts(
      'accessToken clientToken clientSecret nonce timestamp baseUrl=baseURL headersToSign maxBodySize',
    ),
  },
];

/** Of a JWT: by a private key, which Postman keeps apart from shared secrets. */
export function isSignedByKey(algorithm: unknown): boolean {
  return /^(?:[REP]S|ED)/i.test(scalarText(algorithm) ?? '');
}

/** Postman knows only two places; it puts into the body what is not to be in the header where it can. */
function inHeader(): Notation {
  return {
    read: (value) => (FLAG.read(value) === true ? 'header' : 'query'),
    write: (value) => value === 'header',
  };
}

function grant(): Notation {
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
