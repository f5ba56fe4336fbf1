// Filters of the flow list, parsed from a query string and applied from the newest flow backwards.
import { textOfOctets } from '../base/octets.ts';
import type { Flow } from './flow.ts';

const DEFAULT_LIMIT = 50;

/** Texts are in lower case; an absent or empty one keeps every flow. */
export interface FlowQuery {
  readonly type: 'query';
  /** Part of the URL or of the app's name. */
  readonly search: string;
  /** Part of the host. */
  readonly host: string;
  /** Part of the app's name. */
  readonly app: string;
  /** The whole method. */
  readonly method: string;
  /** Status of the response; null keeps flows without one too. */
  readonly status: number | null;
  /** Flows with a greater id are kept. */
  readonly since: number;
  /** Only failed flows and statuses of 400 and above. */
  readonly errors: boolean;
  /** An expression of the filter language, unchecked; an empty one keeps every flow. */
  readonly filter: string;
  /** Maximum number of flows: the newest. */
  readonly limit: number;
}

export interface InvalidQuery {
  readonly type: 'invalid';
  readonly parameter: string;
  /** Describes the invalid value; reads well after the parameter's name and a colon. */
  readonly message: string;
}

const PARAMETERS = [
  'search',
  'host',
  'status',
  'app',
  'method',
  'since',
  'errors',
  'filter',
  'limit',
] as const;
const NUMBERS = ['status', 'since', 'limit'] as const;
const OFF = new Set(['0', 'false', 'no', 'off']);

/**
 * Reads `search`, `host`, `status`, `app`, `method`, `since`, `errors`, `filter` and `limit`; others are ignored. A
 * malformed number or a repeated parameter is invalid, since a guess would hide the mistake.
 */
export function parseFlowQuery(params: URLSearchParams): FlowQuery | InvalidQuery {
  const invalid = repeatedParameter(params) ?? invalidNumber(params);
  if (invalid !== undefined) return invalid;
  const text = (name: string): string => params.get(name)?.toLowerCase() ?? '';
  const number = (name: string, fallback: number): number => Number(params.get(name) ?? fallback);
  return {
    type: 'query',
    search: text('search'),
    host: text('host'),
    app: text('app'),
    method: text('method'),
    status: params.has('status') ? number('status', 0) : null,
    since: number('since', -1),
    // `?errors` filters without a value: a flag that is present is on.
    errors: params.has('errors') && !OFF.has(text('errors')),
    filter: params.get('filter') ?? '',
    limit: number('limit', DEFAULT_LIMIT),
  };
}

function repeatedParameter(params: URLSearchParams): InvalidQuery | undefined {
  const parameter = PARAMETERS.find((name) => params.getAll(name).length > 1);
  return parameter && { type: 'invalid', parameter, message: 'given more than once; give it once' };
}

function invalidNumber(params: URLSearchParams): InvalidQuery | undefined {
  const parameter = NUMBERS.find((name) => !/^\d{1,15}$/.test(params.get(name) ?? '0'));
  if (parameter === undefined) return undefined;
  const value = JSON.stringify(params.get(parameter)?.slice(0, 60));
  return { type: 'invalid', parameter, message: `${value} is not a whole number of 0 or more` };
}

/**
 * Returns the flows that `query` keeps, at most its `limit`, newest last. `flows` are in order of id, and may change
 * meanwhile. `isKept`: the filter of the query; null without.
 */
export async function selectFlows(
  flows: readonly Flow[],
  query: FlowQuery,
  isKept: ((flow: Flow) => boolean | Promise<boolean>) | null = null,
): Promise<readonly Flow[]> {
  const selected: Flow[] = [];
  for (const flow of flows.toReversed()) {
    if (selected.length >= query.limit || flow.id <= query.since) break;
    if (!matches(query, flow)) continue;
    const keeps = isKept === null || isKept(flow);
    if (keeps === true || (keeps !== false && (await keeps))) selected.push(flow);
  }
  return selected.reverse();
}

// The cheapest checks come first, because the URL has to be composed for each flow.
function matches(query: FlowQuery, flow: Flow): boolean {
  return (
    (query.status === null || (flow.response !== null && flow.status === query.status)) &&
    (!query.errors || flow.state === 'failed' || flow.status >= 400) &&
    (query.method === '' || flow.method.toLowerCase() === query.method) &&
    (query.host === '' || textOfOctets(flow.target.host).includes(query.host)) &&
    (query.app === '' || appIncludes(flow, query.app)) &&
    (query.search === '' || flow.url.toLowerCase().includes(query.search) || appIncludes(flow, query.search))
  );
}

function appIncludes(flow: Flow, text: string): boolean {
  return flow.app?.toLowerCase().includes(text) ?? false;
}
