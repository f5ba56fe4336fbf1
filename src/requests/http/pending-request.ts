// One request in flight: sends it through a connection pool, collects its response and enforces its limits.
import type { ProxyError } from '../../base/errors.ts';
import { fieldLines, type UnwrittenHead } from '../../codec/flat-fields.ts';
import { ConnectionOwner } from '../../net/connection-owner.ts';
import type { OriginPools } from '../../net/origin-pools.ts';
import type { UpstreamExchange, UpstreamExchangeHandler } from '../../net/upstream-exchange.ts';
import type { HeaderField } from '../auth/contract.ts';
import { BodyFile, type BodyFiles } from './body-file.ts';
import type { ExchangeStep, HttpResponse } from './exchange-steps.ts';
import { completeHeaders, toUpstreamRequest, type OutgoingRequest } from './outgoing-request.ts';
import { readReceivedHead } from './received-head.ts';
import { urlText } from './url.ts';

export interface SendOptions {
  readonly verifyTls: boolean;
  readonly httpVersion: 'auto' | '1.1' | '2';
  /** Milliseconds until the whole response must be there; 0 for no limit. */
  readonly timeoutMs: number;
  /** Receives the pieces of a final response as they arrive; `head` has its lines. */
  readonly onData?: ((bytes: Buffer, head: string) => void) | undefined;
  /** Receives the steps of the exchange. */
  readonly onStep?: ((step: ExchangeStep<HeaderField>) => void) | undefined;
  /** Takes bodies that are too large for memory; by default they stay there. */
  readonly bodyFiles?: BodyFiles | undefined;
  /** Has the connections on which the same user has logged in; by default a login is for this request alone. */
  readonly connectionOwner?: ConnectionOwner | undefined;
  /** Aborts the request; it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/** Returns the reason of a request that took longer than it may. */
export function incompleteReason(timeoutMs: number): string {
  return `${INCOMPLETE} ${timeoutMs} ms`;
}

export const INCOMPLETE = 'the response was not complete within';

export const MAX_BODY_BYTES = 256 * 1024 * 1024;
export const TOO_LARGE = `the response body is larger than the limit of ${MAX_BODY_BYTES} bytes`;
/** The number of attempts while the server has not acted on the request. */
const MAX_ATTEMPTS = 3;

export class PendingRequest implements UpstreamExchangeHandler {
  /** Rejects with an Error that says why there is no response. */
  readonly result: Promise<HttpResponse>;
  readonly connectionOwner: ConnectionOwner;
  readonly #request: OutgoingRequest;
  readonly #options: SendOptions;
  readonly #pool: OriginPools;
  readonly #sent: readonly HeaderField[];
  readonly #startedAt = performance.now();
  #exchange: UpstreamExchange | null = null;
  #head: { readonly status: number; readonly text: string } | null = null;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #file: BodyFile | null = null;
  #resolve: (response: HttpResponse) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #isSettled = false;
  #attempts = 0;

  constructor(request: OutgoingRequest, options: SendOptions, pool: OriginPools) {
    this.#request = request;
    this.#options = options;
    this.#pool = pool;
    this.connectionOwner = options.connectionOwner ?? new ConnectionOwner();
    this.#sent = completeHeaders(request);
    this.result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#watchLimits();
    options.onStep?.({
      type: 'begun',
      method: request.method,
      url: urlText(request.url),
      headers: this.#sent,
      bodySize: request.body.length,
    });
    if (!this.#isSettled) this.#open();
  }

  /** Interim responses (1xx) are ignored. */
  interim(): false {
    return false;
  }

  response(
    status: number,
    _fields: readonly string[],
    ended: boolean,
    head: string | UnwrittenHead,
    received?: string,
  ): void {
    if (received !== undefined) head = received;
    const text = typeof head === 'string' ? head : `${head.startLine}\r\n${fieldLines(head.fields)}\r\n`;
    this.#head = { status, text };
    this.#options.onStep?.({ type: 'head', status, ...readReceivedHead(text, status) });
    if (ended) this.#finish();
  }

  data(bytes: Buffer): void {
    this.#size += bytes.length;
    if (this.#size > MAX_BODY_BYTES) this.#fail(new Error(TOO_LARGE));
    else {
      this.#keep(bytes);
      this.#options.onStep?.({ type: 'body', received: this.#size });
      this.#options.onData?.(bytes, this.#head?.text ?? '');
    }
  }

  end(): void {
    this.#finish();
  }

  failed(error: ProxyError, mayRetry: boolean): void {
    this.#attempts += 1;
    if (mayRetry && this.#attempts < MAX_ATTEMPTS && this.#head === null && !this.#isSettled) this.#open();
    else this.#fail(error);
  }

  drained(): void {
    // The body is in memory anyway, so there is no source to resume.
  }

  requestUnwanted(): void {
    // The response is complete, or about to be.
  }

  #watchLimits(): void {
    const { timeoutMs, signal } = this.#options;
    if (timeoutMs > 0)
      this.#timer = setTimeout(() => this.#fail(new Error(incompleteReason(timeoutMs))), timeoutMs);
    if (signal?.aborted === true) this.#abort();
    else signal?.addEventListener('abort', this.#abort, { once: true });
  }

  #open(): void {
    const { host, port, scheme } = this.#request.url;
    const servername = scheme === 'https' ? host : null;
    const origin = this.#pool.forOrigin({ host, port, servername, localAllowed: true });
    const request = toUpstreamRequest(this.#request, this.#sent);
    try {
      const exchange = origin.openExchange(request, this, this.#options.httpVersion === '2');
      if (exchange instanceof Promise)
        exchange.then(this.#opened, (error: unknown) => this.#fail(error as Error));
      else this.#opened(exchange);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  readonly #opened = (exchange: UpstreamExchange): void => {
    this.#exchange = exchange;
    if (this.#isSettled) {
      exchange.cancel();
      return;
    }
    const { address, tls, timing } = exchange;
    this.#options.onStep?.({ type: 'connected', address, tls, timing });
    const { body } = this.#request;
    if (body.length > 0) {
      exchange.write(body);
      exchange.end([]);
    }
    this.#options.onStep?.({ type: 'sent' });
  };

  #keep(bytes: Buffer): void {
    const { bodyFiles } = this.#options;
    if (bodyFiles === undefined || this.#size <= bodyFiles.inMemory) {
      this.#chunks.push(bytes);
      return;
    }
    let isWritten = true;
    if (this.#file === null) {
      this.#file = new BodyFile(
        bodyFiles.newPath(),
        () => this.#exchange?.resume(),
        (error) => this.#fail(error),
      );
      for (const chunk of this.#chunks) isWritten = this.#file.write(chunk);
    }
    isWritten = this.#file.write(bytes) && isWritten;
    if (!isWritten) this.#exchange?.pause();
  }

  #finish(): void {
    if (this.#isSettled || this.#head === null) return;
    const timeMs = performance.now() - this.#startedAt;
    this.#settle();
    this.#options.onStep?.({ type: 'ended', received: this.#size, timeMs });
    const response = this.#response(this.#head, timeMs);
    if (this.#file === null) this.#resolve(response);
    else this.#file.end().then((file) => this.#resolve({ ...response, file }), this.#reject);
  }

  #response(
    { status, text }: { readonly status: number; readonly text: string },
    timeMs: number,
  ): HttpResponse {
    return {
      status,
      ...readReceivedHead(text, status),
      body: this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks),
      file: null,
      timeMs,
      sent: this.#sent,
    };
  }

  readonly #abort = (): void => {
    const reason: unknown = this.#options.signal?.reason;
    this.#fail(reason instanceof Error ? reason : new Error('the request was aborted'));
  };

  #fail(error: Error): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#exchange?.cancel();
    this.#fell(error)
      .catch(() => undefined)
      .finally(() => this.#reject(error));
  }

  /** Hands over what has arrived of the response. */
  async #fell(error: Error): Promise<void> {
    const { onStep } = this.#options;
    if (onStep === undefined) return;
    const response =
      this.#head === null ? null : this.#response(this.#head, performance.now() - this.#startedAt);
    const file = (await this.#file?.end().catch(() => null)) ?? null;
    onStep({ type: 'failed', error, partial: response === null ? null : { ...response, file } });
  }

  #settle(): void {
    this.#isSettled = true;
    if (this.#options.connectionOwner === undefined) this.connectionOwner.close();
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.#abort);
  }
}
