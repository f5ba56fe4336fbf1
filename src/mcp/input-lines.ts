// Checks the lines of standard input before the protocol reads them. An invalid message gets a JSON-RPC 2.0 error as
// its response, and the connection stays open.
import { Transform, type Readable, type Writable } from 'node:stream';
import { isObject } from '../base/is-object.ts';
import { messageOf } from '../base/errors.ts';

/** The maximum length of a line. Longer lines are skipped. */
export const MAX_LINE_BYTES = 8 * 1024 * 1024;
const LINE_FEED = 0x0a;

/** Returns the lines of `input` that are messages. Errors for the others go to `output`. */
export function messageLines(input: Readable, output: Writable): Readable {
  return input.pipe(new MessageLines(output));
}

class MessageLines extends Transform {
  readonly #output: Writable;
  #pieces: Buffer[] = [];
  #size = 0;
  #isTooLong = false;

  constructor(output: Writable) {
    super();
    this.#output = output;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.#take(chunk.subarray(start, end));
      this.#endLine();
      start = end + 1;
    }
    this.#take(chunk.subarray(start));
    done();
  }

  override _flush(done: () => void): void {
    this.#endLine();
    done();
  }

  #take(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > MAX_LINE_BYTES) {
      this.#isTooLong = true;
      this.#pieces = [];
    } else if (piece.length > 0) this.#pieces.push(piece);
  }

  #endLine(): void {
    const text = Buffer.concat(this.#pieces).toString();
    const [size, isTooLong] = [this.#size, this.#isTooLong];
    this.#pieces = [];
    this.#size = 0;
    this.#isTooLong = false;
    if (isTooLong)
      this.#refuse(null, -32600, `The message has ${size} bytes; at most ${MAX_LINE_BYTES} are read`);
    else if (text.trim() !== '') this.#check(text);
  }

  #check(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch (error) {
      this.#refuse(null, -32700, `The message is not JSON: ${messageOf(error)}`);
      return;
    }
    const reason = wrong(message);
    if (reason === null) this.push(`${text}\n`);
    else this.#refuse(isObject(message) ? idOf(message['id']) : null, -32600, reason);
  }

  #refuse(id: string | number | null, code: number, message: string): void {
    this.#output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }
}

function idOf(id: unknown): string | number | null {
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

/** Returns why a value is no message of JSON-RPC; null for one that is. */
function wrong(message: unknown): string | null {
  if (!isObject(message)) return 'A message is one JSON object; batches are not part of the protocol';
  const { jsonrpc, method, id, params, result, error } = message;
  if (jsonrpc !== '2.0') return 'The message has no "jsonrpc": "2.0"';
  if (id !== undefined && idOf(id) === null) return 'The id of a message is a text or a number';
  if (method === undefined)
    return id !== undefined && (result !== undefined || error !== undefined)
      ? null
      : 'The message has no method';
  if (typeof method !== 'string') return 'The method of a message is a text';
  return params === undefined || isObject(params) ? null : 'The params of a message are an object';
}
