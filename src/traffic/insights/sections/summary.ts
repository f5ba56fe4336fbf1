// Summarizes the traffic in a few figures.
import type { Flow } from '../../../flow/flow.ts';
import { Durations } from '../durations.ts';
import { endpointOf, isError, isTimedByTool, MAX_KINDS, siteOf } from '../flow-facts.ts';
import { countEndpoints } from '../varied-names.ts';
import { collectFlows, type SectionAnalysis } from './contract.ts';

export interface TrafficSummary {
  /** Tunnels do not count. */
  readonly requests: number;
  readonly tunnels: number;
  /** At most 5,000 are counted. */
  readonly endpoints: number;
  /** Exchanges that failed, or got a 4xx or 5xx response. */
  readonly errors: number;
  /** Responses by class, such as `2xx`; `failed` counts exchanges without a response. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds; null without finished requests. */
  readonly p50: number | null;
  readonly p95: number | null;
  /** Total bytes of request bodies. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
  /** ISO 8601; null without requests. */
  readonly from: string | null;
  readonly to: string | null;
  /** The most requests first. */
  readonly hosts: readonly RequestCounts[];
  readonly apps: readonly RequestCounts[];
}

export interface RequestCounts {
  readonly name: string;
  readonly requests: number;
  readonly errors: number;
}

interface Count {
  requests: number;
  errors: number;
}

export const analyzeSummary: SectionAnalysis = async (flows, { limit }) =>
  (await collectFlows(new SummaryCollector(), flows)).result(limit);

export class SummaryCollector {
  #requests = 0;
  #tunnels = 0;
  #errors = 0;
  #sent = 0;
  #received = 0;
  #from = Infinity;
  #to = -Infinity;
  readonly #endpoints = new Set<string>();
  readonly #statuses = new Map<string, number>();
  readonly #times = new Durations();
  readonly #hosts = new Map<string, Count>();
  readonly #apps = new Map<string, Count>();

  /** Adds a flow; `endpoint`: its endpoint, when that is already known. */
  add(flow: Flow, endpoint?: string): void {
    const counted = { requests: 1, errors: isError(flow) ? 1 : 0 };
    this.#errors += counted.errors;
    this.#from = Math.min(this.#from, flow.startedAt);
    this.#to = Math.max(this.#to, flow.startedAt);
    count(this.#hosts, siteOf(flow), counted);
    count(this.#apps, flow.app ?? 'unknown', counted);
    if (flow.request === null) {
      this.#tunnels += 1;
      this.#sent += flow.tunnelSent;
      this.#received += flow.tunnelReceived;
    } else this.#addRequest(flow, flow.request.size, endpoint ?? endpointOf(flow));
  }

  /** Adds what another one has, whose flows come after those of this one. */
  merge(other: SummaryCollector): void {
    this.#requests += other.#requests;
    this.#tunnels += other.#tunnels;
    this.#errors += other.#errors;
    this.#sent += other.#sent;
    this.#received += other.#received;
    this.#from = Math.min(this.#from, other.#from);
    this.#to = Math.max(this.#to, other.#to);
    for (const endpoint of other.#endpoints)
      if (this.#endpoints.size < MAX_KINDS) this.#endpoints.add(endpoint);
    for (const [status, responses] of other.#statuses)
      this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + responses);
    this.#times.addAll(other.#times);
    for (const [host, counted] of other.#hosts) count(this.#hosts, host, counted);
    for (const [app, counted] of other.#apps) count(this.#apps, app, counted);
  }

  result(limit: number): TrafficSummary {
    const isEmpty = this.#requests + this.#tunnels === 0;
    return {
      requests: this.#requests,
      tunnels: this.#tunnels,
      endpoints: countEndpoints(this.#endpoints),
      errors: this.#errors,
      statuses: Object.fromEntries([...this.#statuses].sort(([a], [b]) => (a < b ? -1 : 1))),
      p50: this.#times.percentile(0.5),
      p95: this.#times.percentile(0.95),
      bytesSent: this.#sent,
      bytesReceived: this.#received,
      from: isEmpty ? null : isoOf(this.#from),
      to: isEmpty ? null : isoOf(this.#to),
      hosts: topCounts(this.#hosts, limit),
      apps: topCounts(this.#apps, limit),
    };
  }

  #addRequest(flow: Flow, sent: number, endpoint: string): void {
    this.#requests += 1;
    if (this.#endpoints.size < MAX_KINDS) this.#endpoints.add(endpoint);
    const status = statusOf(flow);
    this.#statuses.set(status, (this.#statuses.get(status) ?? 0) + 1);
    if (flow.durationMs !== undefined && !isTimedByTool(flow)) this.#times.add(flow.durationMs);
    this.#sent += sent;
    this.#received += flow.response?.size ?? 0;
  }
}

function statusOf({ status, finished }: Flow): string {
  if (status > 0) return `${Math.floor(status / 100)}xx`;
  return finished ? 'failed' : 'pending';
}

function count(counts: Map<string, Count>, name: string, { requests, errors }: Count): void {
  let known = counts.get(name);
  if (known === undefined) {
    if (counts.size >= MAX_KINDS) return;
    counts.set(name, (known = { requests: 0, errors: 0 }));
  }
  known.requests += requests;
  known.errors += errors;
}

function topCounts(counts: ReadonlyMap<string, Count>, limit: number): readonly RequestCounts[] {
  return [...counts]
    .map(([name, { requests, errors }]) => ({ name, requests, errors }))
    .sort((a, b) => b.requests - a.requests)
    .slice(0, limit);
}

function isoOf(time: number): string {
  return new Date(time).toISOString();
}
