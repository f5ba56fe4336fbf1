// Finds a request in a file that holds several, by its name or a line, and those that it needs.
import { UserError } from '../../base/errors.ts';
import { nearest } from '../../base/did-you-mean.ts';
import { requestsOf } from '../../collections/model/collection.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import type { RunSources } from './sources.ts';

export interface FileRequest {
  readonly request: SavedRequest;
  /** Requests to send before it, in order. */
  readonly needs: readonly SavedRequest[];
}

/** `which` is a name or the number of a line; empty for the only request. Throws a UserError that lists what is there. */
export function fileRequest(file: string, which: string, { collection, locations }: RunSources): FileRequest {
  const requests = [...requestsOf(collection.items)].map(({ request }) => request);
  const lineOf = ({ id }: SavedRequest): number => locations?.get(id)?.line ?? 0;
  const found = /^\d+$/.test(which)
    ? requests.filter((each) => lineOf(each) <= Number(which)).slice(-1)
    : requests.filter(({ name }) => which === '' || name === which);
  const [request] = found;
  const list = requests
    .slice(0, 20)
    .map((each) => `${each.name} (line ${lineOf(each)})`)
    .join(', ');
  if (request === undefined) {
    const near = nearest(
      which,
      requests.map(({ name }) => name),
    );
    throw new UserError(
      'NOT_FOUND',
      requests.length === 0
        ? `${file} holds no request`
        : `there is no request ${JSON.stringify(which)} in ${file}${near === null ? '' : `; did you mean ${JSON.stringify(near)}?`} It has ${list}`,
    );
  }
  if (found.length > 1)
    throw new UserError(
      'INVALID_PARAMETER',
      `${file} holds ${requests.length} requests: give a name or a line after it: ${list}`,
    );
  return { request, needs: neededBy(request, requests, locations ?? new Map()) };
}

function neededBy(
  request: SavedRequest,
  requests: readonly SavedRequest[],
  locations: NonNullable<RunSources['locations']>,
): readonly SavedRequest[] {
  const needed = new Set<SavedRequest>();
  const visit = ({ id }: SavedRequest, depth: number): void => {
    for (const name of depth < requests.length ? (locations.get(id)?.needs ?? []) : []) {
      const other = requests.find((each) => each.name === name);
      if (other === undefined || needed.has(other)) continue;
      visit(other, depth + 1);
      needed.add(other);
    }
  };
  visit(request, 0);
  needed.delete(request);
  return [...needed];
}
