// Shared parts of authorization tests: requests to sign, a deterministic context, and other implementations
// to compare with.
import { createRequire } from 'node:module';
import type { AuthContext, AuthOf, AuthPlugin, SignableRequest } from '../../src/requests/auth/contract.ts';
import { headerOf } from '../../src/requests/auth/shared/signable-request.ts';
import { auth as authModel, type Auth, type AuthType } from '../../src/collections/model/auth.ts';

/** Returns an auth model with its defaults. */
export function authWith<T extends AuthType>(
  type: T,
  fields: Readonly<Record<string, unknown>> = {},
): AuthOf<T> {
  const parsed: Auth = authModel.parse({ type, ...fields });
  return parsed as AuthOf<T>;
}

export function requestTo(
  url: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Buffer;
  } = {},
): SignableRequest {
  return {
    method,
    url,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    body: Buffer.from(body),
  };
}

/** Returns a context; `now`: epoch milliseconds; `random`: the random values in turn. */
export function quietContext(more: Partial<AuthContext> = {}): AuthContext {
  return {
    send: () => Promise.reject(new Error('nothing is to be sent')),
    now: () => 0,
    random: (bytes) => Buffer.alloc(bytes, 7),
    cache: new Map(),
    showPage: null,
    ...more,
  };
}

/** Returns the value of Authorization that the plug-in adds. */
export async function authorization<T extends AuthType>(
  plugin: AuthPlugin<T>,
  auth: AuthOf<T>,
  request: SignableRequest,
  context: AuthContext = quietContext(),
): Promise<string> {
  return headerOf(await plugin.apply(auth, request, context), 'authorization') ?? '';
}

/** Parses the parameters of an Authorization header, quoted or not, by name. */
export function authorizationFields(value: string): Readonly<Record<string, string>> {
  const found = value.matchAll(/([\w*]+)=(?:"((?:[^"\\]|\\.)*)"|([^",\s]*))/g);
  return Object.fromEntries([...found].map(([, name, text, token]) => [name, text ?? token ?? '']));
}

const newman = createRequire(createRequire(import.meta.url).resolve('newman'));

/** Loads a package that Newman depends on. */
export function partOfNewman(name: string): unknown {
  return newman(name);
}
