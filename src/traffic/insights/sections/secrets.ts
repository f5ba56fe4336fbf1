// Finds secrets in the traffic: one finding for each secret, with the places where it is and the worst severity there.
import type { SecretFinding } from '../../../secrets/findings.ts';
import type { Severity } from '../../../secrets/forms/contract.ts';
import { Redactor } from '../../../secrets/redaction/redactor.ts';
import { endpointOf, MAX_KINDS } from '../flow-facts.ts';
import { variedNames } from '../varied-names.ts';
import type { ScannedMessage } from '../scan/scanned-message.ts';
import { collectMessages, type SectionAnalysis } from './contract.ts';

/** A place of a secret: an endpoint, a side of its messages, and what holds the secret there. */
export interface SecretPlace extends Pick<SecretFinding, 'severity' | 'where'> {
  readonly endpoint: string;
  readonly side: ScannedMessage['side'];
  /** The flow of the first exchange with the secret here. */
  readonly id: number;
  /** The number of messages with the secret here. */
  readonly count: number;
}

/** A secret. Its own severity, label and place are those of the worst place. */
export interface FoundSecret extends SecretFinding, SecretPlace {
  /** The number of messages with the secret, in all places. */
  readonly count: number;
  /** The most severe first. */
  readonly places: readonly SecretPlace[];
}

/** A secret in a message. */
export interface PlacedSecret {
  readonly finding: SecretFinding;
  readonly side: ScannedMessage['side'];
  readonly endpoint: string;
  /** The flow. */
  readonly id: number;
}

export interface TrafficSecrets {
  readonly high: number;
  readonly medium: number;
  readonly low: number;
  /** Findings of the allow-list, which are left out. */
  readonly allowed: number;
  /** The most severe first. */
  readonly findings: readonly FoundSecret[];
}

/** A secret in one place. */
type PlacedFinding = SecretFinding & SecretPlace;

const ORDER: Readonly<Record<Severity, number>> = { high: 0, medium: 1, low: 2 };

/**
 * The maximum number of places of one severity, so that many harmless ones do not displace the severe ones.
 */
const MAX_PLACES = 5000;

export const analyzeSecrets: SectionAnalysis = async (flows, { limit, allowedSecrets }) =>
  (await collectMessages(new SecretCollector(allowedSecrets), flows, 'secrets')).result(limit);

export class SecretCollector {
  /** True when there were more places than are counted. */
  isCut = false;
  readonly #secrets = new Map<string, { secret: PlacedFinding; count: number }>();
  readonly #allowed: ReadonlySet<string>;
  readonly #redactor = new Redactor();
  /** Those of all messages: many in one place tell that a segment is a parameter. */
  readonly #endpoints = new Set<string>();
  /** Endpoints without secrets, since each is called many times. */
  readonly #shown = new Map<string, string>();
  #allowedCount = 0;
  readonly #placeCounts: Record<Severity, number> = { high: 0, medium: 0, low: 0 };

  /** Creates a collector. `allowed`: fingerprints of findings that are known and accepted. */
  constructor(allowed: ReadonlySet<string> = new Set()) {
    this.#allowed = allowed;
  }

  /** Adds the secrets of a message; `times`: the number of equal exchanges. */
  add({ flow, side, secrets }: Pick<ScannedMessage, 'flow' | 'side' | 'secrets'>, times = 1): void {
    const endpoint = endpointOf(flow);
    this.addEndpoint(endpoint);
    for (const finding of secrets) this.addFinding({ finding, side, endpoint, id: flow.id }, times);
  }

  /** Adds the endpoint of a message, with secrets or without. */
  addEndpoint(endpoint: string): void {
    if (this.#endpoints.size < MAX_KINDS) this.#endpoints.add(endpoint);
  }

  /** Adds a secret that `times` messages have. */
  addFinding({ finding, side, endpoint: called, id }: PlacedSecret, times: number): void {
    if (this.#allowed.has(finding.fingerprint)) this.#allowedCount += times;
    else {
      const endpoint = this.#shownEndpoint(called);
      const key = placeKey({ ...finding, side, endpoint });
      const known = this.#secrets.get(key);
      if (known !== undefined) known.count += times;
      else if (this.#placeCounts[finding.severity] >= MAX_PLACES) this.isCut = true;
      else {
        this.#placeCounts[finding.severity] += 1;
        const secret = { ...finding, endpoint, side, id, count: times };
        this.#secrets.set(key, { secret, count: times });
      }
    }
  }

  #shownEndpoint(endpoint: string): string {
    let shown = this.#shown.get(endpoint);
    if (shown === undefined) {
      shown = this.#redactor.url(endpoint);
      if (this.#shown.size < MAX_PLACES) this.#shown.set(endpoint, shown);
    }
    return shown;
  }

  /** Returns each secret in each place once; the varying segments of endpoints are placeholders. */
  #placed(): readonly PlacedFinding[] {
    const shown = Array.from(this.#secrets.values(), ({ secret }) => secret.endpoint);
    const names = variedNames(new Set([...this.#endpoints, ...shown]));
    const merged = new Map<string, PlacedFinding>();
    for (const { secret, count } of this.#secrets.values()) {
      const endpoint = names.get(secret.endpoint) ?? secret.endpoint;
      const key = placeKey({ ...secret, endpoint });
      const known = merged.get(key);
      merged.set(
        key,
        known === undefined ? { ...secret, endpoint, count } : { ...known, count: known.count + count },
      );
    }
    return [...merged.values()];
  }

  result(limit: number): TrafficSecrets {
    const all = secretsIn(this.#placed());
    const counted = (severity: Severity): number => all.filter((each) => each.severity === severity).length;
    return {
      high: counted('high'),
      medium: counted('medium'),
      low: counted('low'),
      allowed: this.#allowedCount,
      findings: all
        .sort(worstFirst)
        .slice(0, limit)
        .map((secret) => ({ ...secret, places: secret.places.slice(0, limit) })),
    };
  }
}

/** Values that could be guessed share the fingerprint of their place; they may differ in what is shown. */
function secretKey({ fingerprint, masked }: SecretFinding): string {
  return `${fingerprint} ${masked}`;
}

function placeKey(placed: SecretFinding & Pick<SecretPlace, 'side' | 'endpoint'>): string {
  return `${secretKey(placed)} ${placed.where} ${placed.side} ${placed.endpoint}`;
}

/** Returns each secret once. */
function secretsIn(placed: readonly PlacedFinding[]): FoundSecret[] {
  const bySecret = Map.groupBy(placed, secretKey);
  return Array.from(bySecret.values(), (placedFindings) => {
    const sorted = placedFindings.toSorted(worstFirst);
    return {
      ...sorted[0]!,
      count: sorted.reduce((sum, { count }) => sum + count, 0),
      places: sorted.map(({ severity, where, side, endpoint, id, count }) => ({
        severity,
        where,
        side,
        endpoint,
        id,
        count,
      })),
    };
  });
}

function worstFirst(a: SecretPlace, b: SecretPlace): number {
  return ORDER[a.severity] - ORDER[b.severity] || b.count - a.count;
}
