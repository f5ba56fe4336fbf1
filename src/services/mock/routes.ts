// The routes of a mock server: what it can respond to, and the examples of each.
import type { BareRequest, Candidate } from './candidates.ts';

export interface RouteExample {
  readonly id: string;
  readonly name: string;
  readonly status: number;
  readonly mediaType: string | null;
  /** Names of the parameters of the query on which the choice depends. */
  readonly query: readonly string[];
  readonly body: string;
  readonly base64: boolean;
}

export interface MockRoute {
  readonly method: string;
  readonly path: string;
  /** The id of the first saved request that it belongs to. */
  readonly request: string;
  /** Empty for a request that has none: it is answered by an error. */
  readonly examples: readonly RouteExample[];
}

/** Joins candidates by method and path. An example whose URL begins with a variable has two candidates: the first counts. */
export function routesOf(
  candidates: readonly Candidate[],
  bare: readonly BareRequest[],
): readonly MockRoute[] {
  const routes = new Map<string, { route: Omit<MockRoute, 'examples'>; examples: RouteExample[] }>();
  const seen = new Set<string>();
  for (const candidate of candidates) {
    const { example, method, path, requestId } = candidate;
    if (seen.has(example.id)) continue;
    seen.add(example.id);
    const key = `${method} ${path}`;
    const known = routes.get(key) ?? { route: { method, path, request: requestId }, examples: [] };
    known.examples.push(exampleOf(candidate));
    routes.set(key, known);
  }
  for (const { requestId, method, path } of bare) {
    const key = `${method} ${path}`;
    if (!routes.has(key)) routes.set(key, { route: { method, path, request: requestId }, examples: [] });
  }
  return [...routes.values()].map(({ route, examples }) => ({ ...route, examples }));
}

function exampleOf({ example, mediaType, query }: Candidate): RouteExample {
  const { id, name, status, body, base64 } = example;
  return { id, name, status, mediaType, query: query.map(([parameter]) => parameter), body, base64 };
}
