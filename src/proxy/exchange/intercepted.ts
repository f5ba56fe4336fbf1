// An exchange as tools see it, and the calls to the tools that intercept it.
import type { Client } from '../../flow/client.ts';
import type { Flow } from '../../flow/flow.ts';
import type { HostPort } from '../../net/open.ts';
import type { ProxyContext } from '../shared/context.ts';
import { fetchFor } from '../own-requests/fetch.ts';
import type {
  ExchangeHook,
  Fetch,
  InterceptedExchange,
  InterceptedResponse,
  Pace,
  RequestVerdict,
  ResponseVerdict,
} from '../hooks.ts';
import { callHook, notifyHook } from '../shared/call-hook.ts';
import type { EditableRequest } from './editable-request.ts';

const FORWARD: RequestVerdict = { type: 'forward' };
const SEND: ResponseVerdict = { type: 'send' };

export class Intercepted implements InterceptedExchange {
  readonly flow: Flow;
  readonly client: Client;
  readonly request: EditableRequest;
  connectTo: HostPort | null = null;
  upload: Pace | null = null;
  download: Pace | null = null;
  readonly #hook: ExchangeHook | null;
  readonly #context: ProxyContext;
  /** Created when a tool asks for the signal. */
  #abort: AbortController | null = null;
  #isFinished = false;

  /** `hook`: the tools that intercept the exchange; null for none, which every call then skips. */
  constructor(
    flow: Flow,
    client: Client,
    request: EditableRequest,
    hook: ExchangeHook | null,
    context: ProxyContext,
  ) {
    this.flow = flow;
    this.client = client;
    this.request = request;
    this.#hook = hook;
    this.#context = context;
  }

  get signal(): AbortSignal {
    this.#abort ??= new AbortController();
    if (this.#isFinished && !this.#abort.signal.aborted) this.#abort.abort(EXCHANGE_FINISHED);
    return this.#abort.signal;
  }

  get fetch(): Fetch {
    return fetchFor(this.client, this.#context);
  }

  /** False when no tool intercepts the exchange: nobody asks for a body. */
  get isIntercepted(): boolean {
    return this.#hook !== null;
  }

  get isFinished(): boolean {
    return this.#isFinished;
  }

  decideRequest(then: (verdict: RequestVerdict) => void): void {
    const hook = this.#hook;
    if (hook === null) then(FORWARD);
    else callHook(() => hook.request(this), FORWARD, then);
  }

  decideResponse(response: InterceptedResponse, then: (verdict: ResponseVerdict) => void): void {
    const hook = this.#hook;
    if (hook === null) then(SEND);
    else callHook(() => hook.response(this, response), SEND, then);
  }

  /** True when tools want to see a synthetic response, or it is sent at a limited rate. */
  get interceptsSyntheticResponse(): boolean {
    return this.#hook?.wantsSyntheticResponses?.() !== false || this.download !== null;
  }

  /** Aborts the signal: no verdict counts any more. */
  finish(): void {
    this.#isFinished = true;
    this.#abort?.abort(EXCHANGE_FINISHED);
  }

  /** Notifies the tools that the flow is complete. */
  completed(): void {
    const hook = this.#hook;
    if (hook !== null) notifyHook(() => hook.finished(this));
  }
}

/** Created once: a stack trace costs time. */
const EXCHANGE_FINISHED = new DOMException('The exchange has finished', 'AbortError');
