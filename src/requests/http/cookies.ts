// The cookies of a run (RFC 6265), stored from responses and sent back to their servers. The cookie library is loaded
// when the first cookie arrives.
import type { Cookie, CookieJar } from 'tough-cookie';
import { decodeUtf8 } from '../../base/bytes.ts';

export interface CookieValue {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly path: string;
  /** Epoch milliseconds; null for a session cookie. */
  readonly expires: number | null;
  readonly httpOnly: boolean;
  readonly secure: boolean;
}

/** The maximum number of cookies, after which the oldest are removed, as in browsers (RFC 6265 section 6.1). */
const MAX_COOKIES = 3000;

/** Test servers are often called localhost, which has no public suffix. */
const OPTIONS = { looseMode: true, rejectPublicSuffixes: true, allowSpecialUseDomain: true };

export class CookieStore {
  #jar: CookieJar | null = null;

  /** Creates a store with the cookies of `toJSON`, or of Newman's `--export-cookie-jar`; undefined for none. */
  static async from(json: unknown): Promise<CookieStore> {
    const store = new CookieStore();
    if (json === undefined) return store;
    const { CookieJar: Jar } = await import('tough-cookie');
    store.#jar = Jar.fromJSON({ ...OPTIONS, ...(json as object) } as never);
    return store;
  }

  /** True once a cookie has been stored. */
  get isUsed(): boolean {
    return this.#jar !== null;
  }

  /** Returns all cookies as tough-cookie serializes them. */
  async toJSON(): Promise<unknown> {
    return (await this.#openJar()).toJSON();
  }

  /** Returns the value of the Cookie header with one char per byte; empty for none. */
  async header(url: string): Promise<string> {
    return this.#jar === null ? '' : this.#jar.getCookieString(url);
  }

  async of(url: string): Promise<readonly CookieValue[]> {
    return this.#jar === null ? [] : (await this.#jar.getCookies(url)).map(valueOf);
  }

  async all(): Promise<readonly CookieValue[]> {
    const all = (await this.#jar?.store.getAllCookies()) ?? [];
    return all.map(valueOf);
  }

  /** Removes the cookies that have all that is given; returns how many. */
  async removeMatching(wanted: Partial<Pick<CookieValue, 'domain' | 'path' | 'name'>>): Promise<number> {
    const fields = Object.entries(wanted);
    const found = (await this.all()).filter((each) =>
      fields.every(([field, value]) => each[field as keyof typeof wanted] === value),
    );
    for (const { domain, path, name } of found) await this.#jar?.store.removeCookie(domain, path, name);
    return found.length;
  }

  /** Stores the Set-Cookie fields of a response. Invalid ones, and those for other domains, are ignored. */
  async store(url: string, fields: readonly string[]): Promise<void> {
    if (fields.length === 0) return;
    const jar = await this.#openJar();
    for (const field of fields) await jar.setCookie(field, url, { ignoreError: true, loose: true });
    await dropOldest(jar);
  }

  /** Stores a cookie in the syntax of Set-Cookie. Rejects with an Error when the URL may not set it. */
  async set(url: string, cookie: string): Promise<void> {
    const octets = Buffer.from(cookie, 'utf8').toString('latin1');
    const jar = await this.#openJar();
    await jar.setCookie(octets, url, { loose: true });
    await dropOldest(jar);
  }

  async remove(url: string, name: string): Promise<void> {
    const jar = this.#jar;
    if (jar === null) return;
    for (const { domain, path, key } of await jar.getCookies(url, { allPaths: true }))
      if (key === name && domain !== null && path !== null) await jar.store.removeCookie(domain, path, key);
  }

  async clear(url: string): Promise<void> {
    for (const { name } of await this.of(url)) await this.remove(url, name);
  }

  async clearAll(): Promise<void> {
    await this.#jar?.removeAllCookies();
  }

  async #openJar(): Promise<CookieJar> {
    if (this.#jar !== null) return this.#jar;
    const { CookieJar: Jar } = await import('tough-cookie');
    return (this.#jar ??= new Jar(undefined, OPTIONS));
  }
}

async function dropOldest({ store }: CookieJar): Promise<void> {
  const all = await store.getAllCookies();
  for (const { domain, path, key } of all.slice(0, -MAX_COOKIES))
    if (domain !== null && path !== null) await store.removeCookie(domain, path, key);
}

function valueOf({ key, value, domain, path, expires, httpOnly, secure }: Cookie): CookieValue {
  return {
    name: key,
    value: decodeUtf8(Buffer.from(value, 'latin1')) ?? value,
    domain: domain ?? '',
    path: path ?? '/',
    httpOnly,
    secure,
    expires: expires instanceof Date ? expires.getTime() : null,
  };
}
