// Saved examples as candidates for a response: the requests that each example matches, and the response it gives.
import { requestsOf, type Collection } from '../../collections/model/collection.ts';
import type { Example, ExampleRequest } from '../../collections/model/example.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import type { Interpolator } from '../../runs/runner/interpolator.ts';
import { locationOf, NO_VALUES, type Segment } from './location.ts';

export interface Candidate {
  readonly example: Example;
  /** The id of the saved request that the example belongs to. */
  readonly requestId: string;
  /** True for an example that was made of the API description. */
  readonly isOfApi: boolean;
  /** The Content-Type of the example; null without one. */
  readonly mediaType: string | null;
  readonly method: string;
  /** As the URL has it, with the names of its variables. */
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly endsWithSlash: boolean;
  /** Parameters of the query; null where any value fits. */
  readonly query: readonly (readonly [name: string, value: string | null])[];
  readonly headers: ReadonlyMap<string, string>;
  readonly body: ExampleRequest['body'];
}

/** Returns candidates for all examples of a collection, in their order. */
export function candidatesOf(
  collection: Collection,
  interpolator: Interpolator,
  isOfApi = false,
): readonly Candidate[] {
  return [...requestsOf(collection.items)].flatMap(({ request }) =>
    request.examples.flatMap((example) =>
      exampleCandidates(example, request, interpolator).map((each) => ({ ...each, isOfApi })),
    ),
  );
}

/** A request that has no example to respond with. */
export interface BareRequest {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
}

/** Returns the requests over HTTP that have no examples, in their order. */
export function bareRequestsOf(collection: Collection, interpolator: Interpolator): readonly BareRequest[] {
  return [...requestsOf(collection.items)]
    .filter(({ request: { type, examples } }) => type === 'http' && examples.length === 0)
    .map(({ request: { id, method, url } }) => ({
      requestId: id,
      method: interpolator.text(method).toUpperCase() || 'GET',
      path: locationOf(url, NO_VALUES, interpolator).path,
    }));
}

type Location = Omit<Candidate, 'isOfApi'>;

/** Returns two candidates where the value of a leading variable, such as `{{baseUrl}}`, has a path of its own. */
function exampleCandidates(example: Example, saved: SavedRequest, interpolator: Interpolator): Location[] {
  const { method, url, query, path, headers, body } = example.request ?? saved;
  const common = {
    example,
    requestId: saved.id,
    mediaType: contentTypeOf(example, interpolator),
    method: interpolator.text(method).toUpperCase() || 'GET',
    headers: new Map(
      interpolator.pairs(headers).map(({ name, value }) => [name.toLowerCase(), value] as const),
    ),
    body: interpolator.body(body),
  };
  const values = new Map(interpolator.pairs(path).map(({ name, value }) => [name, value]));
  const pairs = interpolator.pairs(query).map(({ name, value }) => [name, value ?? ''] as const);
  const candidate = (text: string): Location => {
    const { query: ownQuery, ...location } = locationOf(text, values, interpolator);
    const all = [...ownQuery, ...pairs].map(
      ([key, value]) => [key, value.includes('{{') ? null : value] as const,
    );
    return { ...common, ...location, query: all };
  };
  const whole = candidate(url);
  const rest = /^\s*\{\{[^{}]*\}\}(.*)$/s.exec(url)?.[1];
  if (rest === undefined) return [whole];
  const relative = candidate(`http://host${rest}`);
  return relative.segments.length === whole.segments.length ? [whole] : [whole, relative];
}

function contentTypeOf({ headers }: Example, interpolator: Interpolator): string | null {
  const type = interpolator.pairs(headers).find(({ name }) => name.toLowerCase() === 'content-type');
  return type?.value ?? null;
}
