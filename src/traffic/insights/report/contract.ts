// The violations of an API description in a run: grouped by endpoint and kind, each with the number of exchanges and
// the first ones.
import { isVariable } from '../../endpoint.ts';
import { variedNames } from '../varied-names.ts';

export interface ContractViolation {
  /** The method and the path of the description, or of the traffic where that is not described. */
  readonly endpoint: string;
  /** A sentence such as `response 200: body/name must be string`; a star stands for positions in lists and for ids. */
  readonly violation: string;
  /** The number of exchanges with it. */
  readonly count: number;
  /** The first of them, by their ids. */
  readonly requests: readonly number[];
  /** The endpoints of the traffic that have it, as other lists of a report name them. */
  readonly calls: readonly string[];
}

/** The comparison of a run with an API description. */
export interface ContractReport {
  /** Exchanges that were compared, those that were equal to another one included. */
  readonly checked: number;
  /** Exchanges with a violation. */
  readonly broken: number;
  /** Exchanges that could not be compared. */
  readonly failed: number;
  /** The hosts of the description; empty when it names none. */
  readonly hosts: readonly string[];
  /** Every kind of violation, the most frequent first within an endpoint. */
  readonly violations: readonly ContractViolation[];
  /** True when there were more kinds than are told apart. */
  readonly isCut: boolean;
}

/** An exchange that violates the description. */
export interface BrokenExchange {
  readonly endpoint: string;
  /** Its endpoint in the traffic. */
  readonly call: string;
  /** A sentence for each violation. */
  readonly details: readonly string[];
}

interface Kind {
  readonly endpoint: string;
  readonly violation: string;
  count: number;
  readonly requests: number[];
  readonly calls: Set<string>;
}

const MAX_KINDS = 10_000;
const MAX_REQUESTS = 5;
const MAX_CALLS = 100;

export class ContractCollector {
  isCut = false;
  readonly #kinds = new Map<string, Kind>();

  add({ endpoint, call, details }: BrokenExchange, id: number): void {
    for (const violation of new Set(details.map(violationKind))) {
      const kind = this.#kind(endpoint, violation);
      if (kind === null) continue;
      kind.count += 1;
      if (kind.requests.length < MAX_REQUESTS) kind.requests.push(id);
      if (kind.calls.size < MAX_CALLS) kind.calls.add(call);
    }
  }

  /** Returns all kinds; paths that differ only in names, of which there are many, are one endpoint. */
  result(): readonly ContractViolation[] {
    const names = variedNames(new Set(Array.from(this.#kinds.values(), ({ endpoint }) => endpoint)));
    const merged = new Map<string, Kind>();
    for (const kind of this.#kinds.values()) {
      const endpoint = names.get(kind.endpoint) ?? kind.endpoint;
      const key = `${endpoint}\n${kind.violation}`;
      const known = merged.get(key);
      merged.set(key, known === undefined ? { ...kind, endpoint } : mergedKind(known, kind));
    }
    const byEndpoint = Map.groupBy(merged.values(), ({ endpoint }) => endpoint);
    return [...byEndpoint.values()].flatMap((kinds) =>
      kinds.sort((a, b) => b.count - a.count).map(({ calls, ...kind }) => ({ ...kind, calls: [...calls] })),
    );
  }

  /** Returns null when there are too many kinds. */
  #kind(endpoint: string, violation: string): Kind | null {
    const key = `${endpoint}\n${violation}`;
    const known = this.#kinds.get(key);
    if (known !== undefined) return known;
    if (this.#kinds.size >= MAX_KINDS) {
      this.isCut = true;
      return null;
    }
    const kind = { endpoint, violation, count: 0, requests: [], calls: new Set<string>() };
    this.#kinds.set(key, kind);
    return kind;
  }
}

function mergedKind(one: Kind, other: Kind): Kind {
  return {
    ...one,
    count: one.count + other.count,
    requests: [...one.requests, ...other.requests].sort((a, b) => a - b).slice(0, MAX_REQUESTS),
    calls: new Set([...one.calls, ...other.calls].slice(0, MAX_CALLS)),
  };
}

/** Returns the sentence with a star for what varies: the positions in lists, and ids as names. */
export function violationKind(detail: string): string {
  return detail
    .replaceAll(/\/([^\s/]+)(?=[\s/])/g, (whole, name: string) => (isVariable(name) ? '/*' : whole))
    .replace(/(?<=additional properties: )\S+$/, (name) => (isVariable(name) ? '*' : name));
}

/** Renders a violation as one line. */
export function violationText({ endpoint, violation, count, requests }: ContractViolation): string {
  return `${endpoint}: ${violation} (${requestsText(count, requests)})`;
}

/** Renders `request 3`, or `30 requests: 3, 4, 5, …`. */
function requestsText(count: number, requests: readonly number[]): string {
  if (count === 1) return `request ${requests[0] ?? 0}`;
  return `${count} requests: ${requests.join(', ')}${count > requests.length ? ', …' : ''}`;
}
