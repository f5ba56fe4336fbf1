// Collects the data of the full report, one exchange at a time.
import type { Flow } from '../../../flow/flow.ts';
import { EndpointCollector, type EndpointFigures } from '../sections/endpoints.ts';
import { pathEndpointOf } from '../flow-facts.ts';
import { operationSuffix } from '../operation-name.ts';
import { PerformanceCollector, type TrafficPerformance } from '../sections/performance/index.ts';
import type { SchemaCollector, TrafficSchemas } from '../sections/schema.ts';
import type { SecretCollector, TrafficSecrets } from '../sections/secrets.ts';
import { SecurityCollector, type TrafficSecurity } from '../sections/security/index.ts';
import { shown } from '../shown.ts';
import type { ContractReport } from './contract.ts';
import { FailureCollector, type FailedRequest } from './failures.ts';
import type { RunFacts } from './run-facts.ts';
import { SummaryCollector, type TrafficSummary } from '../sections/summary.ts';

export interface Report {
  readonly summary: TrafficSummary;
  readonly endpoints: readonly EndpointFigures[];
  readonly secrets: TrafficSecrets;
  readonly security: TrafficSecurity;
  readonly performance: TrafficPerformance;
  readonly schema: TrafficSchemas;
  /** The comparison with an API description; null without one. */
  readonly contract: ContractReport | null;
  /** Requests that failed, oldest first. */
  readonly failures: readonly FailedRequest[];
  /** The run that the traffic is of; null for that of a traffic list. */
  readonly run: RunFacts | null;
  /** Sentences on how complete the data is. */
  readonly notes: readonly string[];
  /** The maximum number of entries in each list. */
  readonly limit: number;
}

/** The parts that come from elsewhere; `performance` and `failures` in place of those that were collected. */
type ReportParts = Partial<Pick<Report, 'run' | 'contract' | 'notes' | 'performance' | 'failures'>>;

interface Collected {
  readonly summary?: SummaryCollector;
  readonly endpoints?: EndpointCollector;
  readonly security?: SecurityCollector;
}

/** Collects all sections that do not scan bodies. */
export class ReportCollector {
  readonly #summary: SummaryCollector;
  readonly #endpoints: EndpointCollector;
  readonly #security: SecurityCollector;
  readonly #performance = new PerformanceCollector();
  readonly #failures = new FailureCollector();
  #last: { readonly head: string; readonly origin: string; readonly endpoint: string } | null = null;

  /** Begins with what was collected elsewhere. */
  constructor({ summary, endpoints, security }: Collected = {}) {
    this.#summary = summary ?? new SummaryCollector();
    this.#endpoints = endpoints ?? new EndpointCollector();
    this.#security = security ?? new SecurityCollector();
  }

  /** Adds a flow. `isRepeat`: true when an equal exchange has been added before. */
  add(flow: Flow, isRepeat = false): void {
    const endpoint = this.#endpointOf(flow);
    this.#summary.add(flow, endpoint);
    this.#endpoints.add(flow, endpoint);
    this.#performance.add(flow, endpoint);
    this.#failures.add(flow);
    if (!isRepeat) this.#security.add(flow);
  }

  /**
   * Returns the endpoint of a flow. Caches the latest, since calls to one endpoint often follow each other; the
   * head is part of the key, since it names the host.
   */
  #endpointOf(flow: Flow): string {
    const { head = '' } = flow.request ?? {};
    const origin = `${flow.target.scheme} ${flow.target.port}`;
    if (this.#last?.head !== head || this.#last.origin !== origin)
      this.#last = { head, origin, endpoint: pathEndpointOf(flow) };
    return `${this.#last.endpoint}${operationSuffix(flow)}`;
  }

  report(
    secrets: SecretCollector,
    schemas: SchemaCollector,
    limit: number,
    { run = null, contract = null, notes = [], performance, failures }: ReportParts = {},
  ): Report {
    const names = this.#endpoints.names;
    return shown({
      summary: this.#summary.result(limit),
      endpoints: this.#endpoints.result(limit),
      secrets: secrets.result(limit),
      security: this.#security.result(limit),
      performance: performance ?? this.#performance.result(limit),
      schema: schemas.result(limit),
      contract: contract && {
        ...contract,
        violations: contract.violations.map((each) => ({
          ...each,
          calls: [...new Set(each.calls.map((call) => names.get(call) ?? call))],
        })),
      },
      failures: failures ?? this.#failures.result(limit),
      run,
      notes,
      limit,
    });
  }
}
