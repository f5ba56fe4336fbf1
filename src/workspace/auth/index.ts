// All types of authorization that add something to a request. A new one is a file and its line here.
import type { AuthType } from '../model/auth.ts';
import { apiKey } from './api-key.ts';
import { basic } from './basic.ts';
import { bearer } from './bearer.ts';
import type { AuthPlugin } from './contract.ts';

const plugins = { apiKey, basic, bearer } as const satisfies { [T in AuthType]?: AuthPlugin<T> };

/** Null for those that add nothing. */
export function authPlugin<T extends AuthType>(type: T): AuthPlugin<T> | null {
  return Object.hasOwn(plugins, type)
    ? (plugins[type as keyof typeof plugins] as unknown as AuthPlugin<T>)
    : null;
}
