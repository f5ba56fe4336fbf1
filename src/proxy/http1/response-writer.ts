// Writes one response to an HTTP/1 client, as received where the client can read that and with new framing
// otherwise; and copies it into the flow once.
import { copyBytes } from '../../base/copy-bytes.ts';
import type { ResponseHead } from '../../codec/http1/response-head.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import { Message } from '../../flow/message.ts';
import type { ServerSentEvents } from '../../flow/server-sent-events.ts';
import type { AbortMode } from './contract.ts';
import { bodyForm, clientHead, type BodyForm } from './forwarded.ts';
import { WriteCoalescer } from './write-coalescer.ts';
import { http3Offer } from '../shared/http3-offer.ts';

/** Payload of a full TLS record (RFC 8446 section 5.1). */
const RECORD_BYTES = 16 * 1024;

/** Writes to the client; `written` is called when the bytes are no longer needed. */
export type Output = (data: Buffer | string, written?: () => void) => void;

export class ResponseWriter {
  /** The message that the client receives. */
  readonly message: Message;
  /** True when the client's connection can serve another exchange. */
  readonly keep: boolean;
  /** The way the connection ends when the response is incomplete. */
  readonly cutForm: AbortMode;
  /** The events of an event stream, which is never coalesced. */
  events: ServerSentEvents | null = null;
  readonly #captures: CaptureBudget;
  readonly #output: Output;
  readonly #form: BodyForm;
  /** True when the payload is captured apart from its framing. */
  readonly #framed: boolean;
  /** The head, which is written together with what arrives next. */
  #head: string | null;
  #coalescer: WriteCoalescer | null = null;

  /** Prepares a response to a client of HTTP/1.`minor`. `keep`: it asked for a persistent connection. */
  constructor(head: ResponseHead, minor: 0 | 1, keep: boolean, captures: CaptureBudget, output: Output) {
    this.#captures = captures;
    this.#output = output;
    this.#form = bodyForm(head, minor);
    this.#framed = head.framing.type === 'chunked';
    const endsWithConnection = minor === 0 && (this.#framed || head.framing.type === 'close');
    this.keep = keep && !endsWithConnection;
    this.cutForm = endsWithConnection ? 'reset' : 'close';
    const connection = !this.keep ? 'close' : minor === 0 ? 'keep-alive' : null;
    this.#head = clientHead(head, this.#form, connection);
    this.message = new Message(
      connection === null && head.minor === 1 ? this.#head : capturedHead(head, this.#form),
      captures,
    );
    const offer = http3Offer(head.raw, head.fields);
    if (offer !== null) this.message.notes = [offer.note];
  }

  /** Takes bytes of the body as they travelled, framing included; valid during the call. */
  data(bytes: Buffer, start: number, end: number): void {
    if (this.#form === 'unchunked') return;
    if (this.#form === 'chunked') this.#writeChunk(bytes, start, end);
    else if (this.events === null && (this.#coalescer !== null || end - start >= RECORD_BYTES))
      this.#gather(bytes, start, end);
    else this.#writeData(bytes, start, end);
    if (!this.#framed) this.events?.add(bytes, start, end);
  }

  /** Takes the range of the payload of a chunked body, before `data`. */
  payload(bytes: Buffer, start: number, end: number): void {
    this.message.body.addCopy(bytes, start, end);
    if (this.#form === 'unchunked') this.#output(this.#withHead(bytes, start, end));
    this.events?.add(bytes, start, end);
  }

  /** Writes the head if nothing arrived along with it. */
  flush(): void {
    const head = this.#head;
    this.#head = null;
    if (head !== null) this.#output(head);
  }

  end(trailers: string): void {
    this.finishPartial();
    if (this.#form === 'chunked') this.#output(`0\r\n${trailers}\r\n`);
    this.message.trailers = trailers;
    this.message.complete = true;
  }

  /** Writes what is left of a response that ends here, complete or not. */
  finishPartial(): void {
    this.flush();
    this.#coalescer?.end();
  }

  /** Writes memory to the client that the flow keeps too. */
  #writeData(bytes: Buffer, start: number, end: number): void {
    const headLength = this.#head?.length ?? 0;
    const out = this.#withHead(bytes, start, end);
    if (!this.#framed) this.message.body.addFrom(out, headLength);
    this.#output(out);
  }

  #gather(bytes: Buffer, start: number, end: number): void {
    this.flush();
    this.#coalescer ??= new WriteCoalescer(
      this.#captures,
      this.#framed ? null : this.message.body,
      this.#output,
    );
    this.#coalescer.take(bytes, start, end);
  }

  #writeChunk(bytes: Buffer, start: number, end: number): void {
    this.message.body.addCopy(bytes, start, end);
    const size = `${(end - start).toString(16)}\r\n`;
    const out = Buffer.allocUnsafe(size.length + end - start + 2);
    out.write(size, 0, 'latin1');
    bytes.copy(out, size.length, start, end);
    out.write('\r\n', out.length - 2, 'latin1');
    this.flush();
    this.#output(out);
  }

  #withHead(bytes: Buffer, start: number, end: number): Buffer {
    const head = this.#head;
    if (head === null) return copyBytes(bytes, start, end);
    this.#head = null;
    const out = Buffer.allocUnsafe(head.length + end - start);
    out.write(head, 0, 'latin1');
    bytes.copy(out, head.length, start, end);
    return out;
  }
}

/** Returns the head for the flow: without the Connection field that concerns only our client. */
function capturedHead(head: ResponseHead, form: BodyForm): string {
  const text = clientHead(head, form, null);
  return head.minor === 1 ? text : `HTTP/1.0${text.slice(8)}`;
}
