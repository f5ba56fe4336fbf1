// The exchanges of one pipe: requests that wait for their answers, by id, and everything that belongs to them.
import type { RpcCall } from '../../codec/json-rpc/message.ts';
import { fields, text } from '../../base/json-fields.ts';
import type { Flow } from '../../flow/flow.ts';
import { Message } from '../../flow/message.ts';
import { FlowRecorder } from '../../flow/recorder.ts';
import { opposite, type Direction, type PipeContext } from './contract.ts';
import { ACCEPTED_HEAD, pathOf, requestHead, responseHead } from './heads.ts';
import type { Interception } from './interception.ts';

/** Requests that wait at most; the oldest is given up for the next. */
const MAX_WAITING = 10_000;

/** A request and its answer; a batch, whose answers may come one by one; or a notification. */
export class PipeExchange {
  readonly flow: Flow;
  readonly recorder: FlowRecorder;
  readonly direction: Direction;
  /** The ids that wait for an answer, as JSON. */
  readonly ids: Set<string>;
  /** The token of its reports of progress, as JSON; null without one. */
  readonly token: string | null;
  /** The tools that intercept it; null for none. */
  interception: Interception | null = null;
  /** True when an answer has come that tools still hold. */
  isAnswered = false;

  constructor(flow: Flow, recorder: FlowRecorder, direction: Direction, calls: readonly RpcCall[]) {
    this.flow = flow;
    this.recorder = recorder;
    this.direction = direction;
    this.ids = new Set(calls.flatMap(({ id }) => id ?? []));
    const token = fields(calls[0]?.params['_meta'])['progressToken'];
    this.token = token === undefined ? null : JSON.stringify(token);
  }
}

export class Exchanges {
  readonly #context: PipeContext;
  /** By direction and id: an id that is used twice names the older exchange first. */
  readonly #waiting = new Map<string, PipeExchange[]>();
  readonly #byToken = new Map<string, PipeExchange>();
  readonly #open = new Set<PipeExchange>();

  constructor(context: PipeContext) {
    this.#context = context;
  }

  /** Creates the exchange of calls that are one line; `request` has its body. It is in no list yet. */
  create(direction: Direction, calls: readonly RpcCall[], request: Message): PipeExchange {
    const { name, client, flows } = this.#context;
    const [first] = calls;
    const path = first === undefined ? '/response' : pathOf(first);
    request.head = requestHead(path, direction);
    request.complete = true;
    const target = { scheme: 'mcp', host: name, port: 0 } as const;
    const flow = flows.create({ client, method: 'POST', target, request, decrypted: false });
    const exchange = new PipeExchange(flow, new FlowRecorder(flow, flows), direction, calls);
    exchange.recorder.answeredLocally();
    return exchange;
  }

  /** Adds an exchange to the list, and to those that wait; a notification ends with it. */
  begin(exchange: PipeExchange): void {
    this.#context.flows.add(exchange.flow);
    if (exchange.ids.size === 0) this.accept(exchange);
    else this.wait(exchange);
  }

  wait(exchange: PipeExchange): void {
    const [oldest] = this.#open;
    if (this.#open.size >= MAX_WAITING && oldest !== undefined)
      this.fail(oldest, `no answer came, and ${MAX_WAITING} requests wait for one`);
    this.#open.add(exchange);
    for (const id of exchange.ids) {
      const key = keyOf(exchange.direction, id);
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), exchange]);
    }
    if (exchange.token !== null) this.#byToken.set(keyOf(exchange.direction, exchange.token), exchange);
  }

  /** Returns the exchange that an answer with this id belongs to, `direction` being that of the answer. */
  waiting(direction: Direction, id: string): PipeExchange | undefined {
    return this.#waiting.get(keyOf(opposite(direction), id))?.find(({ isAnswered }) => !isAnswered);
  }

  /** Returns the exchange whose progress a notification reports. */
  reported(direction: Direction, { method, params }: RpcCall): PipeExchange | undefined {
    if (method !== 'notifications/progress') return undefined;
    const token = JSON.stringify(params['progressToken'] ?? null);
    return this.#byToken.get(keyOf(opposite(direction), token));
  }

  /** Adds a line to the response; the line that answers the last id ends the exchange. */
  respond(exchange: PipeExchange, id: string | null, line: Message | Buffer): void {
    this.respondAll(exchange, id === null ? [] : [id], line);
  }

  /** Adds a line that answers several ids of a batch. */
  respondAll(exchange: PipeExchange, ids: readonly string[], line: Message | Buffer): void {
    const { flow, recorder } = exchange;
    for (const id of ids) this.#answered(exchange, id);
    const isLast = exchange.ids.size === 0;
    recorder.firstByte();
    if (flow.response === null) {
      const response = Buffer.isBuffer(line) ? bodyMessage(this.#context, line) : line;
      response.head = responseHead(exchange.direction, !isLast);
      recorder.responseStarted(200, response);
    } else append(flow.response, Buffer.isBuffer(line) ? line : line.body.bytes());
    if (isLast) this.end(exchange);
    else this.#context.flows.update(flow);
  }

  /** Ends an exchange that has its response. */
  end(exchange: PipeExchange): void {
    this.#forget(exchange);
    if (exchange.flow.response !== null) exchange.flow.response.complete = true;
    if (exchange.recorder.finish(null)) exchange.interception?.finished();
  }

  fail(exchange: PipeExchange, reason: string): void {
    this.#forget(exchange);
    exchange.interception?.abort();
    if (exchange.recorder.finish(new Error(reason))) exchange.interception?.finished();
  }

  /** Records an answer that nothing waits for: it came late, or its id is wrong. */
  unexpected(direction: Direction, message: Message): void {
    message.notes = ['No request with this id waits for an answer.'];
    this.begin(this.create(direction, [], message));
  }

  /** Ends the exchange that a notification cancels. */
  cancel(direction: Direction, { params }: RpcCall): void {
    const id = JSON.stringify(params['requestId'] ?? null);
    const exchange = this.#waiting.get(keyOf(direction, id))?.[0];
    if (exchange === undefined) return;
    const reason = text(params['reason']);
    const by = direction === 'sent' ? 'client' : 'server';
    this.fail(exchange, `The ${by} cancelled it${reason === '' ? '' : `: ${reason.slice(0, 200)}`}`);
  }

  failAll(reason: string): void {
    for (const exchange of this.#open) this.fail(exchange, reason);
  }

  /** Ends an exchange that needs no answer. */
  accept(exchange: PipeExchange): void {
    exchange.recorder.responseStarted(202, new Message(ACCEPTED_HEAD, this.#context.captures));
    this.end(exchange);
  }

  #answered(exchange: PipeExchange, id: string): void {
    exchange.ids.delete(id);
    this.#drop(exchange, id);
  }

  #forget(exchange: PipeExchange): void {
    this.#open.delete(exchange);
    for (const id of exchange.ids) this.#drop(exchange, id);
    if (exchange.token === null) return;
    const key = keyOf(exchange.direction, exchange.token);
    if (this.#byToken.get(key) === exchange) this.#byToken.delete(key);
  }

  #drop(exchange: PipeExchange, id: string): void {
    const key = keyOf(exchange.direction, id);
    const others = (this.#waiting.get(key) ?? []).filter((each) => each !== exchange);
    if (others.length === 0) this.#waiting.delete(key);
    else this.#waiting.set(key, others);
  }
}

function keyOf(direction: Direction, id: string): string {
  return `${direction} ${id}`;
}

/** Returns a message whose body is a line, without its line break. */
export function bodyMessage({ captures }: PipeContext, line: Buffer): Message {
  const message = new Message('', captures);
  message.body.addCopy(line, 0, contentLength(line));
  return message;
}

const NEWLINE = Buffer.from('\n');

function append(message: Message, line: Buffer): void {
  if (message.bodySize > 0) message.body.add(NEWLINE);
  message.body.addCopy(line, 0, contentLength(line));
}

/** Returns the bytes before the line break. */
function contentLength(line: Buffer): number {
  let end = line.length;
  while (end > 0 && (line[end - 1] === 10 || line[end - 1] === 13)) end -= 1;
  return end;
}
