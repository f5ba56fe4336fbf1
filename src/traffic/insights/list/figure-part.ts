// The figures of a part of the traffic, to be merged with those of the parts before.
import type { Flow } from '../../../flow/flow.ts';
import { endpointOf, isError } from '../flow-facts.ts';
import { EndpointCollector } from '../sections/endpoints.ts';
import { PerformancePart } from '../sections/performance/index.ts';
import type { FieldReader } from '../sections/security/field-values.ts';
import { SecurityCollector } from '../sections/security/index.ts';
import { SummaryCollector } from '../sections/summary.ts';

export class FigurePart {
  readonly summary = new SummaryCollector();
  readonly endpoints = new EndpointCollector(true);
  readonly security: SecurityCollector;
  readonly performance = new PerformancePart();
  /** The flows that failed. */
  readonly failed: number[] = [];

  constructor(fields: FieldReader) {
    this.security = new SecurityCollector(fields);
  }

  add(flow: Flow): void {
    const endpoint = endpointOf(flow);
    this.summary.add(flow, endpoint);
    this.endpoints.add(flow, endpoint);
    this.security.add(flow);
    this.performance.add(flow, endpoint);
    if (isError(flow)) this.failed.push(flow.id);
  }
}
