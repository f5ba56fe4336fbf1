// An HTTP/2 exchange that no tool intercepts: request and response are forwarded as they arrive, with backpressure, and
// copied into the flow. The server may speak HTTP/1.1 or HTTP/2.
import { asProxyError, ProxyError } from '../../base/errors.ts';
import { grpcKind } from '../../codec/grpc/content-type.ts';
import type { Repair } from '../../codec/http1/repair.ts';
import { ERROR_CODE } from '../../codec/http2/error-codes.ts';
import { fieldLines, type FlatFields, type UnwrittenHead } from '../../codec/flat-fields.ts';
import { namesInLowerCase } from '../../codec/http2/fields.ts';
import type { Http2Stream, StreamEnd } from '../../codec/http2/stream.ts';
import { isEventStream } from '../../codec/sse.ts';
import { Message } from '../../flow/message.ts';
import { FlowRecorder } from '../../flow/recorder.ts';
import type { ServerSentEvents } from '../../flow/server-sent-events.ts';
import type {
  UpstreamExchange,
  UpstreamExchangeHandler,
  UpstreamRequest,
} from '../../net/upstream-exchange.ts';
import { clientLeft, hasEnough } from '../shared/client-left.ts';
import { ReceivedResponse } from '../exchange/received-response.ts';
import { http3Note } from '../shared/http3-offer.ts';
import { observedEvents } from '../shared/observed-events.ts';
import { onceIdentified } from '../shared/once-identified.ts';
import { BodyTap } from './body-tap.ts';
import type { StreamContext } from './client-side.ts';
import { refuse } from './refusal.ts';
import { RequestRelay, type RequestRelayHandler } from './request-relay.ts';
import { respond } from './respond.ts';

export class Http2PassThrough implements UpstreamExchangeHandler, RequestRelayHandler {
  readonly connectionOwner: UpstreamExchangeHandler['connectionOwner'];
  readonly #stream: Http2Stream;
  readonly #sending: UpstreamRequest;
  readonly #of: StreamContext;
  readonly #priorKnowledge: boolean;
  readonly #recorder: FlowRecorder;
  readonly #request: RequestRelay;
  #upstream: UpstreamExchange | null = null;
  #isRetried = false;
  /** The message that the client receives; null before the server has responded. */
  #response: Message | null = null;
  #tap: BodyTap | null = null;
  #events: ServerSentEvents | null = null;
  /** Bytes of the announced body that have not been written; NaN when none is announced. */
  #missingBytes = NaN;
  #isFinished = false;

  constructor(
    stream: Http2Stream,
    sending: UpstreamRequest,
    streamContext: StreamContext,
    priorKnowledge: boolean,
  ) {
    this.connectionOwner = streamContext.connection.connectionOwner;
    this.#stream = stream;
    this.#sending = sending;
    this.#of = streamContext;
    this.#priorKnowledge = priorKnowledge;
    const { flow, context } = streamContext;
    const message = (flow.request ??= new Message('', context.captures));
    message.head = { startLine: `${sending.method} ${sending.path} HTTP/2`, fields: sending.fields };
    this.#recorder = new FlowRecorder(flow, context.flows);
    this.#request = new RequestRelay(stream, sending, message, context.captures, this);
  }

  /** Sends the request once the client's app is known, as far as it can be. */
  start(): void {
    const { context, flow, client } = this.#of;
    context.flows.add(flow, client.isReplay);
    this.#stream.handler = this.#request;
    onceIdentified(client, context, () => this.#connect());
  }

  // Reported by the client's side.

  requestEnded(): void {
    this.#recorder.requestSent(this.#sending.hasBody ? undefined : this.#of.flow.timestamps.connected);
    if (this.#response?.complete === true) this.#finish(null);
  }

  clientDrained(): void {
    this.#tap?.letGo();
    this.#upstream?.resume();
  }

  clientOver({ reason }: StreamEnd): void {
    this.#tap?.letGo();
    if (this.#isFinished) return;
    this.#upstream?.cancel();
    // The client has every announced byte.
    const isServed = this.#missingBytes === 0 && this.#stream.isSent;
    if (isServed && this.#response !== null) this.#response.complete = true;
    if (hasEnough(this.#of.flow, this.#response?.complete === true)) this.#finish(null);
    else if (this.#of.connection.stopped)
      this.#finish(new ProxyError('STOPPED', 'before the end of this exchange'));
    else if (reason !== null) this.#finish(new ProxyError('BAD_REQUEST', reason));
    else this.#finish(clientLeft(this.#of.flow, 'before the end of the response'));
  }

  // Reported by the server.

  repaired(repairs: readonly Repair[]): void {
    this.#recorder.repaired(repairs);
  }

  interim(status: number, fields: FlatFields): boolean {
    this.#recorder.firstByte();
    if (!this.#stream.headSent) this.#stream.sendHead([':status', String(status)], fields, false, true);
    return false;
  }

  response(status: number, fields: FlatFields, ended: boolean, head: string | UnwrittenHead): void {
    if (this.#isFinished) return;
    const { context } = this.#of;
    const received = new ReceivedResponse({ status, fields, ended, head });
    const message = new Message(head, context.captures);
    if (received.http3Offers !== null) message.notes = [http3Note(received.http3Offers)];
    if (grpcKind(received.contentType) !== null) message.body.noteArrivals();
    this.#recorder.firstByte();
    this.#response = message;
    this.#recorder.responseStarted(status, message);
    if (isEventStream(received.contentType)) this.#events = observedEvents(this.#of.flow, context);
    this.#tap = new BodyTap(context.captures, message.body);
    const { method } = this.#sending;
    const isBodiless = method === 'HEAD' || status === 204 || status === 205 || status === 304;
    const isOver = ended || isBodiless || received.contentLength === 0;
    this.#missingBytes = isOver ? 0 : lengthOf(received);
    respond(this.#stream, status, announced(received, method, ended), isOver);
    if (ended) this.end([]);
    else if (isBodiless) this.#endWithoutBody();
  }

  /** Called by servers of HTTP/1.1 that send bytes of their own. */
  data(bytes: Buffer): void {
    this.piece(bytes, 0, bytes.length);
  }

  piece(bytes: Buffer, start: number, end: number): void {
    if (this.#tap === null || this.#isFinished) return;
    this.#events?.add(bytes, start, end);
    this.#missingBytes -= end - start;
    const hasRoom = this.#stream.write(this.#tap.take(bytes, start, end));
    if (hasRoom) return;
    this.#tap.hold();
    this.#upstream?.pause();
  }

  end(trailers: FlatFields): void {
    const message = this.#response;
    if (message === null || this.#isFinished) return;
    message.trailers = fieldLines(trailers);
    message.complete = true;
    this.#stream.end(namesInLowerCase(trailers));
    if (this.#request.isComplete) this.#finish(null);
  }

  requestUnwanted(): void {
    if (this.#request.isComplete) return;
    this.#request.discard();
    // RFC 9113 section 8.1.
    this.#stream.reset(ERROR_CODE.NO_ERROR);
    if (this.#response?.complete === true) this.#finish(null);
  }

  failed(error: ProxyError, mayRetry: boolean, code: number | null): void {
    if (this.#isFinished) return;
    this.#upstream = null;
    this.#request.disconnect();
    if (mayRetry && this.#response === null && !this.#request.bodySent && !this.#isRetried) {
      this.#isRetried = true;
      this.#connect();
    } else this.#fail(error, code);
  }

  drained(): void {
    this.#request.serverDrained();
  }

  #connect(): void {
    if (this.#isFinished) return;
    try {
      const upstream = this.#of.pool.openExchange(this.#sending, this, this.#priorKnowledge);
      if (upstream instanceof Promise)
        upstream.then(
          (opened) => this.#connected(opened),
          (error: unknown) => this.#unreachable(error),
        );
      else this.#connected(upstream);
    } catch (error) {
      this.#unreachable(error);
    }
  }

  #connected(upstream: UpstreamExchange): void {
    if (this.#isFinished) {
      upstream.cancel();
      return;
    }
    this.#upstream = upstream;
    this.#recorder.connected(upstream);
    const { request } = this.#of.flow;
    if (request !== null) request.head = upstream.requestHead;
    this.#request.connect(upstream);
  }

  #unreachable(error: unknown): void {
    this.failed(asProxyError(error, 'CONNECT_FAILED'), false, null);
  }

  /** Ends a response that must not have a body, although the server sends one. */
  #endWithoutBody(): void {
    this.#upstream?.cancel();
    this.#finish(null);
  }

  #fail(error: ProxyError, code: number | null): void {
    this.#upstream?.cancel();
    // The client is told to retry over HTTP/1.1 too, and sends its body again.
    const isRefused = this.#response === null && code !== ERROR_CODE.HTTP_1_1_REQUIRED;
    if (isRefused) refuse(this.#stream, error);
    else this.#stream.reset(code === null || code === ERROR_CODE.NO_ERROR ? ERROR_CODE.INTERNAL_ERROR : code);
    this.#finish(error);
  }

  #finish(error: ProxyError | null): void {
    if (this.#isFinished) return;
    this.#isFinished = true;
    this.#request.discard();
    this.#recorder.finish(error);
  }
}

function lengthOf({ contentLength }: ReceivedResponse): number {
  return contentLength < 0 ? NaN : contentLength;
}

/**
 * Returns the fields for the client. A response without a body states no length but the one that it would have had: 204
 * and 205 have none (RFC 9110 section 8.6).
 */
function announced(
  { flat, status, contentLength }: ReceivedResponse,
  method: string,
  ended: boolean,
): FlatFields {
  const isNone = status === 204 || status === 205;
  const isEmpty = ended && method !== 'HEAD' && status !== 304;
  if (contentLength < 0 || !(isNone || (isEmpty && contentLength !== 0))) return flat;
  return flat.filter((_, index) => flat[index - (index % 2)] !== 'content-length');
}
