// `pm.cookies`: the cookies for the address of the request, and the cookie jar, which the host holds.
import { asText } from './as-text.ts';
import type { Kernel, List, Sdk } from './environment.ts';
import type { CookieDefinition } from './script-data.ts';

type Callback = (error: unknown, result?: unknown) => void;

export function cookieList(
  sdk: Sdk,
  kernel: Kernel,
  cookies: readonly CookieDefinition[],
  settle: Settle,
): List {
  const list = new sdk.CookieList(null, cookies);
  Object.defineProperty(list, 'jar', { value: () => new CookieJar(sdk, kernel, settle), configurable: true });
  return list;
}

/** Calls back when a promise has settled. An exception of the callback is an error of the script. */
export type Settle = (
  promise: Promise<unknown>,
  callback: Callback | undefined,
) => Promise<unknown> | undefined;

class CookieJar {
  readonly #sdk: Sdk;
  readonly #kernel: Kernel;
  readonly #settle: Settle;

  constructor(sdk: Sdk, kernel: Kernel, settle: Settle) {
    this.#sdk = sdk;
    this.#kernel = kernel;
    this.#settle = settle;
  }

  get(url: unknown, name: unknown, callback?: unknown): unknown {
    const address = this.#address(url, 'get');
    if (typeof name !== 'string') throw new TypeError('CookieJar.get() requires cookie name to be a string');
    const result = this.#all(address).then((all) => {
      const cookie = all.find((each) => each.name === name);
      return cookie === undefined ? null : new this.#sdk.Cookie(cookie).valueOf();
    });
    return this.#settle(result, callbackOf(callback));
  }

  getAll(url: unknown, options?: unknown, callback?: unknown): unknown {
    const address = this.#address(url, 'getAll');
    const { CookieList } = this.#sdk;
    const result = this.#all(address).then((all) => new CookieList(null, all));
    return this.#settle(result, callbackOf(typeof options === 'function' ? options : callback));
  }

  set(url: unknown, cookie: unknown, value?: unknown, callback?: unknown): unknown {
    const address = this.#address(url, 'set');
    const last = typeof value === 'function' ? value : callback;
    const field = setCookieText(cookie, typeof value === 'function' ? undefined : value);
    const result = this.#kernel.hostCall('cookies.set', { url: address, cookie: field });
    return this.#settle(
      result.then(() => new this.#sdk.Cookie(field)),
      callbackOf(last),
    );
  }

  unset(url: unknown, name: unknown, callback?: unknown): unknown {
    const address = this.#address(url, 'unset');
    if (typeof name !== 'string')
      throw new TypeError('CookieJar.unset() requires cookie name to be a string');
    const result = this.#kernel.hostCall('cookies.unset', { url: address, name });
    return this.#settle(
      result.then(() => undefined),
      callbackOf(callback),
    );
  }

  clear(url: unknown, callback?: unknown): unknown {
    const address = this.#address(url, 'clear');
    const result = this.#kernel.hostCall('cookies.clear', { url: address });
    return this.#settle(
      result.then(() => undefined),
      callbackOf(callback),
    );
  }

  /** Removes the cookies of all hosts. */
  async clearAll(): Promise<void> {
    await this.#kernel.hostCall('cookies.clearAll', {});
  }

  async #all(url: string): Promise<readonly CookieDefinition[]> {
    return (await this.#kernel.hostCall('cookies.all', { url })) as readonly CookieDefinition[];
  }

  #address(url: unknown, method: string): string {
    if (this.#sdk.Url.isUrl(url)) return String(url);
    if (typeof url !== 'string' || url === '')
      throw new TypeError(`CookieJar.${method}() requires a valid url`);
    return new this.#sdk.Url(url).toString(true);
  }
}

const ATTRIBUTES = { domain: 'Domain', path: 'Path', expires: 'Expires', maxAge: 'Max-Age' } as const;
const FLAGS = { secure: 'Secure', httpOnly: 'HttpOnly' } as const;

/** Writes a cookie in the syntax of Set-Cookie. */
function setCookieText(cookie: unknown, value: unknown): string {
  if (typeof cookie === 'string')
    return value === undefined || value === null ? cookie : `${cookie}=${asText(value)}`;
  if (typeof cookie !== 'object' || cookie === null)
    throw new TypeError('CookieJar.set() requires a valid set cookie arguments');
  const fields = cookie as Readonly<Record<string, unknown>>;
  const parts = [`${text(fields['name'] ?? fields['key'])}=${text(fields['value'])}`];
  for (const [name, attribute] of Object.entries(ATTRIBUTES))
    if (fields[name] !== undefined && fields[name] !== null) parts.push(`${attribute}=${text(fields[name])}`);
  for (const [name, flag] of Object.entries(FLAGS)) if (fields[name] === true) parts.push(flag);
  return parts.join('; ');
}

function text(value: unknown): string {
  if (value instanceof Date) return value.toUTCString();
  return value === undefined || value === null ? '' : asText(value);
}

function callbackOf(value: unknown): Callback | undefined {
  return typeof value === 'function' ? (value as Callback) : undefined;
}
