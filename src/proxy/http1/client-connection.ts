// A client's HTTP/1 connection: reads one request after another, pipelined or not, and lets an exchange
// answer each. It knows where a request without a host in its target is meant to go: its way.
import type { Duplex } from 'node:stream';
import net from 'node:net';
import tls from 'node:tls';
import { ProxyError, type ErrorCode } from '../../base/errors.ts';
import { headEnd, MAX_HEAD_BYTES, partialHeadFault } from '../../codec/http1/head-end.ts';
import type { Fault } from '../../codec/http1/fields.ts';
import { readRequestHead, type RequestHead } from '../../codec/http1/request-head.ts';
import type { Client } from '../../flow/client.ts';
import type { ProxyContext, Stoppable } from '../context.ts';
import type { RequestDestination } from '../request-destination.ts';
import type { ActiveExchange, AbortMode, ClientHandle } from './contract.ts';
import { errorPage } from './error-page.ts';
import { recordRefusal } from './refusal.ts';
import { route, type RoutingResult } from './routing.ts';

/** Pipelined bytes that may wait before the client is paused. */
const MAX_AHEAD = 256 * 1024;
/** A head that has begun must be complete within this many ms: slow senders do not hold us. */
const HEAD_MS = 60_000;
/** How long a connection that we closed may go on sending before it is cut. */
const LINGER_MS = 2000;
const MAX_EMPTY_LINES = 8;

export class ClientConnection implements ClientHandle, Stoppable {
  readonly client: Client;
  readonly context: ProxyContext;
  readonly destination: RequestDestination;
  readonly secure: boolean;
  previous: ClientHandle['previous'] = null;
  readonly #stream: Duplex;
  #input: Buffer | null = null;
  #exchange: ActiveExchange | null = null;
  #reading = false;
  #deciding = false;
  #paused = false;
  #ended = false;
  #closing = false;
  #headSince = 0;

  constructor(stream: Duplex, client: Client, destination: RequestDestination, context: ProxyContext) {
    this.#stream = stream;
    this.client = client;
    this.destination = destination;
    this.context = context;
    this.secure = stream instanceof tls.TLSSocket;
  }

  /** Begins to read; `first` are bytes that were read before. */
  start(first: Buffer | null = null): void {
    this.context.connections.add(this);
    this.#stream.on('data', this.#onData);
    this.#stream.on('end', this.#onEnd);
    this.#stream.on('drain', this.#onDrain);
    this.#stream.on('error', this.#onClose);
    this.#stream.on('close', this.#onClose);
    if (first !== null) this.#onData(first);
    // Whoever looked at the first bytes left the stream paused.
    if (this.#closing) return; // or has given it away
    if (!this.#paused) this.#stream.resume();
    if (this.#stream.readableEnded) this.#onEnd();
  }

  /** False when the client takes bytes more slowly than we send. */
  write(data: Buffer | string, written?: () => void): boolean {
    if (this.#stream.destroyed) {
      written?.();
      return true;
    }
    return typeof data === 'string' ? this.#stream.write(data, 'latin1') : this.#stream.write(data, written);
  }

  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#stream.pause();
  }

  resume(): void {
    if (!this.#paused || this.#tooFarAhead()) return;
    this.#paused = false;
    this.#stream.resume();
  }

  /** Gives the bare stream away, with what was read ahead put back: it speaks something else now. */
  detach(): Duplex {
    const stream = this.#stream;
    this.#forgetStream();
    stream.pause();
    if (this.#input !== null) stream.unshift(this.#input);
    this.#input = null;
    this.#exchange = null;
    this.#closing = true;
    return stream;
  }

  sendError(error: ProxyError, keep: boolean, method: string): void {
    if (error.status !== 0) this.write(errorPage(error.status, error.message, !keep, method));
  }

  exchangeFinished(exchange: ActiveExchange, keep: boolean, abort: AbortMode | null): void {
    if (this.#exchange !== exchange) return;
    this.#exchange = null;
    if (abort === 'reset') this.#reset();
    else if (abort === 'close') this.#destroy();
    else if (!keep || exchange.wantsBody || (this.#ended && this.#input === null)) this.#linger();
    else {
      this.resume();
      if (!this.#reading && this.#input !== null) setImmediate(this.#readRequests);
    }
  }

  stop(): void {
    const exchange = this.#exchange;
    this.#exchange = null;
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

  readonly #onData = (chunk: Buffer): void => {
    if (this.#closing) return;
    const exchange = this.#exchange;
    if (exchange?.wantsBody === true) {
      const end = exchange.requestBytes(chunk, 0, true);
      if (end < chunk.length) this.#hold(chunk.subarray(end));
      return;
    }
    this.#hold(chunk);
    if (exchange === null) this.#readRequests();
    if (this.#tooFarAhead()) this.pause();
  };

  readonly #onEnd = (): void => {
    this.#ended = true;
    if (this.#exchange !== null) this.#exchange.clientEnded();
    else if (this.#closing || this.#deciding) return;
    else if (this.#input !== null) this.#readRequests();
    else this.#linger();
  };

  readonly #onDrain = (): void => {
    this.#exchange?.clientDrained();
  };

  readonly #onClose = (): void => {
    this.context.connections.delete(this);
    const exchange = this.#exchange;
    this.#exchange = null;
    this.#closing = true;
    exchange?.clientLeft();
    if (!this.#stream.destroyed) this.#stream.destroy();
  };

  #hold(bytes: Buffer): void {
    this.#input = this.#input === null ? bytes : Buffer.concat([this.#input, bytes]);
  }

  #tooFarAhead(): boolean {
    return (
      (this.#exchange !== null || this.#deciding) && this.#input !== null && this.#input.length > MAX_AHEAD
    );
  }

  readonly #readRequests = (): void => {
    this.#reading = true;
    while (this.#input !== null && this.#exchange === null && !this.#deciding && !this.#closing) {
      if (!this.#readRequest(this.#input)) break;
    }
    this.#reading = false;
  };

  /** Reads one request from `input`; false when its head has not arrived in full. */
  #readRequest(input: Buffer): boolean {
    const start = emptyLinesEnd(input);
    const end = headEnd(input, start);
    if (end < 0) return this.#waitForHead(input, start);
    this.#headSince = 0;
    if (end - start > MAX_HEAD_BYTES) {
      this.#refuse(new ProxyError('HEAD_TOO_LARGE', `it is longer than ${MAX_HEAD_BYTES} bytes`), input);
      return true;
    }
    const head = readRequestHead(input.toString('latin1', start, end));
    this.#input = end === input.length ? null : input.subarray(end);
    if (head.type === 'fault') this.#refuse(asError(head), input);
    else this.#begin(head);
    return true;
  }

  #waitForHead(input: Buffer, start: number): boolean {
    if (start === input.length) {
      this.#input = null;
      return false;
    }
    const violation = partialHeadFault(start === 0 ? input : input.subarray(start));
    if (violation !== null) this.#refuse(asError(violation), input);
    else if (this.#ended)
      this.#refuse(new ProxyError('BAD_REQUEST', 'the connection ended in the middle of a head'), input);
    else if (this.#headSince === 0) this.#headSince = performance.now();
    return false;
  }

  #begin(head: RequestHead): void {
    const result = route(this, head);
    if (result instanceof Promise) this.#later(result, head);
    else this.#adopt(result, head);
  }

  /** Where the request goes has to be looked up: nothing more is read until that is known. */
  #later(decision: Promise<RoutingResult>, head: RequestHead): void {
    this.#deciding = true;
    void decision.then((result) => {
      this.#deciding = false;
      if (this.#closing) return;
      this.#adopt(result, head);
      this.#readRequests();
    });
  }

  #adopt(result: RoutingResult, head: RequestHead): void {
    if (result.type === 'fault') {
      this.#refuse(asError(result), Buffer.from(head.raw, 'latin1'));
      return;
    }
    if (result.type === 'taken') return;
    const { exchange } = result;
    this.#exchange = exchange;
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
    this.sendError(error, false, '');
    this.#linger();
  }

  /** Closes after what was written, reading on for a while: a reset would destroy the answer on its way. */
  #linger(): void {
    if (this.#closing) return;
    this.#closing = true;
    this.#input = null;
    this.#stream.end(() => {
      if (!this.#ended) setTimeout(() => this.#destroy(), LINGER_MS).unref();
    });
    this.#paused = false;
    this.#stream.resume();
  }

  #reset(): void {
    if (this.#stream instanceof net.Socket && !this.secure) this.#stream.resetAndDestroy();
    this.#destroy();
  }

  #destroy(): void {
    this.#closing = true;
    this.context.connections.delete(this);
    this.#stream.destroy();
  }

  #forgetStream(): void {
    this.context.connections.delete(this);
    this.#stream.off('data', this.#onData);
    this.#stream.off('end', this.#onEnd);
    this.#stream.off('drain', this.#onDrain);
    this.#stream.off('error', this.#onClose);
    this.#stream.off('close', this.#onClose);
  }
}

function emptyLinesEnd(input: Buffer): number {
  // RFC 9112 2.2: an empty line or so before a request is skipped.
  let at = 0;
  while (at < MAX_EMPTY_LINES * 2 && input[at] === 13 && input[at + 1] === 10) at += 2;
  return at;
}

const CODES: Readonly<Record<Fault['status'], ErrorCode>> = {
  400: 'BAD_REQUEST',
  417: 'EXPECTATION',
  431: 'HEAD_TOO_LARGE',
  501: 'NOT_IMPLEMENTED',
  505: 'VERSION',
};

function asError(violation: Fault): ProxyError {
  return new ProxyError(CODES[violation.status], violation.reason);
}
