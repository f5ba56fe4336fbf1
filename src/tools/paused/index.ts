// The messages that breakpoints have paused. Each waits for its own decision; its client and its timeout do not affect
// the others.
import { messageOf, ParameterError } from '../../base/errors.ts';
import { didYouMean } from '../../base/did-you-mean.ts';
import { parseEdits, type Edits } from './edits.ts';

export type { Edits, RequestEdits, ResponseEdits } from './edits.ts';

/** Text, or bytes in Base64, without content coding. */
export type PausedBody = string | { readonly base64: string };

export interface PausedHeader {
  readonly name: string;
  readonly value: string;
}

export interface PausedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly PausedHeader[];
  readonly body: PausedBody;
}

export interface PausedResponse {
  readonly status: number;
  readonly headers: readonly PausedHeader[];
  readonly body: PausedBody;
}

export interface PausedMessage {
  readonly id: string;
  /** The id of the flow. */
  readonly requestId: number;
  readonly stage: 'request' | 'response';
  readonly ruleName: string;
  /** ISO 8601, UTC. */
  readonly pausedAt: string;
  /** The end of the time that it waits, ISO 8601, and what happens then; absent without a timeout. */
  readonly timeout?: { readonly at: string; readonly action: TimeoutAction };
  readonly request: PausedRequest;
  /** Present at stage `response` only. */
  readonly response?: PausedResponse;
}

export type TimeoutAction = 'send_original' | 'abort';

export interface PauseOptions extends Omit<PausedMessage, 'id' | 'pausedAt' | 'timeout'> {
  /** Aborted when the client leaves, which releases the message. */
  readonly signal: AbortSignal;
  /** 0 for no timeout. */
  readonly timeoutSeconds: number;
  readonly onTimeout: TimeoutAction;
}

export const PAUSED_ACTIONS = ['send', 'send_original', 'abort'] as const;

/** `send` without edits sends the original, too. */
export type PausedDecision =
  | ({ readonly type: 'send' } & Edits)
  | { readonly type: 'original' }
  | { readonly type: 'abort'; readonly reason: string };

/** Edits as users write them, not validated. */
export interface EditInput {
  readonly request?: unknown;
  readonly response?: unknown;
}

interface PausedEntry {
  readonly message: PausedMessage;
  readonly release: (decision: PausedDecision) => void;
}

export class PausedQueue {
  readonly #entries = new Map<string, PausedEntry>();
  readonly #listeners = new Set<() => void>();
  #lastNumber = 0;
  #isClosed = false;

  get count(): number {
    return this.#entries.size;
  }

  /** Lists the paused messages, the oldest first. */
  list(): readonly PausedMessage[] {
    return Array.from(this.#entries.values(), ({ message }) => message);
  }

  /** Calls `listener` after a message is paused or released, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Pauses a message. Resolves with the decision; never rejects. */
  pause({ signal, timeoutSeconds, onTimeout, ...message }: PauseOptions): Promise<PausedDecision> {
    if (this.#isClosed || signal.aborted) return Promise.resolve({ type: 'original' });
    const { promise, resolve } = Promise.withResolvers<PausedDecision>();
    this.#lastNumber += 1;
    const id = `p${this.#lastNumber}`;
    const onClientLeft = (): void => release({ type: 'original' });
    const timer =
      timeoutSeconds > 0
        ? setTimeout(() => release(timeoutDecision(onTimeout)), timeoutSeconds * 1000)
        : undefined;
    const release = (decision: PausedDecision): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onClientLeft);
      this.#entries.delete(id);
      resolve(decision);
      this.#notify();
    };
    signal.addEventListener('abort', onClientLeft);
    const now = Date.now();
    const at = new Date(now + timeoutSeconds * 1000).toISOString();
    const timeout = timer === undefined ? {} : { timeout: { at, action: onTimeout } };
    const pausedAt = new Date(now).toISOString();
    this.#entries.set(id, { message: { id, pausedAt, ...timeout, ...message }, release });
    this.#notify();
    return promise;
  }

  /**
   * Releases a message. `input` is validated: an invalid part throws a ParameterError that names the field, and the
   * message stays paused.
   */
  resolve(id: string, action = 'send', input: EditInput = {}): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new ParameterError(this.#unknown(id), { field: 'id' });
    entry.release(decisionOf(entry.message, action, input));
  }

  /** Sends all paused messages on unchanged, and stops pausing. */
  close(): void {
    this.#isClosed = true;
    for (const { release } of this.#entries.values()) release({ type: 'original' });
  }

  #unknown(id: string): string {
    const ids = Array.from(this.#entries.keys());
    const hint = ids.length === 0 ? 'nothing is paused' : `paused are ${ids.slice(0, 20).join(', ')}`;
    return `no message ${JSON.stringify(id.slice(0, 60))} is paused: ${hint}`;
  }

  /** An error of a listener must not reach the exchange. */
  #notify(): void {
    for (const listener of this.#listeners) {
      try {
        listener();
      } catch (error) {
        process.emitWarning(`a listener of paused messages failed: ${messageOf(error)}`);
      }
    }
  }
}

function decisionOf(message: PausedMessage, action: string, input: EditInput): PausedDecision {
  switch (action) {
    case 'send':
      return { type: 'send', ...parseEdits(message, input) };
    case 'send_original':
      rejectEdits(input, 'the original is sent without edits: leave them out, or give the action send');
      return { type: 'original' };
    case 'abort':
      rejectEdits(input, 'an aborted message is not sent: leave the edits out, or give the action send');
      return { type: 'abort', reason: 'It was aborted at a breakpoint' };
    default:
      throw new ParameterError(unknownAction(action), { field: 'action' });
  }
}

function rejectEdits(input: EditInput, reason: string): void {
  for (const side of ['request', 'response'] as const)
    if (input[side] !== undefined && input[side] !== null)
      throw new ParameterError(`${side}: ${reason}`, { field: side });
}

function unknownAction(action: string): string {
  const hint = didYouMean(action, PAUSED_ACTIONS, `give ${PAUSED_ACTIONS.join(', ')}`);
  return `action is ${JSON.stringify(action.slice(0, 60))}: ${hint}`;
}

function timeoutDecision(onTimeout: TimeoutAction): PausedDecision {
  return onTimeout === 'abort'
    ? { type: 'abort', reason: 'Nobody let it go at a breakpoint in time' }
    : { type: 'original' };
}
