// One request whose response is collected in memory, within bounds.
import type { ProxyError } from '../base/errors.ts';
import { fieldList } from '../codec/http1/field-lines.ts';
import { headText, type UnwrittenHead } from '../codec/flat-fields.ts';
import { ConnectionOwner } from './connection-owner.ts';
import type { OriginPool } from './origin-pool.ts';
import type { UpstreamExchange, UpstreamExchangeHandler, UpstreamRequest } from './upstream-exchange.ts';

export interface CollectedResponse {
  readonly status: number;
  readonly reason: string;
  /** Such as `HTTP/1.1`. */
  readonly version: string;
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The body as received, with its content coding. */
  readonly body: Buffer;
}

export interface CollectOptions {
  readonly maxBytes: number;
  /** Aborted when nobody waits any more; it ends the exchange. */
  readonly signal: AbortSignal;
}

/** The number of attempts while the server has not acted on the request. */
const MAX_ATTEMPTS = 3;

/** Sends a request with its whole body. Rejects with an Error that says why there is no response. */
export function collectResponse(
  pool: OriginPool,
  request: UpstreamRequest,
  body: Buffer,
  options: CollectOptions,
): Promise<CollectedResponse> {
  return new Promise((resolve, reject) => {
    new ResponseCollector({ pool, request, body, options, resolve, reject }).open();
  });
}

interface CollectorParts {
  readonly pool: OriginPool;
  readonly request: UpstreamRequest;
  readonly body: Buffer;
  readonly options: CollectOptions;
  readonly resolve: (response: CollectedResponse) => void;
  readonly reject: (error: Error) => void;
}

class ResponseCollector implements UpstreamExchangeHandler {
  /** A login is for this request alone. */
  readonly connectionOwner = new ConnectionOwner();
  readonly #parts: CollectorParts;
  readonly #chunks: Buffer[] = [];
  #size = 0;
  #status = 0;
  #head: string | null = null;
  #exchange: UpstreamExchange | null = null;
  #attempts = 0;
  #isSettled = false;

  constructor(parts: CollectorParts) {
    this.#parts = parts;
    parts.options.signal.addEventListener('abort', this.#abort, { once: true });
  }

  open(): void {
    const { pool, request, options } = this.#parts;
    if (options.signal.aborted) {
      this.#abort();
      return;
    }
    this.#attempts += 1;
    // Opening a connection may fail at once, or later.
    new Promise<UpstreamExchange>((resolve) => resolve(pool.openExchange(request, this, false))).then(
      (exchange) => this.#opened(exchange),
      (error: unknown) => this.#fail(error as Error),
    );
  }

  interim(): false {
    return false;
  }

  response(status: number, _fields: readonly string[], ended: boolean, head: string | UnwrittenHead): void {
    this.#status = status;
    this.#head = typeof head === 'string' ? head : headText(head);
    if (ended) this.#finish();
  }

  data(bytes: Buffer): void {
    const { maxBytes } = this.#parts.options;
    this.#size += bytes.length;
    if (this.#size > maxBytes) this.#fail(new Error(`the response is larger than ${maxBytes} bytes`));
    else this.#chunks.push(bytes);
  }

  end(): void {
    this.#finish();
  }

  failed(error: ProxyError, mayRetry: boolean): void {
    const isAgain = mayRetry && this.#attempts < MAX_ATTEMPTS && this.#head === null && !this.#isSettled;
    if (isAgain) this.open();
    else this.#fail(error);
  }

  drained(): void {
    // The body is in memory anyway, so there is no source to resume.
  }

  #opened(exchange: UpstreamExchange): void {
    if (this.#isSettled) {
      exchange.cancel();
      return;
    }
    this.#exchange = exchange;
    const { body } = this.#parts;
    if (body.length === 0) return;
    exchange.write(body);
    exchange.end([]);
  }

  #finish(): void {
    if (this.#isSettled || this.#head === null) return;
    this.#settle();
    const [version = '', , ...reason] = this.#head.slice(0, this.#head.indexOf('\r\n')).split(' ');
    this.#parts.resolve({
      status: this.#status,
      reason: reason.join(' '),
      version,
      fields: fieldList(this.#head).map(({ name, value }) => [name, value] as const),
      body: Buffer.concat(this.#chunks),
    });
  }

  readonly #abort = (): void => this.#fail(new Error('the request was aborted'));

  #fail(error: Error): void {
    if (this.#isSettled) return;
    this.#settle();
    this.#exchange?.cancel();
    this.#parts.reject(error);
  }

  #settle(): void {
    this.#isSettled = true;
    this.connectionOwner.close();
    this.#parts.options.signal.removeEventListener('abort', this.#abort);
  }
}
