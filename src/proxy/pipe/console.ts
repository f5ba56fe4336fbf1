// The console of a server: its standard error, and lines on its standard output that are no messages, as one exchange
// whose response grows.
import { Message } from '../../flow/message.ts';
import { FlowRecorder } from '../../flow/recorder.ts';
import { UpdateThrottle } from '../shared/update-throttle.ts';
import type { Direction, PipeContext } from './contract.ts';
import { VERSION } from './heads.ts';

const PREFIXES: Readonly<Record<Direction, string>> = {
  sent: '[not a message, from the client] ',
  received: '[not a message, on standard output] ',
};
const NEWLINE = 10;
/** Bytes of a line that is not a message, at most. */
const MAX_LINE = 4096;

export class ServerConsole {
  readonly #context: PipeContext;
  #opened: { readonly recorder: FlowRecorder; readonly throttle: UpdateThrottle } | null = null;
  #isAtStart = true;

  constructor(context: PipeContext) {
    this.#context = context;
  }

  print(bytes: Buffer): void {
    if (bytes.length === 0) return;
    const { recorder, throttle } = (this.#opened ??= this.#open());
    recorder.firstByte();
    recorder.flow.response?.body.addCopy(bytes, 0, bytes.length);
    this.#isAtStart = bytes.at(-1) === NEWLINE;
    throttle.changed();
  }

  /** Prints a line that is not a message, with a mark. Empty lines mean nothing. */
  printStray(direction: Direction, line: Buffer, size = line.length): void {
    const text = line.subarray(0, MAX_LINE).toString().trim();
    if (text === '') return;
    const more = size > MAX_LINE ? ` … ${size} bytes` : '';
    this.print(Buffer.from(`${this.#isAtStart ? '' : '\n'}${PREFIXES[direction]}${text}${more}\n`));
  }

  /** Ends it. A server that failed has one even if it printed nothing. */
  end(failure: string | null): void {
    if (failure !== null) this.#opened ??= this.#open();
    if (this.#opened === null) return;
    const { recorder } = this.#opened;
    if (recorder.flow.response !== null) recorder.flow.response.complete = true;
    recorder.finish(failure === null ? null : new Error(failure));
  }

  #open(): { readonly recorder: FlowRecorder; readonly throttle: UpdateThrottle } {
    const { name, client, flows, captures } = this.#context;
    const request = new Message(`GET /console ${VERSION}\r\n\r\n`, captures);
    request.complete = true;
    const target = { scheme: 'mcp', host: name, port: 0 } as const;
    const flow = flows.create({ client, method: 'GET', target, request, decrypted: false });
    const recorder = new FlowRecorder(flow, flows);
    recorder.answeredLocally();
    flows.add(flow);
    const head = `${VERSION} 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n`;
    recorder.responseStarted(200, new Message(head, captures));
    return { recorder, throttle: new UpdateThrottle(flow, this.#context) };
  }
}
