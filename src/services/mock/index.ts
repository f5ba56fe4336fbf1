// A mock server that responds with the saved examples of a collection. The path, query and headers of a request
// select the example (`match.ts`). Variables of the environment are replaced in it (`response.ts`).
import { Lru } from '../../base/lru.ts';
import type { Collection } from '../../collections/model/collection.ts';
import type { Environment } from '../../collections/model/environment.ts';
import type { Variable } from '../../collections/model/values.ts';
import { Interpolator } from '../../runs/runner/interpolator.ts';
import { Scopes, valuesOf } from '../../collections/variables/scopes.ts';
import { responseRenderer, type MockServerResponse, type ChosenResponse } from './response.ts';
import { bareRequestsOf, candidatesOf, type BareRequest, type Candidate } from './candidates.ts';
import { isAcceptable, Matcher, matchesBody, type MockRequest } from './match.ts';
import { routesOf, type MockRoute } from './routes.ts';
import { StoredObjects } from './stored-objects.ts';
import type { RequestValidator } from './validate.ts';

export interface MockSources {
  readonly collection: Collection;
  readonly environment: Environment | null;
  readonly globals: readonly Variable[];
  /** Checks requests before it responds to them. */
  readonly validator?: RequestValidator | null;
  /** True to remember what requests create, change and delete. */
  readonly isStateful?: boolean;
}

/** The maximum number of URLs whose example is remembered. */
const MAX_REMEMBERED = 10_000;

export class Mock {
  /** The number of examples that it can respond with. */
  readonly examples: number;
  /** Names of examples whose status no final response can have. */
  readonly unusable: readonly string[];
  readonly #candidates: readonly Candidate[];
  /** Requests without examples. */
  readonly #bare: () => readonly BareRequest[];
  readonly #matcher: Matcher;
  readonly #validator: RequestValidator | null;
  readonly #stored: StoredObjects | null;
  readonly #responses = new Map<string, () => MockServerResponse>();
  readonly #remembered = new Lru<string, Candidate>(MAX_REMEMBERED);

  /** `before`: the mock that this one replaces, whose objects stay. */
  constructor(
    { collection, environment, globals, validator = null, isStateful = false }: MockSources,
    before: Mock | null = null,
  ) {
    this.#validator = validator;
    this.#stored = isStateful ? ((before === null ? null : before.#stored) ?? new StoredObjects()) : null;
    const scopes = new Scopes({
      globals: valuesOf(globals),
      collection: valuesOf(collection.variables),
      environment: valuesOf(environment?.variables ?? []),
    });
    const interpolator = new Interpolator((name) => scopes.value(name));
    const all = candidatesOf(collection, interpolator);
    const usable = all.filter(({ example: { status } }) => status >= 200);
    this.unusable = [
      ...new Set(all.filter((each) => !usable.includes(each)).map(({ example }) => example.name)),
    ];
    for (const { example } of usable)
      this.#responses.set(example.id, responseRenderer(example, interpolator));
    this.examples = this.#responses.size;
    this.#candidates = usable;
    this.#bare = () => bareRequestsOf(collection, interpolator);
    this.#matcher = new Matcher(usable);
  }

  /** True when the response depends on the body of the request. */
  needsBody(request: Pick<MockRequest, 'headers'>): boolean {
    return this.#validator !== null || this.#stored !== null || matchesBody(request);
  }

  respond(request: MockRequest): ChosenResponse {
    const problem = this.#validator?.problem(request) ?? null;
    if (problem !== null) return refused(problem);
    if (this.#stored === null) return this.#fromExamples(request);
    // Stored objects are JSON, whatever the request accepts.
    const headers = { ...request.headers, accept: undefined };
    return this.#stored.respond(request, this.#fromExamples({ ...request, headers }));
  }

  #fromExamples(request: MockRequest): ChosenResponse {
    const candidate = this.#best(request);
    if (candidate !== null && this.#validator !== null && !isAcceptable(candidate, request))
      return refused(this.#validator.notAcceptable(this.#typesBeside(candidate)));
    const response = candidate === null ? undefined : this.#responses.get(candidate.example.id);
    if (candidate === null || response === undefined) return noExample(request, this.examples);
    const { id, name } = candidate.example;
    return { exampleName: name, exampleId: id, source: 'example', response: response() };
  }

  /** Returns what it can respond to, in the order of the collection, then requests that have no example. */
  routes(): readonly MockRoute[] {
    return routesOf(this.#candidates, this.#bare());
  }

  /** Returns the media types of the response that a candidate is an example of. */
  #typesBeside({ requestId, example: { status } }: Candidate): readonly string[] {
    const types = this.#candidates
      .filter((each) => each.requestId === requestId && each.example.status === status)
      .flatMap(({ mediaType }) => mediaType ?? []);
    return [...new Set(types)];
  }

  #best(request: MockRequest): Candidate | null {
    for (const name of SELECTORS) if (request.headers[name] !== undefined) return this.#matcher.best(request);
    const key = `${request.method} ${request.url} ${asText(request.headers['accept'] ?? '')}`;
    const known = this.#remembered.get(key);
    if (known !== undefined) return known;
    const best = this.#matcher.best(request);
    if (best !== null) this.#remembered.set(key, best);
    return best;
  }
}

function refused(response: MockServerResponse): ChosenResponse {
  return { exampleName: null, exampleId: null, source: 'refused', response };
}

/** Headers on which the choice depends. */
const SELECTORS = [
  'x-mock-response-code',
  'x-mock-response-name',
  'x-mock-response-id',
  'x-mock-match-request-headers',
  'x-mock-match-request-body',
] as const;

/** Returns the error that Postman's mock servers give, and for a preflight of CORS the permission. */
function noExample({ method, url, headers }: MockRequest, examples: number): ChosenResponse {
  const asked = headers['access-control-request-method'];
  if (method === 'OPTIONS' && asked !== undefined) {
    const response = responseWith(204, '', {
      'Access-Control-Allow-Methods': asText(asked),
      'Access-Control-Allow-Headers': asText(headers['access-control-request-headers'] ?? '*'),
      'Access-Control-Max-Age': '600',
    });
    return { exampleName: null, exampleId: null, source: 'preflight', response };
  }
  const message =
    examples === 0
      ? 'the collection has no saved examples: save a response as an example first'
      : `no saved example fits ${method} ${url.slice(0, 200)}`;
  const error = { name: 'mockRequestNotFoundError', message, header: 'No matching requests' };
  const response = responseWith(404, `${JSON.stringify({ error })}\n`, {
    'Content-Type': 'application/json',
  });
  return { exampleName: null, exampleId: null, source: 'none', response };
}

function responseWith(
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): MockServerResponse {
  const body = Buffer.from(text);
  const fields = Object.entries({
    ...headers,
    'Access-Control-Allow-Origin': '*',
    ...(body.length > 0 && { 'Content-Length': String(body.length) }),
  });
  return { status, reason: '', headers: fields.flat(), body };
}

function asText(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(', ');
}
