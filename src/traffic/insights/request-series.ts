// What shows only in several requests: the same again, one for each of many things, redirects in a row. What is kept of
// them is bounded: of very many different URLs the latest.
import { hash } from 'node:crypto';
import { GenerationalMap } from '../../base/generational-map.ts';
import type { Flow, Message } from '../../flow/flow.ts';
import { MAX_KINDS } from './figures.ts';
import { finding, MAX_NOTED, placeOf, type PerformanceFinding, type Place } from './top-findings.ts';
import { shownUrl } from './shown-url.ts';

/** URLs that are remembered. */
const MAX_URLS = 20_000;
/** What follows within this time belongs together. */
const CLOSE_MS = 2000;
/** Larger bodies are not compared. */
const MAX_COMPARED = 1024 * 1024;

interface Fetched {
  readonly first: Place;
  times: number;
}

interface Asked {
  startedAt: number;
  body: string | null;
}

/** The same fetched again without anything that would have spared it, and the same asked within seconds. */
export class Repeated {
  readonly #fetched = new GenerationalMap<string, Fetched>(MAX_URLS);
  readonly #again = new Set<Fetched>();
  readonly #asked = new GenerationalMap<string, Asked>(MAX_URLS);
  readonly #duplicates = new Map<string, Fetched>();

  add(flow: Flow): void {
    if (flow.method === 'GET' && flow.status === 200) this.#addFetched(flow);
    if (!flow.client.isReplay) this.#addAsked(flow);
  }

  uncached(limit: number): readonly PerformanceFinding[] {
    return [...this.#again]
      .slice(0, limit)
      .map(({ first, times }) =>
        finding(
          first,
          `It was fetched ${times} times, and says neither how long it may be kept nor what version it is.`,
        ),
      );
  }

  duplicates(limit: number): readonly PerformanceFinding[] {
    return [...this.#duplicates.values()]
      .slice(0, limit)
      .map(({ first, times }) => finding(first, `The same request was sent ${times} times within seconds.`));
  }

  #addFetched(flow: Flow): void {
    const key = keyOf(flow.url);
    const known = this.#fetched.get(key);
    if (known === undefined) {
      const mayBeSpared = isCacheable(flow.response) && !hasValidity(flow.response);
      this.#fetched.set(key, { first: placeOf(flow), times: mayBeSpared ? 1 : -Infinity });
      return;
    }
    known.times += 1;
    if (known.times === 2 && this.#again.size < MAX_NOTED) this.#again.add(known);
  }

  #addAsked(flow: Flow): void {
    const key = keyOf(`${flow.method} ${flow.url} ${flow.request?.body.size ?? 0}`);
    const body = bodyHash(flow.request);
    const before = this.#asked.get(key);
    this.#asked.set(key, { startedAt: flow.startedAt, body });
    if (before === undefined || body === null || body !== before.body) return;
    if (Math.abs(flow.startedAt - before.startedAt) >= CLOSE_MS) return;
    const known = this.#duplicates.get(key);
    if (known !== undefined) known.times += 1;
    else if (this.#duplicates.size < MAX_NOTED) this.#duplicates.set(key, { first: placeOf(flow), times: 2 });
  }
}

/** Long ones would take the memory of thousands. */
function keyOf(text: string): string {
  return text.length > 200 ? hash('sha1', text, 'base64') : text;
}

/** Null for one that is not compared. */
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
/** URLs that are counted of all endpoints together. */
const MAX_THINGS = 100_000;

interface Calls {
  readonly first: Place;
  readonly firstAt: number;
  readonly urls: Set<string>;
  lastAt: number;
  count: number;
}

/** Many calls to one endpoint that differ in an id. */
export class OneByOne {
  readonly #endpoints = new Map<string, Calls>();
  #things = 0;

  add(flow: Flow, endpoint: string): void {
    if (flow.method !== 'GET' || !endpoint.includes('{')) return;
    const calls = this.#endpoints.get(endpoint) ?? this.#begin(endpoint, flow);
    if (calls === null) return;
    calls.count += 1;
    calls.lastAt = flow.startedAt;
    const url = keyOf(flow.url);
    if (this.#things >= MAX_THINGS || calls.urls.has(url)) return;
    calls.urls.add(url);
    this.#things += 1;
  }

  result(limit: number): readonly PerformanceFinding[] {
    return [...this.#endpoints]
      .filter(
        ([, { urls, count, firstAt, lastAt }]) =>
          urls.size >= MANY_CALLS && lastAt - firstAt <= CLOSE_MS * count,
      )
      .slice(0, limit)
      .map(([endpoint, { first, urls }]) =>
        finding(
          first,
          `${endpoint} was called for ${urls.size} things one by one: one call could fetch them all.`,
        ),
      );
  }

  #begin(endpoint: string, flow: Flow): Calls | null {
    if (this.#endpoints.size >= MAX_KINDS) return null;
    const { startedAt } = flow;
    const calls = {
      ...{ first: placeOf(flow), firstAt: startedAt, lastAt: startedAt },
      ...{ urls: new Set<string>(), count: 0 },
    };
    this.#endpoints.set(endpoint, calls);
    return calls;
  }
}

/** A redirect leads from one URL to the next. */
interface Redirect {
  readonly place: Place;
  readonly to: string;
}

/** Of each URL what it said last. */
export class Redirects {
  readonly #redirects = new Map<string, Redirect>();

  add(flow: Flow): void {
    const to = flow.status >= 300 && flow.status < 400 ? (flow.response?.header('location') ?? '') : '';
    if (to === '' || !URL.canParse(to, flow.url)) this.#redirects.delete(flow.url);
    else if (this.#redirects.has(flow.url) || this.#redirects.size < MAX_KINDS)
      this.#redirects.set(flow.url, { place: placeOf(flow), to: new URL(to, flow.url).href });
  }

  result(limit: number): readonly PerformanceFinding[] {
    const found: PerformanceFinding[] = [];
    for (const redirect of this.#redirects.values()) {
      if (found.length >= limit) break;
      const places = this.#chainFrom(redirect);
      if (places.length < 2) continue;
      const shown = places.slice(0, MAX_PLACES).map((place) => shownUrl(place).slice(0, 200));
      const more = places.length > shown.length ? ' → …' : '';
      found.push(
        finding(redirect.place, `${places.length} redirects one after another: ${shown.join(' → ')}${more}.`),
      );
    }
    return found;
  }

  #chainFrom(start: Redirect): readonly string[] {
    const places: string[] = [];
    const seen = new Set<Redirect>();
    let current: Redirect | undefined = start;
    while (current !== undefined && !seen.has(current) && seen.size < 2 * MAX_PLACES) {
      seen.add(current);
      places.push(current.to);
      current = this.#redirects.get(current.to);
    }
    return places;
  }
}

/** Of a chain no more are shown. */
const MAX_PLACES = 20;
