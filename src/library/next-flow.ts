// Waits for the next exchange that finishes.
import type { EventEmitter } from 'node:events';
import { asError, UserError } from '../base/errors.ts';
import type { FlowSummary } from '../flow/summary.ts';

export type FlowTest = (flow: FlowSummary) => boolean;

export interface NextOptions {
  /** Only exchanges for which it returns true; by default any. */
  readonly matches?: FlowTest | undefined;
  /** Milliseconds after which the wait is over; by default it never is. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Finished = EventEmitter<{ finished: [flow: FlowSummary]; closed: [] }>;

/**
 * Resolves with the first matching exchange that finishes after the call. Rejects when the time is over, and lists
 * the exchanges that finished meanwhile. Also rejects with the reason of `signal` when it is aborted, and when the
 * proxy is closed.
 */
export function nextFlow(
  proxy: Finished,
  { matches = () => true, timeout, signal }: NextOptions,
): Promise<FlowSummary> {
  const others: FlowSummary[] = [];
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer);
      proxy.off('finished', look);
      proxy.off('closed', closed);
      signal?.removeEventListener('abort', aborted);
    };
    const fail = (error: unknown): void => {
      settle();
      reject(asError(error));
    };
    const look = (flow: FlowSummary): void => {
      if (!matches(flow)) {
        others.push(flow);
        return;
      }
      settle();
      resolve(flow);
    };
    const closed = (): void => fail(new UserError('CONFLICT', `The proxy was closed: ${meanwhile(others)}`));
    const aborted = (): void => fail(signal?.reason);
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => {
            fail(new UserError('UNAVAILABLE', `No match in ${timeout} ms: ${meanwhile(others)}`));
          }, timeout);
    if (signal?.aborted === true) {
      fail(signal.reason);
      return;
    }
    signal?.addEventListener('abort', aborted);
    proxy.on('finished', look);
    proxy.on('closed', closed);
  });
}

function meanwhile(others: readonly FlowSummary[]): string {
  const last = others.at(-1);
  if (last === undefined) return 'no exchange finished meanwhile';
  return `${others.length} others finished meanwhile, the last one ${last.method} ${last.url}`;
}
