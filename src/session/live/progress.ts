// The progress of a request, for the sentence about one that was stopped.
import type { ExchangeStep } from '../../requests/http/exchange-steps.ts';

/** Methods that change nothing (RFC 9110 section 9.2.1). */
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

export class Progress {
  #method = 'GET';
  /** True once a request that may change something has left. */
  #mayHaveActed = false;
  #received = 0;
  /** Content-Length; null without one. */
  #expected: number | null = null;

  follow(step: ExchangeStep): void {
    if (step.type === 'begun') {
      this.#method = step.method;
      this.#received = 0;
      this.#expected = null;
    }
    if (step.type === 'connected' && !SAFE.has(this.#method)) this.#mayHaveActed = true;
    if (step.type === 'head') this.#expected = lengthIn(step.headers);
    if (step.type === 'body') this.#received = step.received;
  }

  shown(): { readonly received: number; readonly expected: number | null; readonly mayHaveActed: boolean } {
    return { received: this.#received, expected: this.#expected, mayHaveActed: this.#mayHaveActed };
  }
}

function lengthIn(headers: readonly { readonly name: string; readonly value: string }[]): number | null {
  const value = headers.find(({ name }) => name.toLowerCase() === 'content-length')?.value.trim() ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : null;
}
