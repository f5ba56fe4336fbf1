// An HTTP/1 exchange that no tool intercepts: request and response are forwarded as their bytes arrive, with
// backpressure, and copied into the flow.
import { acceptsEventStream } from '../../codec/sse.ts';
import { asProxyError, ProxyError } from '../../base/errors.ts';
import type { Repair } from '../../codec/http1/repair.ts';
import type { RequestHead } from '../../codec/http1/request-head.ts';
import type { ResponseHead } from '../../codec/http1/response-head.ts';
import type { Flow } from '../../flow/flow.ts';
import { Message } from '../../flow/message.ts';
import { FlowRecorder } from '../../flow/recorder.ts';
import type { ResponseHandler, Http1Transport } from '../../net/http1-upstream.ts';
import type { OriginPool } from '../../net/origin-pool.ts';
import { maxIdleMs } from '../../net/max-idle.ts';
import type { UpgradedConnection } from '../../net/upstream-exchange.ts';
import { clientLeft, hasEnough } from '../shared/client-left.ts';
import { observedEvents } from '../shared/observed-events.ts';
import { onceIdentified } from '../shared/once-identified.ts';
import { relayUpgraded } from '../websocket/relay.ts';
import type { ActiveExchange, ClientHandle } from './contract.ts';
import { asksUpgrade, clientHead, switchingHead } from './forwarded.ts';
import { CONNECTING, FINISHED, UPGRADED, type PassThroughState } from './pass-through-state.ts';
import { Probe } from './probe.ts';
import { RequestWriter } from './request-writer.ts';
import { ResponseWriter, type Output } from './response-writer.ts';

export class PassThroughExchange implements ResponseHandler, ActiveExchange {
  readonly connectionOwner: ResponseHandler['connectionOwner'];
  readonly #client: ClientHandle;
  readonly #request: RequestHead;
  readonly #sending: RequestWriter;
  readonly #flow: Flow;
  readonly #recorder: FlowRecorder;
  readonly #pool: OriginPool;
  #state: PassThroughState = CONNECTING;
  /** Runs while a client that has ended its side waits for the response. */
  #probe: Probe | null = null;

  constructor(client: ClientHandle, request: RequestHead, flow: Flow, sent: Message, pool: OriginPool) {
    this.connectionOwner = client.connectionOwner;
    this.#client = client;
    this.#request = request;
    this.#sending = new RequestWriter(request, sent);
    this.#flow = flow;
    this.#recorder = new FlowRecorder(flow, client.context.flows);
    this.#pool = pool.forOwner(client.connectionOwner, request.fields.bindsConnection);
  }

  // Reported by the client's connection.

  /** True while bytes from the client belong to this exchange's request. */
  get wantsBody(): boolean {
    return !this.#sending.isComplete;
  }

  /** Sends the request, after the part of its body that arrived with the head. */
  start(): void {
    if (this.#isOver) return;
    const upstream = this.#pool.take(maxIdleMs(this.#request.method), asksUpgrade(this.#request));
    if (upstream === null) this.#connect();
    else this.#send(upstream);
  }

  /** Takes body bytes from `at`; returns the offset behind those that belong to this request. */
  requestBytes(bytes: Buffer, at: number, read = false): number {
    const end = this.#sending.read(bytes, at);
    const { violation } = this.#sending;
    if (violation !== null) {
      this.#refuse(new ProxyError('BAD_REQUEST', violation.reason));
      return bytes.length;
    }
    if (end > at) this.#forwardBody(bytes, at, end, read);
    if (this.#state.type === 'uploading' && this.#sending.isComplete)
      this.#handBack(this.#state.response, null, this.#state.response.keep);
    return end;
  }

  /** Called when the client has sent everything; it may still wait for the response. */
  clientEnded(): void {
    if (this.wantsBody) {
      this.#clientGone('before the end of its request');
      this.#client.exchangeFinished(this, false, 'close');
    } else if (this.#flow.serverSentEvents !== null) {
      // The client has read enough, such as a page that was closed. The server is told at once, not at its next event.
      this.#clientGone('before the end of the response');
      this.#client.exchangeFinished(this, false, null);
    } else if (this.#request.minor === 1 && this.#isUnanswered) this.#probe = new Probe(this.#write);
  }

  clientLeft(): void {
    this.#clientGone('before the end of the response');
  }

  stop(): void {
    this.#abandonUpstream();
    this.#end(new ProxyError('STOPPED', 'before the end of this exchange'));
  }

  clientDrained(): void {
    if ('upstream' in this.#state) this.#state.upstream.connection.resume();
  }

  // Reported by the server's connection.

  repaired(repairs: readonly Repair[]): void {
    this.#recorder.repaired(repairs);
  }

  interim(head: ResponseHead): void {
    this.#recorder.firstByte();
    if (this.#request.minor === 1) this.#write(clientHead(head, 'as-is', null));
  }

  head(head: ResponseHead): void {
    if (this.#state.type !== 'requesting') return;
    const { minor, keepAlive } = this.#request;
    const { context } = this.#client;
    this.#recorder.firstByte();
    this.#probe?.stop();
    const response = new ResponseWriter(head, minor, keepAlive, context.captures, this.#write);
    this.#state = { type: 'responding', upstream: this.#state.upstream, response };
    this.#recorder.responseStarted(head.status, response.message);
    if (!head.mayStream) return;
    response.events = observedEvents(this.#flow, context);
    // gRPC-Web streams have no length.
    if (/application\/grpc/i.test(head.raw)) response.message.body.noteArrivals();
  }

  data(bytes: Buffer, start: number, end: number): void {
    if (this.#state.type === 'responding') this.#state.response.data(bytes, start, end);
  }

  payload(bytes: Buffer, start: number, end: number): void {
    if (this.#state.type === 'responding') this.#state.response.payload(bytes, start, end);
  }

  flush(): void {
    if (this.#state.type === 'responding') this.#state.response.flush();
  }

  end(trailers: string, takesMore: boolean): void {
    const state = this.#state;
    if (state.type !== 'responding') return;
    const { upstream, response } = state;
    response.end(trailers);
    if (takesMore && this.wantsBody) this.#state = { type: 'uploading', upstream, response };
    else this.#handBack(response, null, response.keep);
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
    const { context } = this.#client;
    const text = switchingHead(head);
    this.#recorder.responseStarted(101, new Message(text, context.captures));
    this.#state = UPGRADED;
    const stream = this.#client.detach();
    stream.write(text, 'latin1');
    relayUpgraded(stream, connection, { sent: Buffer.alloc(0), received: rest }, this.#recorder, context);
  }

  failed(error: ProxyError, mayRetry: boolean): void {
    if (mayRetry && this.#state.type === 'requesting' && !this.#sending.bodySent) {
      this.#state = CONNECTING;
      this.#connect();
    } else this.#fail(error);
  }

  drained(): void {
    this.#client.resume();
  }

  // The request.

  #connect(): void {
    this.#pool.connect(asksUpgrade(this.#request)).then(
      (upstream) => {
        if (this.#isOver) upstream.abandon();
        else this.#send(upstream);
      },
      (error: unknown) => this.#fail(asProxyError(error, 'CONNECT_FAILED')),
    );
  }

  #send(upstream: Http1Transport): void {
    this.#state = { type: 'requesting', upstream };
    this.#recorder.connected(upstream);
    upstream.begin(this, this.#request.method);
    if (this.#sending.begin(upstream)) this.#client.resume();
    else this.#client.pause();
    if (this.#sending.isComplete) this.#requestSent(upstream, this.#flow.timestamps.connected);
    this.#waitForApp(upstream);
  }

  /** Delays reading the response until the client's app is known. */
  #waitForApp({ connection }: Http1Transport): void {
    const identified = this.#client.context.identified(this.#client.client);
    if (identified === null || acceptsEventStream(this.#request.raw)) return;
    connection.pause();
    void identified.then(() => connection.resume());
  }

  #forwardBody(bytes: Buffer, at: number, end: number, ownsRead: boolean): void {
    const state = this.#state;
    if (state.type === 'connecting' && !this.#sending.hold(bytes, at, end)) this.#client.pause();
    if (!('upstream' in state)) return;
    const isOpen = !state.upstream.connection.destroyed;
    if (!this.#sending.send(state.upstream, bytes, at, end, ownsRead)) this.#client.pause();
    if (isOpen && this.#sending.isComplete) this.#requestSent(state.upstream);
  }

  #requestSent(upstream: Http1Transport, at?: number): void {
    this.#recorder.requestSent(at);
    upstream.requestComplete();
  }

  readonly #write: Output = (data, written) => {
    if (this.#client.write(data, written)) return;
    if ('upstream' in this.#state) this.#state.upstream.connection.pause();
  };

  // The end.

  get #isUnanswered(): boolean {
    return this.#state.type === 'connecting' || this.#state.type === 'requesting';
  }

  /** True when the exchange has ended, or its connection speaks another protocol. */
  get #isOver(): boolean {
    return this.#state.type === 'finished' || this.#state.type === 'upgraded';
  }

  #abandonUpstream(): void {
    if ('upstream' in this.#state) this.#state.upstream.abandon();
  }

  #refuse(error: ProxyError): void {
    this.#abandonUpstream();
    this.#fail(error);
  }

  #fail(error: ProxyError): void {
    if (this.#isOver) return;
    const keep = this.#request.keepAlive && !this.wantsBody && error.code !== 'BAD_REQUEST';
    if ('response' in this.#state) this.#handBack(this.#state.response, error, keep);
    else this.#respondWith(error, keep);
  }

  /**
   * Records the error at once, and responds once the client's app is known, since the app may exit after the response.
   */
  #respondWith(error: ProxyError, keep: boolean): void {
    this.#end(error);
    onceIdentified(this.#client.client, this.#client.context, () => {
      this.#client.sendError(error, keep, this.#request.method);
      this.#client.exchangeFinished(this, keep, null);
    });
  }

  #clientGone(when: string): void {
    const isServed = hasEnough(this.#flow, this.#state.type === 'uploading');
    this.#abandonUpstream();
    this.#end(isServed ? null : clientLeft(this.#flow, when));
  }

  /** Ends the exchange and hands the connection back, which closes when the response is incomplete. */
  #handBack({ cutForm }: ResponseWriter, error: ProxyError | null, keep: boolean): void {
    if (this.#end(error)) this.#client.exchangeFinished(this, keep, error === null ? null : cutForm);
  }

  /** Ends the flow; false when it had ended before. */
  #end(error: ProxyError | null): boolean {
    if (this.#isOver) return false;
    const state = this.#state;
    this.#state = FINISHED;
    this.#probe?.stop();
    if (error !== null && 'response' in state) state.response.finishPartial();
    return this.#recorder.finish(error);
  }
}
