// Matches the requests of a workspace with those of a file: by id, else by folder and name, else by URL.
import { requestsOf, type Item, type PlacedRequest } from '../model/collection.ts';
import type { SavedRequest } from '../model/request.ts';

export interface Matches {
  /** Our requests by theirs. */
  readonly ours: ReadonlyMap<SavedRequest, SavedRequest>;
  /** Requests of ours that the file does not have. */
  readonly unmatched: readonly SavedRequest[];
}

/** The keys by which requests are compared, the surest first. */
const KEYS: readonly ((placed: PlacedRequest) => string)[] = [
  ({ request }) => request.id,
  ({ folders, request }) =>
    JSON.stringify([folders.map(({ name }) => name), request.name, request.method, request.url]),
  ({ folders, request }) => JSON.stringify([folders.map(({ name }) => name), request.name, request.method]),
  ({ request }) => JSON.stringify([request.method, request.url]),
];

export function matchRequests(ours: readonly Item[], theirs: readonly Item[]): Matches {
  const matched = new Map<SavedRequest, SavedRequest>();
  let unmatchedOurs: readonly PlacedRequest[] = [...requestsOf(ours)];
  let unmatchedTheirs: readonly PlacedRequest[] = [...requestsOf(theirs)];
  for (const keyOf of KEYS) {
    const byKey = Map.groupBy(unmatchedOurs, keyOf);
    const taken = new Set<PlacedRequest>();
    unmatchedTheirs = unmatchedTheirs.filter((placed) => {
      const own = byKey.get(keyOf(placed))?.shift();
      if (own === undefined) return true;
      matched.set(placed.request, own.request);
      taken.add(own);
      return false;
    });
    unmatchedOurs = unmatchedOurs.filter((placed) => !taken.has(placed));
  }
  return { ours: matched, unmatched: unmatchedOurs.map(({ request }) => request) };
}
