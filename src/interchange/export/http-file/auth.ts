// Writes authorization as the header or the parameter that clients of `.http` files know.
import { maskTemplates } from '../../../documents/http-file/index.ts';
import type { Auth } from '../../../collections/model/auth.ts';
import type { Pair, QueryPair } from '../../../collections/model/values.ts';

export interface WrittenAuth {
  readonly headers: readonly Pair[];
  readonly query: readonly QueryPair[];
}

const NOTHING: WrittenAuth = { headers: [], query: [] };
const pair = (name: string, value: string): Pair => ({ name, value, enabled: true, docs: '' });

export function writtenAuth(auth: Auth, label: string, warnings: Set<string>): WrittenAuth {
  const authorization = (value: string): WrittenAuth => ({
    headers: [pair('Authorization', value)],
    query: [],
  });
  switch (auth.type) {
    case 'none':
    case 'inherit':
      return NOTHING;
    case 'basic':
      return authorization(`Basic ${loginOf(auth)}`);
    case 'digest':
      return authorization(`Digest ${loginOf(auth)}`);
    case 'bearer':
      return authorization(`Bearer ${auth.token}`);
    case 'apiKey':
      return auth.in === 'header'
        ? { headers: [pair(auth.key, auth.value)], query: [] }
        : { headers: [], query: [pair(auth.key, auth.value)] };
    case 'awsv4': {
      const more = { token: auth.sessionToken, region: auth.region, service: auth.service };
      const words = Object.entries(more).flatMap(([name, value]) =>
        value === '' ? [] : [`${name}:${value}`],
      );
      return authorization(['AWS', auth.accessKey, auth.secretKey, ...words].join(' '));
    }
    case 'oauth2':
      if (auth.grant === 'token')
        return authorization(`${auth.headerPrefix || 'Bearer'} ${auth.accessToken}`);
      break;
    default:
  }
  warnings.add(
    `${label}: authorization of the type ${auth.type} has no form in .http files, and was left out`,
  );
  return NOTHING;
}

/** Separates with a space, which passwords may contain, unless the user name has one. */
function loginOf({ username, password }: { readonly username: string; readonly password: string }): string {
  const masked = maskTemplates(username);
  return password === '' || /\s/.test(masked) ? `${username}:${password}` : `${username} ${password}`;
}
