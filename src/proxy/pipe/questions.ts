// Asks debugging tools about messages that wait, records what they decide, and says what is written instead.
import type { RpcAnswer, RpcCall, RpcMessage } from '../../codec/json-rpc/message.ts';
import type { Message } from '../../flow/message.ts';
import type { Abort } from '../hooks.ts';
import { exchangeHookFor } from '../shared/call-hook.ts';
import { errorLine } from './answers.ts';
import { opposite, type Direction, type PipeContext, type PipeWrite } from './contract.ts';
import { bodyMessage, type Exchanges, type PipeExchange } from './exchanges.ts';
import { responseHead } from './heads.ts';
import { Interception } from './interception.ts';

type Writes = readonly PipeWrite[];

const NOTHING: Writes = [];

export class Questions {
  readonly #context: PipeContext;
  readonly #exchanges: Exchanges;
  /** The notification of each direction that tools still hold: later lines stay behind it. */
  readonly #barriers: Record<Direction, Promise<unknown> | null> = { sent: null, received: null };

  constructor(context: PipeContext, exchanges: Exchanges) {
    this.#context = context;
    this.#exchanges = exchanges;
  }

  ask(direction: Direction, message: RpcMessage, line: Buffer): Writes | Promise<Writes> {
    const barrier = this.#barriers[direction];
    const writes =
      message.type === 'call'
        ? this.#call(direction, message, line)
        : this.#response(direction, message, line);
    const isNotification = message.type === 'call' && message.id === null;
    if (isNotification && writes instanceof Promise) this.#hold(direction, writes);
    return barrier === null ? writes : barrier.then(() => writes);
  }

  /** Returns true when tools decide about a message. */
  intercepts(direction: Direction, message: RpcMessage): boolean {
    if (message.type === 'answer')
      return (this.#exchanges.waiting(direction, message.id)?.interception ?? null) !== null;
    const draft = this.#exchanges.create(direction, [message], bodyMessage(this.#context, Buffer.alloc(0)));
    return exchangeHookFor(this.#context.hooks, draft.flow) !== null;
  }

  #hold(direction: Direction, writes: Promise<Writes>): void {
    const held = Promise.all([this.#barriers[direction], writes]);
    this.#barriers[direction] = held;
    void held.then(() => {
      if (this.#barriers[direction] === held) this.#barriers[direction] = null;
    });
  }

  #call(direction: Direction, call: RpcCall, line: Buffer): Writes | Promise<Writes> {
    const { flows, hooks } = this.#context;
    const exchange = this.#exchanges.create(direction, [call], bodyMessage(this.#context, line));
    const hook = exchangeHookFor(hooks, exchange.flow);
    if (call.method === 'notifications/cancelled') this.#exchanges.cancel(direction, call);
    if (hook === null) {
      this.#exchanges.begin(exchange);
      return [{ direction, bytes: line }];
    }
    exchange.interception = new Interception(hook, exchange.flow, call, line);
    flows.add(exchange.flow);
    this.#exchanges.wait(exchange);
    return this.#intercepted(exchange, exchange.interception, call, line);
  }

  async #intercepted(
    exchange: PipeExchange,
    interception: Interception,
    call: RpcCall,
    line: Buffer,
  ): Promise<Writes> {
    const { direction, flow } = exchange;
    const outcome = await interception.decideRequest(line);
    if (flow.unrecorded) this.#context.flows.remove(flow);
    if (flow.finished) return NOTHING;
    if (outcome.type === 'abort') return this.#aborted(exchange, call, outcome);
    if (outcome.type === 'answer') return this.#answered(exchange, interception, call, outcome.line);
    if (outcome.line !== line) {
      flow.originalRequest = flow.request;
      flow.request = this.#message(flow.request?.head ?? '', outcome.line);
    }
    if (call.id === null) this.#exchanges.accept(exchange);
    return [{ direction, bytes: outcome.line }];
  }

  /** Sends the answer of a tool; a notification has none, and goes nowhere. */
  async #answered(
    exchange: PipeExchange,
    interception: Interception,
    call: RpcCall,
    line: Buffer,
  ): Promise<Writes> {
    if (call.id === null) {
      this.#exchanges.accept(exchange);
      return NOTHING;
    }
    return this.#respond(exchange, interception, call, { line, isSynthetic: true });
  }

  #response(direction: Direction, { id }: RpcAnswer, line: Buffer): Writes | Promise<Writes> {
    const exchange = this.#exchanges.waiting(direction, id);
    const interception = exchange?.interception ?? null;
    if (exchange === undefined) this.#exchanges.unexpected(direction, bodyMessage(this.#context, line));
    else if (interception === null) this.#exchanges.respond(exchange, id, line);
    else return this.#respond(exchange, interception, interception.call, { line, isSynthetic: false });
    return [{ direction, bytes: line }];
  }

  async #respond(
    exchange: PipeExchange,
    interception: Interception,
    call: RpcCall,
    { line, isSynthetic }: { readonly line: Buffer; readonly isSynthetic: boolean },
  ): Promise<Writes> {
    const received = this.#message(responseHead(exchange.direction, false), line);
    exchange.isAnswered = true;
    exchange.recorder.firstByte();
    const outcome = await interception.decideResponse(line, received, isSynthetic);
    if (exchange.flow.finished) return NOTHING;
    if (outcome.type === 'abort') return this.#aborted(exchange, call, outcome);
    if (outcome.line !== line) exchange.flow.originalResponse = received;
    this.#exchanges.respond(exchange, call.id, outcome.line === line ? received : outcome.line);
    return [{ direction: opposite(exchange.direction), bytes: outcome.line }];
  }

  /** Fails the exchange. A line cannot be reset: its sender gets an error, or nothing. */
  #aborted(exchange: PipeExchange, call: RpcCall, { how, reason }: Abort): Writes {
    const bytes = errorLine(call, reason);
    const isTold = how === 'reset' && call.id !== null;
    if (isTold && exchange.flow.response === null)
      exchange.recorder.responseStarted(200, this.#message(responseHead(exchange.direction, false), bytes));
    this.#exchanges.fail(exchange, reason);
    return isTold ? [{ direction: opposite(exchange.direction), bytes }] : NOTHING;
  }

  #message(head: string, line: Buffer): Message {
    const message = bodyMessage(this.#context, line);
    message.head = head;
    message.complete = true;
    return message;
  }
}
