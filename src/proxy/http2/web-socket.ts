// WebSocket over HTTP/2 (RFC 8441): an extended CONNECT becomes the upgrade of HTTP/1.1 that servers know, on a
// connection of its own.
import http2 from 'node:http2';
import { messageOf, ProxyError } from '../../base/errors.ts';
import type { ResponseHead } from '../../codec/http1/response-head.ts';
import type { FlatFields, UnwrittenHead } from '../../codec/http2/fields.ts';
import type { Http2Request } from '../../codec/http2/request.ts';
import { fromHttp1Response } from '../../codec/http2/response.ts';
import { Message, type Flow } from '../../flow/flow.ts';
import { Http1ResponseRelay } from '../../net/http1-upstream-exchange.ts';
import type { Http1Upstream } from '../../net/http1-upstream.ts';
import type { UpstreamExchangeHandler, UpstreamRequest } from '../../net/upstream-exchange.ts';
import { switchingHead } from '../http1/forwarded.ts';
import { relayWebSocket } from '../websocket/relay.ts';
import type { StreamContext } from './exchange.ts';
import { refuse } from './refusal.ts';
import { respond } from './respond.ts';
import { handshake, withoutAccept, type Handshake } from './web-socket-handshake.ts';

export function openWebSocket(
  stream: http2.ServerHttp2Stream,
  request: Http2Request,
  sending: UpstreamRequest,
  streamContext: StreamContext,
): void {
  if (request.protocol !== 'websocket') {
    refuse(stream, new ProxyError('NOT_IMPLEMENTED', `the protocol ${request.protocol ?? ''} over HTTP/2`));
    return;
  }
  new Opening(stream, sending, streamContext).start();
}

class Opening implements UpstreamExchangeHandler {
  readonly #stream: http2.ServerHttp2Stream;
  readonly #streamContext: StreamContext;
  readonly #flow: Flow;
  readonly #handshake: Handshake;
  #upstream: Http1Upstream | null = null;
  #answered = false;
  #finished = false;

  constructor(stream: http2.ServerHttp2Stream, sending: UpstreamRequest, streamContext: StreamContext) {
    this.#stream = stream;
    this.#streamContext = streamContext;
    this.#flow = streamContext.flow;
    this.#handshake = handshake(sending);
  }

  start(): void {
    const { context, client, pool: pool } = this.#streamContext;
    if (this.#flow.request !== null) this.#flow.request.head = this.#handshake.head;
    context.flows.add(this.#flow, client.isReplay);
    this.#stream.once('close', this.#onClose);
    void (context.identified(client) ?? Promise.resolve())
      .then(() => pool.connectHttp1(true))
      .then(
        (upstream) => this.#ask(upstream),
        (error: unknown) =>
          this.failed(error instanceof ProxyError ? error : new ProxyError('CONNECT_FAILED', String(error))),
      );
  }

  upgraded(head: ResponseHead, rest: Buffer): void {
    const upstream = this.#upstream;
    if (upstream === null || this.#finished) return;
    const fields = fromHttp1Response(head);
    if (!this.#handshake.accepts(fields)) {
      upstream.connection.destroy();
      this.failed(
        new ProxyError('BAD_RESPONSE', 'its Sec-WebSocket-Accept does not answer the key it was sent'),
      );
      return;
    }
    this.#note(head.status, switchingHead(head));
    if (!this.#respond(200, withoutAccept(fields))) {
      upstream.connection.destroy();
      return;
    }
    this.#finished = true;
    this.#stream.off('close', this.#onClose);
    const early = { sent: Buffer.alloc(0), received: rest };
    relayWebSocket(this.#stream, upstream.connection, early, this.#flow, this.#streamContext.context);
  }

  interim(): void {
    // What comes before the answer of a handshake says nothing about it.
  }

  /** The server answers with something else: so does the stream. */
  response(status: number, fields: FlatFields, ended: boolean, text: string | UnwrittenHead): void {
    this.#note(status, text);
    if (!this.#respond(status, fields, ended)) return;
    this.#answered = true;
    if (ended) this.#finish(null);
  }

  data(bytes: Buffer): void {
    if (this.#finished) return;
    this.#flow.response?.body.add(bytes);
    if (!this.#stream.destroyed && !this.#stream.write(bytes)) {
      this.#upstream?.connection.pause();
      this.#stream.once('drain', () => this.#upstream?.connection.resume());
    }
  }

  end(): void {
    if (this.#finished) return;
    this.#stream.end();
    this.#finish(null);
  }

  failed(error: ProxyError): void {
    if (this.#finished) return;
    if (!this.#answered) refuse(this.#stream, error);
    else this.#stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
    this.#finish(error);
  }

  drained(): void {
    // Nothing is written after the request.
  }

  #ask(upstream: Http1Upstream): void {
    if (this.#finished) {
      upstream.abandon();
      return;
    }
    const { marks } = this.#flow;
    this.#upstream = upstream;
    this.#flow.remoteAddress = upstream.address;
    this.#flow.tls = upstream.tls;
    Object.assign(marks, upstream.connection.timing);
    marks.connected = marks.sent = performance.now();
    upstream.begin(new Http1ResponseRelay(upstream, this, 'GET'), 'GET');
    upstream.write(this.#handshake.head);
    upstream.requestComplete();
  }

  /** False when the stream is gone, or Node will not send such a head. */
  #respond(status: number, fields: FlatFields, endStream = false): boolean {
    if (this.#stream.destroyed || this.#stream.closed) return false;
    try {
      respond(this.#stream, status, fields, { endStream });
      return true;
    } catch (error) {
      this.#upstream?.abandon();
      this.failed(new ProxyError('BAD_RESPONSE', messageOf(error)));
      return false;
    }
  }

  #note(status: number, text: string | UnwrittenHead): void {
    const flow = this.#flow;
    flow.marks.firstByte = performance.now();
    if (flow.request !== null) flow.request.complete = true;
    flow.status = status;
    flow.response = new Message(text, this.#streamContext.context.captures);
    this.#streamContext.context.flows.update(flow);
  }

  readonly #onClose = (): void => {
    if (this.#finished) return;
    this.#upstream?.abandon();
    this.#finish(new ProxyError('CLIENT_LEFT', 'before the end of the response'));
  };

  #finish(error: ProxyError | null): void {
    if (this.#finished) return;
    this.#finished = true;
    const flow = this.#flow;
    if (error === null && flow.response !== null) flow.response.complete = true;
    flow.marks.end = performance.now();
    flow.state = error === null ? 'completed' : 'failed';
    flow.error = error?.message ?? null;
    this.#streamContext.context.flows.finish(flow);
  }
}
