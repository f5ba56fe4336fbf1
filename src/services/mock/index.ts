// A mock server that responds with the saved examples of a collection. The path, query and headers of a request
// select the example (`match.ts`). Variables of the environment are replaced in it (`response.ts`).
import { Lru } from '../../base/lru.ts';
import type { Collection } from '../../collections/model/collection.ts';
import type { Environment } from '../../collections/model/environment.ts';
import type { Example } from '../../collections/model/example.ts';
import type { Variable } from '../../collections/model/values.ts';
import { Interpolator } from '../../runs/runner/interpolator.ts';
import { Scopes, valuesOf } from '../../collections/variables/scopes.ts';
import { declaredCallbacks, type Callback, type DeclaredCallback } from '../../specs/answers/callbacks.ts';
import type { ContractResponse } from '../../specs/contract/index.ts';
import type { MockApi } from './api.ts';
import {
  responseRenderer,
  textsOf,
  type ChosenResponse,
  type MockServerResponse,
  type Renderer,
} from './response.ts';
import { bareRequestsOf, candidatesOf, type BareRequest, type Candidate } from './candidates.ts';
import {
  headerText,
  isAcceptable,
  Matcher,
  matchesBody,
  type FoundCandidate,
  type MockRequest,
} from './match.ts';
import { appliedText, NO_PREFERENCES, preferencesOf, type Preferences } from './preferences.ts';
import { namesBody } from './request-values.ts';
import { noExample, refused, withHeader } from './other-responses.ts';
import { routesOf, type MockRoute } from './routes.ts';
import { StoredObjects } from './stored-objects.ts';

export interface MockSources {
  readonly collection: Collection;
  readonly environment: Environment | null;
  readonly globals: readonly Variable[];
  readonly api?: ApiPart | null;
  /** Checks requests before it responds to them: `log` responds to invalid ones too, and says what is wrong. */
  readonly validates?: false | 'refuse' | 'log';
  /** True to remember what requests create, change and delete. */
  readonly isStateful?: boolean;
  /** Values of the description are made from its schemas; without a seed, others each time. */
  readonly dynamic?: { readonly seed: string | null } | null;
}

/** An API description, and what it responds with. */
export interface ApiPart {
  readonly description: MockApi;
  /**
   * `whole`: the collection was made of it. Another collection comes after that of the mock. `none`: it only checks
   * requests.
   */
  readonly examples: 'whole' | 'none' | Collection;
}

/** The maximum number of URLs whose example is remembered. */
const MAX_REMEMBERED = 10_000;

export class Mock {
  /** The number of examples that it can respond with. */
  readonly examples: number;
  /** Names of examples whose status no final response can have. */
  readonly unusable: readonly string[];
  readonly #sources: MockSources;
  readonly #candidates: readonly Candidate[];
  /** Requests without examples. */
  readonly #bare: () => readonly BareRequest[];
  readonly #matcher: Matcher;
  readonly #api: MockApi | null;
  readonly #stored: StoredObjects | null;
  readonly #interpolator: Interpolator;
  readonly #responses = new Map<string, Renderer>();
  readonly #remembered = new Lru<string, FoundCandidate>(MAX_REMEMBERED);
  readonly #usesBodies: boolean;
  readonly #makesValues: boolean;

  /** `before`: the mock that this one replaces, whose objects stay. */
  constructor(sources: MockSources, before: Mock | null = null) {
    const { collection, api = null, validates = false, isStateful = false, dynamic = null } = sources;
    this.#sources = sources;
    this.#makesValues = dynamic !== null;
    this.#api = api?.description ?? null;
    this.#interpolator = interpolatorOf(sources);
    const all = allCandidates(sources, this.#interpolator);
    const usable = all.filter(({ example: { status } }) => status >= 200);
    this.unusable = [
      ...new Set(all.filter((each) => !usable.includes(each)).map(({ example }) => example.name)),
    ];
    for (const { example } of usable)
      this.#responses.set(example.id, responseRenderer(example, this.#interpolator));
    this.examples = this.#responses.size;
    this.#candidates = usable;
    this.#bare = () => bareRequestsOf(collection, this.#interpolator);
    this.#matcher = new Matcher(usable);
    this.#stored = isStateful ? storedObjects(this.#matcher, before === null ? null : before.#stored) : null;
    this.#usesBodies =
      validates !== false || isStateful || usable.some(({ example }) => textsOf(example).some(namesBody));
  }

  /** True when the response depends on the body of the request. */
  needsBody(request: Pick<MockRequest, 'headers'>): boolean {
    return this.#usesBodies || matchesBody(request);
  }

  respond(request: MockRequest): ChosenResponse {
    const { validates = false } = this.#sources;
    const problem = validates === false ? null : (this.#api?.validator.problem(request) ?? null);
    if (problem === null) return this.#valid(request);
    return validates === 'log' ? { ...this.#valid(request), invalid: problem.details } : refused(problem);
  }

  /** Responds to a request that need not be checked any more. */
  #valid(request: MockRequest): ChosenResponse {
    if (this.#stored === null) return this.#chosen(request);
    // Stored objects are JSON, whatever the request accepts.
    const headers = { ...request.headers, accept: undefined };
    return this.#stored.respond(request, this.#chosen({ ...request, headers }));
  }

  /** Returns the requests that the API sends after a response. `base`: the address of the server. */
  callbacks(request: MockRequest, response: MockServerResponse, base: string): readonly Callback[] {
    return this.#api?.callbacks(request, response, base) ?? [];
  }

  /** Returns the callbacks that the description declares. */
  declaredCallbacks(): readonly DeclaredCallback[] {
    return this.#api === null ? [] : declaredCallbacks(this.#api.answers.contract.document);
  }

  /** Returns what differs between a response of another server and the description. */
  differences(request: MockRequest, response: ContractResponse): readonly string[] {
    const match = this.#api?.find(request) ?? null;
    if (match === null) return this.#api === null ? [] : ['the description has no such operation'];
    const violations = this.#api!.answers.contract.responseViolations(match, response);
    return violations.map(({ detail }) => detail);
  }

  /** Replaces the bodies of examples, by their ids. */
  repair(bodies: ReadonlyMap<string, string>): void {
    for (const { example } of this.#candidates) {
      const body = bodies.get(example.id);
      if (body !== undefined)
        this.#responses.set(example.id, responseRenderer({ ...example, body }, this.#interpolator));
    }
  }

  /** Returns what it can respond to, in the order of the collection, then requests that have no example. */
  routes(): readonly MockRoute[] {
    return routesOf(this.#candidates, this.#bare());
  }

  #chosen(request: MockRequest): ChosenResponse {
    const wanted = preferencesOf(request);
    const found = this.#best(wanted === NO_PREFERENCES ? request : withSelectors(request, wanted));
    const chosen = found === null ? this.#ofApi(request, wanted) : this.#ofCandidate(request, found, wanted);
    const applied = chosen.source === 'none' ? null : appliedText(wanted);
    return applied === null ? chosen : withHeader(chosen, 'Preference-Applied', applied);
  }

  #ofCandidate(
    request: MockRequest,
    { candidate, values }: FoundCandidate,
    wanted: Preferences,
  ): ChosenResponse {
    const { validator } = this.#api ?? {};
    if (this.#sources.validates === 'refuse' && validator !== undefined && !isAcceptable(candidate, request))
      return refused(validator.notAcceptable(this.#typesBeside(candidate)));
    const { example } = candidate;
    const made = this.#isDynamic(request, candidate, wanted) ? this.#made(request, example) : null;
    if (made !== null) return made;
    const { id, name } = example;
    const response = this.#responses.get(id)!({ ...request, values });
    return { exampleName: name, exampleId: id, source: 'example', response };
  }

  /** Returns a response that only the description has: a status of a range or the default one, or a named example. */
  #ofApi(request: MockRequest, wanted: Preferences): ChosenResponse {
    const match = this.#sources.api?.examples === 'none' ? null : (this.#api?.find(request) ?? null);
    if (match === null) return noExample(request, this.examples);
    const code = wanted.code ?? statusHeader(request);
    const example = this.#api!.example(match, request, { ...wanted, code });
    if (example === null) return noExample(request, this.examples, code, this.#api!.statuses(match));
    const isDynamic = wanted.example === null && (wanted.dynamic ?? this.#makesValues);
    const made = isDynamic ? this.#made(request, example) : null;
    const render = responseRenderer(example, this.#interpolator);
    const response = render({ ...request, values: match.values });
    return made ?? { exampleName: example.name, exampleId: null, source: 'example', response };
  }

  /** True for a response whose values are made: one that the client names is as it is, and so is a saved one. */
  #isDynamic({ headers }: MockRequest, { isOfApi }: Candidate, { dynamic, example }: Preferences): boolean {
    const isNamed = NAMES.some((name) => headers[name] !== undefined) || example !== null;
    return !isNamed && (dynamic ?? (isOfApi && this.#makesValues));
  }

  #made(request: MockRequest, example: Example): ChosenResponse | null {
    const match = this.#api?.find(request) ?? null;
    if (match === null) return null;
    const made = this.#api!.dynamic(match, request, example, this.#sources.dynamic?.seed ?? null);
    if (made === null) return null;
    const { id, name } = example;
    const response = responseRenderer(made, this.#interpolator)({ ...request, values: match.values });
    return { exampleName: name, exampleId: id, source: 'made', response };
  }

  /** Returns the media types of the response that a candidate is an example of. */
  #typesBeside({ requestId, example: { status } }: Candidate): readonly string[] {
    const types = this.#candidates
      .filter((each) => each.requestId === requestId && each.example.status === status)
      .flatMap(({ mediaType }) => mediaType ?? []);
    return [...new Set(types)];
  }

  #best(request: MockRequest): FoundCandidate | null {
    for (const name of SELECTORS) if (request.headers[name] !== undefined) return this.#matcher.best(request);
    const key = `${request.method} ${request.url} ${asText(request.headers['accept'] ?? '')}`;
    const known = this.#remembered.get(key);
    if (known !== undefined) return known;
    const best = this.#matcher.best(request);
    if (best !== null) this.#remembered.set(key, best);
    return best;
  }
}

function interpolatorOf({ collection, environment, globals, api }: MockSources): Interpolator {
  const beside = typeof api?.examples === 'object' ? valuesOf(api.examples.variables) : [];
  const scopes = new Scopes({
    globals: valuesOf(globals),
    collection: new Map([...beside, ...valuesOf(collection.variables)]),
    environment: valuesOf(environment?.variables ?? []),
  });
  return new Interpolator((name) => scopes.value(name));
}

function allCandidates({ collection, api }: MockSources, interpolator: Interpolator): readonly Candidate[] {
  const own = candidatesOf(collection, interpolator, api?.examples === 'whole');
  return typeof api?.examples === 'object'
    ? [...own, ...candidatesOf(api.examples, interpolator, true)]
    : own;
}

function storedObjects(matcher: Matcher, before: StoredObjects | null): StoredObjects {
  const stored = before ?? new StoredObjects();
  stored.variableOf = (list) => matcher.memberVariable(list);
  return stored;
}

/** Adds the headers that select examples as the request prefers; those that it has itself count more. */
function withSelectors(request: MockRequest, { code, example }: Preferences): MockRequest {
  const headers = {
    ...(code !== null && { 'x-mock-response-code': String(code) }),
    ...(example !== null && { 'x-mock-response-name': example }),
    ...request.headers,
  };
  return { ...request, headers };
}

function statusHeader({ headers }: MockRequest): number | null {
  const code = Number(headerText(headers, 'x-mock-response-code'));
  return Number.isInteger(code) && code >= 200 && code <= 599 ? code : null;
}

/** Headers that name an example. */
const NAMES = ['x-mock-response-name', 'x-mock-response-id'] as const;
/** Headers on which the choice depends. */
const SELECTORS = [
  ...NAMES,
  'x-mock-response-code',
  'x-mock-match-request-headers',
  'x-mock-match-request-body',
] as const;

function asText(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : value.join(', ');
}
