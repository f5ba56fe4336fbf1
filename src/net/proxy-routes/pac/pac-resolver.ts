// Resolves proxies by a PAC file. The file is read when it is first needed, runs on a thread, and its results are
// cached for a while. A file that cannot be read or run is an error; connections do not fall back to going directly.
import { messageOf, ProxyError } from '../../../base/errors.ts';
import { Lru } from '../../../base/lru.ts';
import { formatAuthority } from '../../../codec/http1/target.ts';
import type { Resolver } from '../../dns.ts';
import {
  proxyName,
  type ProxyQuery,
  type UpstreamProxy,
  type ProxyRoute,
  type ProxyResolver,
} from '../proxy-route.ts';
import { readPacResult } from './pac-result.ts';
import type { KnownNames } from './pac-script.ts';
import { readPacSource } from './pac-source.ts';
import { PacThread } from './pac-thread.ts';

/** Services that a PAC file needs. */
export interface PacSource {
  readonly resolve: Resolver;
}

const RESULT_MS = 60_000;
/** A proxy that could not be reached is tried last for this long. */
const FAILED_MS = 60_000;
/** A file that could not be read, or that failed, is not retried before. */
const RETRY_MS = 5000;
const RELOAD_MS = 60 * 60 * 1000;
const NAME_MS = 60_000;
const LOOKUP_MS = 5000;
/** Runs for one destination, each of which may ask for more names. */
const MAX_RUNS = 8;

interface Remembered<T> {
  readonly value: T;
  readonly until: number;
}

/**
 * Returns a resolver for the PAC file at `url`. `account`: credentials for the proxies that the file names.
 */
export function pacResolver(
  url: string,
  account: UpstreamProxy['account'],
  source: PacSource,
): ProxyResolver & { close(): Promise<void> } {
  return new PacResolver(url, account, source.resolve);
}

class PacResolver implements ProxyResolver {
  readonly #url: string;
  readonly #account: UpstreamProxy['account'];
  readonly #resolve: Resolver;
  readonly #results = new Lru<string, Remembered<Promise<readonly ProxyRoute[]>>>(1000);
  readonly #names = new Lru<string, Remembered<readonly string[]>>(1000);
  readonly #failed = new Lru<string, number>(100);
  #thread: Remembered<Promise<PacThread>> | null = null;
  readonly #stop = new AbortController();

  constructor(url: string, account: UpstreamProxy['account'], resolve: Resolver) {
    this.#url = url;
    this.#account = account;
    this.#resolve = resolve;
  }

  async resolve(destination: ProxyQuery): Promise<readonly ProxyRoute[]> {
    const routes = await this.#cached(destination);
    if (routes.length < 2) return routes;
    return [
      ...routes.filter((route) => !this.#hasFailed(route)),
      ...routes.filter((route) => this.#hasFailed(route)),
    ];
  }

  reportFailure(proxy: UpstreamProxy): void {
    this.#failed.set(proxyName(proxy), performance.now() + FAILED_MS);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    const thread = await this.#thread?.value.catch(() => null);
    await thread?.close();
  }

  #hasFailed(route: ProxyRoute): boolean {
    return route.type === 'proxy' && (this.#failed.get(proxyName(route.proxy)) ?? 0) > performance.now();
  }

  #cached({ host, port, isSecure }: ProxyQuery): Promise<readonly ProxyRoute[]> {
    const scheme = isSecure ? 'https' : 'http';
    // The path is hidden from the file, as browsers do for https.
    const url = `${scheme}://${formatAuthority(host, port, scheme)}/`;
    const known = this.#results.get(url);
    if (known !== undefined && known.until > performance.now()) return known.value;
    const value = this.#find(url, host);
    this.#results.set(url, { value, until: performance.now() + RESULT_MS });
    value.catch(() => this.#results.set(url, { value, until: performance.now() + RETRY_MS }));
    return value;
  }

  async #find(url: string, host: string): Promise<readonly ProxyRoute[]> {
    const thread = await this.#loaded();
    const known: Record<string, readonly string[]> = {};
    for (let run = 0; run < MAX_RUNS; run += 1) {
      const outcome = await thread.ask(url, host, known);
      if (outcome.type === 'needs') Object.assign(known, await this.#addresses(outcome.names));
      else if (outcome.type === 'error') throw pacError(outcome.reason);
      else {
        const result = readPacResult(outcome.text, this.#account);
        if ('error' in result) throw pacError(result.error);
        return result.routes;
      }
    }
    throw pacError('it asks for more and more names to be resolved');
  }

  #loaded(): Promise<PacThread> {
    const current = this.#thread;
    const now = performance.now();
    if (current !== null && current.until > now) return current.value;
    const value = this.#load();
    this.#thread = { value, until: now + RELOAD_MS };
    void value.then(
      async () => (await current?.value.catch(() => null))?.retire(),
      () => {
        // An outdated file is better than none.
        this.#thread = { value: current?.value ?? value, until: performance.now() + RETRY_MS };
      },
    );
    return current === null ? value : value.catch(() => current.value);
  }

  async #load(): Promise<PacThread> {
    try {
      const thread = new PacThread(await readPacSource(this.#url, this.#stop.signal));
      if (this.#stop.signal.aborted) throw new Error('the proxy is stopping');
      return thread;
    } catch (error) {
      throw pacError(messageOf(error));
    }
  }

  async #addresses(names: readonly string[]): Promise<KnownNames> {
    const entries = names.map(async (name) => [name, await this.#lookup(name)] as const);
    return Object.fromEntries(await Promise.all(entries));
  }

  async #lookup(name: string): Promise<readonly string[]> {
    const known = this.#names.get(name);
    if (known !== undefined && known.until > performance.now()) return known.value;
    const value = await withinTime(this.#resolve(name)).then(
      (found) => found.map(({ address }) => address),
      () => [],
    );
    this.#names.set(name, { value, until: performance.now() + NAME_MS });
    return value;
  }
}

function withinTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('timed out')), LOOKUP_MS);
    void promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Leaves out the URL, which may contain credentials. */
function pacError(reason: string): ProxyError {
  return new ProxyError('PAC_FAILED', reason);
}
