// Chooses the example that answers a request, by the rules that Postman documents for its mock servers
// (https://learning.postman.com/docs/design-apis/mock-apis/matching-algorithm): method, the `x-mock-` headers, path,
// query, headers and body. The best score wins, then a successful status, then the order in the collection. Among
// examples with the same status, the one with the request's preferred media type wins.
import { mediaPreference } from '../../base/accept.ts';
import { PathIndex } from '../../documents/paths/index.ts';
import type { Candidate } from './candidates.ts';
import type { Segment } from './location.ts';
import { sameBody } from './same-body.ts';
import { decodeSegment, parsePathAndQuery, type PathAndQuery } from '../../documents/paths/path-and-query.ts';

export interface MockRequest {
  readonly method: string;
  /** Path and query as received. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body, when `matchesBody()` asked for it. */
  readonly body: Buffer | null;
}

/** Points that a difference costs. */
const COST = { slash: 5, case: 10, variable: 1, otherValue: 2, query: 20 };
const PERFECT = 100;
/** Points of an example that somebody saved. */
const SAVED = 1000;

/** Returns true when the request asks for a comparison by body. */
export function matchesBody({ headers }: Pick<MockRequest, 'headers'>): boolean {
  return headerText(headers, 'x-mock-match-request-body') === 'true';
}

export class Matcher {
  /** Candidates by method. */
  readonly #paths = new Map<string, PathIndex<Candidate>>();

  constructor(candidates: readonly Candidate[]) {
    for (const candidate of candidates) {
      const known = this.#paths.get(candidate.method) ?? new PathIndex<Candidate>({ ignoresCase: true });
      this.#paths.set(candidate.method, known);
      known.add(
        candidate.segments.map(({ template }) => template),
        candidate,
      );
    }
  }

  /** Returns null when no example fits. HEAD is answered like GET where it has no example of its own. */
  best(request: MockRequest): FoundCandidate | null {
    const found = this.#bestOf(request.method, request);
    return found === null && request.method === 'HEAD' ? this.#bestOf('GET', request) : found;
  }

  /** Returns the name of the variable that the path of a member of a list ends with; null where there is none. */
  memberVariable(list: string): string | null {
    const { segments } = decodedTarget(list);
    for (const index of this.#paths.values()) {
      const [found] = index.find([...segments, MEMBER]);
      const name = found === undefined ? undefined : [...found.values].at(-1);
      if (name?.[1] === MEMBER && name[0] !== '') return name[0];
    }
    return null;
  }

  #bestOf(method: string, request: MockRequest): FoundCandidate | null {
    const target = decodedTarget(request.url);
    const preference = preferenceOf(request);
    let best: FoundCandidate | null = null;
    let [bestRank, bestScore] = ['', 0];
    for (const { entry: candidate, rank, values } of this.#paths.get(method)?.find(target.segments) ?? []) {
      // The most specific path wins, whatever the query; there, saved examples before those of the description.
      if (best !== null && rank !== bestRank) break;
      if (!isWanted(candidate, request)) continue;
      const score = scoreOf(candidate, target) + (candidate.isOfApi ? 0 : SAVED);
      const isFirst = best === null || score > bestScore;
      if (!isFirst && (score < bestScore || !isBetter(candidate, best!.candidate, preference))) continue;
      best = { candidate, values };
      [bestRank, bestScore] = [rank, score];
    }
    return best;
  }
}

/** A candidate with the values of the variables in the path. */
export interface FoundCandidate {
  readonly candidate: Candidate;
  readonly values: ReadonlyMap<string, string>;
}

/** A segment that no literal is. */
const MEMBER = '\u{f0000}';

interface Target {
  /** Decoded, without the empty one after a slash at the end. */
  readonly segments: readonly string[];
  readonly endsWithSlash: boolean;
  readonly query: PathAndQuery['query'];
}

function decodedTarget(url: string): Target {
  const { path, query } = parsePathAndQuery(url);
  const endsWithSlash = path.at(-1) === '';
  const segments = (endsWithSlash ? path.slice(0, -1) : path).map(decodeSegment);
  return { segments, endsWithSlash, query };
}

function isBetter(a: Candidate, b: Candidate, preference: Preference): boolean {
  if (a.example.status === b.example.status) return preference(a.mediaType) > preference(b.mediaType);
  return isSuccess(a.example.status) && !isSuccess(b.example.status);
}

/** Returns how much a media type is wanted, from 0 to 1. */
type Preference = (mediaType: string | null) => number;

export function preferenceOf({ headers }: Pick<MockRequest, 'headers'>): Preference {
  const preference = mediaPreference(headerText(headers, 'accept'));
  return (mediaType) => (mediaType === null ? 1 : preference(mediaType));
}

/** Returns true when the request accepts the candidate's media type, or names the example. */
export function isAcceptable(candidate: Candidate, request: MockRequest): boolean {
  const { 'x-mock-response-id': id, 'x-mock-response-name': name } = request.headers;
  return id !== undefined || name !== undefined || preferenceOf(request)(candidate.mediaType) > 0;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Applies the headers that select examples. */
function isWanted({ example, headers, body }: Candidate, request: MockRequest): boolean {
  const code = headerText(request.headers, 'x-mock-response-code');
  if (code !== undefined && Number(code) !== example.status) return false;
  const id = headerText(request.headers, 'x-mock-response-id');
  // Postman's ids may start with the id of the user.
  if (id !== undefined && id !== example.id && !id.endsWith(`-${example.id}`)) return false;
  const name = headerText(request.headers, 'x-mock-response-name');
  if (name !== undefined && name !== example.name) return false;
  const named = headerText(request.headers, 'x-mock-match-request-headers');
  if (named !== undefined && !hasSameHeaders(named, headers, request.headers)) return false;
  return request.body === null || !matchesBody(request) || sameBody(body, request.body);
}

function hasSameHeaders(
  names: string,
  expected: Candidate['headers'],
  received: MockRequest['headers'],
): boolean {
  return names
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
    .every((name) => expected.get(name) === headerText(received, name));
}

export function headerText(headers: MockRequest['headers'], name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}

/** Returns points up to 100. */
function scoreOf(candidate: Candidate, { segments, endsWithSlash, query }: Target): number {
  const costs = candidate.segments.map((segment, index) => segmentCost(segment, segments[index]!));
  const hasOtherCase = costs.includes(COST.case);
  const cost = costs.reduce((sum, each) => sum + (each === COST.case ? 0 : each), 0);
  const slash = candidate.endsWithSlash === endsWithSlash ? 0 : COST.slash;
  const path = cost + slash + (hasOtherCase ? COST.case : 0);
  return Math.max(1, PERFECT - path - queryCost(candidate.query, query));
}

function segmentCost({ template, suggestion }: Segment, received: string): number {
  if (template.names.length === 0) return suggestion === received ? 0 : COST.case;
  return suggestion === received || suggestion === null ? COST.variable : COST.otherValue;
}

/** Returns the cost of parameters that only one of the two has, in proportion to all of them. */
function queryCost(expected: Candidate['query'], received: PathAndQuery['query']): number {
  const matched = expected.filter(([name, value]) =>
    received.some((each) => each[0] === name && (value === null || each[1] === value)),
  ).length;
  const all = expected.length + received.length - matched;
  return all <= 0 ? 0 : COST.query * (1 - matched / all);
}
