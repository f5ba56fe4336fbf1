// Findings from series of requests: repeated requests, N+1 queries and chains of redirects. Memory is bounded: only
// the latest URLs are remembered.
import { Lru } from '../../../../base/lru.ts';
import { MAX_KINDS } from '../../flow-facts.ts';
import type { Key, RedirectTarget, SeriesRequest } from './series-request.ts';
import {
  keptRef,
  performanceFinding,
  MAX_FINDINGS,
  type PerformanceFinding,
  type RequestRef,
} from './top-findings.ts';
import { shownUrl } from '../../shown-url.ts';

/** The maximum number of URLs that are remembered. */
const MAX_URLS = 20_000;
/** Requests within this time belong together. */
const CLOSE_MS = 2000;

interface FetchedUrl {
  readonly first: RequestRef;
  times: number;
}

interface SentRequest {
  readonly startedAt: number;
  readonly body: Key | null;
}

/**
 * Finds responses that were fetched again for lack of caching headers, and requests that were sent twice
 * within seconds.
 */
export class RepeatedRequests {
  readonly #fetched = new Lru<Key, FetchedUrl>(MAX_URLS);
  readonly #refetched = new Set<FetchedUrl>();
  readonly #sent = new Lru<Key, SentRequest>(MAX_URLS);
  readonly #duplicates = new Map<Key, FetchedUrl>();

  add(request: SeriesRequest): void {
    if (request.fetch !== 'no') this.#addFetched(request);
    if (request.sent !== null) this.#addSent(request, request.sent);
  }

  uncached(limit: number): readonly PerformanceFinding[] {
    return [...this.#refetched]
      .slice(0, limit)
      .map(({ first, times }) =>
        performanceFinding(
          first,
          `Fetched ${times} times: the response has no Cache-Control, Expires, ETag or Last-Modified header.`,
        ),
      );
  }

  duplicates(limit: number): readonly PerformanceFinding[] {
    return [...this.#duplicates.values()]
      .slice(0, limit)
      .map(({ first, times }) =>
        performanceFinding(first, `The same request was sent ${times} times within seconds.`),
      );
  }

  #addFetched({ request, url, fetch }: SeriesRequest): void {
    const known = this.#fetched.get(url);
    if (known === undefined) {
      this.#fetched.set(url, {
        first: keptRef(request),
        times: fetch === 'without validity' ? 1 : -Infinity,
      });
      return;
    }
    known.times += 1;
    if (known.times === 2 && this.#refetched.size < MAX_FINDINGS) this.#refetched.add(known);
  }

  #addSent({ request, startedAt, body }: SeriesRequest, key: Key): void {
    const previous = this.#sent.get(key);
    this.#sent.set(key, { startedAt, body });
    if (previous === undefined || body === null || body !== previous.body) return;
    if (Math.abs(startedAt - previous.startedAt) >= CLOSE_MS) return;
    const known = this.#duplicates.get(key);
    if (known !== undefined) known.times += 1;
    else if (this.#duplicates.size < MAX_FINDINGS)
      this.#duplicates.set(key, { first: keptRef(request), times: 2 });
  }
}

const MANY_CALLS = 5;
/** The maximum number of URLs that are counted, over all endpoints. */
const MAX_COUNTED_URLS = 100_000;

interface Calls {
  readonly first: RequestRef;
  readonly firstAt: number;
  readonly urls: Set<Key>;
  lastAt: number;
  count: number;
}

/** Finds endpoints that were called many times with different ids. */
export class NPlusOneCalls {
  readonly #endpoints = new Map<string, Calls>();
  #urlCount = 0;

  add(request: SeriesRequest): void {
    if (request.endpoint === null) return;
    const calls = this.#endpoints.get(request.endpoint) ?? this.#addEndpoint(request.endpoint, request);
    if (calls === null) return;
    calls.count += 1;
    calls.lastAt = request.startedAt;
    if (this.#urlCount >= MAX_COUNTED_URLS || calls.urls.has(request.url)) return;
    calls.urls.add(request.url);
    this.#urlCount += 1;
  }

  result(limit: number): readonly PerformanceFinding[] {
    return [...this.#endpoints]
      .filter(
        ([, { urls, count, firstAt, lastAt }]) =>
          urls.size >= MANY_CALLS && lastAt - firstAt <= CLOSE_MS * count,
      )
      .slice(0, limit)
      .map(([endpoint, { first, urls }]) =>
        performanceFinding(
          first,
          `${endpoint} was called with ${urls.size} different ids: a single request could fetch them all.`,
        ),
      );
  }

  #addEndpoint(endpoint: string, { request, startedAt }: SeriesRequest): Calls | null {
    if (this.#endpoints.size >= MAX_KINDS) return null;
    const calls = {
      first: keptRef(request),
      firstAt: startedAt,
      lastAt: startedAt,
      urls: new Set<Key>(),
      count: 0,
    };
    this.#endpoints.set(endpoint, calls);
    return calls;
  }
}

/** A redirect from one URL to the next. */
interface Redirect {
  readonly request: RequestRef;
  readonly to: RedirectTarget;
}

/** Finds chains of redirects, from the latest response of each URL. */
export class RedirectChains {
  readonly #redirects = new Map<Key, Redirect>();

  add({ request, url, redirect }: SeriesRequest): void {
    if (redirect === null) this.#redirects.delete(url);
    else if (this.#redirects.has(url) || this.#redirects.size < MAX_KINDS)
      this.#redirects.set(url, { request: keptRef(request), to: redirect });
  }

  result(limit: number): readonly PerformanceFinding[] {
    const findings: PerformanceFinding[] = [];
    for (const redirect of this.#redirects.values()) {
      if (findings.length >= limit) break;
      const urls = this.#chainFrom(redirect);
      if (urls.length < 2) continue;
      const shown = urls.slice(0, MAX_SHOWN_REDIRECTS).map((url) => shownUrl(url).slice(0, 200));
      const more = urls.length > shown.length ? ' → …' : '';
      findings.push(
        performanceFinding(
          redirect.request,
          `${urls.length} redirects in a chain: ${shown.join(' → ')}${more}.`,
        ),
      );
    }
    return findings;
  }

  #chainFrom(start: Redirect): readonly string[] {
    const urls: string[] = [];
    const seen = new Set<Redirect>();
    let current: Redirect | undefined = start;
    while (current !== undefined && !seen.has(current) && seen.size < 2 * MAX_SHOWN_REDIRECTS) {
      seen.add(current);
      urls.push(current.to.url);
      current = this.#redirects.get(current.to.key);
    }
    return urls;
  }
}

/** Redirects of a chain that a finding lists. */
const MAX_SHOWN_REDIRECTS = 20;
