// Counts all exchanges of a run, including those that the proxy has evicted from its list.
import type { Flow } from '../../flow/flow.ts';
import { isSameHead, type UnwrittenHead } from '../../codec/flat-fields.ts';
import { grpcOutcome } from '../../flow/grpc-outcome.ts';
import { endpointOf, templatedEndpoint } from '../../traffic/insights/flow-facts.ts';
import { countEndpoints } from '../../traffic/insights/varied-names.ts';

/** Maximum number of distinct endpoints, and of failures listed by name. */
const MAX_ENDPOINTS = 100_000;
const MAX_NAMED = 10;

/** The failed requests: their number, and the first ones, such as `404 of GET api.example.com/a (request 3)`. */
export interface Failures {
  count: number;
  readonly named: string[];
}

export class Tally {
  requests = 0;
  readonly errors: Failures = { count: 0, named: [] };
  readonly serverErrors: Failures = { count: 0, named: [] };
  /** Tunnels whose TLS was not decrypted because no option asked for it. */
  undecrypted = 0;
  readonly #endpoints = new Set<string>();
  #lastHead: string | UnwrittenHead = '';
  #lastHost = '';
  #lastPort = 0;

  add(flow: Flow): void {
    this.requests += 1;
    if (flow.notDecrypted?.code === 'not-listed') this.undecrypted += 1;
    const grpcStatus = grpcOutcome(flow) ?? 'OK';
    if (flow.state === 'failed' || flow.status >= 400 || grpcStatus !== 'OK')
      note(this.errors, flow, grpcStatus);
    if (flow.status >= 500) note(this.serverErrors, flow);
    if (flow.request === null) return;
    // Mostly the same endpoint is called repeatedly. The host is compared too, because a head of HTTP/2 does not name
    // it.
    const { keptHead } = flow.request;
    const { host, port } = flow.target;
    if (port === this.#lastPort && host === this.#lastHost && isSameHead(keptHead, this.#lastHead)) return;
    this.#lastHead = keptHead;
    this.#lastHost = host;
    this.#lastPort = port;
    if (this.#endpoints.size < MAX_ENDPOINTS) this.#endpoints.add(templatedEndpoint(flow));
  }

  /** Renders the counts as `12 requests, 3 endpoints, 1 error`. */
  get summary(): string {
    const isCut = this.#endpoints.size >= MAX_ENDPOINTS;
    return [
      counted(this.requests, 'request'),
      `${isCut ? 'at least ' : ''}${counted(countEndpoints(this.#endpoints), 'endpoint')}`,
      counted(this.errors.count, 'error'),
    ].join(', ');
  }
}

function note(failures: Failures, flow: Flow, grpcStatus = 'OK'): void {
  failures.count += 1;
  if (failures.named.length >= MAX_NAMED) return;
  const status = flow.status > 0 ? String(flow.status) : 'failure';
  const what = grpcStatus === 'OK' ? status : `gRPC ${grpcStatus}`;
  failures.named.push(`${what} of ${endpointOf(flow)} (request ${flow.id})`);
}

export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}
