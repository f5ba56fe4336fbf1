// What a run counts: every exchange of it, however many the proxy remembers.
import type { Flow } from '../../flow/flow.ts';
import { templatedPath } from '../../traffic/endpoint.ts';

export class Tally {
  requests = 0;
  errors = 0;
  serverErrors = 0;
  readonly #endpoints = new Set<string>();
  #lastHead = '';
  #lastPort = 0;

  add(flow: Flow): void {
    this.requests += 1;
    if (flow.state === 'failed' || flow.status >= 400) this.errors += 1;
    if (flow.status >= 500) this.serverErrors += 1;
    if (flow.request === null) return;
    // Most often the same endpoint is called again and again; the head names the host.
    if (flow.request.head === this.#lastHead && flow.target.port === this.#lastPort) return;
    this.#lastHead = flow.request.head;
    this.#lastPort = flow.target.port;
    this.#endpoints.add(`${flow.method} ${flow.target.host}:${flow.target.port}${templatedPath(flow.path)}`);
  }

  get endpoints(): number {
    return this.#endpoints.size;
  }

  /** Such as `12 requests, 3 endpoints, 1 error`. */
  get summary(): string {
    return [
      counted(this.requests, 'request'),
      counted(this.endpoints, 'endpoint'),
      counted(this.errors, 'error'),
    ].join(', ');
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
