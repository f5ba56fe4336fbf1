// `bru.cookies`: the cookies of the request and the cookie jar, under Bruno's names.
import { textOrEmpty } from '../as-text.ts';
import { plainList, type Entry } from './plain-list.ts';
import type { CookieJar, Pm } from './parts.ts';

type Callback = (error: unknown, result?: unknown) => void;
type Fields = Readonly<Record<string, unknown>>;

export function cookies(pm: Pm): object {
  const { cookies: list, request } = pm;
  let known = entriesOf(list);
  const url = (): string => textOrEmpty(request.url);
  const set = async (cookie: Fields): Promise<void> => {
    await list.jar().set(url(), named(cookie));
    const entry = entryOf(named(cookie));
    known = [...known.filter(({ key }) => key !== entry.key), entry];
  };
  const remove = async (name: string): Promise<void> => {
    await list.jar().unset(url(), name);
    known = known.filter(({ key }) => key !== name);
  };
  return {
    ...plainList(
      () => known,
      (name) => name,
      ({ key, value }) => `${key}=${String(value)}`,
      '; ',
    ),
    add: set,
    upsert: set,
    remove,
    delete: remove,
    clear: async () => {
      await list.jar().clear(url());
      known = [];
    },
    jar: () => jarFunctions(list.jar()),
  };
}

/** Names a cookie as the jar does. */
function named({ key, name, ...cookie }: Fields): Fields {
  return { ...cookie, name: name ?? key };
}

function entryOf(cookie: Fields): Entry {
  const { name, value, domain, path, expires, secure, httpOnly } = cookie;
  const fields = Object.entries({ domain, path, expires, secure, httpOnly });
  return {
    key: textOrEmpty(name ?? cookie['key']),
    value,
    ...Object.fromEntries(fields.filter(([, field]) => field !== undefined && field !== null)),
  };
}

/** Returns cookies as plain objects, from a list of Postman's or from an array. */
function entriesOf(list: unknown): readonly Entry[] {
  const { all } = list as { readonly all?: () => readonly unknown[] };
  const cookies = Array.isArray(list) ? (list as readonly unknown[]) : (all?.call(list) ?? []);
  return cookies.map((cookie) => entryOf(cookie as Fields));
}

function jarFunctions(jar: CookieJar): object {
  const settle = (result: Promise<unknown>, callback?: Callback): Promise<unknown> => {
    if (callback !== undefined)
      void result.then(
        (value) => callback(null, value),
        (error: unknown) => callback(error),
      );
    return result;
  };
  const set = (url: string, name: unknown, value?: unknown): Promise<unknown> =>
    jar.set(url, typeof name === 'string' ? { name, value: textOrEmpty(value) } : named(name as Fields));
  const all = async (url: string): Promise<readonly Entry[]> => entriesOf(await jar.getAll(url));
  const one = async (url: string, name: string): Promise<Entry | null> =>
    (await all(url)).find(({ key }) => key === name) ?? null;
  const has = async (url: string, name: string): Promise<boolean> => (await one(url, name)) !== null;
  return {
    getCookie: (url: string, name: string, callback?: Callback) => settle(one(url, name), callback),
    hasCookie: (url: string, name: string, callback?: Callback) => settle(has(url, name), callback),
    getCookies: (url: string, callback?: Callback) => settle(all(url), callback),
    setCookie: (url: string, name: unknown, value?: unknown, callback?: Callback) =>
      typeof value === 'function'
        ? settle(set(url, name), value as Callback)
        : settle(set(url, name, value), callback),
    setCookies: (url: string, list: readonly object[], callback?: Callback) =>
      settle(Promise.all(list.map((cookie) => set(url, cookie))), callback),
    deleteCookie: (url: string, name: string, callback?: Callback) => settle(jar.unset(url, name), callback),
    clear: (callback?: Callback) => settle(jar.clearAll(), callback),
    deleteCookies: (url: string, callback?: Callback) => settle(jar.clear(url), callback),
  };
}
