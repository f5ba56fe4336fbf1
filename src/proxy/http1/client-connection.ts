// A client's HTTP/1 connection: reads one request after another, pipelined or not, and lets an exchange
// answer each. `destination` says where a request goes that names no host in its target.
import type { Duplex } from 'node:stream';
import tls from 'node:tls';
import { ProxyError } from '../../base/errors.ts';
import { SoonWriter } from '../../base/runtime/soon-writer.ts';
import type { RequestHead } from '../../codec/http1/request-head.ts';
import type { Client } from '../../flow/client.ts';
import { ConnectionOwner } from '../../net/connection-owner.ts';
import type { ProxyContext, Stoppable } from '../shared/context.ts';
import type { RequestDestination } from '../shared/request-destination.ts';
import type { ActiveExchange, AbortMode, ClientHandle } from './contract.ts';
import { linger, reset } from './closing.ts';
import { CLOSED, LINGERING, READING, ROUTING, type ConnectionState } from './connection-state.ts';
import { onceIdentified } from '../shared/once-identified.ts';
import { errorPage } from '../shared/error-page.ts';
import { nextHead, violationError } from './next-head.ts';
import { recordRefusal } from './refusal.ts';
import { route, type RoutingResult } from './routing.ts';

/** Pipelined bytes that may wait before the client is paused. */
const MAX_AHEAD = 256 * 1024;
/** Time for a head that has begun to be completed: slow senders cannot occupy us. */
const HEAD_MS = 60_000;

export class ClientConnection implements ClientHandle, Stoppable {
  readonly client: Client;
  readonly context: ProxyContext;
  readonly destination: RequestDestination;
  readonly secure: boolean;
  readonly connectionOwner = new ConnectionOwner();
  previous: ClientHandle['previous'] = null;
  readonly #stream: Duplex;
  readonly #writer: SoonWriter;
  #state: ConnectionState = READING;
  /** Bytes that have been received and belong to no exchange yet. */
  #input: Buffer | null = null;
  /** The last request's. */
  #head: RequestHead | null = null;
  /** True while `#readRequests` is on the stack. */
  #isParsing = false;
  #paused = false;
  /** True when the client has ended its side. */
  #ended = false;
  /** `performance.now()` when the head that is incomplete began; 0 for none. */
  #headSince = 0;

  constructor(stream: Duplex, client: Client, destination: RequestDestination, context: ProxyContext) {
    this.#stream = stream;
    this.#writer = new SoonWriter(stream);
    this.client = client;
    this.destination = destination;
    this.context = context;
    this.secure = stream instanceof tls.TLSSocket;
  }

  /** Begins to read. `first`: bytes that were read before. */
  start(first: Buffer | null = null): void {
    this.context.connections.add(this);
    this.#stream.on('data', this.#onData);
    this.#stream.on('end', this.#onEnd);
    this.#stream.on('drain', this.#onDrain);
    this.#stream.on('error', this.#onClose);
    this.#stream.on('close', this.#onClose);
    if (first !== null) this.#onData(first);
    // The first bytes may have closed the connection or handed it over.
    if (this.#isClosing()) return;
    // Detection left the stream paused.
    if (!this.#paused) this.#stream.resume();
    if (this.#stream.readableEnded) this.#onEnd();
  }

  write(data: Buffer | string, written?: () => void): boolean {
    return this.#writer.write(data, written);
  }

  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#stream.pause();
  }

  resume(): void {
    if (!this.#paused || this.#isTooFarAhead()) return;
    this.#paused = false;
    this.#stream.resume();
  }

  detach(): Duplex {
    const stream = this.#stream;
    this.#writer.flush();
    this.#forgetStream();
    stream.pause();
    if (this.#input !== null) stream.unshift(this.#input);
    this.#input = null;
    this.#state = CLOSED;
    return stream;
  }

  sendError(error: ProxyError, keep: boolean, method: string): void {
    if (error.status !== 0) this.write(errorPage(error.status, error.message, !keep, method));
  }

  exchangeFinished(exchange: ActiveExchange, keep: boolean, abort: AbortMode | null): void {
    if (this.#exchange() !== exchange) return;
    this.#state = READING;
    if (abort === 'reset') this.#reset();
    else if (abort === 'close') this.#destroy();
    else if (!keep || exchange.wantsBody || (this.#ended && this.#input === null)) this.#linger();
    else {
      this.resume();
      if (!this.#isParsing && this.#input !== null) setImmediate(this.#readRequests);
    }
  }

  stop(): void {
    const exchange = this.#exchange();
    this.#state = CLOSED;
    exchange?.stop();
    this.#destroy();
  }

  tick(now: number): void {
    if (this.#headSince === 0 || now - this.#headSince < HEAD_MS) return;
    this.#refuse(
      new ProxyError('REQUEST_TIMEOUT', `its head was not complete after ${HEAD_MS / 1000} s`),
      this.#input ?? Buffer.alloc(0),
    );
  }

  #exchange(): ActiveExchange | null {
    return this.#state.type === 'serving' ? this.#state.exchange : null;
  }

  #isReading(): boolean {
    return this.#state.type === 'reading';
  }

  #isClosing(): boolean {
    return this.#state.type === 'lingering' || this.#state.type === 'closed';
  }

  /** True when more has been pipelined than may wait. */
  #isTooFarAhead(): boolean {
    const isBusy = this.#state.type === 'serving' || this.#state.type === 'routing';
    return isBusy && this.#input !== null && this.#input.length > MAX_AHEAD;
  }

  readonly #onData = (chunk: Buffer): void => {
    if (this.#isClosing()) return;
    const exchange = this.#exchange();
    if (exchange?.wantsBody === true) {
      const end = exchange.requestBytes(chunk, 0, true);
      if (end < chunk.length) this.#hold(chunk.subarray(end));
      return;
    }
    this.#hold(chunk);
    if (this.#isReading()) this.#readRequests();
    if (this.#isTooFarAhead()) this.pause();
  };

  readonly #onEnd = (): void => {
    this.#ended = true;
    const exchange = this.#exchange();
    if (exchange !== null) exchange.clientEnded();
    else if (!this.#isReading()) return;
    else if (this.#input !== null) this.#readRequests();
    else this.#linger();
  };

  readonly #onDrain = (): void => {
    this.#exchange()?.clientDrained();
  };

  readonly #onClose = (): void => {
    this.#forgetConnection();
    const exchange = this.#exchange();
    this.#state = CLOSED;
    exchange?.clientLeft();
    if (!this.#stream.destroyed) this.#stream.destroy();
  };

  #hold(bytes: Buffer): void {
    this.#input = this.#input === null ? bytes : Buffer.concat([this.#input, bytes]);
  }

  readonly #readRequests = (): void => {
    this.#isParsing = true;
    while (this.#input !== null && this.#isReading()) {
      if (!this.#readRequest(this.#input)) break;
    }
    this.#isParsing = false;
  };

  /** Reads one request from `input`; false when its head has not arrived in full. */
  #readRequest(input: Buffer): boolean {
    const next = nextHead(input, this.#ended, this.#head);
    if (next.type === 'incomplete') {
      if (!next.begun) this.#input = null;
      else if (this.#headSince === 0) this.#headSince = performance.now();
      return false;
    }
    this.#headSince = 0;
    if (next.type === 'error') this.#refuse(next.error, input);
    else {
      this.#input = next.rest;
      this.#head = next.head;
      this.#route(next.head);
    }
    return true;
  }

  #route(head: RequestHead): void {
    const result = route(this, head);
    if (!(result instanceof Promise)) {
      this.#serve(result, head);
      return;
    }
    this.#state = ROUTING;
    void result.then((found) => {
      if (this.#isClosing()) return;
      this.#state = READING;
      this.#serve(found, head);
      this.#readRequests();
    });
  }

  #serve(result: RoutingResult, head: RequestHead): void {
    if (result.type === 'violation') {
      this.#refuse(violationError(result), Buffer.from(head.raw, 'latin1'));
      return;
    }
    if (result.type === 'taken') return;
    const { exchange } = result;
    this.#state = { type: 'serving', exchange };
    if (exchange.wantsBody && this.#input !== null) {
      const input = this.#input;
      const end = exchange.requestBytes(input, 0);
      this.#input = end < input.length ? input.subarray(end) : null;
    }
    exchange.start();
    if (this.#ended && exchange.wantsBody) exchange.clientEnded();
  }

  #refuse(error: ProxyError, input: Buffer): void {
    this.#headSince = 0;
    this.#input = null;
    recordRefusal(this, error, input);
    const respond = (): void => {
      if (this.#isClosing()) return;
      this.sendError(error, false, '');
      this.#linger();
    };
    if (!onceIdentified(this.client, this.context, respond)) this.#state = ROUTING;
  }

  #linger(): void {
    if (this.#isClosing()) return;
    this.#state = LINGERING;
    this.#input = null;
    this.#writer.flush();
    this.#paused = false;
    linger(
      this.#stream,
      () => this.#ended,
      () => this.#destroy(),
    );
  }

  #reset(): void {
    this.#writer.flush();
    reset(this.#stream);
    this.#destroy();
  }

  #destroy(): void {
    this.#state = CLOSED;
    this.#forgetConnection();
    this.#writer.flush();
    this.#stream.destroy();
  }

  #forgetConnection(): void {
    this.context.connections.delete(this);
    this.connectionOwner.close();
  }

  #forgetStream(): void {
    this.#forgetConnection();
    this.#stream.off('data', this.#onData);
    this.#stream.off('end', this.#onEnd);
    this.#stream.off('drain', this.#onDrain);
    this.#stream.off('error', this.#onClose);
    this.#stream.off('close', this.#onClose);
  }
}
