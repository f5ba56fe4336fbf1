// One stream of an HTTP/2 connection (RFC 9113 section 5): outgoing data waits for the peer's windows, incoming data
// for its reader.
import { copyBytes } from '../../base/copy-bytes.ts';
import { ERROR_CODE } from './error-codes.ts';
import { NO_FIELDS, type FlatFields } from '../flat-fields.ts';

/** The end of a stream. */
export interface StreamEnd {
  /** Of RST_STREAM, or of what ended the connection. */
  readonly code: number;
  /** The side that ended it. `connection`: it went down with its connection. */
  readonly by: 'both' | 'peer' | 'us' | 'connection';
  /** The violation, as the rest of a sentence about the peer's message or connection; null for nothing. */
  readonly reason: string | null;
}

/** Stands for an empty list; never changed. */
const NOTHING: Buffer[] = [];

const COMPLETE: StreamEnd = { code: ERROR_CODE.NO_ERROR, by: 'both', reason: null };

export interface StreamHandler {
  /** Called with each head of a response, of which all but the last are 1xx. `ended`: nothing follows. */
  head?(fields: string[], ended: boolean): void;
  /** Called with bytes of the body, which are valid during the call. */
  data(bytes: Buffer, start: number, end: number): void;
  /** Called when the peer has sent everything. */
  ended(trailers: FlatFields): void;
  /** Called when the peer takes more, after a `write` that returned false. */
  drained(): void;
  /** Called once, when nothing more will be sent or received. */
  over(end: StreamEnd): void;
}

/** The parts of a connection that its streams use. */
export interface StreamOwner {
  /** True when a complete message is handed over even if the stream ends: a response, while a request is of no use then. */
  readonly keepsMessages: boolean;
  /** True when nothing can be written for now. */
  readonly blocked: boolean;
  sendHead(stream: Http2Stream, control: FlatFields, fields: FlatFields, ended: boolean): void;
  /** Sends what the windows allow, and returns the offset behind it. */
  sendData(stream: Http2Stream, bytes: Buffer, start: number): number;
  sendEnd(stream: Http2Stream, trailers: FlatFields): void;
  sendReset(stream: Http2Stream, code: number): void;
  /** Called when a stream has something that waits for a window. */
  waits(stream: Http2Stream): void;
  /** Gives back credit for bytes that were read. */
  credit(stream: Http2Stream, bytes: number): void;
  /** Counts bytes that wait for their reader. */
  held(bytes: number): void;
  remove(stream: Http2Stream, end: StreamEnd): void;
}

export class Http2Stream {
  readonly id: number;
  handler: StreamHandler | null = null;
  /** Bytes that we may send. */
  sendWindow: number;
  /** Bytes that the peer may send, and those that it may be given back. */
  receiveWindow: number;
  credit = 0;
  /** Length of the body that the peer has announced; negative for none. */
  expectedBytes = -1;
  receivedBytes = 0;
  /** True when the final head has been received: what follows are trailers. */
  headReceived = false;
  /** True when the peer has sent END_STREAM. */
  remoteEnded = false;
  /** True when the handler has heard of the end of the peer's message, or was given it with the head. */
  endDelivered = false;
  /** True when the stream is over for the connection. */
  closed = false;
  readonly #owner: StreamOwner;
  /** True when `end` was called; what was written before may still wait. */
  #ending = false;
  #localEnded = false;
  #headSent = false;
  /** Few streams have to wait: a list is made for those that do. */
  #queue: Buffer[] = NOTHING;
  #trailers = NO_FIELDS;
  #needsDrain = false;
  /** The code to reset with when everything has been sent; negative for none. */
  #resetAfter = -1;
  #paused = false;
  #held: Buffer[] = NOTHING;
  /** The trailers of a message whose bytes are held; null when it has not ended. */
  #heldEnd: FlatFields | null = null;
  /** The end, once it has come. */
  #end: StreamEnd | null = null;

  constructor(id: number, owner: StreamOwner, sendWindow: number, receiveWindow: number) {
    this.id = id;
    this.#owner = owner;
    this.sendWindow = sendWindow;
    this.receiveWindow = receiveWindow;
  }

  get headSent(): boolean {
    return this.#headSent;
  }

  /** True when everything that was written has been sent. */
  get isSent(): boolean {
    return this.#queue.length === 0;
  }

  /** True when `end` was called, or nothing can be sent any more. */
  get isEnding(): boolean {
    return this.#ending || this.closed;
  }

  /** Sends a head, its pseudo-fields apart; a 1xx may be followed by others. */
  sendHead(control: FlatFields, fields: FlatFields, ended: boolean, isInterim = false): void {
    if (this.isEnding) return;
    if (!isInterim) this.#headSent = true;
    this.#owner.sendHead(this, control, fields, ended);
    if (!ended) return;
    this.#ending = true;
    this.#sentAll();
  }

  /** Writes bytes, which nobody changes afterwards; false when they wait: `drained` follows. */
  write(bytes: Buffer): boolean {
    if (this.isEnding) return true;
    let from = 0;
    if (this.#queue.length === 0) from = this.#owner.sendData(this, bytes, 0);
    if (from < bytes.length) {
      const rest = from === 0 ? bytes : bytes.subarray(from);
      if (this.#queue === NOTHING) this.#queue = [rest];
      else this.#queue.push(rest);
      this.#owner.waits(this);
    }
    this.#needsDrain = this.#queue.length > 0 || this.#owner.blocked;
    if (this.#needsDrain) this.#owner.waits(this);
    return !this.#needsDrain;
  }

  /** Ends our side, after what was written. */
  end(trailers = NO_FIELDS): void {
    if (this.isEnding) return;
    this.#ending = true;
    this.#trailers = trailers;
    if (this.#queue.length === 0) this.#sendEnd();
  }

  /** Resets the stream; with NO_ERROR, after what was written. */
  reset(code: number, reason: string | null = null): void {
    if (this.closed) return;
    if (code === ERROR_CODE.NO_ERROR && this.#ending && !this.#localEnded) this.#resetAfter = code;
    else {
      this.#owner.sendReset(this, code);
      this.close({ code, by: 'us', reason });
    }
  }

  pause(): void {
    this.#paused = true;
  }

  /** Reads on; what is held is handed over after the current task, since the caller may not expect it yet. */
  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    if (this.#held.length > 0 || this.#heldEnd !== null) queueMicrotask(() => this.#release());
  }

  // Called by the connection.

  /** Sends what waits, as far as the windows allow; false when it still waits. */
  pump(): boolean {
    for (let bytes = this.#queue[0]; bytes !== undefined; bytes = this.#queue[0]) {
      const end = this.#owner.sendData(this, bytes, 0);
      if (end < bytes.length) {
        this.#queue[0] = bytes.subarray(end);
        return false;
      }
      this.#queue.shift();
    }
    if (this.#owner.blocked) return false;
    if (this.#ending) {
      if (!this.#localEnded) this.#sendEnd();
    } else if (this.#needsDrain) {
      this.#needsDrain = false;
      this.handler?.drained();
    }
    return true;
  }

  receive(bytes: Buffer, start: number, end: number): void {
    if (this.#paused || this.#held.length > 0) {
      const copy = copyBytes(bytes, start, end);
      if (this.#held === NOTHING) this.#held = [copy];
      else this.#held.push(copy);
      this.#owner.held(end - start);
      return;
    }
    this.handler?.data(bytes, start, end);
    this.#owner.credit(this, end - start);
  }

  receiveEnd(trailers: FlatFields): void {
    this.remoteEnded = true;
    if (this.#paused || this.#held.length > 0) this.#heldEnd = trailers;
    else this.#deliverEnd(trailers);
  }

  /** Ends the stream from outside. */
  close(end: StreamEnd): void {
    if (this.closed) return;
    this.closed = true;
    this.#queue = NOTHING;
    this.#owner.remove(this, end);
    if (this.#heldEnd !== null && this.#owner.keepsMessages && end.by !== 'us') {
      this.#end = end;
      return;
    }
    this.#drop();
    this.#reportEnd(end);
  }

  #release(): void {
    while (!this.#paused) {
      const bytes = this.#held.shift();
      if (bytes === undefined) break;
      this.#owner.held(-bytes.length);
      this.handler?.data(bytes, 0, bytes.length);
      if (!this.closed) this.#owner.credit(this, bytes.length);
    }
    const trailers = this.#heldEnd;
    if (this.#paused || trailers === null || this.#held.length > 0) return;
    this.#heldEnd = null;
    this.#deliverEnd(trailers);
    if (this.#end !== null) this.#reportEnd(this.#end);
  }

  /** Reports the end after the current task: the caller that ended the stream may not expect it yet. */
  #reportEnd(end: StreamEnd): void {
    queueMicrotask(() => this.handler?.over(end));
  }

  #drop(): void {
    for (const { length } of this.#held) this.#owner.held(-length);
    this.#held = NOTHING;
  }

  #deliverEnd(trailers: FlatFields): void {
    this.endDelivered = true;
    this.handler?.ended(trailers);
    if (this.#localEnded && !this.closed) this.close(COMPLETE);
  }

  #sendEnd(): void {
    this.#owner.sendEnd(this, this.#trailers);
    this.#sentAll();
  }

  #sentAll(): void {
    this.#localEnded = true;
    if (this.#resetAfter >= 0) this.reset(this.#resetAfter);
    else if (this.remoteEnded && this.#heldEnd === null) this.close(COMPLETE);
  }
}
