// One exchange, whichever version of HTTP either side speaks: the request waits for the verdict of the tools, is sent
// or answered here, and the response waits for theirs. Bodies stream wherever no tool buffers them. An exchange in
// HTTP/1 that no tool intercepts takes the shorter way of http1/pass-through.ts.
import { messageOf, ProxyError } from '../../base/errors.ts';
import { grpcKind } from '../../codec/grpc/content-type.ts';
import { isIdempotent } from '../../codec/http1/methods.ts';
import type { ResponseHead } from '../../codec/http1/response-head.ts';
import { fieldLines, type FlatFields, type UnwrittenHead } from '../../codec/http2/fields.ts';
import type { Client } from '../../flow/client.ts';
import { Message, type Flow } from '../../flow/flow.ts';
import { FlowRecorder } from '../../flow/recorder.ts';
import type { HostPort } from '../../net/open.ts';
import type { OriginPool } from '../../net/origin-pool.ts';
import type { UpstreamConnection } from '../../net/upstream-connection.ts';
import type { UpstreamExchange, UpstreamExchangeHandler } from '../../net/upstream-exchange.ts';
import type { ProxyContext } from '../context.ts';
import type {
  Abort,
  ExchangeHook,
  InterceptedExchange,
  Pace,
  RequestVerdict,
  SyntheticResponse,
} from '../hooks.ts';
import { relayUpgraded } from '../websocket/relay.ts';
import { BufferableBody } from './bufferable-body.ts';
import { callHook, notifyHook } from './call-hook.ts';
import type { ClientEvents, ClientSide } from './client-side.ts';
import { EditableRequest, type ReceivedRequest } from './editable-request.ts';
import { lineValue, linesOf, linesOfFlat } from './header-lines.ts';
import { paced } from './paced.ts';
import { prebuiltResponse, type PrebuiltResponse } from './prebuilt-response.ts';
import { recordChanges } from './request-changes.ts';
import { RequestForwarder } from './request-forwarder.ts';
import { ResponseForwarder } from './response-forwarder.ts';
import { SyntheticExchange } from './synthetic-exchange.ts';

/** A request that must not be sent twice avoids connections that have been idle longer: the server may be closing them. */
const MAX_IDLE_MS = 1000;

export interface ExchangeOptions {
  /** The tools that intercept the exchange; null for none. */
  readonly hook: ExchangeHook | null;
  readonly side: ClientSide;
  readonly context: ProxyContext;
  readonly client: Client;
  readonly flow: Flow;
  readonly received: ReceivedRequest;
  /** Connections to the target, unless a tool redirects the request. */
  readonly pool: OriginPool;
  /** The client's version of HTTP. */
  readonly version: 1 | 2;
  /** True when the server is assumed to speak HTTP/2 in plain text (RFC 9113 section 3.3). */
  readonly priorKnowledge: boolean;
}

type State =
  /** The app of the client is being identified, or the tools are deciding about the request. */
  | { readonly type: 'deciding' }
  /** A synthetic response is sent as soon as the request has been read. */
  | { readonly type: 'reading-request'; readonly respond: () => void }
  | { readonly type: 'connecting' }
  /** The request is being sent; `request` is null when the response is synthetic. */
  | {
      readonly type: 'requesting';
      readonly upstream: UpstreamExchange;
      readonly request: RequestForwarder | null;
    }
  | Responding
  /** The response has been sent in full and the server still reads the request. */
  | (Omit<Responding, 'type'> & { readonly type: 'uploading' })
  /** A tool keeps the client waiting until it leaves. */
  | { readonly type: 'blackholed'; readonly reason: string }
  /** The connection speaks another protocol; a relay ends the flow. */
  | { readonly type: 'upgraded' }
  | { readonly type: 'finished' };

interface Responding {
  readonly type: 'responding';
  readonly upstream: UpstreamExchange;
  readonly request: RequestForwarder | null;
  readonly response: ResponseForwarder;
}

const DECIDING: State = { type: 'deciding' };
const CONNECTING: State = { type: 'connecting' };
const UPGRADED: State = { type: 'upgraded' };
const FINISHED: State = { type: 'finished' };
const FORWARD: RequestVerdict = { type: 'forward' };

export class Exchange implements InterceptedExchange, UpstreamExchangeHandler, ClientEvents {
  readonly flow: Flow;
  readonly client: Client;
  readonly request: EditableRequest;
  connectTo: HostPort | null = null;
  upload: Pace | null = null;
  download: Pace | null = null;
  readonly #options: ExchangeOptions;
  readonly #recorder: FlowRecorder;
  readonly #requestBody: BufferableBody;
  #state: State = DECIDING;
  /** Created when a tool asks for the signal. */
  #abort: AbortController | null = null;
  /** False once the server has no use for the rest of the request. */
  #readsRequest = true;
  #retried = false;

  constructor(options: ExchangeOptions) {
    const { received, context, flow, side, hook } = options;
    this.#options = options;
    this.flow = flow;
    this.client = options.client;
    this.#recorder = new FlowRecorder(
      flow,
      context.flows,
      hook === null ? null : () => this.#completed(hook),
    );
    this.#requestBody = new BufferableBody({
      source: side,
      memory: context.bodyBuffers,
      max: context.captures.maxBodyBytes,
      message: (flow.request ??= new Message('', context.captures)),
      bufferable: !received.upgrades && !(received.hasBody && isGrpc(received)),
      length: received.contentLength,
    });
    this.request = new EditableRequest(received, this.#requestBody, () => side.requestBody());
  }

  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.isFinished && !this.#abort.signal.aborted) this.#abort.abort(EXCHANGE_FINISHED);
    return this.#abort.signal;
  }

  get isFinished(): boolean {
    return this.#state.type === 'finished' || this.#state.type === 'upgraded';
  }

  /** Calls the tools once the client's app is known, as far as it can be. */
  start(): void {
    const { context, received } = this.#options;
    if (!received.hasBody) this.requestEnd([]);
    const identified = context.identified(this.client);
    if (identified === null) this.#decide();
    else void identified.then(() => this.#decide());
  }

  // What the client's side reports.

  requestData(bytes: Buffer): void {
    this.#requestBody.add(bytes);
  }

  requestEnd(trailers: FlatFields): void {
    const message = this.flow.originalRequest ?? this.flow.request;
    if (message !== null) {
      message.complete = true;
      message.trailers = fieldLines(trailers);
    }
    this.#requestBody.end(trailers);
    if (this.#state.type === 'reading-request') this.#state.respond();
    else if (this.#state.type === 'uploading') this.#finish(null);
  }

  requestFailed(error: ProxyError): void {
    this.#fail(error, null);
  }

  clientDrained(): void {
    if ('response' in this.#state) this.#state.response.clientDrained();
  }

  clientLeft(error: ProxyError): void {
    if (this.isFinished) return;
    const reason =
      this.#state.type === 'blackholed' ? new ProxyError('TOOL_ENDED', this.#state.reason) : error;
    this.#cancelUpstream();
    // The reader of an event stream leaves when it has read enough.
    this.#finish(this.flow.serverSentEvents === null ? reason : null);
  }

  stop(): void {
    if (this.isFinished) return;
    this.#cancelUpstream();
    this.#finish(new ProxyError('STOPPED', 'before the end of this exchange'));
  }

  // What the server's side reports.

  interim(status: number, fields: FlatFields, head?: string): void {
    this.#recorder.firstByte();
    if (this.#state.type !== 'requesting') return;
    // The client already got a 100 when a tool asked for the body.
    if (status === 100 && this.request.bodyRequested) return;
    this.#options.side.interim(status, head === undefined ? linesOfFlat(fields) : linesOf(head));
  }

  response(status: number, fields: FlatFields, ended: boolean, head: string | UnwrittenHead): void {
    const state = this.#state;
    if (state.type !== 'requesting') return;
    this.#recorder.firstByte();
    const { hook, side, context, received } = this.#options;
    const response = new ResponseForwarder(
      { status, fields, ended, head },
      {
        exchange: this,
        recorder: this.#recorder,
        hook,
        side,
        context,
        method: received.method,
        source: state.upstream,
        readsRequest: this.#readsRequest,
        ended: () => this.#responseEnded(),
        failed: (error) => this.#fail(error, null),
        aborted: (abort) => this.#abortExchange(abort),
      },
    );
    this.#state = { type: 'responding', upstream: state.upstream, request: state.request, response };
    response.start(ended);
  }

  data(bytes: Buffer): void {
    if (this.#state.type === 'responding') this.#state.response.data(bytes);
  }

  end(trailers: FlatFields): void {
    if (this.#state.type === 'responding') this.#state.response.end(trailers);
  }

  requestUnwanted(): void {
    this.#readsRequest = false;
    if (this.#requestBody.complete) return;
    this.#requestBody.fail();
    this.#options.side.resume();
    this.#options.side.requestUnwanted();
    if (this.#state.type === 'uploading') this.#finish(null);
  }

  failed(error: ProxyError, mayRetry: boolean, code: number | null): void {
    const state = this.#state;
    if (this.isFinished) return;
    const isUnanswered = state.type === 'connecting' || state.type === 'requesting';
    const bodySent = state.type === 'requesting' && state.request?.bodySent === true;
    if (mayRetry && isUnanswered && !bodySent && !this.#retried) {
      this.#retried = true;
      this.#requestBody.detachSink();
      this.#connect();
    } else this.#fail(error, code);
  }

  drained(): void {
    const request = 'request' in this.#state ? this.#state.request : null;
    if (request === null) this.#options.side.resume();
    else request.drained();
  }

  upgraded(head: ResponseHead, rest: Buffer, connection: UpstreamConnection): void {
    this.#recorder.firstByte();
    const { side, received, context } = this.#options;
    const upgraded = received.upgrades ? side.upgrade(head) : null;
    if (upgraded === null) {
      connection.destroy();
      this.#fail(new ProxyError('BAD_RESPONSE', received.upgrades ? BAD_UPGRADE : UNASKED_UPGRADE), null);
      return;
    }
    this.#recorder.responseStarted(101, new Message(upgraded.head, context.captures));
    this.#state = UPGRADED;
    const stream = paced(upgraded.stream, this.upload, this.download);
    relayUpgraded(stream, connection, { sent: Buffer.alloc(0), received: rest }, this.#recorder, context);
  }

  // The request: decided upon, then sent or answered.

  #decide(): void {
    if (this.isFinished) return;
    const { hook } = this.#options;
    if (hook === null) this.#connect();
    else
      callHook(
        () => hook.request(this),
        FORWARD,
        (verdict) => this.#decided(verdict),
      );
  }

  #decided(verdict: RequestVerdict): void {
    if (this.isFinished) return;
    const { flows, captures } = this.#options.context;
    if (this.flow.unrecorded) flows.remove(this.flow);
    try {
      if (verdict.type === 'respond') this.#respond(verdict.response);
      else if (verdict.type === 'abort') this.#abortExchange(verdict);
      else {
        recordChanges(this.flow, this.request, captures);
        this.#connect();
      }
    } catch (error) {
      this.#fail(error instanceof ProxyError ? error : new ProxyError('TOOL_FAILED', messageOf(error)), null);
    }
  }

  #connect(): void {
    this.#state = CONNECTING;
    try {
      const upstream = this.#open();
      if (upstream instanceof Promise)
        upstream.then(
          (reached) => this.#send(reached),
          (error: unknown) => this.#unreachable(error),
        );
      else this.#send(upstream);
    } catch (error) {
      this.#unreachable(error);
    }
  }

  #open(): UpstreamExchange | Promise<UpstreamExchange> {
    const sending = this.request.outgoing();
    const { version, priorKnowledge } = this.#options;
    const { upgrades, isRedirected } = this.request;
    const pool = this.#pool();
    if (version === 2 && !upgrades) return pool.openExchange(sending, this, priorKnowledge && !isRedirected);
    return pool.openHttp1Exchange(
      sending,
      this,
      isIdempotent(sending.method) ? Infinity : MAX_IDLE_MS,
      upgrades,
    );
  }

  /** The connections of the target that is in force after the tools. */
  #pool(): OriginPool {
    const { pool, context } = this.#options;
    const { target, isRedirected } = this.request;
    const { connectTo, client } = this;
    if (!isRedirected && connectTo === null) return pool;
    const { scheme, host, port } = target;
    const to = isRedirected ? { host, port, servername: scheme === 'https' ? host : null } : pool.target;
    // Any client may follow a reverse proxy to its target, and from there no further than from elsewhere.
    const localAllowed = pool.target.localAllowed && (client.isReplay || context.localAllowed(client));
    return context.pools.forOrigin({ ...to, localAllowed, connectTo });
  }

  #send(upstream: UpstreamExchange): void {
    if (this.isFinished) {
      upstream.cancel();
      return;
    }
    this.#recorder.connected(upstream);
    if (this.flow.request !== null) this.flow.request.head = upstream.requestHead;
    const request = new RequestForwarder({
      upstream,
      request: this.request,
      body: this.#requestBody,
      side: this.#options.side,
      recorder: this.#recorder,
      pace: this.upload,
    });
    this.#state = { type: 'requesting', upstream, request };
    request.start();
  }

  #unreachable(error: unknown): void {
    this.failed(
      error instanceof ProxyError ? error : new ProxyError('CONNECT_FAILED', String(error)),
      false,
      null,
    );
  }

  // The response of a tool.

  /** Responds after the request has been read, since some clients send on without reading; at once when the client waits to be told to send. */
  #respond(response: SyntheticResponse): void {
    const { received, context } = this.#options;
    // A request that cannot be sent can still be answered.
    if (this.request.isSendable) recordChanges(this.flow, this.request, context.captures);
    this.#requestBody.discard();
    const respond = (): void => this.#sendSynthetic(response);
    if (this.#requestBody.complete || this.#awaitsContinue || isGrpc(received)) respond();
    else this.#state = { type: 'reading-request', respond };
  }

  get #awaitsContinue(): boolean {
    const { fields } = this.#options.received;
    return lineValue(fields, 'expect') !== undefined && !this.request.bodyRequested;
  }

  #sendSynthetic(response: SyntheticResponse): void {
    const { hook, received } = this.#options;
    const { timestamps: marks } = this.flow;
    marks.connected = marks.sent = performance.now();
    this.#readsRequest = false;
    const skipsHooks = hook?.wantsSyntheticResponses?.() === false && this.download === null;
    const prebuilt = skipsHooks ? prebuiltResponse(response, received.method) : null;
    if (prebuilt !== null) {
      this.#sendPrebuilt(prebuilt);
      return;
    }
    const upstream = new SyntheticExchange(response, this, received.method);
    this.#state = { type: 'requesting', upstream, request: null };
    upstream.start();
  }

  /** Sends a response in one step, since no tool wants to see it. */
  #sendPrebuilt({ response, head, body }: PrebuiltResponse): void {
    const { side, context } = this.#options;
    this.#recorder.firstByte();
    const message = new Message(head, context.captures);
    message.body.add(body);
    message.complete = true;
    this.flow.status = response.status;
    this.flow.response = message;
    try {
      side.respond(response);
    } catch (error) {
      this.#fail(new ProxyError('BAD_RESPONSE', messageOf(error)), null);
      return;
    }
    side.write(body);
    side.end([]);
    this.#finish(null);
  }

  // The end.

  #abortExchange(abort: Abort): void {
    if (this.isFinished) return;
    this.#cancelUpstream();
    if (abort.how === 'blackhole') {
      this.#stopForwarding();
      this.#state = { type: 'blackholed', reason: abort.reason };
      this.#requestBody.discard();
      return;
    }
    this.#options.side.abort('reset', null);
    this.#finish(new ProxyError('TOOL_ENDED', abort.reason));
  }

  /** Reports the error to the client as far as it still can be. `code`: the server's, in HTTP/2. */
  #fail(error: ProxyError, code: number | null): void {
    const state = this.#state;
    if (this.isFinished) return;
    this.#cancelUpstream();
    if ('response' in state && state.response.begun) this.#options.side.abort('close', code);
    else this.#options.side.refuse(error);
    this.#finish(error);
  }

  #responseEnded(): void {
    const state = this.#state;
    if (state.type === 'responding' && this.#readsRequest && !this.#requestBody.complete)
      this.#state = { ...state, type: 'uploading' };
    else this.#finish(null);
  }

  #finish(error: ProxyError | null): void {
    if (this.isFinished) return;
    // A server that has answered already does not get the rest of the request.
    if (this.flow.timestamps.sent === 0) this.#cancelUpstream();
    this.#requestBody.fail();
    this.#stopForwarding();
    this.#state = FINISHED;
    this.#abort?.abort(EXCHANGE_FINISHED);
    this.#recorder.finish(error);
  }

  #stopForwarding(): void {
    if ('request' in this.#state) this.#state.request?.stop();
    if ('response' in this.#state) this.#state.response.stop();
  }

  /** Called when the flow is complete. */
  #completed(hook: ExchangeHook): void {
    this.#abort?.abort(EXCHANGE_FINISHED);
    notifyHook(() => hook.finished(this));
  }

  #cancelUpstream(): void {
    if ('upstream' in this.#state) this.#state.upstream.cancel();
  }
}

function isGrpc({ fields }: ReceivedRequest): boolean {
  return grpcKind(lineValue(fields, 'content-type')) !== null;
}

/** Created once: a stack trace costs time. */
const EXCHANGE_FINISHED = new DOMException('The exchange has finished', 'AbortError');

const UNASKED_UPGRADE = 'it switches protocols (101) though the client did not ask for that';
const BAD_UPGRADE = 'its response to the upgrade request is not valid';
