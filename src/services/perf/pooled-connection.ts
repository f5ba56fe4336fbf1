// A virtual user's connection to an origin that may speak HTTP/2. It sends prepared requests one at a time, with the
// HTTP version that a run would use.
import type { ProxyError } from '../../base/errors.ts';
import { fieldLines, type FlatFields, type UnwrittenHead } from '../../codec/flat-fields.ts';
import { ConnectionOwner } from '../../net/connection-owner.ts';
import type { OriginPools } from '../../net/origin-pools.ts';
import type { UpstreamExchange, UpstreamExchangeHandler } from '../../net/upstream-exchange.ts';
import { incompleteReason } from '../../requests/http/pending-request.ts';
import type { UserConnection, OnResponse } from './load-connection.ts';
import type { PreparedRequest } from './prepared-request.ts';

/** The number of attempts while the server has not acted on the request. */
const MAX_ATTEMPTS = 3;

export class PooledConnection implements UserConnection {
  readonly #pools: OriginPools;
  readonly #owner = new ConnectionOwner();
  #pending: PendingLoad | null = null;

  constructor(pools: OriginPools) {
    this.#pools = pools;
  }

  send(request: PreparedRequest, onResponse: OnResponse): void {
    this.#pending = new PendingLoad(request, this.#pools, this.#owner, onResponse);
    this.#pending.open();
  }

  close(reason: string): void {
    this.#pending?.fail(reason);
    this.#owner.close();
    this.#pools.close();
  }
}

/** One request in flight. */
class PendingLoad implements UpstreamExchangeHandler {
  readonly connectionOwner: ConnectionOwner;
  readonly #request: PreparedRequest;
  readonly #pools: OriginPools;
  readonly #onResponse: OnResponse;
  readonly #timer: NodeJS.Timeout | undefined;
  #exchange: UpstreamExchange | null = null;
  #status = 0;
  /** Status line and fields, if something in them concerns the user. */
  #head = '';
  #size = 0;
  #attempts = 0;
  #isSettled = false;

  constructor(request: PreparedRequest, pools: OriginPools, owner: ConnectionOwner, onResponse: OnResponse) {
    this.connectionOwner = owner;
    this.#request = request;
    this.#pools = pools;
    this.#onResponse = onResponse;
    const { timeoutMs } = request;
    if (timeoutMs > 0) this.#timer = setTimeout(() => this.fail(incompleteReason(timeoutMs)), timeoutMs);
  }

  open(): void {
    const { url, upstream, httpVersion } = this.#request;
    const { host, port, scheme } = url;
    const servername = scheme === 'https' ? host : null;
    const origin = this.#pools.forOrigin({ host, port, servername, localAllowed: true });
    try {
      const exchange = origin.openExchange(upstream, this, httpVersion === '2');
      if (exchange instanceof Promise)
        exchange.then(this.#opened, (error: unknown) => this.fail((error as Error).message));
      else this.#opened(exchange);
    } catch (error) {
      this.fail((error as Error).message);
    }
  }

  fail(reason: string): void {
    if (this.#isSettled) return;
    this.#exchange?.cancel();
    this.#settle(reason);
  }

  /** Interim responses (1xx) are ignored. */
  interim(): false {
    return false;
  }

  response(
    status: number,
    fields: FlatFields,
    ended: boolean,
    head: string | UnwrittenHead,
    received?: string,
  ): void {
    this.#status = status;
    this.#head =
      received ?? (typeof head === 'string' ? head : `${head.startLine}\r\n${fieldLines(fields)}\r\n`);
    if (ended) this.#settle('');
  }

  data(bytes: Buffer): void {
    this.#size += bytes.length;
  }

  piece(_bytes: Buffer, start: number, end: number): void {
    this.#size += end - start;
  }

  end(): void {
    this.#settle('');
  }

  failed(error: ProxyError, mayRetry: boolean): void {
    this.#attempts += 1;
    if (mayRetry && this.#attempts < MAX_ATTEMPTS && this.#status === 0 && !this.#isSettled) this.open();
    else this.#settle(error.message);
  }

  drained(): void {
    // The body is in memory anyway, so there is no source to resume.
  }

  requestUnwanted(): void {
    // The response is complete, or about to be.
  }

  readonly #opened = (exchange: UpstreamExchange): void => {
    this.#exchange = exchange;
    if (this.#isSettled) {
      exchange.cancel();
      return;
    }
    const { body } = this.#request;
    if (body.length === 0) return;
    exchange.write(body);
    exchange.end([]);
  };

  /** Calls back once: without a reason with the response. */
  #settle(reason: string): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    clearTimeout(this.#timer);
    if (reason !== '') this.#onResponse(null, reason);
    else this.#onResponse({ status: this.#status, head: this.#head, bytes: this.#size, body: null }, '');
  }
}
