// One intercepted exchange, in any combination of HTTP versions. The request waits for the verdict of the tools, then
// goes upstream or gets a synthetic response; the response waits for theirs. Bodies stream unless a tool buffers them.
// Exchanges that no tool intercepts are in http1/pass-through.ts and http2/pass-through.ts.
import { ProxyError } from '../../base/errors.ts';
import { ERROR_CODE } from '../../codec/http2/error-codes.ts';
import type { Repair } from '../../codec/http1/repair.ts';
import type { ResponseHead } from '../../codec/http1/response-head.ts';
import { fieldLines, type FlatFields, type UnwrittenHead } from '../../codec/flat-fields.ts';
import type { Flow } from '../../flow/flow.ts';
import { Message } from '../../flow/message.ts';
import { FlowRecorder } from '../../flow/recorder.ts';
import type { UpgradedConnection } from '../../net/upstream-exchange.ts';
import type { Abort } from '../hooks.ts';
import { relayUpgraded } from '../websocket/relay.ts';
import { BufferableBody } from './bufferable-body.ts';
import type { ClientEvents } from './client-side.ts';
import { EditableRequest } from './editable-request.ts';
import { linesOf, linesOfFlat } from './header-lines.ts';
import { Intercepted } from './intercepted.ts';
import type { ExchangeOptions } from './options.ts';
import { hasEnough } from '../shared/client-left.ts';
import { onceIdentified } from '../shared/once-identified.ts';
import { paced } from '../shared/paced.ts';
import { isGrpc, RequestPhase, type ExchangeControl } from './request-phase.ts';
import { ResponseForwarder } from './response-forwarder.ts';
import { DECIDING, FINISHED, UPGRADED, type ExchangeState } from './state.ts';

export class Exchange implements ExchangeControl, ClientEvents {
  readonly flow: Flow;
  readonly connectionOwner: ExchangeControl['connectionOwner'];
  readonly #options: ExchangeOptions;
  readonly #intercepted: Intercepted;
  readonly #requestPhase: RequestPhase;
  readonly #requestBody: BufferableBody;
  readonly #recorder: FlowRecorder;
  #state: ExchangeState = DECIDING;
  /** True while the server is paused because of its 1xx. */
  #holdsInterim = false;
  /** False once the server has no use for the rest of the request. */
  #readsRequest = true;
  #retried = false;

  constructor(options: ExchangeOptions) {
    const { received, context, flow, side, hook } = options;
    this.#options = options;
    this.flow = flow;
    this.connectionOwner = options.connectionOwner;
    this.#requestBody = new BufferableBody({
      source: side,
      memory: context.bodyBuffers,
      max: context.captures.maxBodyBytes,
      message: (flow.request ??= new Message('', context.captures)),
      bufferable: hook !== null && !received.upgrades && !(received.hasBody && isGrpc(received)),
      length: received.contentLength,
    });
    const body = this.#requestBody;
    if (received.hasBody && isGrpc(received)) flow.request.body.noteArrivals();
    const request = new EditableRequest(received, body, () => side.requestBody());
    const intercepted = (this.#intercepted = new Intercepted(flow, options.client, request, hook, context));
    const recorder = (this.#recorder = new FlowRecorder(
      flow,
      context.flows,
      hook === null ? null : () => intercepted.completed(),
    ));
    this.#requestPhase = new RequestPhase({ owner: this, options, intercepted, body, recorder });
  }

  /** Calls the tools once the client's app is known, as far as it can be. */
  start(): void {
    const { context, received, client } = this.#options;
    if (!received.hasBody) this.requestEnd([]);
    onceIdentified(client, context, () => this.#requestPhase.callHook());
  }

  get isFinished(): boolean {
    return this.#state.type === 'finished' || this.#state.type === 'upgraded';
  }

  // Reported by the client's side.

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
    this.fail(error);
  }

  clientDrained(): void {
    this.#readInterim();
    if ('response' in this.#state) this.#state.response.clientDrained();
  }

  clientServed(): void {
    this.#cancelUpstream();
    this.end([]);
    this.clientLeft(new ProxyError('CLIENT_LEFT', 'before the end of its request'));
  }

  clientLeft(error: ProxyError): void {
    if (this.isFinished) return;
    const reason =
      this.#state.type === 'blackholed' ? new ProxyError('TOOL_ENDED', this.#state.reason) : error;
    const isServed = hasEnough(this.flow, this.#state.type === 'uploading');
    this.#cancelUpstream();
    this.#finish(isServed ? null : reason);
  }

  stop(): void {
    if (this.isFinished) return;
    this.#cancelUpstream();
    this.#finish(new ProxyError('STOPPED', 'before the end of this exchange'));
  }

  /** Resumes a server that sent more 1xx than the client took. The final response has flow control of its own. */
  #readInterim(): void {
    if (!this.#holdsInterim) return;
    this.#holdsInterim = false;
    if (this.#state.type === 'requesting') this.#state.upstream.resume();
  }

  // Reported by the server's side.

  repaired(repairs: readonly Repair[]): void {
    this.#recorder.repaired(repairs);
  }

  interim(status: number, fields: FlatFields, head?: string): boolean {
    this.#recorder.firstByte();
    if (this.#state.type !== 'requesting') return false;
    // The client already got a 100 when a tool asked for the body.
    if (status === 100 && this.#intercepted.request.bodyRequested) return false;
    const { side } = this.#options;
    const hasRoom = side.interim(status, head === undefined ? linesOfFlat(fields) : linesOf(head));
    if (hasRoom === false) {
      this.#holdsInterim = true;
      this.#state.upstream.pause();
    }
    return hasRoom !== null;
  }

  response(status: number, fields: FlatFields, ended: boolean, head: string | UnwrittenHead): void {
    const state = this.#state;
    if (state.type !== 'requesting') return;
    this.#readInterim();
    this.#recorder.firstByte();
    const { side, context, received } = this.#options;
    const response = new ResponseForwarder(
      { status, fields, ended, head },
      {
        exchange: this.#intercepted,
        recorder: this.#recorder,
        side,
        context,
        method: received.method,
        source: state.upstream,
        readsRequest: this.#readsRequest,
        ended: () => this.#responseEnded(),
        failed: (error) => this.fail(error),
        aborted: (abort) => this.abort(abort),
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
      this.#requestPhase.connect();
    } else this.fail(error, code);
  }

  drained(): void {
    const request = 'request' in this.#state ? this.#state.request : null;
    if (request === null) this.#options.side.resume();
    else request.drained();
  }

  upgraded(head: ResponseHead, rest: Buffer, connection: UpgradedConnection): void {
    this.#recorder.firstByte();
    const { side, received, context } = this.#options;
    const upgraded = received.upgrades ? side.upgrade(head) : null;
    if (upgraded === null) {
      connection.destroy();
      this.fail(new ProxyError('BAD_RESPONSE', received.upgrades ? BAD_UPGRADE : UNASKED_UPGRADE));
      return;
    }
    this.#recorder.responseStarted(101, new Message(upgraded.head, context.captures));
    this.#state = UPGRADED;
    this.#intercepted.finish();
    const stream = paced(upgraded.stream, this.#intercepted.upload, this.#intercepted.download);
    relayUpgraded(stream, connection, { sent: Buffer.alloc(0), received: rest }, this.#recorder, context);
  }

  // The request phase.

  enter(state: ExchangeState): void {
    this.#state = state;
    // A tool's response makes the rest of the request useless.
    if (state.type === 'requesting' && state.request === null) this.#readsRequest = false;
  }

  complete(): void {
    this.#finish(null);
  }

  // The end.

  abort(abort: Abort): void {
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
  fail(error: ProxyError, code: number | null = null): void {
    const state = this.#state;
    if (this.isFinished) return;
    this.#cancelUpstream();
    if ('response' in state && state.response.begun) this.#options.side.abort('close', code);
    // The client is told to retry over HTTP/1.1 too, and sends its body again.
    else if (code === ERROR_CODE.HTTP_1_1_REQUIRED) this.#options.side.abort('reset', code);
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
    // A server that has already answered does not get the rest of the request.
    if (this.flow.timestamps.sent === 0) this.#cancelUpstream();
    this.#requestBody.fail();
    this.#stopForwarding();
    this.#state = FINISHED;
    this.#intercepted.finish();
    this.#recorder.finish(error);
  }

  #stopForwarding(): void {
    if ('request' in this.#state) this.#state.request?.stop();
    if ('response' in this.#state) this.#state.response.stop();
  }

  #cancelUpstream(): void {
    if ('upstream' in this.#state) this.#state.upstream.cancel();
  }
}

const UNASKED_UPGRADE = 'it switches protocols (101) though the client did not ask for that';
const BAD_UPGRADE = 'its response to the upgrade request is not valid';
