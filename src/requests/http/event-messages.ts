// Reads the messages of a streaming response while it arrives: server-sent events, or lines of JSON.
import { EventStreamReader, isEventStream } from '../../codec/sse.ts';
import { fieldList } from '../../codec/http1/field-lines.ts';
import type { Message } from '../response.ts';

const MAX_EVENT_BYTES = 16 * 1024 * 1024;
const JSON_LINES = /^\s*application\/(?:x-ndjson|ndjson|jsonl|x-jsonlines)\b/i;

interface Reader {
  read(bytes: Buffer, start: number, end: number): void;
}

export class EventMessages {
  readonly messages: Message[] = [];
  readonly #onMessage: ((message: Message) => void) | undefined;
  #head: string | null = null;
  #reader: Reader | null = null;

  constructor(onMessage: ((message: Message) => void) | undefined) {
    this.#onMessage = onMessage;
  }

  /** Reads a piece of the body of the response with this head. */
  readonly read = (bytes: Buffer, head: string): void => {
    // A redirect or a challenge has a different head.
    if (head !== this.#head) this.#start(head);
    this.#reader?.read(bytes, 0, bytes.length);
  };

  #start(head: string): void {
    this.#head = head;
    this.messages.length = 0;
    const fields = fieldList(head);
    const valueOf = (name: string): string =>
      fields.find((field) => field.name.toLowerCase() === name)?.value ?? '';
    const contentType = valueOf('content-type');
    if (valueOf('content-encoding') !== '') this.#reader = null;
    else if (isEventStream(contentType))
      this.#reader = new EventStreamReader(MAX_EVENT_BYTES, ({ event, data }) =>
        this.#received(event === 'message' ? '' : event, data),
      );
    else
      this.#reader = JSON_LINES.test(contentType) ? new LineReader((line) => this.#received('', line)) : null;
  }

  readonly #received = (name: string, data: Buffer): void => {
    const message: Message = {
      direction: 'received',
      name,
      data: Buffer.from(data),
      isText: true,
      time: Date.now(),
    };
    this.messages.push(message);
    this.#onMessage?.(message);
  };
}

const LINE_FEED = 0x0a;

/** Splits into lines; what a longer one has beyond the limit is left out, and so are empty ones. */
class LineReader implements Reader {
  readonly #emit: (line: Buffer) => void;
  #pieces: Buffer[] = [];
  #size = 0;

  constructor(emit: (line: Buffer) => void) {
    this.#emit = emit;
  }

  read(bytes: Buffer, start: number, end: number): void {
    let from = start;
    for (let at = bytes.indexOf(LINE_FEED, from); at >= 0 && at < end; at = bytes.indexOf(LINE_FEED, from)) {
      this.#take(bytes.subarray(from, at));
      const line = Buffer.concat(this.#pieces);
      if (line.toString().trim() !== '') this.#emit(line);
      this.#pieces = [];
      this.#size = 0;
      from = at + 1;
    }
    this.#take(bytes.subarray(from, end));
  }

  #take(piece: Buffer): void {
    if (this.#size >= MAX_EVENT_BYTES) return;
    this.#pieces.push(Buffer.from(piece));
    this.#size += piece.length;
  }
}
