// Counts the calls of an endpoint, and what came back, while traffic is compared with a description.
import type { Flow } from '../../flow/flow.ts';
import type { ContractViolation } from '../../traffic/insights/report/contract.ts';
import type { CheckedExchange, CheckedResponse } from './exchange.ts';

/** A kind of violation at an endpoint. */
export interface EndpointViolation {
  readonly what: string;
  /** The comment with which it is ignored, perhaps empty; null for one that counts. */
  readonly ignored: string | null;
  readonly count: number;
  /** The first exchanges with it. */
  readonly ids: readonly number[];
}

/** Responses of one status and media type. */
export interface SeenResponse {
  readonly status: number;
  /** Empty without a body. */
  readonly type: string;
  readonly count: number;
  /** The status as the description has it; null where it does not. */
  readonly key: string | null;
  /** The first of them. */
  readonly ids: readonly number[];
}

export interface UnknownHeader {
  readonly name: string;
  /** The sentence by which it is added to the description. */
  readonly what: string;
  /** The response that has it, as the description names it. */
  readonly key: string;
  readonly count: number;
}

export interface CheckedEndpoint {
  /** Method and path, as the description has them where it has them. */
  readonly endpoint: string;
  readonly isDescribed: boolean;
  readonly calls: number;
  /** Calls with a violation. */
  readonly wrong: number;
  /** The most frequent first. */
  readonly kinds: readonly EndpointViolation[];
  readonly statuses: readonly number[];
  /** By status, the most frequent first. */
  readonly responses: readonly SeenResponse[];
  /** The statuses that the description has, such as `200`, `4XX` and `default`. */
  readonly described: readonly string[];
  /** Headers of responses that the description does not have. */
  readonly headers: readonly UnknownHeader[];
  /** Epoch milliseconds of the last call; 0 without one. */
  readonly lastAt: number;
}

/** Kinds of responses, and headers, that are told apart. */
const MAX_KINDS = 200;
/** Requests that are named for a kind of responses. */
const MAX_IDS = 50;

export class EndpointTally {
  readonly endpoint: string;
  /** Null for an endpoint that the description does not have. */
  readonly #described: readonly string[] | null;
  #calls = 0;
  #wrong = 0;
  #lastAt = 0;
  readonly #responses = new Map<string, SeenResponse>();
  readonly #headers = new Map<string, UnknownHeader>();

  constructor(endpoint: string, described: readonly string[] | null) {
    this.endpoint = endpoint;
    this.#described = described;
  }

  add({ id, startedAt, status }: Flow, { response }: CheckedExchange): void {
    this.#calls += 1;
    this.#lastAt = Math.max(this.#lastAt, startedAt);
    if (status > 0) this.#addResponse(response ?? { status, type: '', key: null, headers: [] }, id);
  }

  /** Counts the last call as one with a violation that is not ignored. */
  addWrong(): void {
    this.#wrong += 1;
  }

  /** `kinds`: the violations of the endpoint. */
  result(kinds: readonly (ContractViolation & { readonly ignored: string | null })[]): CheckedEndpoint {
    const responses = [...this.#responses.values()].sort((a, b) => a.status - b.status || b.count - a.count);
    return {
      endpoint: this.endpoint,
      isDescribed: this.#described !== null,
      calls: this.#calls,
      wrong: this.#wrong,
      kinds: kinds.map(({ violation, count, requests, ignored }) => ({
        what: violation,
        ignored,
        count,
        ids: requests,
      })),
      statuses: [...new Set(responses.map(({ status }) => status))],
      responses,
      described: this.#described ?? [],
      headers: [...this.#headers.values()].sort((a, b) => b.count - a.count),
      lastAt: this.#lastAt,
    };
  }

  #addResponse({ status, type, key, headers }: CheckedResponse, id: number): void {
    const name = `${status} ${type}`;
    const known = this.#responses.get(name);
    if (known !== undefined || this.#responses.size < MAX_KINDS) {
      const { count = 0, ids = [] } = known ?? {};
      const first = ids.length < MAX_IDS ? [...ids, id] : ids;
      this.#responses.set(name, { status, type, key, count: count + 1, ids: first });
    }
    if (key === null) return;
    for (const header of headers) {
      const id = `${key} ${header.toLowerCase()}`;
      const seen = this.#headers.get(id);
      if (seen !== undefined || this.#headers.size < MAX_KINDS)
        this.#headers.set(id, {
          name: seen?.name ?? header,
          key,
          what: `the header ${header} of the response ${key} is not documented`,
          count: (seen?.count ?? 0) + 1,
        });
    }
  }
}
