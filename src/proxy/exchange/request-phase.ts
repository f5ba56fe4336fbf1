// The request phase of an exchange: calls the tools, then sends the request or responds with their synthetic response.
import { asProxyError, messageOf, ProxyError } from '../../base/errors.ts';
import { grpcKind } from '../../codec/grpc/content-type.ts';
import type { FlowRecorder } from '../../flow/recorder.ts';
import type { UpstreamExchange, UpstreamExchangeHandler } from '../../net/upstream-exchange.ts';
import type { Abort, RequestVerdict, SyntheticResponse } from '../hooks.ts';
import type { BufferableBody } from './bufferable-body.ts';
import type { ReceivedRequest } from './editable-request.ts';
import { lineValue } from './header-lines.ts';
import type { Intercepted } from './intercepted.ts';
import { openUpstream } from './open-upstream.ts';
import type { ExchangeOptions } from './options.ts';
import { prebuiltResponse, recordPrebuilt, type PrebuiltResponse } from './prebuilt-response.ts';
import { recordChanges } from './request-changes.ts';
import { RequestForwarder } from './request-forwarder.ts';
import { CONNECTING, type ExchangeState } from './state.ts';
import { SyntheticExchange } from './synthetic-exchange.ts';

/** The exchange, as its request phase uses it. */
export interface ExchangeControl extends UpstreamExchangeHandler {
  readonly isFinished: boolean;
  enter(state: ExchangeState): void;
  abort(verdict: Abort): void;
  /** Reports an error to the client, and ends the exchange. */
  fail(error: ProxyError): void;
  /** Ends the exchange without an error. */
  complete(): void;
}

export interface RequestPhaseOptions {
  readonly owner: ExchangeControl;
  readonly options: ExchangeOptions;
  readonly intercepted: Intercepted;
  readonly body: BufferableBody;
  readonly recorder: FlowRecorder;
}

export class RequestPhase {
  readonly #owner: ExchangeControl;
  readonly #options: ExchangeOptions;
  readonly #intercepted: Intercepted;
  readonly #body: BufferableBody;
  readonly #recorder: FlowRecorder;

  constructor({ owner, options, intercepted, body, recorder }: RequestPhaseOptions) {
    this.#owner = owner;
    this.#options = options;
    this.#intercepted = intercepted;
    this.#body = body;
    this.#recorder = recorder;
  }

  /** Calls the request hook, and carries out its verdict. */
  callHook(): void {
    if (!this.#owner.isFinished) this.#intercepted.decideRequest((verdict) => this.#decided(verdict));
  }

  /** Connects to the server and sends the request. */
  connect(): void {
    this.#owner.enter(CONNECTING);
    try {
      const upstream = openUpstream(this.#intercepted, this.#options, this.#owner);
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

  #decided(verdict: RequestVerdict): void {
    if (this.#owner.isFinished) return;
    const { context, flow } = this.#options;
    if (flow.unrecorded) context.flows.remove(flow);
    try {
      if (verdict.type === 'respond') this.#respond(verdict.response);
      else if (verdict.type === 'abort') this.#owner.abort(verdict);
      else {
        if (this.#intercepted.isIntercepted) recordChanges(flow, this.#intercepted.request, context.captures);
        this.connect();
      }
    } catch (error) {
      this.#owner.fail(asProxyError(error, 'TOOL_FAILED'));
    }
  }

  #send(upstream: UpstreamExchange): void {
    if (this.#owner.isFinished) {
      upstream.cancel();
      return;
    }
    const { flow, side } = this.#options;
    this.#recorder.connected(upstream);
    if (flow.request !== null) flow.request.head = upstream.requestHead;
    const request = new RequestForwarder({
      upstream,
      request: this.#intercepted.request,
      body: this.#body,
      side,
      recorder: this.#recorder,
      pace: this.#intercepted.upload,
    });
    this.#owner.enter({ type: 'requesting', upstream, request });
    request.start();
  }

  #unreachable(error: unknown): void {
    const reason = asProxyError(error, 'CONNECT_FAILED');
    this.#owner.failed(reason, false, null);
  }

  /**
   * Responds after the request has been read, since some clients do not read while they send; at once when the client
   * waits for 100 (Continue).
   */
  #respond(response: SyntheticResponse): void {
    const { received, context, flow } = this.#options;
    const { request } = this.#intercepted;
    // A request that cannot be sent can still get a response.
    if (request.isSendable) recordChanges(flow, request, context.captures);
    this.#body.discard();
    const respond = (): void => this.#sendSynthetic(response);
    const awaitsContinue = lineValue(received.fields, 'expect') !== undefined && !request.bodyRequested;
    if (this.#body.complete || awaitsContinue || isGrpc(received)) respond();
    else this.#owner.enter({ type: 'reading-request', respond });
  }

  #sendSynthetic(response: SyntheticResponse): void {
    if (this.#owner.isFinished) return;
    const { method } = this.#options.received;
    this.#recorder.answeredLocally();
    const isIntercepted = this.#intercepted.interceptsSyntheticResponse;
    const prebuilt = isIntercepted ? null : prebuiltResponse(response, method);
    if (prebuilt !== null) {
      this.#sendPrebuilt(prebuilt);
      return;
    }
    const upstream = new SyntheticExchange(response, this.#owner, method);
    this.#owner.enter({ type: 'requesting', upstream, request: null });
    upstream.start();
  }

  /** Sends a response in one step, since no tool wants to see it. */
  #sendPrebuilt(prebuilt: PrebuiltResponse): void {
    const { side, context } = this.#options;
    recordPrebuilt(prebuilt, this.#recorder, context.captures);
    try {
      side.respond(prebuilt.response);
    } catch (error) {
      this.#owner.fail(new ProxyError('BAD_RESPONSE', messageOf(error)));
      return;
    }
    side.write(prebuilt.body);
    side.end([]);
    this.#owner.complete();
  }
}

export function isGrpc({ fields }: ReceivedRequest): boolean {
  return grpcKind(lineValue(fields, 'content-type')) !== null;
}
