// Sends a response to the client after the verdict of the tools. It streams at the pace of the client, or of the link
// that tools simulate.
import { isEventStream } from '../../codec/sse.ts';
import { asProxyError, messageOf, ProxyError } from '../../base/errors.ts';
import { grpcKind } from '../../codec/grpc/content-type.ts';
import { fieldLines, type FlatFields, type UnwrittenHead } from '../../codec/flat-fields.ts';
import { codingsOf } from '../../flow/decode.ts';
import { Message } from '../../flow/message.ts';
import type { FlowRecorder } from '../../flow/recorder.ts';
import type { ServerSentEvents } from '../../flow/server-sent-events.ts';
import type { UpstreamExchange } from '../../net/upstream-exchange.ts';
import type { ProxyContext } from '../shared/context.ts';
import type { Abort, ResponseVerdict } from '../hooks.ts';
import { http3Note } from '../shared/http3-offer.ts';
import { observedEvents } from '../shared/observed-events.ts';
import type { ClientSide } from './client-side.ts';
import type { Intercepted } from './intercepted.ts';
import { EventFilter } from './event-filter.ts';
import { PacedOutlet } from '../shared/paced.ts';
import { EditableResponse } from './editable-response.ts';
import { ReceivedResponse, type ReceivedHead } from './received-response.ts';
import { BufferableBody } from './bufferable-body.ts';

export interface ResponseForwarderOptions {
  readonly exchange: Intercepted;
  readonly recorder: FlowRecorder;
  readonly side: ClientSide;
  readonly context: ProxyContext;
  /** Method of the client's request. */
  readonly method: string;
  readonly source: Pick<UpstreamExchange, 'pause' | 'resume' | 'cancel'>;
  /** True while the rest of the request is still read. */
  readonly readsRequest: boolean;
  /** Called when everything has been sent. */
  readonly ended: () => void;
  /** Called when the response cannot be sent, or not to its end. */
  readonly failed: (error: ProxyError) => void;
  readonly aborted: (abort: Abort) => void;
}

export class ResponseForwarder {
  /** True once the head has been sent to the client. */
  begun = false;
  readonly #options: ResponseForwarderOptions;
  readonly #received: Message;
  readonly #response: EditableResponse;
  readonly #body: BufferableBody;
  #downlink: PacedOutlet | null = null;
  #filter: EventFilter | null = null;
  #events: ServerSentEvents | null = null;
  /** The receivers that take no more for now: the client, and the tool that is shown events. */
  #isClientFull = false;
  #isFilterFull = false;
  #finished = false;

  constructor(head: ReceivedHead, options: ResponseForwarderOptions) {
    this.#options = options;
    const { context, source } = options;
    const received = new ReceivedResponse(head);
    this.#received = new Message(head.head, context.captures);
    if (received.http3Offers !== null) this.#received.notes = [http3Note(received.http3Offers)];
    const grpc = grpcKind(received.contentType) !== null;
    if (grpc) this.#received.body.noteArrivals();
    this.#body = new BufferableBody({
      source,
      memory: context.bodyBuffers,
      max: context.captures.maxBodyBytes,
      message: this.#received,
      bufferable: options.exchange.isIntercepted && !isEventStream(received.contentType) && !grpc,
      length: received.contentLength,
    });
    this.#response = new EditableResponse(received, this.#body);
  }

  /** Calls the tools, and sends the response on as they decide. `ended`: no body follows. */
  start(ended: boolean): void {
    const { exchange, recorder } = this.#options;
    recorder.responseStarted(this.#response.status, this.#received);
    if (ended) this.end([]);
    exchange.decideResponse(this.#response, this.#decided);
  }

  data(bytes: Buffer): void {
    this.#body.add(bytes);
  }

  end(trailers: FlatFields): void {
    this.#received.trailers = fieldLines(trailers);
    this.#received.complete = true;
    this.#body.end(trailers);
  }

  /** Called when the client takes more. Before the response has begun this concerns other bytes. */
  clientDrained(): void {
    if (this.#downlink === null) this.#clientHasRoom();
    else this.#downlink.release();
  }

  /** Stops sending. */
  stop(): void {
    this.#finished = true;
    this.#body.fail();
    this.#downlink?.stop();
    this.#filter?.stop();
    this.#events?.end();
  }

  readonly #decided = (verdict: ResponseVerdict): void => {
    if (this.#finished) return;
    try {
      if (verdict.type === 'abort') this.#options.aborted(verdict);
      else this.#send();
    } catch (error) {
      this.#options.failed(asProxyError(error, 'TOOL_FAILED'));
    }
  };

  #send(): void {
    const { side, method, context, exchange, source } = this.#options;
    const { flow } = exchange;
    if (this.#response.onEvent !== null && !this.#isReadable()) this.#response.onEvent = null;
    const ready = this.#response.outgoing(method, this.#options.readsRequest);
    let head: string | UnwrittenHead;
    try {
      head = side.respond(ready);
    } catch (error) {
      throw new ProxyError('BAD_RESPONSE', messageOf(error));
    }
    this.begun = true;
    const delivered = this.#delivered(head);
    flow.status = this.#response.status;
    if (this.#response.isEventStream) this.#events = observedEvents(flow, context);
    context.flows.update(flow);
    if (this.#finished) return;
    if (this.#response.replacement !== null) this.#sendReplacement(this.#response.replacement, ready.body);
    else if (ready.body === 'none') {
      this.#body.discard();
      this.#finish([]);
      if (!this.#received.complete) source.cancel();
    } else this.#stream(delivered);
  }

  /** True when the events can be parsed: a body in an unknown coding, or in two, passes unchanged. */
  #isReadable(): boolean {
    const codings = codingsOf(this.#received);
    return codings.length === 0 || (codings.length === 1 && codings[0] !== null);
  }

  /** Returns the message that the client receives, apart from the server's where they differ. */
  #delivered(head: string | UnwrittenHead): Message {
    const { flow } = this.#options.exchange;
    const { replacement, onEvent } = this.#response;
    const received = this.#received;
    if (!this.#response.isChanged && onEvent === null) return received;
    const sharesBody = replacement === null && onEvent === null;
    const sent = new Message(head, this.#options.context.captures, sharesBody ? received : null);
    if (replacement !== null && replacement.length > 0) sent.body.add(replacement);
    if (sharesBody) sent.trailers = received.trailers;
    flow.originalResponse = received;
    flow.response = sent;
    return sent;
  }

  #sendReplacement(body: Buffer, length: number | null | 'none'): void {
    this.#body.discard();
    if (!this.#received.complete) this.#options.source.cancel();
    this.#link();
    if (length !== 'none' && body.length > 0) this.#write(body);
    this.#finish([]);
  }

  #stream(delivered: Message): void {
    const { onEvent } = this.#response;
    this.#link();
    if (onEvent === null)
      this.#body.passTo({ data: (bytes) => this.#write(bytes), end: (trailers) => this.#finish(trailers) });
    else this.#filterEvents(onEvent, delivered);
  }

  #filterEvents(onEvent: NonNullable<EditableResponse['onEvent']>, delivered: Message): void {
    const filter = new EventFilter({
      onEvent,
      coding: codingsOf(this.#received)[0] ?? null,
      write: (bytes) => {
        delivered.body.addCopy(bytes, 0, bytes.length);
        this.#write(bytes);
      },
      pause: () => {
        this.#isFilterFull = true;
        this.#options.source.pause();
      },
      resume: () => {
        if (!this.#isFilterFull) return;
        this.#isFilterFull = false;
        this.#readOn();
      },
      failed: (reason) => this.#options.failed(new ProxyError('BAD_RESPONSE', `its events: ${reason}`)),
    });
    this.#filter = filter;
    this.#body.passTo({
      data: (bytes) => filter.data(bytes),
      end: (trailers) => filter.end(() => this.#finish(trailers)),
    });
  }

  #link(): void {
    const { exchange, side } = this.#options;
    if (exchange.download === null) return;
    const link: PacedOutlet = new PacedOutlet({
      pace: exchange.download,
      write: (bytes) => {
        if (!side.write(bytes)) link.hold();
      },
      drained: () => this.#clientHasRoom(),
    });
    this.#downlink = link;
  }

  #write(bytes: Buffer): void {
    this.#events?.add(bytes, 0, bytes.length);
    const { side, source } = this.#options;
    const hasRoom = this.#downlink === null ? side.write(bytes) : this.#downlink.push(bytes);
    if (hasRoom) return;
    this.#isClientFull = true;
    source.pause();
  }

  #clientHasRoom(): void {
    if (!this.#isClientFull) return;
    this.#isClientFull = false;
    this.#readOn();
  }

  #readOn(): void {
    if (!this.#isClientFull && !this.#isFilterFull) this.#options.source.resume();
  }

  #finish(trailers: FlatFields): void {
    const finish = (): void => {
      if (this.#finished) return;
      const sent = this.#options.exchange.flow.response;
      if (sent !== null && sent !== this.#received)
        Object.assign(sent, { complete: true, trailers: fieldLines(trailers) });
      this.#options.side.end(trailers);
      this.#options.ended();
    };
    if (this.#downlink === null) finish();
    else this.#downlink.end(finish);
  }
}
