// What the traffic is, in a few figures.
import type { Flow } from '../../flow/flow.ts';
import { endpointOf, grouped, isError, percentile, siteOf } from './figures.ts';

export interface TrafficSummary {
  /** Without tunnels. */
  readonly requests: number;
  readonly tunnels: number;
  readonly endpoints: number;
  /** Failed, or answered with 4xx or 5xx. */
  readonly errors: number;
  /** Responses by class, such as `2xx`; `failed` without one. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds; null without finished requests. */
  readonly p50: number | null;
  readonly p95: number | null;
  /** Bytes of bodies. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** ISO 8601; null without requests. */
  readonly from: string | null;
  readonly to: string | null;
  /** The busiest first. */
  readonly hosts: readonly Counted[];
  readonly apps: readonly Counted[];
}

export interface Counted {
  readonly name: string;
  readonly requests: number;
  readonly errors: number;
}

export function summaryOf(flows: readonly Flow[], limit: number): TrafficSummary {
  const requests = flows.filter(({ request }) => request !== null);
  const times = requests.flatMap(({ durationMs }) => durationMs ?? []);
  const starts = flows.map(({ startedAt }) => startedAt);
  return {
    requests: requests.length,
    tunnels: flows.length - requests.length,
    endpoints: new Set(requests.map(endpointOf)).size,
    errors: flows.filter(isError).length,
    statuses: statusesOf(requests),
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    bytesSent: sum(flows, ({ request, tunnelSent }) => request?.body.size ?? tunnelSent),
    bytesReceived: sum(flows, ({ request, response, tunnelReceived }) =>
      request === null ? tunnelReceived : (response?.body.size ?? 0),
    ),
    from: starts.length === 0 ? null : isoOf(Math.min(...starts)),
    to: starts.length === 0 ? null : isoOf(Math.max(...starts)),
    hosts: counted(flows, siteOf, limit),
    apps: counted(flows, ({ app }) => app ?? 'unknown', limit),
  };
}

function statusesOf(flows: readonly Flow[]): TrafficSummary['statuses'] {
  const groups = grouped(flows, ({ status, finished }) => {
    if (status > 0) return `${Math.floor(status / 100)}xx`;
    return finished ? 'failed' : 'pending';
  });
  const names = [...groups.keys()].sort();
  return Object.fromEntries(names.map((name) => [name, groups.get(name)?.length ?? 0]));
}

function counted(flows: readonly Flow[], nameOf: (flow: Flow) => string, limit: number): readonly Counted[] {
  return [...grouped(flows, nameOf)]
    .map(([name, group]) => ({ name, requests: group.length, errors: group.filter(isError).length }))
    .sort((a, b) => b.requests - a.requests)
    .slice(0, limit);
}

function sum(flows: readonly Flow[], of: (flow: Flow) => number): number {
  return flows.reduce((total, flow) => total + of(flow), 0);
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
