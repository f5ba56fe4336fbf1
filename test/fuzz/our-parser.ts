// Our codec, driven as connections drive it: bytes accumulate until a head is complete, the body is read as
// it arrives, and the next message follows.
import { bodyReader } from '../../src/codec/http1/body.ts';
import type { BodyReader } from '../../src/codec/http1/body-reader.ts';
import { hasOption } from '../../src/base/http-syntax.ts';
import { headEnd, partialHeadViolation } from '../../src/codec/http1/head-end.ts';
import { readRequestHead, requestFraming, type RequestHead } from '../../src/codec/http1/request-head.ts';
import { readResponseHead, type ResponseHead } from '../../src/codec/http1/response-head.ts';
import { readTarget } from '../../src/codec/http1/target.ts';
import type { Direction, Ending, Outcome, Read } from './outcome.ts';

const MAX_EMPTY_LINES = 8;
const NO_STATUS_LINE = 'the response does not start with an HTTP/1 status line';

export function readWithOurs(pieces: readonly Buffer[], direction: Direction): Outcome {
  const reading = new Reading(direction);
  for (const piece of pieces) reading.bytes(piece);
  return { messages: reading.messages, ending: reading.ending ?? reading.finish() };
}

interface Head {
  readonly headEnd: number;
  readonly start: string;
  readonly keepAlive: boolean;
  readonly last: boolean;
  readonly untilClose: boolean;
  readonly body: BodyReader;
}

class Reading {
  readonly messages: Read[] = [];
  ending: Ending | null = null;
  readonly #direction: Direction;
  #input: Buffer = Buffer.alloc(0);
  /** The offset of `#input` in all the bytes. */
  #at = 0;
  #head: Head | null = null;
  #body: string[] = [];

  constructor(direction: Direction) {
    this.#direction = direction;
  }

  bytes(piece: Buffer): void {
    this.#input = Buffer.concat([this.#input, piece]);
    while (this.#input.length > 0 && this.ending === null) {
      if (!(this.#head === null ? this.#readHead() : this.#readBody(this.#head))) return;
    }
  }

  finish(): Ending {
    const head = this.#head;
    if (head?.untilClose === true) this.#complete(head);
    else if (head !== null) return { type: 'partial' };
    return this.#input.length === this.#emptyLines() ? { type: 'clean' } : { type: 'partial' };
  }

  /** RFC 9112 section 2.2: empty lines are skipped before a request, not before a response. */
  #emptyLines(): number {
    let at = 0;
    if (this.#direction.type === 'response') return at;
    while (at < MAX_EMPTY_LINES * 2 && this.#input[at] === 13 && this.#input[at + 1] === 10) at += 2;
    return at;
  }

  #readHead(): boolean {
    const start = this.#emptyLines();
    const end = headEnd(this.#input, start);
    if (end < 0) {
      const problem = this.#partialError(this.#input.subarray(start));
      if (problem !== null) this.#refuse(problem);
      return false;
    }
    const raw = this.#input.toString('latin1', start, end);
    this.#take(end);
    const head =
      this.#direction.type === 'request'
        ? readRequestHead(raw)
        : readResponseHead(raw, this.#direction.method);
    if (head.type === 'violation') this.#refuse(head.reason);
    else if (head.type === 'request') this.#request(head);
    else this.#response(head);
    return true;
  }

  #partialError(bytes: Buffer): string | null {
    if (this.#direction.type === 'request') return partialHeadViolation(bytes)?.reason ?? null;
    return 'HTTP/'.startsWith(bytes.toString('latin1', 0, 5)) ? null : NO_STATUS_LINE;
  }

  #request(head: RequestHead): void {
    const target = readTarget(head.method, head.target);
    if (target.type === 'violation') {
      this.#refuse(target.reason);
      return;
    }
    if (target.type === 'authority' && requestFraming(head).type !== 'none') {
      this.#refuse('CONNECT has a body');
      return;
    }
    const upgrades = head.fields.upgrade !== null && hasOption(head.fields.connection, 'upgrade');
    this.#begin({
      headEnd: this.#at,
      start: `${head.method} ${head.target} ${head.minor}`,
      keepAlive: head.keepAlive,
      last: upgrades || target.type === 'authority',
      untilClose: false,
      body: bodyReader(requestFraming(head)),
    });
  }

  #response(head: ResponseHead): void {
    const toHead = this.#direction.type === 'response' && this.#direction.method === 'HEAD';
    this.#begin({
      headEnd: this.#at,
      start: `${head.status} ${head.minor}`,
      keepAlive: head.keepAlive || toHead,
      last: head.status === 101 || toHead,
      untilClose: head.framing.type === 'close',
      body: bodyReader(head.framing),
    });
  }

  #begin(head: Head): void {
    this.#head = head;
    this.#body = [];
    if (head.body.done) this.#complete(head);
  }

  #readBody(head: Head): boolean {
    const end = head.body.read(this.#input, 0, (bytes, start, stop) => {
      this.#body.push(bytes.toString('latin1', start, stop));
    });
    this.#take(end);
    if (head.body.violation !== null) this.#refuse(head.body.violation.reason);
    else if (head.body.done) this.#complete(head);
    return true;
  }

  #complete(head: Head): void {
    const { headEnd, start, keepAlive } = head;
    this.messages.push({ headEnd, end: this.#at, start, body: this.#body.join(''), keepAlive });
    this.#head = null;
    if (head.last || !head.keepAlive) this.ending = { type: 'clean' };
  }

  #take(end: number): void {
    this.#input = this.#input.subarray(end);
    this.#at += end;
  }

  #refuse(reason: string): void {
    this.ending = { type: 'refused', reason };
  }
}
