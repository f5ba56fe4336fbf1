// Secrets in the traffic: what, where, how bad, each once for each place.
import type { SecretFinding } from '../../../secrets/message.ts';
import type { Severity } from '../../../secrets/kinds.ts';
import { endpointOf } from '../flow-facts.ts';
import type { ScannedMessage } from '../scan/scanned-messages.ts';
import { collectMessages, type SectionAnalysis } from './contract.ts';

export interface FoundSecret extends SecretFinding {
  readonly endpoint: string;
  readonly side: ScannedMessage['side'];
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

/** Of each severity no more places are told apart, so that no flood of harmless ones hides what is bad. */
const MAX_PLACES = 5000;

export const analyzeSecrets: SectionAnalysis = async (flows, limit) =>
  (await collectMessages(new SecretCollector(), flows, 'secrets')).result(limit);

export class SecretCollector {
  /** Whether there were more places than are told apart. */
  isCut = false;
  readonly #secrets = new Map<string, { secret: FoundSecret; count: number }>();
  readonly #places: Record<Severity, number> = { high: 0, medium: 0, low: 0 };

  /** `times`: how many exchanges say the same. */
  add({ flow, side, secrets }: Pick<ScannedMessage, 'flow' | 'side' | 'secrets'>, times = 1): void {
    if (secrets.length === 0) return;
    const endpoint = endpointOf(flow);
    for (const finding of secrets) {
      const key = `${finding.kind} ${finding.where} ${finding.masked} ${side} ${endpoint}`;
      const known = this.#secrets.get(key);
      if (known !== undefined) known.count += times;
      else if (this.#places[finding.severity] >= MAX_PLACES) this.isCut = true;
      else {
        this.#places[finding.severity] += 1;
        const secret = { ...finding, endpoint, side, id: flow.id, count: times };
        this.#secrets.set(key, { secret, count: times });
      }
    }
  }

  result(limit: number): TrafficSecrets {
    const all = [...this.#secrets.values()].map(({ secret, count }) => ({ ...secret, count }));
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
