// MCP over a pair of pipes: reads the messages of both directions, records them as exchanges, and asks debugging tools
// about them. Whoever owns the pipes passes the bytes on.
import { fields, list, textOrNull } from '../../base/json-fields.ts';
import { EnvelopeScanner } from '../../codec/json-rpc/envelope-scanner.ts';
import { LineSplitter } from '../../codec/json-rpc/lines.ts';
import { readRpc, type RpcAnswer, type RpcCall, type RpcMessage } from '../../codec/json-rpc/message.ts';
import { Message } from '../../flow/message.ts';
import { ServerConsole } from './console.ts';
import type { Direction, PipeContext, PipeWrite } from './contract.ts';
import { bodyMessage, Exchanges } from './exchanges.ts';
import { Questions } from './questions.ts';

export type { Direction, PipeContext, PipeWrite } from './contract.ts';

/** Longer messages are not parsed: their envelope is searched. */
const MAX_PARSED = 1024 * 1024;

export class McpPipe {
  readonly #context: PipeContext;
  readonly #exchanges: Exchanges;
  readonly #console: ServerConsole;
  readonly #questions: Questions;
  readonly #lines: Readonly<Record<Direction, LineSplitter>>;

  constructor(context: PipeContext) {
    this.#context = context;
    this.#exchanges = new Exchanges(context);
    this.#console = new ServerConsole(context);
    this.#questions = new Questions(context, this.#exchanges);
    this.#lines = { sent: this.#splitter('sent'), received: this.#splitter('received') };
  }

  /** True while tools are on, which have to see each line before it is passed on. */
  get intercepts(): boolean {
    return this.#context.hooks.exchange !== undefined;
  }

  /** Records bytes that have been passed on. */
  passed(direction: Direction, bytes: Buffer): void {
    this.#lines[direction].push(bytes);
  }

  /** Records a line that waits, and resolves with what is written instead of it; never rejects. */
  ask(direction: Direction, line: Buffer): readonly PipeWrite[] | Promise<readonly PipeWrite[]> {
    const messages = readRpc(line.toString()) ?? [];
    if (messages.length > 1 && messages.some((each) => this.#questions.intercepts(direction, each)))
      return this.#askEach(direction, messages, line);
    const [message] = messages;
    if (messages.length !== 1 || message === undefined || this.#isReport(direction, message)) {
      this.#line(direction, line, messages.length === 0 ? null : messages);
      return [{ direction, bytes: line }];
    }
    this.#noteClient(direction, message);
    return this.#questions.ask(direction, message, line);
  }

  /** Takes a batch apart, since tools decide about each of its messages. */
  async #askEach(
    direction: Direction,
    messages: readonly RpcMessage[],
    line: Buffer,
  ): Promise<readonly PipeWrite[]> {
    const values = list(JSON.parse(line.toString()));
    const writes = messages.map(async (message, at) =>
      this.#questions.ask(direction, message, Buffer.from(`${JSON.stringify(values[at])}\n`)),
    );
    return (await Promise.all(writes)).flat();
  }

  /** Records what the server printed on its standard error. */
  printed(bytes: Buffer): void {
    this.#console.print(bytes);
  }

  /** Ends the recording. `code`: the exit code of the server; null when the pipe ended without one. */
  end(code: number | null): void {
    for (const lines of Object.values(this.#lines)) lines.end();
    const how = code === null ? 'The connection ended' : `The server ended with exit code ${code}`;
    this.#exchanges.failAll(`${how} before the answer`);
    this.#console.end(code === null || USUAL_ENDS.has(code) ? null : how);
  }

  #splitter(direction: Direction): LineSplitter {
    let long: LongLine | null = null;
    return new LineSplitter(MAX_PARSED, {
      line: (bytes) => this.#line(direction, bytes, readRpc(bytes.toString())),
      part: (bytes, isLast) => {
        long ??= new LongLine(this.#context);
        long.add(bytes);
        if (!isLast) return;
        this.#long(direction, long);
        long = null;
      },
    });
  }

  #line(direction: Direction, line: Buffer, messages: readonly RpcMessage[] | null): void {
    const [first] = messages ?? [];
    if (messages === null || first === undefined) this.#console.printStray(direction, line);
    else if (messages.length > 1) this.#batch(direction, messages, line);
    else this.#message(direction, first, line);
  }

  #long(direction: Direction, line: LongLine): void {
    const message = line.scanner.message();
    if (message !== null) this.#message(direction, message, line.message);
    else this.#console.printStray(direction, line.message.body.bytes(MAX_PARSED), line.message.bodySize);
  }

  #message(direction: Direction, message: RpcMessage, line: Buffer | Message): void {
    this.#noteClient(direction, message);
    if (message.type === 'call') this.#call(direction, message, line);
    else this.#answered(direction, message, line);
  }

  #call(direction: Direction, call: RpcCall, line: Buffer | Message): void {
    const reported = this.#exchanges.reported(direction, call);
    if (reported !== undefined) {
      this.#exchanges.respond(reported, null, line);
      return;
    }
    this.#exchanges.begin(this.#exchanges.create(direction, [call], this.#body(line)));
    if (call.method === 'notifications/cancelled') this.#exchanges.cancel(direction, call);
  }

  #answered(direction: Direction, { id }: RpcAnswer, line: Buffer | Message): void {
    const exchange = this.#exchanges.waiting(direction, id);
    if (exchange !== undefined) this.#exchanges.respond(exchange, id, line);
    else this.#exchanges.unexpected(direction, this.#body(line));
  }

  /** A batch of requests is one exchange; one of answers is added to each exchange that it answers. */
  #batch(direction: Direction, messages: readonly RpcMessage[], line: Buffer): void {
    const calls = messages.filter((each) => each.type === 'call');
    if (calls.length > 0) this.#exchanges.begin(this.#exchanges.create(direction, calls, this.#body(line)));
    const answered = new Set(
      messages.flatMap((each) =>
        each.type === 'answer' ? (this.#exchanges.waiting(direction, each.id) ?? []) : [],
      ),
    );
    if (calls.length === 0 && answered.size === 0) this.#exchanges.unexpected(direction, this.#body(line));
    for (const exchange of answered) {
      const ids = messages.flatMap((each) =>
        each.type === 'answer' && exchange.ids.has(each.id) ? each.id : [],
      );
      this.#exchanges.respondAll(exchange, ids, line);
    }
  }

  #body(line: Buffer | Message): Message {
    return Buffer.isBuffer(line) ? bodyMessage(this.#context, line) : line;
  }

  #isReport(direction: Direction, message: RpcMessage): boolean {
    return message.type === 'call' && this.#exchanges.reported(direction, message) !== undefined;
  }

  /** Names the app of the exchanges as the client names itself. */
  #noteClient(direction: Direction, message: RpcMessage): void {
    const { client } = this.#context;
    if (client.app !== null || direction !== 'sent' || message.type !== 'call') return;
    const { clientInfo, _meta: meta } = message.params;
    const info = fields(clientInfo ?? fields(meta)['io.modelcontextprotocol/clientInfo']);
    client.app = (textOrNull(info['title']) ?? textOrNull(info['name']))?.slice(0, MAX_NAME) ?? null;
  }
}

const MAX_NAME = 100;

/** Clients end a server by closing its input, or by a signal: SIGHUP, SIGINT, SIGTERM. */
const USUAL_ENDS: ReadonlySet<number> = new Set([0, 129, 130, 143]);

/** A message that is too long to be held: what can be captured of it, and its envelope. */
class LongLine {
  readonly scanner = new EnvelopeScanner();
  readonly message: Message;

  constructor({ captures }: PipeContext) {
    this.message = new Message('', captures);
  }

  add(bytes: Buffer): void {
    this.scanner.push(bytes);
    this.message.body.addCopy(bytes, 0, bytes.length);
  }
}
