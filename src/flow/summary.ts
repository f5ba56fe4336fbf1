// What lists show of a flow. Nothing of Node is in here, nor in what it loads: the browser uses it too.
import type { Flow, FlowColor, FlowState } from './flow.ts';

/** One captured request in short: plain data, ready to be written as JSON. */
export interface FlowSummary {
  /** Rises with each request, never used twice. */
  readonly id: number;
  /** `CONNECT` for a tunnel. */
  readonly method: string;
  /** Scheme, host and port, and the path and query as the client sent them; a tunnel has no path. */
  readonly url: string;
  /** Lower case, without port; IPv6 without brackets. */
  readonly host: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly state: FlowState;
  /** What went wrong; only when `state` is `failed`. */
  readonly error?: string;
  /** Whether HTTPS was opened to see this request. */
  readonly decrypted: boolean;
  /** Name of the program that sent it; null when unknown. */
  readonly app: string | null;
  /** Titles of the debugging tools that touched it. */
  readonly tags: readonly string[];
  /** What it is marked with; absent without. */
  readonly color?: FlowColor;
  readonly comment?: string;
  /** Stays when others leave the list; absent of others. */
  readonly pinned?: true;
  /** HTTP status; this and the next two only when there is a response. */
  readonly status?: number;
  /** Body bytes as received, compressed or not. */
  readonly responseSize?: number;
  /** Content-Type as received; empty without one. */
  readonly contentType?: string;
  /** Milliseconds from the request's head to the end; only once finished. */
  readonly durationMs?: number;
}

export function flowSummary(flow: Flow): FlowSummary {
  const { durationMs } = flow;
  return {
    id: flow.id,
    method: flow.method,
    url: flow.url,
    host: flow.target.host,
    startedAt: new Date(flow.startedAt).toISOString(),
    state: flow.state,
    ...(flow.state === 'failed' && { error: flow.error ?? 'The request failed' }),
    decrypted: flow.decrypted,
    app: flow.app,
    tags: flow.tags,
    ...(flow.color !== null && { color: flow.color }),
    ...(flow.comment !== '' && { comment: flow.comment }),
    ...(flow.pinned && { pinned: true as const }),
    ...responseSummary(flow),
    ...(durationMs !== undefined && { durationMs }),
  };
}

function responseSummary({
  response,
  status,
}: Flow): Pick<FlowSummary, 'status' | 'responseSize' | 'contentType'> {
  if (response === null) return {};
  return { status, responseSize: response.body.size, contentType: response.header('content-type') ?? '' };
}
