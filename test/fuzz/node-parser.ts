// Node's own parser, as an oracle: in strict mode, or as `insecureHTTPParser` has it. It is fed byte by byte, which shows where each message
// ends.
import { createRequire } from 'node:module';
import type { Direction, Ending, Outcome, Read } from './outcome.ts';

interface ParseError extends Error {
  readonly code: string;
}

interface NodeParser {
  initialize(type: number, resource: object, maxHeadBytes: number, lenient: number): void;
  execute(bytes: Buffer): number | ParseError;
  finish(): number | ParseError | undefined;
  [callback: number]: unknown;
}

interface NodeParserClass {
  new (): NodeParser;
  readonly REQUEST: number;
  readonly RESPONSE: number;
  readonly kOnHeaders: number;
  readonly kOnHeadersComplete: number;
  readonly kOnBody: number;
  readonly kOnMessageComplete: number;
  readonly kLenientNone: number;
  readonly kLenientAll: number;
}

// The parser has no public API; this access needs no warning to be silenced.
const { HTTPParser, methods } = createRequire(import.meta.url)('node:_http_common') as {
  readonly HTTPParser: NodeParserClass;
  readonly methods: readonly string[];
};

/** The methods that Node's parser knows; it refuses all others. */
export const nodeMethods: ReadonlySet<string> = new Set(methods);

const MAX_HEAD_BYTES = 64 * 1024;
/** The return value of `onHeadersComplete` that says that the caller knows whether a body follows. */
const READ_BODY = 0;
const SKIP_BODY = 1;

export function readWithNode(bytes: Buffer, direction: Direction, isLenient = false): Outcome {
  const reading = new Reading(direction, isLenient);
  for (let at = 0; at < bytes.length && reading.ending === null; at += 1) reading.byte(bytes, at);
  return { messages: reading.messages, ending: reading.ending ?? reading.finish(bytes.length) };
}

class Reading {
  readonly messages: Read[] = [];
  ending: Ending | null = null;
  readonly #parser = new HTTPParser();
  #at = 0;
  #within = false;
  #inBody = false;
  #headEnd = -1;
  #start = '';
  #url = '';
  #keepAlive = false;
  #last = false;
  #body: string[] = [];

  constructor(direction: Direction, isLenient: boolean) {
    const parser = this.#parser;
    parser.initialize(
      direction.type === 'request' ? HTTPParser.REQUEST : HTTPParser.RESPONSE,
      {},
      MAX_HEAD_BYTES,
      isLenient ? HTTPParser.kLenientAll : HTTPParser.kLenientNone,
    );
    // After a trailer section the parser reports heads in parts too: the target comes here.
    parser[HTTPParser.kOnHeaders] = (_fields: unknown, url: string) => {
      if (!this.#inBody) this.#url += url;
    };
    parser[HTTPParser.kOnHeadersComplete] = this.#onHead(direction);
    parser[HTTPParser.kOnBody] = (part: Buffer) => void this.#body.push(part.toString('latin1'));
    parser[HTTPParser.kOnMessageComplete] = () => this.#onEnd();
  }

  byte(bytes: Buffer, at: number): void {
    const byte = bytes[at];
    if (byte !== CR && byte !== LF) this.#within = true;
    this.#at = at + 1;
    const result = this.#parser.execute(bytes.subarray(at, at + 1));
    if (result instanceof Error && this.ending === null)
      this.ending = { type: 'refused', reason: result.code };
  }

  finish(end: number): Ending {
    this.#at = end;
    const before = this.messages.length;
    this.#parser.finish();
    if (this.ending !== null) return this.ending;
    return this.#within && this.messages.length === before ? { type: 'partial' } : { type: 'clean' };
  }

  #onHead(direction: Direction) {
    const toHead = direction.type === 'response' && direction.method === 'HEAD';
    return (
      ...[, minor, , method, url, status, , upgrade, keepAlive]: [
        major: number,
        minor: number,
        fields: unknown,
        method: number,
        url: string | undefined,
        status: number,
        reason: string,
        upgrade: boolean,
        keepAlive: boolean,
      ]
    ): number => {
      this.#headEnd = this.#at;
      this.#start =
        direction.type === 'request'
          ? `${nameOf(method)} ${url ?? this.#url} ${minor}`
          : `${status} ${minor}`;
      this.#url = '';
      this.#inBody = true;
      // Reported before the parser knows that this response has no body, and therefore meaningless.
      this.#keepAlive = keepAlive || toHead;
      // RFC 9110 section 15.2.2: after a 101 nothing is HTTP, whatever its fields say.
      this.#last = upgrade || toHead || status === 101;
      this.#body = [];
      return toHead ? SKIP_BODY : READ_BODY;
    };
  }

  #onEnd(): void {
    this.messages.push({
      headEnd: this.#headEnd,
      end: this.#at,
      start: this.#start,
      body: this.#body.join(''),
      keepAlive: this.#keepAlive,
    });
    this.#within = false;
    this.#inBody = false;
    if (this.#last || !this.#keepAlive) this.ending = { type: 'clean' };
  }
}

// The number of a method is its index in the list, except for the last one.
function nameOf(method: number): string {
  return methods[Math.min(method, methods.length - 1)] ?? '';
}

const CR = 13;
const LF = 10;
