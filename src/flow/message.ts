// One message of a captured exchange: its head stays raw, and header lists and texts are computed on demand.
import { textOfOctets } from '../base/octets.ts';
import { fieldList, fieldValue } from '../codec/http1/field-lines.ts';
import { fieldValue as flatValue, headText, type UnwrittenHead } from '../codec/flat-fields.ts';
import { BodyCapture } from './body-capture.ts';
import type { CaptureBudget } from './capture-budget.ts';

export interface Header {
  readonly name: string;
  readonly value: string;
}

/** One direction of an exchange. */
export class Message {
  /** Trailer field lines; empty without. */
  trailers = '';
  /** True when its end has been read. */
  complete = false;
  /**
   * True when its body is kept without the content coding that its fields name, as in files that store
   * decoded bodies.
   */
  isDecoded = false;
  /** The media type that a file gives where no field does; empty without one. */
  mimeType = '';
  /** Bytes of the body as transferred, where a file says so and keeps it decoded; null: those of `body`. */
  transferredBytes: number | null = null;
  /** Changes that the proxy itself made to it, as sentences; null for none. */
  notes: readonly string[] | null = null;
  readonly #budget: CaptureBudget;
  #head: string | UnwrittenHead;
  #body: BodyCapture | null = null;
  #headers: readonly Header[] | null = null;
  readonly #bodyOf: Message | null;

  /** Creates a message. `bodyOf`: a message with the same body, which is stored once. */
  constructor(head: string | UnwrittenHead, budget: CaptureBudget, bodyOf: Message | null = null) {
    this.#head = head;
    this.#budget = budget;
    this.#bodyOf = bodyOf;
  }

  /** Start line and field lines as latin1, one char per byte, through the empty line. */
  get head(): string {
    if (typeof this.#head === 'object') this.#head = headText(this.#head);
    return this.#head;
  }

  /** Replaces the head of a message that changed on its way. */
  set head(head: string | UnwrittenHead) {
    this.#head = head;
    this.#headers = null;
  }

  /** The head as it is kept: it takes less time to compare than to render. */
  get keptHead(): string | UnwrittenHead {
    return this.#head;
  }

  get body(): BodyCapture {
    return this.#bodyOf?.body ?? (this.#body ??= new BodyCapture(this.#budget));
  }

  /** Releases the memory of the body: no list has the flow. */
  release(): void {
    if (this.#body !== null) this.#budget.release(this.#body);
  }

  /** Fields in the order and case in which they were sent, with values as text. */
  get headers(): readonly Header[] {
    this.#headers ??= this.octetHeaders.map(asText);
    return this.#headers;
  }

  /** The same with the octets of the values, one char each, for whoever sends them again. */
  get octetHeaders(): readonly Header[] {
    return fieldList(this.head);
  }

  get trailerFields(): readonly Header[] {
    return this.octetTrailers.map(asText);
  }

  get octetTrailers(): readonly Header[] {
    return this.trailers === '' ? [] : fieldList(`\r\n${this.trailers}\r\n`);
  }

  /** Returns the first value of a field as text, in any spelling of its name. */
  header(name: string): string | undefined {
    const lower = name.toLowerCase();
    const head = this.#head;
    const value = typeof head === 'string' ? fieldValue(head, lower) : flatValue(head.fields, lower);
    const octets = value ?? (lower === 'content-type' && this.mimeType !== '' ? this.mimeType : undefined);
    return octets === undefined ? undefined : textOfOctets(octets);
  }

  /** True when its head contains `text`: a quick test for what few messages have. */
  mentions(text: string): boolean {
    const head = this.#head;
    return typeof head === 'string' ? head.includes(text) : head.fields.some((part) => part.includes(text));
  }

  /** Bytes of the body as transferred, also those that were not captured. */
  get size(): number {
    return this.transferredBytes ?? this.bodySize;
  }

  /** Bytes of the body that passed, captured or not. */
  get bodySize(): number {
    return this.#bodyOf?.bodySize ?? this.#body?.size ?? 0;
  }

  /** Bytes of the body that were captured. */
  get capturedSize(): number {
    const body = this.#bodyOf?.body ?? this.#body;
    return body === null ? 0 : body.size - body.omitted;
  }

  /** The request line or the status line, without the line break. */
  get startLine(): string {
    const head = this.#head;
    return typeof head === 'string' ? head.slice(0, head.indexOf('\r\n')) : head.startLine;
  }
}

function asText(field: Header): Header {
  const value = textOfOctets(field.value);
  return value === field.value ? field : { name: field.name, value };
}
