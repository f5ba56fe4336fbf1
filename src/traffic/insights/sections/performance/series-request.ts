// A request as series of requests look at it: a few numbers, and texts or numbers that stand for them.
import { hash } from 'node:crypto';
import type { Flow } from '../../../../flow/flow.ts';
import type { Message } from '../../../../flow/message.ts';
import type { RequestRef } from './top-findings.ts';

/** Stands for a text or a body. */
export type Key = string | number;

/** The ways to compare texts and bodies. */
export interface Keys {
  readonly ofText: (text: string) => Key;
  readonly ofBody: (bytes: Uint8Array) => Key;
  readonly noBody: Key;
}

/** Texts stand for themselves, except for long ones: thousands would take much memory. */
export const textKeys: Keys = {
  ofText: (text) => (text.length > 200 ? hash('sha1', text, 'base64') : text),
  ofBody: (bytes) => hash('sha1', bytes, 'base64'),
  noBody: '',
};

/** Hex digits of a hash that a number holds exactly: two of a million texts share it once in 9,000 times. */
const DIGITS = 13;

/** Numbers stand for texts. */
export const numberKeys: Keys = {
  ofText: numberOf,
  ofBody: numberOf,
  noBody: 0,
};

/** Returns a number that stands for a text or bytes. */
export function numberOf(data: string | Uint8Array): number {
  return Number.parseInt(hash('sha1', data, 'hex').slice(0, DIGITS), 16);
}

/** `fetched`: a response with status 200 to a GET that says how long it is valid, or must not be cached. */
export type Fetch = 'no' | 'fetched' | 'without validity';

/** The URL to which a redirect leads. */
export interface RedirectTarget {
  readonly url: string;
  readonly key: Key;
}

export interface SeriesRequest {
  readonly request: RequestRef;
  readonly startedAt: number;
  /** Stands for the URL. */
  readonly url: Key;
  readonly fetch: Fetch;
  /** Stands for method, URL and size of the body; null for a request that the proxy repeated. */
  readonly sent: Key | null;
  /** Null for one that is too large to compare. */
  readonly body: Key | null;
  /** The endpoint of a GET whose path has parameters; null for others. */
  readonly endpoint: string | null;
  /** Null for a response that is no redirect. */
  readonly redirect: RedirectTarget | null;
}

/** Bodies of this size or more are not compared. */
const MAX_COMPARED = 1024 * 1024;

/** Returns what matters of a finished request, to which `request` refers. */
export function seriesRequest(flow: Flow, request: RequestRef, endpoint: string, keys: Keys): SeriesRequest {
  const { url } = request;
  const key = keys.ofText(url);
  const isSent = !flow.client.isReplay;
  return {
    request,
    startedAt: flow.startedAt,
    url: key,
    fetch: fetchOf(flow),
    sent: isSent ? sentKey(flow, url, key, keys) : null,
    body: isSent ? bodyKey(flow.request, keys) : null,
    endpoint: flow.method === 'GET' && endpoint.includes('{') ? endpoint : null,
    redirect: redirectOf(flow, url, keys),
  };
}

function fetchOf({ method, status, response }: Flow): Fetch {
  if (method !== 'GET' || status !== 200) return 'no';
  return isCacheable(response) && !hasValidity(response) ? 'without validity' : 'fetched';
}

function sentKey({ method, request }: Flow, url: string, ofUrl: Key, keys: Keys): Key {
  const size = request?.body.size ?? 0;
  // The URL alone identifies most requests, and its key is already known.
  return method === 'GET' && size === 0 ? ofUrl : keys.ofText(`${method} ${url} ${size}`);
}

function bodyKey(message: Message | null, keys: Keys): Key | null {
  const size = message?.body.size ?? 0;
  if (message === null || size === 0) return keys.noBody;
  return size >= MAX_COMPARED ? null : keys.ofBody(message.body.bytes());
}

function redirectOf({ status, response }: Flow, url: string, keys: Keys): RedirectTarget | null {
  const to = status >= 300 && status < 400 ? (response?.header('location') ?? '') : '';
  if (to === '' || !URL.canParse(to, url)) return null;
  const { href } = new URL(to, url);
  return { url: href, key: keys.ofText(href) };
}

function isCacheable(response: Message | null): boolean {
  return !/no-store|private/i.test(response?.header('cache-control') ?? '');
}

function hasValidity(response: Message | null): boolean {
  return ['cache-control', 'expires', 'etag', 'last-modified'].some(
    (name) => response?.header(name) !== undefined,
  );
}
