// GET /api/search: the requests that a filter matches, newest first, as they are found; in lines of JSON.
import { IdRanges } from '../../base/id-ranges.ts';
import { parseFilter, type ValidFilter } from '../../flow/filter/index.ts';
import {
  searchFlows,
  type ColumnTest,
  type SearchBatch,
  type Searched,
  type SearchedFlows,
} from '../../flow/search/index.ts';
import { agentRunLookUp, type RunList } from '../../session/agent-run-look-up.ts';
import type { LocalResponse } from '../../base/local-http.ts';
import type { Call, PathEndpoint } from '../endpoint.ts';
import { failure, response } from '../response.ts';

/** A list of exchanges; each function takes those whose ids pass a test. */
interface Listed extends RunList {
  count(isAsked: (id: number) => boolean): number;
  searched(
    isAsked: (id: number) => boolean,
    test: ColumnTest | null,
  ): Iterable<Searched> | AsyncIterable<Searched>;
}

export function searchEndpoints(flows: Listed): readonly PathEndpoint[] {
  return [{ type: 'path', method: 'GET', path: '/api/search', respond: (call) => search(flows, call) }];
}

function search(flows: Listed, { query, request }: Call): LocalResponse {
  const filter = parseFilter(query.get('filter') ?? '');
  if (filter.type === 'invalid') return invalidFilter(filter);
  const ids = query.get('ids');
  const asked = ids === null ? null : IdRanges.parse(ids);
  if (ids !== null && asked === null) return failure(400, 'ids: give ids and ranges, such as 1-50,60');
  const isAsked = (id: number): boolean => asked?.has(id) ?? true;
  const searched: SearchedFlows = {
    total: flows.count(isAsked),
    newestFirst: (test) => flows.searched(isAsked, test),
  };
  const found = lines(searched, { filter, list: flows, signal: request.signal });
  return response(200, 'application/x-ndjson', found, []);
}

/** The response to a filter that is not one. */
export function invalidFilter({
  message,
  start,
}: {
  readonly message: string;
  readonly start: number;
}): LocalResponse {
  return failure(400, `filter: ${message} (at character ${start + 1})`);
}

interface Asked {
  readonly filter: ValidFilter;
  readonly list: Listed;
  readonly signal: AbortSignal;
}

/** The last line has `done`: without it, the search was cut off. */
async function* lines(
  flows: SearchedFlows,
  { filter, list, signal }: Asked,
): AsyncGenerator<string, void, undefined> {
  try {
    const runOf = await agentRunLookUp(filter, list);
    for await (const batch of searchFlows(flows, filter, signal, runOf)) yield line(batch);
    yield '{"done":true}\n';
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

function line({ hits, ...progress }: SearchBatch): string {
  return `${JSON.stringify({ hits, ...progress })}\n`;
}
