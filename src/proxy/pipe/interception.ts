// An exchange on a pipe as debugging tools see it: they are the tools for HTTP, so a line is the body of a request or a
// response. What a line does not have, such as a host to connect to, has no effect.
import { setTimeout as sleep } from 'node:timers/promises';
import type { RpcCall } from '../../codec/json-rpc/message.ts';
import type { Flow, FlowTarget } from '../../flow/flow.ts';
import type { Message } from '../../flow/message.ts';
import type {
  Abort,
  ExchangeHook,
  Fetch,
  HeaderLines,
  InterceptedExchange,
  InterceptedRequest,
  InterceptedResponse,
  Pace,
  RequestVerdict,
  ResponseVerdict,
  SyntheticResponse,
} from '../hooks.ts';
import { answerLine, editedLine } from './answers.ts';
import { VERSION } from './heads.ts';

export type RequestOutcome =
  | { readonly type: 'forward'; readonly line: Buffer }
  | { readonly type: 'answer'; readonly line: Buffer }
  | Abort;

export type ResponseOutcome = { readonly type: 'send'; readonly line: Buffer } | Abort;

export class Interception implements InterceptedExchange {
  readonly flow: Flow;
  readonly client: Flow['client'];
  readonly request: PipeRequest;
  connectTo: InterceptedExchange['connectTo'] = null;
  upload: Pace | null = null;
  download: Pace | null = null;
  readonly call: RpcCall;
  readonly #hook: ExchangeHook;
  readonly #abort = new AbortController();

  constructor(hook: ExchangeHook, flow: Flow, call: RpcCall, line: Buffer) {
    this.#hook = hook;
    this.call = call;
    this.flow = flow;
    this.client = flow.client;
    this.request = new PipeRequest(flow, line);
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get isFinished(): boolean {
    return this.#abort.signal.aborted;
  }

  readonly fetch: Fetch = () =>
    Promise.reject(new Error('a script cannot send requests for a message on a pipe'));

  /** Calls the tools with the request. Never rejects. */
  async decideRequest(line: Buffer): Promise<RequestOutcome> {
    const verdict = await this.#guarded<RequestVerdict>(() => this.#hook.request(this), { type: 'forward' });
    if (verdict.type === 'abort') return verdict;
    if (verdict.type === 'respond') return { type: 'answer', line: await this.#synthetic(verdict.response) };
    const sent = lineAfter(this.request.replacement, this.call.id, line, this.flow.request);
    await this.#paced(this.upload, sent);
    return { type: 'forward', line: sent };
  }

  /** Calls the tools with the answer, which may be that of a tool. Never rejects. */
  async decideResponse(line: Buffer, message: Message, isSynthetic: boolean): Promise<ResponseOutcome> {
    const isUnseen = isSynthetic && this.#hook.wantsSyntheticResponses?.() === false;
    const response = new PipeResponse(message, line);
    const verdict = isUnseen
      ? { type: 'send' as const }
      : await this.#guarded<ResponseVerdict>(() => this.#hook.response(this, response), { type: 'send' });
    if (verdict.type === 'abort') return verdict;
    const sent = lineAfter(response.replacement, this.call.id, line, message);
    await this.#paced(this.download, sent);
    return { type: 'send', line: sent };
  }

  /** Ends it early: no verdict counts any more. */
  abort(): void {
    this.#abort.abort(ENDED);
  }

  /** Notifies the tools that the flow is complete. */
  finished(): void {
    try {
      this.#hook.finished(this);
    } catch {
      // A failure is the tool's own concern.
    }
    this.abort();
  }

  async #guarded<Verdict>(call: () => Verdict | Promise<Verdict>, fallback: Verdict): Promise<Verdict> {
    try {
      return await call();
    } catch {
      return fallback;
    }
  }

  async #synthetic({ status, body }: SyntheticResponse): Promise<Buffer> {
    if (Buffer.isBuffer(body)) return answerLine(this.call, status, body);
    const pieces: Buffer[] = [];
    for await (const piece of body) pieces.push(piece);
    return answerLine(this.call, status, Buffer.concat(pieces));
  }

  async #paced(pace: Pace | null, { length }: Buffer): Promise<void> {
    const ms = pace?.delay(length) ?? 0;
    if (ms > 0) await sleep(ms, null, { signal: this.signal }).catch(() => null);
  }
}

const ENDED = new DOMException('The exchange has finished', 'AbortError');

/** Returns what a tool has made of a line; the line itself when that is not a message, which is noted. */
function lineAfter(
  replacement: Buffer | null,
  id: string | null,
  line: Buffer,
  message: Message | null,
): Buffer {
  if (replacement === null) return line;
  const edited = editedLine(replacement, id);
  if (edited === null && message !== null)
    message.notes = ['A rule replaced it by what is not a JSON object: it passed unchanged.'];
  return edited ?? line;
}

class PipeRequest implements InterceptedRequest {
  method = 'POST';
  target: FlowTarget;
  path: string;
  fields: HeaderLines;
  readonly hasBody = true;
  readonly upgrades = false;
  /** The line that a tool has set; null for the received one. */
  replacement: Buffer | null = null;
  readonly #line: Buffer;

  constructor({ target, octetPath, request }: Flow, line: Buffer) {
    this.target = target;
    this.path = octetPath;
    this.fields = fieldsOf(request);
    this.#line = line;
  }

  readonly body = (): Promise<Buffer> => Promise.resolve(this.replacement ?? this.#line);

  replaceBody(bytes: Buffer): void {
    this.replacement = bytes;
  }
}

class PipeResponse implements InterceptedResponse {
  status = 200;
  reason = 'OK';
  fields: HeaderLines;
  readonly version = VERSION;
  readonly isEventStream = false;
  onEvent: InterceptedResponse['onEvent'] = null;
  replacement: Buffer | null = null;
  readonly #line: Buffer;

  constructor(message: Message, line: Buffer) {
    this.fields = fieldsOf(message);
    this.#line = line;
  }

  readonly body = (): Promise<Buffer> => Promise.resolve(this.replacement ?? this.#line);

  replaceBody(bytes: Buffer): void {
    this.replacement = bytes;
  }
}

function fieldsOf(message: Message | null): HeaderLines {
  return (message?.octetHeaders ?? []).map(({ name, value }) => [name, value]);
}
