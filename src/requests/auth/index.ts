// All types of authorization that add credentials to a request. A new one is a file and its line here.
import type { AuthType } from '../../collections/model/auth.ts';
import { apiKey } from './api-key.ts';
import { asap } from './asap.ts';
import { awsv4 } from './awsv4.ts';
import { basic } from './basic.ts';
import { bearer } from './bearer.ts';
import type { AuthPlugin } from './contract.ts';
import { digest } from './digest.ts';
import { edgegrid } from './edgegrid.ts';
import { hawk } from './hawk.ts';
import { jwt } from './jwt.ts';
import { ntlm } from './ntlm/index.ts';
import { oauth1 } from './oauth1.ts';
import { oauth2 } from './oauth2/index.ts';
import { wsse } from './wsse.ts';

const plugins = {
  apiKey,
  asap,
  awsv4,
  basic,
  bearer,
  digest,
  edgegrid,
  hawk,
  jwt,
  ntlm,
  oauth1,
  oauth2,
  wsse,
} as const satisfies { [T in Exclude<AuthType, 'inherit' | 'none'>]: AuthPlugin<T> };

/** Returns null for types that add nothing. */
export function authPlugin<T extends AuthType>(type: T): AuthPlugin<T> | null {
  return Object.hasOwn(plugins, type)
    ? (plugins[type as keyof typeof plugins] as unknown as AuthPlugin<T>)
    : null;
}
