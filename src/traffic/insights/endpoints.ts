// What was called, how often, how well and how quickly.
import type { Flow } from '../../flow/flow.ts';
import { templatedPath } from '../endpoint.ts';
import { endpointOf, grouped, isError, percentile, siteOf, utf8 } from './figures.ts';

export interface EndpointFigures {
  readonly method: string;
  readonly host: string;
  /** Templated, such as `/users/{userId}`. */
  readonly path: string;
  readonly calls: number;
  readonly errors: number;
  /** Milliseconds; null as long as none is finished. */
  readonly p50: number | null;
  readonly p95: number | null;
  /** Bytes of the bodies of all responses. */
  readonly bytes: number;
  /** Of the latest call. */
  readonly lastId: number;
}

/** Most calls first. */
export function endpointsOf(flows: readonly Flow[], limit: number): readonly EndpointFigures[] {
  const requests = flows.filter(({ request }) => request !== null);
  return [...grouped(requests, endpointOf).values()]
    .map(figuresOf)
    .sort((a, b) => b.calls - a.calls || b.errors - a.errors)
    .slice(0, limit);
}

function figuresOf(calls: readonly Flow[]): EndpointFigures {
  const [first] = calls;
  const times = calls.flatMap(({ durationMs }) => durationMs ?? []);
  return {
    method: first?.method ?? '',
    host: first === undefined ? '' : siteOf(first),
    path: first === undefined ? '' : templatedPath(utf8(first.path)),
    calls: calls.length,
    errors: calls.filter(isError).length,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    bytes: calls.reduce((total, { response }) => total + (response?.body.size ?? 0), 0),
    lastId: calls.at(-1)?.id ?? 0,
  };
}
