// Findings from series of requests: repeated requests, N+1 queries and chains of redirects. Memory is bounded: only
// the latest URLs are remembered.
import { hash } from 'node:crypto';
import { Lru } from '../../../../base/lru.ts';
import type { Flow } from '../../../../flow/flow.ts';
import type { Message } from '../../../../flow/message.ts';
import { MAX_KINDS } from '../../flow-facts.ts';
import {
  performanceFinding,
  MAX_FINDINGS,
  requestRef,
  type PerformanceFinding,
  type RequestRef,
} from './top-findings.ts';
import { shownUrl } from '../../shown-url.ts';

/** The maximum number of URLs that are remembered. */
const MAX_URLS = 20_000;
/** Requests within this time belong together. */
const CLOSE_MS = 2000;
/** Bodies of this size or more are not compared. */
const MAX_COMPARED = 1024 * 1024;

interface FetchedUrl {
  readonly first: RequestRef;
  times: number;
}

interface SentRequest {
  startedAt: number;
  body: string | null;
}

/**
 * Finds responses that were fetched again for lack of caching headers, and requests that were sent twice
 * within seconds.
 */
export class RepeatedRequests {
  readonly #fetched = new Lru<string, FetchedUrl>(MAX_URLS);
  readonly #refetched = new Set<FetchedUrl>();
  readonly #sent = new Lru<string, SentRequest>(MAX_URLS);
  readonly #duplicates = new Map<string, FetchedUrl>();

  add(flow: Flow, url: string): void {
    const key = keyOf(url);
    if (flow.method === 'GET' && flow.status === 200) this.#addFetched(flow, url, key);
    if (!flow.client.isReplay) this.#addSent(flow, url, key);
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

  #addFetched({ id, response }: Flow, url: string, key: string): void {
    const known = this.#fetched.get(key);
    if (known === undefined) {
      const lacksValidity = isCacheable(response) && !hasValidity(response);
      this.#fetched.set(key, { first: requestRef(id, url), times: lacksValidity ? 1 : -Infinity });
      return;
    }
    known.times += 1;
    if (known.times === 2 && this.#refetched.size < MAX_FINDINGS) this.#refetched.add(known);
  }

  #addSent(flow: Flow, url: string, ofUrl: string): void {
    const size = flow.request?.body.size ?? 0;
    // The URL alone identifies most requests, and its hash is already known.
    const key = flow.method === 'GET' && size === 0 ? ofUrl : keyOf(`${flow.method} ${url} ${size}`);
    const body = bodyHash(flow.request);
    const previous = this.#sent.get(key);
    this.#sent.set(key, { startedAt: flow.startedAt, body });
    if (previous === undefined || body === null || body !== previous.body) return;
    if (Math.abs(flow.startedAt - previous.startedAt) >= CLOSE_MS) return;
    const known = this.#duplicates.get(key);
    if (known !== undefined) known.times += 1;
    else if (this.#duplicates.size < MAX_FINDINGS)
      this.#duplicates.set(key, { first: requestRef(flow.id, url), times: 2 });
  }
}

/** Returns a short key for a text: long URLs would take the memory of thousands. */
function keyOf(text: string): string {
  return text.length > 200 ? hash('sha1', text, 'base64') : text;
}

/** Returns the hash of a body; null when it is too large to compare. */
function bodyHash(message: Message | null): string | null {
  const size = message?.body.size ?? 0;
  if (message === null || size === 0) return '';
  return size >= MAX_COMPARED ? null : hash('sha1', message.body.bytes(), 'base64');
}

function isCacheable(response: Message | null): boolean {
  return !/no-store|private/i.test(response?.header('cache-control') ?? '');
}

function hasValidity(response: Message | null): boolean {
  return ['cache-control', 'expires', 'etag', 'last-modified'].some(
    (name) => response?.header(name) !== undefined,
  );
}

const MANY_CALLS = 5;
/** The maximum number of URLs that are counted, over all endpoints. */
const MAX_COUNTED_URLS = 100_000;

interface Calls {
  readonly first: RequestRef;
  readonly firstAt: number;
  readonly urls: Set<string>;
  lastAt: number;
  count: number;
}

/** Finds endpoints that were called many times with different ids. */
export class NPlusOneCalls {
  readonly #endpoints = new Map<string, Calls>();
  #urlCount = 0;

  add(flow: Flow, url: string, endpoint: string): void {
    if (flow.method !== 'GET' || !endpoint.includes('{')) return;
    const calls = this.#endpoints.get(endpoint) ?? this.#addEndpoint(endpoint, flow, url);
    if (calls === null) return;
    calls.count += 1;
    calls.lastAt = flow.startedAt;
    const key = keyOf(url);
    if (this.#urlCount >= MAX_COUNTED_URLS || calls.urls.has(key)) return;
    calls.urls.add(key);
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

  #addEndpoint(endpoint: string, { id, startedAt }: Flow, url: string): Calls | null {
    if (this.#endpoints.size >= MAX_KINDS) return null;
    const calls = {
      first: requestRef(id, url),
      firstAt: startedAt,
      lastAt: startedAt,
      urls: new Set<string>(),
      count: 0,
    };
    this.#endpoints.set(endpoint, calls);
    return calls;
  }
}

/** A redirect from one URL to the next. */
interface Redirect {
  readonly request: RequestRef;
  readonly to: string;
}

/** Finds chains of redirects, from the latest response of each URL. */
export class RedirectChains {
  readonly #redirects = new Map<string, Redirect>();

  add({ id, status, response }: Flow, url: string): void {
    const to = status >= 300 && status < 400 ? (response?.header('location') ?? '') : '';
    if (to === '' || !URL.canParse(to, url)) this.#redirects.delete(url);
    else if (this.#redirects.has(url) || this.#redirects.size < MAX_KINDS)
      this.#redirects.set(url, { request: requestRef(id, url), to: new URL(to, url).href });
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
      urls.push(current.to);
      current = this.#redirects.get(current.to);
    }
    return urls;
  }
}

/** Redirects of a chain that a finding lists. */
const MAX_SHOWN_REDIRECTS = 20;
