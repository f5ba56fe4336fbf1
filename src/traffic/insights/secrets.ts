// Secrets in the traffic: what, where, how bad, each once for each place.
import type { SecretFinding } from '../../secrets/message.ts';
import type { Severity } from '../../secrets/kinds.ts';
import { endpointOf } from './figures.ts';
import type { Observed } from './observed.ts';

export interface FoundSecret extends SecretFinding {
  readonly endpoint: string;
  readonly side: Observed['side'];
  /** Of the first exchange that holds it. */
  readonly id: number;
  /** How many hold it. */
  readonly count: number;
}

export interface TrafficSecrets {
  readonly high: number;
  readonly medium: number;
  readonly low: number;
  /** The worst first. */
  readonly findings: readonly FoundSecret[];
}

const ORDER: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 };

/** Different places in which one thing is named. */
const MOST_PLACES = 5000;

export class SecretsFound {
  readonly #found = new Map<string, { secret: FoundSecret; count: number }>();

  add({ flow, side, secrets }: Observed): void {
    for (const finding of secrets) {
      const endpoint = endpointOf(flow);
      const key = `${finding.kind} ${finding.where} ${finding.masked} ${side} ${endpoint}`;
      const known = this.#found.get(key);
      if (known !== undefined) known.count += 1;
      else if (this.#found.size < MOST_PLACES)
        this.#found.set(key, { secret: { ...finding, endpoint, side, id: flow.id, count: 1 }, count: 1 });
    }
  }

  result(limit: number): TrafficSecrets {
    const all = [...this.#found.values()].map(({ secret, count }) => ({ ...secret, count }));
    const counted = (severity: Severity): number => all.filter((each) => each.severity === severity).length;
    return {
      high: counted('high'),
      medium: counted('medium'),
      low: counted('low'),
      findings: all
        .sort((a, b) => ORDER[a.severity] - ORDER[b.severity] || b.count - a.count)
        .slice(0, limit),
    };
  }
}
