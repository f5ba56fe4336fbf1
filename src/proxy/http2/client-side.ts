// The client's side of an exchange in HTTP/2: one stream of its connection.
import { copyBytes } from '../../base/copy-bytes.ts';
import { ProxyError } from '../../base/errors.ts';
import type { ResponseHead } from '../../codec/http1/response-head.ts';
import { ERROR_CODE } from '../../codec/http2/error-codes.ts';
import { fieldValue, type FlatFields, type UnwrittenHead } from '../../codec/flat-fields.ts';
import { forwardedTrailers, namesInLowerCase } from '../../codec/http2/fields.ts';
import type { Http2Stream, StreamEnd, StreamHandler } from '../../codec/http2/stream.ts';
import type { Client } from '../../flow/client.ts';
import type { Flow, FlowTarget } from '../../flow/flow.ts';
import type { ConnectionOwner } from '../../net/connection-owner.ts';
import type { OriginPool } from '../../net/origin-pool.ts';
import type { ProxyContext } from '../shared/context.ts';
import type { Http2Request } from '../../codec/http2/request.ts';
import { fromHttp1Response } from '../../codec/http2/response.ts';
import type { UpstreamRequest } from '../../net/upstream-exchange.ts';
import type { ExchangeHook, HeaderLines } from '../hooks.ts';
import { clientLeft } from '../shared/client-left.ts';
import type { ClientSide, OutgoingResponse, Upgraded } from '../exchange/client-side.ts';
import type { ReceivedRequest } from '../exchange/editable-request.ts';
import { Exchange } from '../exchange/exchange.ts';
import { flatOf, linesOfFlat } from '../exchange/header-lines.ts';
import { switchingHead } from '../http1/forwarded.ts';
import { refuse } from './refusal.ts';
import { respond } from './respond.ts';
import { StreamDuplex } from './stream-duplex.ts';
import { handshake, type Handshake } from './web-socket-handshake.ts';

/** The connection and the flow that a stream belongs to. */
export interface StreamContext {
  readonly client: Client;
  readonly context: ProxyContext;
  readonly pool: OriginPool;
  readonly flow: Flow;
  /** `stopped`: true when the proxy has ended the client's connection. */
  readonly connection: { readonly stopped: boolean; readonly connectionOwner: ConnectionOwner };
}

export class Http2ClientSide implements ClientSide, StreamHandler {
  readonly #stream: Http2Stream;
  readonly #request: Http2Request;
  readonly #streamContext: StreamContext;
  readonly #hasBody: boolean;
  readonly #exchange: Exchange;
  /** The handshake of a WebSocket; null for other requests. */
  readonly #handshake: Handshake | null;
  #readsRequest = true;
  /** Bytes of the announced body that have not been written; NaN when none is announced. */
  #missingBytes = NaN;
  #finished = false;

  /** `priorKnowledge`: the server is assumed to speak HTTP/2 in plain text. */
  constructor(
    stream: Http2Stream,
    request: Http2Request,
    sending: UpstreamRequest,
    streamContext: StreamContext,
    priorKnowledge: boolean,
    hook: ExchangeHook | null,
  ) {
    this.#stream = stream;
    this.#request = request;
    this.#streamContext = streamContext;
    this.#handshake = request.protocol === 'websocket' ? handshake(sending) : null;
    this.#hasBody = this.#handshake === null && sending.hasBody;
    const { flow } = streamContext;
    const head = this.#handshake?.head ?? null;
    if (flow.request !== null)
      flow.request.head = head ?? {
        startLine: `${sending.method} ${sending.path} HTTP/2`,
        fields: sending.fields,
      };
    this.#exchange = new Exchange({
      hook,
      side: this,
      context: streamContext.context,
      client: streamContext.client,
      connectionOwner: streamContext.connection.connectionOwner,
      flow,
      received: new Http2ReceivedRequest(flow, sending, this.#handshake),
      pool: streamContext.pool,
      version: 2,
      priorKnowledge,
    });
  }

  start(): void {
    const { context, flow, client } = this.#streamContext;
    context.flows.add(flow, client.isReplay);
    this.#stream.handler = this;
    // Whatever the client sends after a WebSocket handshake waits for the upgrade.
    if (this.#handshake !== null) this.#stream.pause();
    this.#exchange.start();
  }

  pause(): void {
    this.#stream.pause();
  }

  resume(): void {
    if (this.#handshake === null) this.#stream.resume();
  }

  requestBody(): void {
    if (fieldValue(this.#request.fields, 'expect') !== undefined) this.interim(100, []);
  }

  interim(status: number, fields: HeaderLines): null {
    if (this.#stream.headSent || this.#handshake !== null) return null;
    this.#stream.sendHead([':status', String(status)], flatOf(fields), false, true);
    return null;
  }

  respond({ status, fields, body, unchanged, readsRequest }: OutgoingResponse): UnwrittenHead {
    this.#readsRequest = readsRequest;
    // No body follows these statuses, whatever the fields announce (RFC 9110 sections 15.3.5 and 15.3.6).
    const bodiless = status === 204 || status === 205;
    const received = bodiless ? null : (unchanged?.flat ?? null);
    const flat = received ?? withLength(flatOf(fields()), bodiless ? null : body);
    if (this.#stream.isEnding) throw new Error('the stream is gone');
    const ended = bodiless || body === 'none' || body === 0;
    this.#missingBytes = ended ? 0 : typeof body === 'number' ? body : NaN;
    respond(this.#stream, status, flat, ended);
    return { startLine: `HTTP/2 ${status}`, fields: flat };
  }

  write(bytes: Buffer): boolean {
    if (this.#stream.isEnding) return true;
    this.#missingBytes -= bytes.length;
    return this.#stream.write(bytes);
  }

  end(trailers: FlatFields): void {
    this.#finished = true;
    this.#stream.end(namesInLowerCase(trailers));
    if (!this.#readsRequest || this.#handshake !== null) this.requestUnwanted();
  }

  /** RFC 9113 section 8.1. */
  requestUnwanted(): void {
    if (!this.#stream.remoteEnded) this.#stream.reset(ERROR_CODE.NO_ERROR);
  }

  refuse(error: ProxyError): void {
    this.#finished = true;
    refuse(this.#stream, error);
  }

  abort(how: 'reset' | 'close', code: number | null): void {
    this.#finished = true;
    const usual = how === 'reset' ? ERROR_CODE.CANCEL : ERROR_CODE.INTERNAL_ERROR;
    this.#stream.reset(code === null || code === ERROR_CODE.NO_ERROR ? usual : code);
  }

  upgrade(head: ResponseHead): Upgraded | null {
    const fields = fromHttp1Response(head);
    if (this.#finished || this.#handshake?.accepts(fields) !== true) return null;
    if (this.#stream.isEnding) return null;
    respond(this.#stream, 200, this.#handshake.forClient(fields));
    this.#finished = true;
    return { stream: new StreamDuplex(this.#stream), head: switchingHead(head) };
  }

  // Reported by the stream.

  data(bytes: Buffer, start: number, end: number): void {
    if (this.#hasBody) this.#exchange.requestData(copyBytes(bytes, start, end));
  }

  ended(trailers: FlatFields): void {
    if (!this.#hasBody) return;
    this.#exchange.requestEnd(forwardedTrailers(trailers));
  }

  drained(): void {
    this.#exchange.clientDrained();
  }

  over({ reason }: StreamEnd): void {
    if (this.#exchange.isFinished) return;
    // The client has every announced byte, though the server may not have ended the message.
    if (this.#missingBytes === 0 && this.#stream.isSent) this.#exchange.clientServed();
    else if (this.#streamContext.connection.stopped) this.#exchange.stop();
    else if (reason === null)
      this.#exchange.clientLeft(clientLeft(this.#streamContext.flow, 'before the end of the response'));
    else this.#exchange.clientLeft(new ProxyError('BAD_REQUEST', reason));
  }
}

/** The request of a stream. Its fields are listed when a tool asks. */
class Http2ReceivedRequest implements ReceivedRequest {
  readonly method: string;
  readonly target: FlowTarget;
  readonly path: string;
  readonly contentLength: number;
  readonly hasBody: boolean;
  readonly upgrades: boolean;
  readonly http1Head: string | null;
  readonly unchanged: UpstreamRequest | null;
  readonly #sending: UpstreamRequest;
  #fields: HeaderLines | null;

  /** `handshake`: the request of HTTP/1.1 that opens a WebSocket; null for other requests. */
  constructor({ method, target }: Flow, sending: UpstreamRequest, handshake: Handshake | null) {
    this.method = method;
    this.target = target;
    this.path = sending.path;
    this.hasBody = handshake === null && sending.hasBody;
    this.contentLength = this.hasBody ? sending.contentLength : -1;
    this.upgrades = handshake !== null;
    this.http1Head = handshake?.head ?? null;
    this.unchanged = handshake === null ? sending : null;
    this.#sending = sending;
    this.#fields = handshake?.lines ?? null;
  }

  get fields(): HeaderLines {
    const { authority, fields } = this.#sending;
    return (this.#fields ??= [['host', authority], ...linesOfFlat(fields)]);
  }
}

/**
 * Sets Content-Length to the actual length; without a body it may state the length that a body would have.
 */
function withLength(flat: string[], body: OutgoingResponse['body']): string[] {
  if (body === 'none') return flat;
  const at = flat.findIndex((name, index) => index % 2 === 0 && name === 'content-length');
  const rest = flat.filter((_, index) => flat[index - (index % 2)] !== 'content-length');
  if (body === null) return rest;
  rest.splice(at < 0 ? rest.length : at, 0, 'content-length', String(body));
  return rest;
}
