// One exchange in the hands of tools, whichever version of HTTP either side speaks: the request waits for their verdict,
// goes out or is answered here, and the response waits for theirs. Bodies stream wherever no tool holds them.
import { messageOf, ProxyError } from '../../base/errors.ts';
import { whenClosed } from '../../base/streams.ts';
import { grpcKind } from '../../codec/grpc/content-type.ts';
import type { ResponseHead } from '../../codec/http1/response-head.ts';
import { fieldLines, type FlatFields, type UnwrittenHead } from '../../codec/http2/fields.ts';
import { isIdempotent } from '../../codec/http1/methods.ts';
import type { Client } from '../../flow/client.ts';
import { Message, type Flow } from '../../flow/flow.ts';
import type { UpstreamExchange, UpstreamExchangeHandler } from '../../net/upstream-exchange.ts';
import type { OriginPool } from '../../net/origin-pool.ts';
import type { Place, UpstreamConnection } from '../../net/upstream-connection.ts';
import type { ProxyContext } from '../context.ts';
import type {
  Abort,
  ExchangeHook,
  InterceptedExchange,
  SyntheticResponse,
  Pace,
  RequestVerdict,
} from '../hooks.ts';
import { relayUpgraded } from '../websocket/relay.ts';
import type { ClientEvents, ClientSide } from './client-side.ts';
import { lineValue, linesOf, linesOfFlat } from './header-lines.ts';
import { SyntheticExchange } from './synthetic-exchange.ts';
import { paced } from './paced.ts';
import { recordChanges } from './request-changes.ts';
import { RequestForwarder } from './request-forwarder.ts';
import { EditableRequest, type ReceivedRequest } from './editable-request.ts';
import { prebuiltResponse, type PrebuiltResponse } from './prebuilt-response.ts';
import { ResponseForwarder } from './response-forwarder.ts';
import { BufferableBody } from './bufferable-body.ts';
import { callHook, notifyHook } from './call-hook.ts';

/** A request that may not be sent twice avoids connections that the server may be closing just now. */
const FRESH_MS = 1000;

export interface InterceptionOptions {
  readonly hook: ExchangeHook;
  readonly side: ClientSide;
  readonly context: ProxyContext;
  readonly client: Client;
  readonly flow: Flow;
  readonly received: ReceivedRequest;
  /** To the target, as long as nothing leads elsewhere. */
  readonly pool: OriginPool;
  /** What the client speaks. */
  readonly version: 1 | 2;
  /** Whether the server is taken to speak HTTP/2 in plain text. */
  readonly priorKnowledge: boolean;
}

const FORWARD: RequestVerdict = { type: 'forward' };

export class Interception implements InterceptedExchange, UpstreamExchangeHandler, ClientEvents {
  readonly flow: Flow;
  readonly client: Client;
  readonly request: EditableRequest;
  connectTo: Place | null = null;
  upload: Pace | null = null;
  download: Pace | null = null;
  readonly #options: InterceptionOptions;
  /** Made when somebody wants to know. */
  #abort: AbortController | null = null;
  readonly #requestBody: BufferableBody;
  #upstream: UpstreamExchange | null = null;
  #sending: RequestForwarder | null = null;
  #response: ResponseForwarder | null = null;
  /** Waits for the end of the request before it is answered here. */
  #answering: (() => void) | null = null;
  #retried = false;
  #hanging: string | null = null;
  /** Whether what is left of the request is of use once the response has begun. */
  #readsOn = true;
  /** Whether the response is complete and the request is not. */
  #uploading = false;
  #finished = false;

  constructor(options: InterceptionOptions) {
    const { received: received, context, flow, side } = options;
    this.#options = options;
    this.flow = flow;
    this.client = options.client;
    const message = (flow.request ??= new Message('', context.captures));
    this.#requestBody = new BufferableBody({
      source: side,
      memory: context.bodyBuffers,
      max: context.captures.maxBodyBytes,
      message,
      holdable: !received.upgrades && !(received.hasBody && isGrpc(received)),
      length: received.contentLength,
    });
    this.request = new EditableRequest(received, this.#requestBody, () => side.requestBody());
  }

  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#finished && !this.#abort.signal.aborted) this.#abort.abort(OVER);
    return this.#abort.signal;
  }

  get isFinished(): boolean {
    return this.#finished;
  }

  /** Asks the tools, once it is known as far as it can be which app the client is. */
  start(): void {
    const { context, received: received } = this.#options;
    if (!received.hasBody) this.requestEnd([]);
    const identified = context.identified(this.client);
    if (identified === null) this.#ask();
    else void identified.then(() => this.#ask());
  }

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
    const answering = this.#answering;
    this.#answering = null;
    answering?.();
    if (this.#uploading) this.#finish(null);
  }

  requestFailed(error: ProxyError): void {
    this.#fail(error, null);
  }

  clientDrained(): void {
    this.#response?.clientDrained();
  }

  clientLeft(error: ProxyError): void {
    if (this.#finished) return;
    this.#upstream?.cancel();
    const reason = this.#hanging === null ? error : new ProxyError('TOOL_ENDED', this.#hanging);
    // A stream of events ends when its reader has had enough.
    this.#finish(this.flow.serverSentEvents === null ? reason : null);
  }

  stop(): void {
    if (this.#finished) return;
    this.#upstream?.cancel();
    this.#finish(new ProxyError('STOPPED', 'before the end of this exchange'));
  }

  interim(status: number, fields: FlatFields, head?: string): void {
    this.#markFirstByte();
    // A client that was told to send its body need not be told again.
    if (this.#response === null && !(status === 100 && this.request.bodyRequested))
      this.#options.side.interim(status, head === undefined ? linesOfFlat(fields) : linesOf(head));
  }

  response(status: number, fields: FlatFields, ended: boolean, head: string | UnwrittenHead): void {
    const upstream = this.#upstream;
    if (this.#finished || upstream === null) return;
    this.#markFirstByte();
    this.#response = new ResponseForwarder(
      { status, fields, ended, head },
      {
        exchange: this,
        hook: this.#options.hook,
        side: this.#options.side,
        context: this.#options.context,
        method: this.#options.received.method,
        source: upstream,
        readsOn: this.#readsOn,
        ended: () => this.#responseEnded(),
        failed: (error) => this.#fail(error, null),
        aborted: (abort) => this.#cut(abort),
      },
    );
    this.#response.start();
  }

  data(bytes: Buffer): void {
    this.#response?.data(bytes);
  }

  end(trailers: FlatFields): void {
    this.#response?.end(trailers);
  }

  requestUnwanted(): void {
    this.#readsOn = false;
    if (this.#requestBody.complete) return;
    this.#requestBody.fail();
    this.#options.side.resume();
    this.#options.side.requestUnwanted();
    if (this.#uploading) this.#finish(null);
  }

  failed(error: ProxyError, mayRetry: boolean, code: number | null): void {
    if (this.#finished) return;
    this.#upstream = null;
    const isFresh = this.#sending?.bodySent !== true && this.#response === null;
    if (mayRetry && isFresh && !this.#retried) {
      this.#retried = true;
      this.#requestBody.waitAgain();
      this.#send();
    } else this.#fail(error, code);
  }

  drained(): void {
    if (this.#sending === null) this.#options.side.resume();
    else this.#sending.drained();
  }

  upgraded(head: ResponseHead, rest: Buffer, connection: UpstreamConnection): void {
    const { side, received: received, context, hook } = this.#options;
    this.#markFirstByte();
    const reason = 'it switches protocols (101) though the client did not ask for that';
    const upgraded = received.upgrades ? side.upgrade(head) : null;
    if (upgraded === null) {
      connection.destroy();
      if (!this.#finished)
        this.#fail(new ProxyError('BAD_RESPONSE', received.upgrades ? UNAGREED : reason), null);
      return;
    }
    this.flow.status = 101;
    this.flow.response = new Message(upgraded.head, context.captures);
    context.flows.update(this.flow);
    this.#finished = true;
    const stream = paced(upgraded.stream, this.upload, this.download);
    relayUpgraded(stream, connection, { sent: Buffer.alloc(0), received: rest }, this.flow, context);
    whenClosed(stream, () => {
      this.#abort?.abort(OVER);
      notifyHook(() => hook.finished(this));
      context.flows.update(this.flow);
    });
  }

  #ask(): void {
    if (!this.#finished)
      callHook(
        () => this.#options.hook.request(this),
        FORWARD,
        (verdict) => this.#decided(verdict),
      );
  }

  #decided(verdict: RequestVerdict): void {
    if (this.#finished) return;
    const { flows } = this.#options.context;
    if (this.flow.unrecorded) flows.remove(this.flow);
    try {
      if (verdict.type === 'answer') this.#answer(verdict.answer);
      else if (verdict.type === 'abort') this.#cut(verdict);
      else {
        recordChanges(this.flow, this.request, this.#options.context.captures);
        this.#send();
      }
    } catch (error) {
      this.#fail(error instanceof ProxyError ? error : new ProxyError('TOOL_FAILED', messageOf(error)), null);
    }
  }

  #send(): void {
    try {
      const upstream = this.#open();
      if (upstream instanceof Promise)
        upstream.then(
          (reached) => this.#go(reached),
          (error: unknown) => this.#notReached(error),
        );
      else this.#go(upstream);
    } catch (error) {
      this.#notReached(error);
    }
  }

  #open(): UpstreamExchange | Promise<UpstreamExchange> {
    const sending = this.request.outgoing();
    const { version, priorKnowledge: priorKnowledge } = this.#options;
    const { upgrades, isRedirected: isLedElsewhere } = this.request;
    const pool = this.#pool();
    if (version === 2 && !upgrades)
      return pool.openExchange(sending, this, priorKnowledge && !isLedElsewhere);
    return pool.openHttp1Exchange(
      sending,
      this,
      isIdempotent(sending.method) ? Infinity : FRESH_MS,
      upgrades,
    );
  }

  #pool(): OriginPool {
    const { pool: pool, context } = this.#options;
    const { target, isRedirected: isLedElsewhere } = this.request;
    const { connectTo, client } = this;
    if (!isLedElsewhere && connectTo === null) return pool;
    const { scheme, host, port } = target;
    const to = isLedElsewhere ? { host, port, servername: scheme === 'https' ? host : null } : pool.target;
    // Where a reverse proxy leads anybody may go, but from there on no further than elsewhere.
    const localAllowed = pool.target.localAllowed && (client.isReplay || context.localAllowed(client));
    return context.pools.forOrigin({ ...to, localAllowed, connectTo });
  }

  #go(upstream: UpstreamExchange): void {
    if (this.#finished) {
      upstream.cancel();
      return;
    }
    this.#upstream = upstream;
    this.#noteConnection(upstream);
    this.#sending = new RequestForwarder({
      upstream,
      request: this.request,
      body: this.#requestBody,
      side: this.#options.side,
      flow: this.flow,
      pace: this.upload,
    });
    this.#sending.start();
  }

  #noteConnection({ address, tls, timing, requestHead }: UpstreamExchange): void {
    const { flow } = this;
    const { marks } = flow;
    marks.connected = performance.now();
    flow.remoteAddress = address;
    flow.tls = tls;
    if (flow.request !== null) flow.request.head = requestHead;
    if (timing !== null) Object.assign(marks, { dns: timing.dns, connect: timing.connect, tls: timing.tls });
  }

  #notReached(error: unknown): void {
    this.failed(
      error instanceof ProxyError ? error : new ProxyError('CONNECT_FAILED', String(error)),
      false,
      null,
    );
  }

  /** Clients that send on without reading want the request read first, unless they wait to be told to send. */
  #answer(answer: SyntheticResponse): void {
    const { received: received } = this.#options;
    // What nobody could send may be answered all the same.
    if (this.request.isSendable) recordChanges(this.flow, this.request, this.#options.context.captures);
    this.#requestBody.discard();
    if (this.#requestBody.complete || this.#waitsToSend || isGrpc(received)) this.#beginAnswer(answer);
    else this.#answering = () => this.#beginAnswer(answer);
  }

  get #waitsToSend(): boolean {
    const { fields } = this.#options.received;
    return lineValue(fields, 'expect') !== undefined && !this.request.bodyRequested;
  }

  #beginAnswer(answer: SyntheticResponse): void {
    if (this.#finished) return;
    const { hook, received: received } = this.#options;
    const { marks } = this.flow;
    marks.connected = marks.sent = performance.now();
    this.#readsOn = false;
    const ready =
      hook.wantsSyntheticResponses?.() === false && this.download === null
        ? prebuiltResponse(answer, received.method)
        : null;
    if (ready !== null) {
      this.#answerAtOnce(ready);
      return;
    }
    const local = new SyntheticExchange(answer, this, received.method);
    this.#upstream = local;
    local.start();
  }

  /** Nobody wants to see it on its way. */
  #answerAtOnce({ response, head, body }: PrebuiltResponse): void {
    const { side, context } = this.#options;
    const { flow } = this;
    this.#markFirstByte();
    const message = new Message(head, context.captures);
    message.body.add(body);
    message.complete = true;
    flow.status = response.status;
    flow.response = message;
    try {
      side.respond(response);
    } catch (error) {
      this.#fail(new ProxyError('BAD_RESPONSE', messageOf(error)), null);
      return;
    }
    side.write(body);
    side.end([]);
    this.#responseEnded();
  }

  #cut(abort: Abort): void {
    if (this.#finished) return;
    this.#upstream?.cancel();
    if (abort.how === 'hang') {
      this.#hanging = abort.reason;
      this.#requestBody.discard();
      return;
    }
    this.#options.side.abort('reset', null);
    this.#finish(new ProxyError('TOOL_ENDED', abort.reason));
  }

  /** Tells the client, as far as it can still be told. `code`: of HTTP/2, where the server has given one. */
  #fail(error: ProxyError, code: number | null): void {
    if (this.#finished) return;
    this.#upstream?.cancel();
    if (this.#response?.begun === true) this.#options.side.abort('close', code);
    else this.#options.side.refuse(error);
    this.#finish(error);
  }

  #responseEnded(): void {
    this.#uploading = this.#readsOn && !this.#requestBody.complete;
    if (!this.#uploading) this.#finish(null);
  }

  #markFirstByte(): void {
    const { marks } = this.flow;
    if (marks.firstByte === 0) marks.firstByte = performance.now();
  }

  #finish(error: ProxyError | null): void {
    if (this.#finished) return;
    this.#finished = true;
    const { flow } = this;
    const { hook, context } = this.#options;
    this.#abort?.abort(OVER);
    // Nobody sends the rest of a request on that its server has answered already.
    if (flow.marks.sent === 0) this.#upstream?.cancel();
    this.#requestBody.fail();
    this.#sending?.stop();
    this.#response?.finished();
    flow.marks.end = performance.now();
    flow.state = error === null ? 'completed' : 'failed';
    flow.error = error?.message ?? null;
    notifyHook(() => hook.finished(this));
    context.flows.finish(flow);
  }
}

function isGrpc({ fields }: ReceivedRequest): boolean {
  return grpcKind(lineValue(fields, 'content-type')) !== null;
}

/** Made once: an error is dear. */
const OVER = new DOMException('The exchange is over', 'AbortError');

const UNAGREED = 'its answer to the request for another protocol is not valid';
