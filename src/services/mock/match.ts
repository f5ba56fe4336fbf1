// Chooses the example that answers a request, by the rules that Postman documents for its mock servers
// (https://learning.postman.com/docs/design-apis/mock-apis/matching-algorithm): method, the `x-mock-` headers, path,
// query, headers and body. The best score wins, then a successful status, then the order in the collection. Among
// examples with the same status, the one with the request's preferred media type wins.
import { mediaPreference } from '../../base/accept.ts';
import type { Candidate, Segment } from './candidates.ts';
import { sameBody } from './same-body.ts';
import { decodeSegment, parsePathAndQuery, type PathAndQuery } from '../../specs/path-and-query.ts';

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

/** Returns true when the request asks for a comparison by body. */
export function matchesBody({ headers }: Pick<MockRequest, 'headers'>): boolean {
  return headerText(headers, 'x-mock-match-request-body') === 'true';
}

export class Matcher {
  /** Candidates by method and number of segments. */
  readonly #groups = new Map<string, Candidate[]>();

  constructor(candidates: readonly Candidate[]) {
    for (const candidate of candidates) {
      const key = groupKey(candidate.method, candidate.segments, candidate.endsWithSlash);
      const group = this.#groups.get(key);
      if (group === undefined) this.#groups.set(key, [candidate]);
      else group.push(candidate);
    }
  }

  /** Returns null when no example fits. HEAD is answered like GET where it has no example of its own. */
  best(request: MockRequest): Candidate | null {
    const found = this.#bestOf(request.method, request);
    return found === null && request.method === 'HEAD' ? this.#bestOf('GET', request) : found;
  }

  #bestOf(method: string, request: MockRequest): Candidate | null {
    const target = parsePathAndQuery(request.url);
    const key = groupKey(method, target.path, target.path.at(-1) === '');
    const preference = preferenceOf(request);
    let best: Candidate | null = null;
    let bestScore = 0;
    for (const candidate of this.#groups.get(key) ?? []) {
      if (!isWanted(candidate, request)) continue;
      const score = scoreOf(candidate, target);
      if (
        score > bestScore ||
        (score === bestScore && best !== null && isBetter(candidate, best, preference))
      ) {
        best = candidate;
        bestScore = score;
      }
    }
    return best;
  }
}

function groupKey(method: string, path: readonly unknown[], endsWithSlash: boolean): string {
  return `${method} ${path.length - (endsWithSlash ? 1 : 0)}`;
}

function isBetter(a: Candidate, b: Candidate, preference: Preference): boolean {
  if (a.example.status === b.example.status) return preference(a) > preference(b);
  return isSuccess(a.example.status) && !isSuccess(b.example.status);
}

/** Returns how much a candidate is wanted, from 0 to 1. */
type Preference = (candidate: Candidate) => number;

function preferenceOf({ headers }: MockRequest): Preference {
  const preference = mediaPreference(headerText(headers, 'accept'));
  return ({ mediaType }) => (mediaType === null ? 1 : preference(mediaType));
}

/** Returns true when the request accepts the candidate's media type, or names the example. */
export function isAcceptable(candidate: Candidate, request: MockRequest): boolean {
  const { 'x-mock-response-id': id, 'x-mock-response-name': name } = request.headers;
  return id !== undefined || name !== undefined || preferenceOf(request)(candidate) > 0;
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

function headerText(headers: MockRequest['headers'], name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'object' ? value.join(', ') : value;
}

/** Returns points up to 100; 0 when the path does not fit. */
function scoreOf(candidate: Candidate, { path, query }: PathAndQuery): number {
  const { segments, endsWithSlash } = candidate;
  let score = PERFECT;
  if (endsWithSlash !== (path.at(-1) === '')) score -= COST.slash;
  let hasOtherCase = false;
  const length = segments.length - (endsWithSlash ? 1 : 0);
  for (let index = 0; index < length; index += 1) {
    const cost = segmentCost(segments[index]!, decodeSegment(path[index]!));
    if (cost < 0) return 0;
    if (cost === COST.case) hasOtherCase = true;
    else score -= cost;
  }
  if (hasOtherCase) score -= COST.case;
  return Math.max(1, score - queryCost(candidate.query, query));
}

/** Returns -1 when the segment does not fit. */
function segmentCost({ text, isVariable }: Segment, received: string): number {
  if (text === received) return isVariable ? COST.variable : 0;
  if (isVariable) return received === '' ? -1 : text === null ? COST.variable : COST.otherValue;
  return text?.toLowerCase() === received.toLowerCase() ? COST.case : -1;
}

/** Returns the cost of parameters that only one of the two has, in proportion to all of them. */
function queryCost(expected: Candidate['query'], received: PathAndQuery['query']): number {
  const matched = expected.filter(([name, value]) =>
    received.some((each) => each[0] === name && (value === null || each[1] === value)),
  ).length;
  const all = expected.length + received.length - matched;
  return all <= 0 ? 0 : COST.query * (1 - matched / all);
}
