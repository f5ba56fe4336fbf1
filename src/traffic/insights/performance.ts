// What makes traffic slower or larger than it need be.
import type { Flow } from '../../flow/flow.ts';
import { endpointOf, grouped, utf8 } from './figures.ts';

export interface PerformanceFinding {
  readonly id: number;
  readonly url: string;
  /** Why it is named; a sentence. */
  readonly detail: string;
}

export interface TrafficPerformance {
  readonly slow: readonly PerformanceFinding[];
  readonly large: readonly PerformanceFinding[];
  readonly uncompressed: readonly PerformanceFinding[];
  readonly uncached: readonly PerformanceFinding[];
  /** The same request more than once. */
  readonly duplicates: readonly PerformanceFinding[];
  /** Many calls to one endpoint, one for each of many things. */
  readonly nPlusOne: readonly PerformanceFinding[];
  readonly redirects: readonly PerformanceFinding[];
}

const SLOW_MS = 1000;
const LARGE_BYTES = 1024 * 1024;
const WORTH_COMPRESSING = 2048;
const CLOSE_MS = 2000;
const MANY_CALLS = 5;

export function performanceOf(flows: readonly Flow[], limit: number): TrafficPerformance {
  const done = flows.filter(({ request, finished }) => request !== null && finished);
  const found = (list: readonly PerformanceFinding[]): readonly PerformanceFinding[] => list.slice(0, limit);
  return {
    slow: found(slow(done)),
    large: found(large(done)),
    uncompressed: found(done.flatMap(uncompressed)),
    uncached: found(uncached(done)),
    duplicates: found(duplicates(done)),
    nPlusOne: found(nPlusOne(done)),
    redirects: found(redirects(done)),
  };
}

function finding(flow: Flow, detail: string): PerformanceFinding {
  return { id: flow.id, url: utf8(flow.url).slice(0, 500), detail };
}

function slow(flows: readonly Flow[]): readonly PerformanceFinding[] {
  return flows
    .filter(
      (flow) => (flow.durationMs ?? 0) > SLOW_MS && flow.webSocket === null && flow.serverSentEvents === null,
    )
    .sort((a, b) => (b.durationMs ?? 0) - (a.durationMs ?? 0))
    .map((flow) => {
      const { firstByte, sent } = flow.marks;
      const wait =
        firstByte > 0 && sent > 0 ? `, of which ${Math.round(firstByte - sent)} ms until the first byte` : '';
      return finding(flow, `It took ${Math.round(flow.durationMs ?? 0)} ms${wait}.`);
    });
}

function large(flows: readonly Flow[]): readonly PerformanceFinding[] {
  return flows
    .filter(({ response }) => (response?.body.size ?? 0) > LARGE_BYTES)
    .sort((a, b) => (b.response?.body.size ?? 0) - (a.response?.body.size ?? 0))
    .map((flow) => finding(flow, `Its response has ${flow.response?.body.size ?? 0} bytes.`));
}

const TEXT =
  /^\s*(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml)|application\/javascript|image\/svg\+xml)/i;

function uncompressed(flow: Flow): readonly PerformanceFinding[] {
  const { request, response } = flow;
  const size = response?.body.size ?? 0;
  const isText = TEXT.test(response?.header('content-type') ?? '') && flow.serverSentEvents === null;
  const isCoded = response?.header('content-encoding') !== undefined;
  if (!isText || isCoded || size < WORTH_COMPRESSING) return [];
  const isAsked = /\b(?:gzip|br|zstd|deflate)\b/i.test(request?.header('accept-encoding') ?? '');
  const why = isAsked
    ? 'though the client takes compressed ones'
    : 'since the client does not ask for compression';
  return [finding(flow, `${size} bytes of text came uncompressed, ${why}.`)];
}

/** The same thing fetched again, without anything that would have spared it. */
function uncached(flows: readonly Flow[]): readonly PerformanceFinding[] {
  const fetched = flows.filter((flow) => flow.method === 'GET' && flow.status === 200);
  return [...grouped(fetched, ({ url }) => url).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length < 2 || !isCacheable(first) || hasValidity(first)) return [];
    const times = `It was fetched ${group.length} times`;
    return [finding(first, `${times}, and says neither how long it may be kept nor what version it is.`)];
  });
}

function isCacheable({ response }: Flow): boolean {
  return !/no-store|private/i.test(response?.header('cache-control') ?? '');
}

function hasValidity({ response }: Flow): boolean {
  return ['cache-control', 'expires', 'etag', 'last-modified'].some(
    (name) => response?.header(name) !== undefined,
  );
}

function duplicates(flows: readonly Flow[]): readonly PerformanceFinding[] {
  const asked = flows.filter(({ client }) => !client.isReplay);
  return [
    ...grouped(asked, (flow) => `${flow.method} ${flow.url} ${flow.request?.body.size ?? 0}`).values(),
  ].flatMap((group) => {
    const close = group.filter((flow, at) => {
      const before = group[at - 1];
      return before !== undefined && flow.startedAt - before.startedAt < CLOSE_MS && isSameBody(flow, before);
    });
    const [first] = close;
    if (first === undefined) return [];
    return [finding(first, `The same request was sent ${close.length + 1} times within seconds.`)];
  });
}

function isSameBody(one: Flow, other: Flow): boolean {
  const [a, b] = [one.request?.body, other.request?.body];
  if (a === undefined || a.size !== b?.size) return false;
  return a.size === 0 || (a.size < LARGE_BYTES && a.bytes().equals(b.bytes()));
}

function nPlusOne(flows: readonly Flow[]): readonly PerformanceFinding[] {
  const gets = flows.filter(({ method }) => method === 'GET');
  return [...grouped(gets, endpointOf)].flatMap(([endpoint, group]) => {
    if (!endpoint.includes('{')) return [];
    const urls = new Set(group.map(({ url }) => url));
    const [first] = group;
    const last = group.at(-1);
    if (first === undefined || last === undefined || urls.size < MANY_CALLS) return [];
    const span = last.startedAt - first.startedAt;
    if (span > CLOSE_MS * group.length) return [];
    return [
      finding(
        first,
        `${endpoint} was called for ${urls.size} things one by one: one call could fetch them all.`,
      ),
    ];
  });
}

function redirects(flows: readonly Flow[]): readonly PerformanceFinding[] {
  const byUrl = new Map(flows.map((flow) => [flow.url, flow]));
  return flows.flatMap((flow) => {
    const chain = chainFrom(flow, byUrl);
    return chain.length < 2
      ? []
      : [finding(flow, `${chain.length} redirects one after another: ${chain.join(' → ')}.`)];
  });
}

function chainFrom(flow: Flow, byUrl: ReadonlyMap<string, Flow>): readonly string[] {
  const places: string[] = [];
  let current: Flow | undefined = flow;
  const seen = new Set<Flow>();
  while (current !== undefined && !seen.has(current) && current.status >= 300 && current.status < 400) {
    seen.add(current);
    const to: string = current.response?.header('location') ?? '';
    if (to === '' || !URL.canParse(to, current.url)) break;
    const next: string = new URL(to, current.url).href;
    places.push(next.slice(0, 200));
    current = byUrl.get(next);
  }
  return places;
}
