// Requests as series look at them, 48 bytes each, to be looked at again: what follows in a series may come later.
import {
  numberKeys,
  seriesRequest,
  type Fetch,
  type RedirectTarget,
  type SeriesRequest,
} from './series-request.ts';
import type { Flow } from '../../../../flow/flow.ts';

const FETCHES: readonly Fetch[] = ['no', 'fetched', 'without validity'];
/** Numbers of one request. */
const WIDTH = 6;
const NONE = -1;

export class SeriesLog {
  /** id, start, URL, sent, body, and a number of fetch and endpoint, one request after another. */
  readonly #numbers: number[] = [];
  readonly #endpoints: string[] = [];
  readonly #endpointNumbers = new Map<string, number>();
  /** By the id of the request. */
  readonly #redirects = new Map<number, RedirectTarget>();

  add(flow: Flow, endpoint: string): void {
    const { id } = flow;
    const request = seriesRequest(flow, { id, url: flow.url }, endpoint, numberKeys);
    const { startedAt, url, sent, body, redirect } = request;
    const endpointNumber = request.endpoint === null ? 0 : this.#numberOf(request.endpoint) + 1;
    const kind = endpointNumber * FETCHES.length + FETCHES.indexOf(request.fetch);
    this.#numbers.push(id, startedAt, Number(url), Number(sent ?? NONE), Number(body ?? NONE), kind);
    if (redirect !== null) this.#redirects.set(id, redirect);
  }

  /** Yields the requests; their URLs are looked up by their ids. */
  *[Symbol.iterator](): Generator<SeriesRequest, void, undefined> {
    for (let at = 0; at < this.#numbers.length; at += WIDTH) {
      const id = this.#number(at);
      const sent = this.#number(at + 3);
      const body = this.#number(at + 4);
      const kind = this.#number(at + 5);
      yield {
        request: { id, url: '' },
        startedAt: this.#number(at + 1),
        url: this.#number(at + 2),
        fetch: FETCHES[kind % FETCHES.length] ?? 'no',
        sent: sent === NONE ? null : sent,
        body: body === NONE ? null : body,
        endpoint: this.#endpoints[Math.floor(kind / FETCHES.length) - 1] ?? null,
        redirect: this.#redirects.get(id) ?? null,
      };
    }
  }

  #number(at: number): number {
    return this.#numbers[at] ?? 0;
  }

  #numberOf(endpoint: string): number {
    const known = this.#endpointNumbers.get(endpoint);
    if (known !== undefined) return known;
    this.#endpointNumbers.set(endpoint, this.#endpoints.length);
    return this.#endpoints.push(endpoint) - 1;
  }
}
