// An HTTP/1 exchange that no tool intercepts: request and response are forwarded as their bytes arrive, with
// backpressure, and copied into the flow.
import { acceptsEventStream } from '../../codec/sse.ts';
import { asProxyError, ProxyError } from '../../base/errors.ts';
import { freeBuffer } from '../../base/free-buffer.ts';
import { bodyReader } from '../../codec/http1/body.ts';
import type { BodyReader, PayloadSink } from '../../codec/http1/body-reader.ts';
import type { Repair } from '../../codec/http1/repair.ts';
import { requestFraming, type RequestHead } from '../../codec/http1/request-head.ts';
import type { ResponseHead } from '../../codec/http1/response-head.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import { Message, type Flow } from '../../flow/flow.ts';
import { FlowRecorder } from '../../flow/recorder.ts';
import type { ResponseHandler, Http1Transport } from '../../net/http1-upstream.ts';
import type { OriginPool } from '../../net/origin-pool.ts';
import { maxIdleMs } from '../../net/max-idle.ts';
import type { UpgradedConnection } from '../../net/upstream-exchange.ts';
import { clientLeft, hasEnough } from '../shared/client-left.ts';
import { observedEvents } from '../shared/observed-events.ts';
import { relayUpgraded } from '../websocket/relay.ts';
import type { ActiveExchange, ClientHandle } from './contract.ts';
import { asksUpgrade, clientHead, switchingHead } from './forwarded.ts';
import { PendingPieces } from './pending-pieces.ts';
import { Probe } from './probe.ts';
import { ResponseWriter, type Output } from './response-writer.ts';

/** Reads of an upload from this size on are freed explicitly. */
const LARGE_READ_BYTES = 16 * 1024;

const NO_SINK: PayloadSink = () => undefined;

export class PassThroughExchange implements ResponseHandler, ActiveExchange {
  readonly connectionOwner: ResponseHandler['connectionOwner'];
  readonly #client: ClientHandle;
  readonly #request: RequestHead;
  readonly #sent: Message;
  readonly #flow: Flow;
  readonly #recorder: FlowRecorder;
  readonly #pool: OriginPool;
  readonly #captures: CaptureBudget;
  readonly #body: BodyReader;
  readonly #capPayload: PayloadSink;
  #upstream: Http1Transport | null = null;
  /** Body bytes, framed as received, that wait for the upstream connection. */
  readonly #waiting = new PendingPieces();
  /** The first write, kept for a retry on another connection. */
  #sentFirst: Buffer | string | null = null;
  #sentMore = false;
  #response: ResponseWriter | null = null;
  #finished = false;
  /** True when the response is complete and the request is not. */
  #uploading = false;
  #probe: Probe | null = null;

  constructor(client: ClientHandle, request: RequestHead, flow: Flow, sent: Message, pool: OriginPool) {
    this.connectionOwner = client.connectionOwner;
    this.#client = client;
    this.#request = request;
    this.#flow = flow;
    this.#recorder = new FlowRecorder(flow, client.context.flows);
    this.#pool = pool.forOwner(client.connectionOwner, request.fields.bindsConnection);
    this.#captures = client.context.captures;
    this.#sent = sent;
    this.#body = bodyReader(requestFraming(request));
    sent.complete = this.#body.done;
    this.#capPayload = this.#body.done
      ? NO_SINK
      : (bytes, start, end) => {
          sent.body.addCopy(bytes, start, end);
        };
  }

  /** True while bytes from the client belong to this exchange's request. */
  get wantsBody(): boolean {
    return !this.#body.done;
  }

  /** Sends the request, after the part of its body that arrived with the head. */
  start(): void {
    if (this.#finished) return;
    const upstream = this.#pool.take(maxIdleMs(this.#request.method), asksUpgrade(this.#request));
    if (upstream === null) this.#connect();
    else this.#send(upstream);
  }

  /** Takes body bytes from `at`; returns the offset behind those that belong to this request. */
  requestBytes(bytes: Buffer, at: number, read = false): number {
    const end = this.#body.read(bytes, at, this.#capPayload);
    if (this.#body.violation !== null) {
      this.#refuse(new ProxyError('BAD_REQUEST', this.#body.violation.reason));
      return bytes.length;
    }
    if (this.#body.done) {
      this.#sent.trailers = this.#body.trailers;
      this.#sent.complete = true;
    }
    if (end > at && !this.#finished) {
      const connection = this.#body.wire(bytes, at, end);
      this.#forwardBody(connection, read && connection === bytes && bytes.length >= LARGE_READ_BYTES);
    }
    if (this.#uploading && this.#body.done) this.#finish(null);
    return end;
  }

  /** Called when the client has sent everything; it may still wait for the response. */
  clientEnded(): void {
    if (this.wantsBody) {
      this.#clientGone('before the end of its request');
      this.#client.exchangeFinished(this, false, 'close');
    } else if (this.#flow.serverSentEvents !== null) {
      // The client has read enough, such as a closed page; the server should not have to find out at its next
      // event.
      this.#clientGone('before the end of the response');
      this.#client.exchangeFinished(this, false, null);
    } else if (this.#request.minor === 1 && this.#response === null && !this.#finished)
      this.#probe = new Probe(this.#write);
  }

  clientLeft(): void {
    this.#clientGone('before the end of the response');
  }

  stop(): void {
    this.#upstream?.abandon();
    this.#record(new ProxyError('STOPPED', 'before the end of this exchange'));
  }

  clientDrained(): void {
    this.#upstream?.connection.resume();
  }

  repaired(repairs: readonly Repair[]): void {
    this.#recorder.repaired(repairs);
  }

  interim(head: ResponseHead): void {
    this.#recorder.firstByte();
    if (this.#request.minor === 1) this.#write(clientHead(head, 'as-is', null));
  }

  head(head: ResponseHead): void {
    this.#recorder.firstByte();
    this.#probe?.stop();
    this.#response = new ResponseWriter(
      head,
      this.#request.minor,
      this.#request.keepAlive,
      this.#captures,
      this.#write,
    );
    this.#recorder.responseStarted(head.status, this.#response.message);
    if (head.mayStream) {
      this.#response.events = observedEvents(this.#flow, this.#client.context);
      // gRPC-Web streams have no length.
      if (/application\/grpc/i.test(head.raw)) this.#response.message.body.noteArrivals();
    }
  }

  data(bytes: Buffer, start: number, end: number): void {
    this.#response?.data(bytes, start, end);
  }

  payload(bytes: Buffer, start: number, end: number): void {
    this.#response?.payload(bytes, start, end);
  }

  flush(): void {
    this.#response?.flush();
  }

  end(trailers: string, takesMore: boolean): void {
    this.#response?.end(trailers);
    this.#uploading = takesMore && this.wantsBody;
    if (!this.#uploading) this.#finish(null);
  }

  upgraded(head: ResponseHead, rest: Buffer, connection: UpgradedConnection): void {
    this.#recorder.firstByte();
    if (!asksUpgrade(this.#request) || this.wantsBody) {
      connection.destroy();
      this.failed(
        new ProxyError('BAD_RESPONSE', 'it switches protocols (101) though the client did not ask for that'),
        false,
      );
      return;
    }
    const text = switchingHead(head);
    this.#recorder.responseStarted(101, new Message(text, this.#captures));
    this.#finished = true;
    const stream = this.#client.detach();
    stream.write(text, 'latin1');
    const early = { sent: Buffer.alloc(0), received: rest };
    relayUpgraded(stream, connection, early, this.#recorder, this.#client.context);
  }

  failed(error: ProxyError, mayRetry: boolean): void {
    this.#upstream = null;
    if (mayRetry && !this.#sentMore) this.#connect();
    else this.#refuse(error);
  }

  drained(): void {
    this.#client.resume();
  }

  #connect(): void {
    this.#pool.connect(asksUpgrade(this.#request)).then(
      (upstream) => {
        if (this.#finished) upstream.abandon();
        else this.#send(upstream);
      },
      (error: unknown) => {
        if (!this.#finished) this.#refuse(asProxyError(error, 'CONNECT_FAILED'));
      },
    );
  }

  #send(upstream: Http1Transport): void {
    this.#upstream = upstream;
    this.#recorder.connected(upstream);
    upstream.begin(this, this.#request.method);
    const before = this.#sentFirst;
    const first = before ?? this.#waiting.takeBehind(this.#sent.head);
    this.#sentFirst = first;
    let room = upstream.write(first);
    if (before !== null) for (const piece of this.#waiting.take()) room = upstream.write(piece);
    if (room) this.#client.resume();
    else this.#client.pause();
    if (this.#body.done) this.#requestSent(upstream, this.#flow.timestamps.connected);
    this.#waitForApp(upstream);
  }

  /** Delays reading the response until the client's app is known. */
  #waitForApp({ connection }: Http1Transport): void {
    const identified = this.#client.context.identified(this.#client.client);
    if (identified === null || acceptsEventStream(this.#request.raw)) return;
    connection.pause();
    void identified.then(() => connection.resume());
  }

  #forwardBody(bytes: Buffer, releasable: boolean): void {
    const upstream = this.#upstream;
    if (upstream === null) {
      if (!this.#waiting.add(bytes)) this.#client.pause();
      return;
    }
    this.#sentMore = true;
    if (upstream.connection.destroyed) return;
    const written = releasable ? (): void => freeBuffer(bytes) : undefined;
    if (!upstream.write(bytes, written)) this.#client.pause();
    if (this.#body.done) this.#requestSent(upstream);
  }

  #requestSent(upstream: Http1Transport, at?: number): void {
    this.#recorder.requestSent(at);
    upstream.requestComplete();
  }

  readonly #write: Output = (data, written) => {
    if (!this.#client.write(data, written)) this.#upstream?.connection.pause();
  };

  #refuse(error: ProxyError): void {
    if (this.#finished) return;
    this.#upstream?.abandon();
    const keep = this.#request.keepAlive && !this.wantsBody && error.code !== 'BAD_REQUEST';
    if (this.#response === null) this.#respondWith(error, keep);
    else this.#finish(error, keep);
  }

  /** Records the error at once, and responds when the client's app is known: it may exit then. */
  #respondWith(error: ProxyError, keep: boolean): void {
    this.#record(error);
    const respond = (): void => {
      this.#client.sendError(error, keep, this.#request.method);
      this.#client.exchangeFinished(this, keep, null);
    };
    const identified = this.#client.context.identified(this.#client.client);
    if (identified === null) respond();
    else void identified.then(respond);
  }

  #clientGone(when: string): void {
    const isServed = hasEnough(this.#flow, this.#uploading);
    this.#upstream?.abandon();
    this.#record(isServed ? null : clientLeft(this.#flow, when));
  }

  /** Ends the exchange and hands the connection back, which closes when the response is incomplete. */
  #finish(error: ProxyError | null, keep = this.#response?.keep === true): void {
    if (!this.#record(error)) return;
    this.#client.exchangeFinished(this, keep, error === null ? null : (this.#response?.cutForm ?? null));
  }

  #record(error: ProxyError | null): boolean {
    if (this.#finished) return false;
    this.#finished = true;
    this.#probe?.stop();
    this.#upstream = null;
    if (error !== null) this.#response?.finishPartial();
    return this.#recorder.finish(error);
  }
}
