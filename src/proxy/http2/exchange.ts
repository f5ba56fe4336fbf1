// One forwarded exchange on a stream of a client's HTTP/2 connection: request and response pass as they arrive, both
// with flow control from end to end, and both are copied into the flow.
import http2 from 'node:http2';
import { ProxyError } from '../../base/errors.ts';
import { withoutHttp3 } from '../../codec/alt-svc.ts';
import {
  fieldLines,
  fieldObject,
  fieldValue,
  keptTrailers,
  type FlatFields,
  type UnwrittenHead,
} from '../../codec/http2/fields.ts';
import type { Http2Request } from '../../codec/http2/request.ts';
import type { Client } from '../../flow/client.ts';
import { Message, type Flow } from '../../flow/flow.ts';
import type { ServerSentEvents } from '../../flow/server-sent-events.ts';
import { sendTrailersOn } from '../../net/http2-trailers.ts';
import type {
  UpstreamExchange,
  UpstreamExchangeHandler,
  UpstreamRequest,
} from '../../net/upstream-exchange.ts';
import type { OriginPool } from '../../net/origin-pool.ts';
import type { ProxyContext } from '../context.ts';
import { http3Note } from '../http1/http3-offer.ts';
import { observedEvents } from '../observed-events.ts';
import { refuse } from './refusal.ts';
import { respond } from './respond.ts';

const { NGHTTP2_NO_ERROR, NGHTTP2_INTERNAL_ERROR } = http2.constants;

/** Body bytes that may wait for the connection to the server before the client is paused. */
const MAX_WAITING = 64 * 1024;

/** What an exchange belongs to. */
export interface StreamContext {
  readonly client: Client;
  readonly context: ProxyContext;
  readonly pool: OriginPool;
  readonly flow: Flow;
  /** The client's: whether the proxy has ended it. */
  readonly connection: { readonly stopped: boolean };
}

export class Http2Exchange implements UpstreamExchangeHandler {
  readonly #stream: http2.ServerHttp2Stream;
  readonly #request: Http2Request;
  readonly #sending: UpstreamRequest;
  readonly #streamContext: StreamContext;
  readonly #flow: Flow;
  readonly #sent: Message;
  /** Whether the server is taken to speak HTTP/2 in plain text. */
  readonly #priorKnowledge: boolean;
  #upstream: UpstreamExchange | null = null;
  /** Body bytes that wait for the connection to the server. */
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #bodySent = false;
  #requestTrailers: FlatFields = [];
  #received: Message | null = null;
  #events: ServerSentEvents | null = null;
  #sendsTrailers = false;
  #retried = false;
  #finished = false;

  constructor(
    stream: http2.ServerHttp2Stream,
    request: Http2Request,
    sending: UpstreamRequest,
    streamContext: StreamContext,
    priorKnowledge: boolean,
  ) {
    this.#stream = stream;
    this.#request = request;
    this.#sending = sending;
    this.#streamContext = streamContext;
    this.#flow = streamContext.flow;
    this.#priorKnowledge = priorKnowledge;
    this.#sent = streamContext.flow.request ?? new Message('', streamContext.context.captures);
  }

  /** Takes the stream and sends the request on. */
  start(): void {
    const { context, client } = this.#streamContext;
    const stream = this.#stream;
    const { method, path, fields } = this.#sending;
    this.#sent.head = { startLine: `${method} ${path} HTTP/2`, fields };
    this.#sent.complete = !this.#sending.hasBody;
    context.flows.add(this.#flow, client.isReplay);
    stream.on('close', this.#onClose);
    stream.on('drain', this.#onDrain);
    if (this.#sending.hasBody) {
      stream.on('data', this.#onData);
      stream.on('trailers', this.#onTrailers);
      stream.on('end', this.#onEnd);
    } else stream.resume();
    const identified = context.identified(client);
    if (identified === null) this.#send();
    else void identified.then(this.#send);
  }

  interim(status: number, fields: FlatFields): void {
    this.#markFirstByte();
    if (this.#stream.destroyed || this.#stream.headersSent) return;
    try {
      this.#stream.additionalHeaders({ ':status': status, ...fieldObject(fields) });
    } catch {
      // Node will not send it, and the response does not depend on it.
    }
  }

  response(status: number, fields: FlatFields, ended: boolean, head: string | UnwrittenHead): void {
    this.#markFirstByte();
    const flow = this.#flow;
    const received = (this.#received = new Message(head, this.#streamContext.context.captures));
    flow.status = status;
    flow.response = received;
    const passed = this.#withoutOffers(fields, received);
    if (/^text\/event-stream/i.test(fieldValue(fields, 'content-type') ?? ''))
      this.#events = observedEvents(flow, this.#streamContext.context);
    this.#streamContext.context.flows.update(flow);
    if (!this.#respond(status, passed, ended)) return;
    if (ended) this.#finish(null);
  }

  data(bytes: Buffer): void {
    this.#received?.body.copy(bytes, 0, bytes.length);
    this.#events?.add(bytes, 0, bytes.length);
    // Node ends the stream of a status that has no body.
    if (this.#stream.destroyed || this.#stream.closed || this.#stream.writableEnded) return;
    if (!this.#stream.write(bytes)) this.#upstream?.pause();
  }

  end(trailers: FlatFields): void {
    if (this.#received !== null) this.#received.trailers = fieldLines(trailers);
    if (!this.#stream.destroyed && !this.#stream.writableEnded) {
      if (this.#sendsTrailers) sendTrailersOn(this.#stream, trailers);
      this.#stream.end();
    }
    this.#finish(null);
  }

  requestUnwanted(): void {
    if (!this.#sent.complete) this.#stream.close(NGHTTP2_NO_ERROR);
  }

  failed(error: ProxyError, mayRetry: boolean, code: number | null): void {
    this.#upstream = null;
    if (mayRetry && !this.#bodySent && !this.#retried && this.#received === null) {
      this.#retried = true;
      this.#send();
      return;
    }
    if (this.#received === null) refuse(this.#stream, error);
    else if (!this.#stream.destroyed)
      this.#stream.close(code === null || code === NGHTTP2_NO_ERROR ? NGHTTP2_INTERNAL_ERROR : code);
    this.#finish(error);
  }

  drained(): void {
    this.#stream.resume();
  }

  readonly #send = (): void => {
    if (this.#finished) return;
    try {
      const upstream = this.#streamContext.pool.openExchange(this.#sending, this, this.#priorKnowledge);
      if (upstream instanceof Promise) upstream.then(this.#go, this.#notReached);
      else this.#go(upstream);
    } catch (error) {
      this.#notReached(error);
    }
  };

  readonly #go = (upstream: UpstreamExchange): void => {
    if (this.#finished) {
      upstream.cancel();
      return;
    }
    this.#upstream = upstream;
    this.#noteConnection(upstream);
    for (const bytes of this.#waiting) {
      this.#bodySent = true;
      upstream.write(bytes);
    }
    this.#waiting = [];
    this.#waitingBytes = 0;
    if (this.#sent.complete) this.#requestSent(upstream);
    else this.#stream.resume();
  };

  readonly #notReached = (error: unknown): void => {
    if (this.#finished) return;
    this.failed(
      error instanceof ProxyError ? error : new ProxyError('CONNECT_FAILED', String(error)),
      false,
      null,
    );
  };

  #noteConnection({ address, tls, timing, requestHead }: UpstreamExchange): void {
    const flow = this.#flow;
    const { marks } = flow;
    marks.connected = performance.now();
    flow.remoteAddress = address;
    flow.tls = tls;
    this.#sent.head = requestHead;
    if (timing !== null) Object.assign(marks, { dns: timing.dns, connect: timing.connect, tls: timing.tls });
  }

  #requestSent(upstream: UpstreamExchange): void {
    this.#flow.marks.sent = performance.now();
    if (this.#sending.hasBody) upstream.end(this.#requestTrailers);
  }

  /** HTTP/3 cannot be followed through here: its offer is taken out. */
  #withoutOffers(fields: FlatFields, received: Message): FlatFields {
    const offer = fieldValue(fields, 'alt-svc');
    const kept = offer === undefined ? undefined : withoutHttp3(offer);
    if (offer === undefined || kept === offer) return fields;
    received.notes = [http3Note(offer)];
    const passed: string[] = [];
    for (let at = 0; at < fields.length; at += 2) {
      const name = fields[at] ?? '';
      const value = name === 'alt-svc' ? withoutHttp3(fields[at + 1] ?? '') : (fields[at + 1] ?? '');
      if (value !== null) passed.push(name, value);
    }
    return passed;
  }

  /** False when the stream is gone, or Node will not send such a head. */
  #respond(status: number, fields: FlatFields, ended: boolean): boolean {
    const stream = this.#stream;
    if (stream.destroyed || stream.closed) return false;
    const known = fieldValue(fields, 'content-length') !== undefined;
    // Trailers are announced, asked for, or come behind a body of unknown length; elsewhere waiting for them costs.
    this.#sendsTrailers =
      !ended && (!known || this.#request.takesTrailers || fieldValue(fields, 'trailer') !== undefined);
    try {
      respond(stream, status, fields, { endStream: ended, waitForTrailers: this.#sendsTrailers });
      return true;
    } catch (error) {
      this.#upstream?.cancel();
      const reason = error instanceof Error ? error.message : String(error);
      refuse(stream, new ProxyError('BAD_RESPONSE', reason));
      this.#finish(new ProxyError('BAD_RESPONSE', reason));
      return false;
    }
  }

  readonly #onData = (bytes: Buffer): void => {
    this.#sent.body.copy(bytes, 0, bytes.length);
    const upstream = this.#upstream;
    if (upstream === null) {
      this.#waiting.push(bytes);
      this.#waitingBytes += bytes.length;
      if (this.#waitingBytes > MAX_WAITING) this.#stream.pause();
      return;
    }
    this.#bodySent = true;
    if (!upstream.write(bytes)) this.#stream.pause();
  };

  readonly #onTrailers = (_headers: http2.IncomingHttpHeaders, _flags: number, raw: string[]): void => {
    this.#requestTrailers = keptTrailers(raw);
    this.#sent.trailers = fieldLines(this.#requestTrailers);
  };

  readonly #onEnd = (): void => {
    if (this.#stream.aborted || this.#stream.rstCode !== NGHTTP2_NO_ERROR) return;
    this.#sent.complete = true;
    if (this.#upstream !== null) this.#requestSent(this.#upstream);
  };

  readonly #onDrain = (): void => {
    this.#upstream?.resume();
  };

  readonly #onClose = (): void => {
    if (!this.#finished || !this.#sent.complete) this.#upstream?.cancel();
    // A stream of events ends when its reader has had enough.
    if (this.#flow.serverSentEvents !== null) this.#finish(null);
    else if (this.#streamContext.connection.stopped)
      this.#finish(new ProxyError('STOPPED', 'before the end of this exchange'));
    else this.#finish(new ProxyError('CLIENT_LEFT', 'before the end of the response'));
  };

  #markFirstByte(): void {
    const { marks } = this.#flow;
    if (marks.firstByte === 0) marks.firstByte = performance.now();
  }

  #finish(error: ProxyError | null): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#events?.end();
    const flow = this.#flow;
    if (error === null && this.#received !== null) this.#received.complete = true;
    flow.marks.end = performance.now();
    flow.state = error === null ? 'completed' : 'failed';
    flow.error = error?.message ?? null;
    this.#streamContext.context.flows.finish(flow);
  }
}
