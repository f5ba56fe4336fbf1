// A request addressed to the proxy itself: the local handler responds, and nothing is recorded.
import type { LocalRequest, LocalResponse } from '../../base/local-http.ts';
import { STATUS_CODES } from '../../base/status-codes.ts';
import { bodyReader } from '../../codec/http1/body.ts';
import type { BodyReader } from '../../codec/http1/body-reader.ts';
import { fieldList } from '../../codec/http1/field-lines.ts';
import { requestFraming, type RequestHead } from '../../codec/http1/request-head.ts';
import type { ActiveExchange, ClientHandle } from './contract.ts';
import { Probe } from './probe.ts';

/** Body bytes that are kept before the handler has set its limit. */
const MAX_EARLY_BYTES = 16 * 1024 * 1024;

export class LocalExchange implements ActiveExchange {
  readonly #connection: ClientHandle;
  readonly #head: RequestHead;
  readonly #path: string;
  readonly #authority: string;
  readonly #body: BodyReader;
  readonly #abort = new AbortController();
  #pieces: Buffer[] = [];
  #size = 0;
  #limit = Infinity;
  #bodyWanted: ((body: Buffer | null) => void) | null = null;
  #drained: (() => void) | null = null;
  /** Finds out whether a client that has sent everything still waits. */
  #probe: Probe | null = null;
  /** True while a stream of events is sent. */
  #sendsEvents = false;
  /** True once the handler has responded. */
  #decided = false;
  #finished = false;

  constructor(connection: ClientHandle, head: RequestHead, path: string, authority: string) {
    this.#connection = connection;
    this.#head = head;
    this.#path = path;
    this.#authority = authority;
    this.#body = bodyReader(requestFraming(head));
  }

  get wantsBody(): boolean {
    return !this.#body.done;
  }

  start(): void {
    if (this.#finished) return;
    this.#connection.context
      .local(this.#request())
      .finally(() => {
        this.#decided = true;
        this.#probe?.stop();
      })
      .then(
        (response) => this.#respond(response),
        () => this.#fail(500, 'The request could not be answered'),
      );
  }

  requestBytes(bytes: Buffer, at: number): number {
    const end = this.#body.read(bytes, at, (data, start, stop) => this.#keep(data, start, stop));
    if (this.#body.violation !== null) {
      this.#fail(400, `The request is not valid HTTP: ${this.#body.violation.reason}`);
      return bytes.length;
    }
    if (this.#body.done || this.#size > this.#limit) this.#giveBody();
    return end;
  }

  clientEnded(): void {
    if (this.wantsBody) {
      this.clientLeft();
      this.#connection.exchangeFinished(this, false, 'close');
    } else if (this.#sendsEvents && !this.#finished) {
      // The reader has left, such as a page whose browser was killed. Quiet events would not show that for long.
      this.clientLeft();
      this.#connection.exchangeFinished(this, false, 'close');
    } else if (this.#head.minor === 1 && !this.#decided && !this.#finished)
      this.#probe = new Probe((text) => void this.#connection.write(text));
  }

  clientLeft(): void {
    this.#finished = true;
    this.#probe?.stop();
    this.#abort.abort();
    this.#drained?.();
    this.#giveBody();
  }

  clientDrained(): void {
    this.#drained?.();
  }

  stop(): void {
    this.clientLeft();
  }

  #request(): LocalRequest {
    const { client, secure } = this.#connection;
    return {
      method: this.#head.method,
      path: this.#path,
      headers: fieldList(this.#head.raw),
      authority: this.#authority,
      openedBy: client,
      secure,
      signal: this.#abort.signal,
      body: (limit) => this.#whole(limit),
    };
  }

  /** Keeps bytes for the handler; past its limit they are only counted. */
  #keep(bytes: Buffer, start: number, end: number): void {
    this.#size += end - start;
    if (this.#size <= Math.min(this.#limit, MAX_EARLY_BYTES)) this.#pieces.push(bytes.subarray(start, end));
  }

  #whole(limit: number): Promise<Buffer | null> {
    this.#limit = limit;
    const announced = this.#head.fields.contentLength;
    if (this.#head.fields.expect !== null && this.wantsBody && this.#size === 0 && announced <= limit)
      this.#connection.write('HTTP/1.1 100 Continue\r\n\r\n');
    return new Promise((resolve) => {
      this.#bodyWanted = resolve;
      if (this.#body.done || announced > limit || this.#size > limit || this.#finished) this.#giveBody();
    });
  }

  #giveBody(): void {
    const demanded = this.#bodyWanted;
    if (demanded === null) return;
    this.#bodyWanted = null;
    const whole = this.#body.done && this.#size <= this.#limit;
    demanded(whole ? Buffer.concat(this.#pieces) : null);
    this.#pieces = [];
  }

  async #respond(response: LocalResponse): Promise<void> {
    const { body } = response;
    if (this.#finished) return;
    if (typeof body === 'string' || Buffer.isBuffer(body)) this.#respondWhole(response, Buffer.from(body));
    else await this.#respondStream(response, body);
  }

  #respondWhole(response: LocalResponse, body: Buffer): void {
    const head = this.#responseHead(
      response,
      response.status === 204 ? [] : [`Content-Length: ${body.length}`],
    );
    this.#connection.write(
      this.#head.method === 'HEAD' ? head : Buffer.concat([Buffer.from(head, 'latin1'), body]),
    );
    this.#finish(this.#keeps());
  }

  async #respondStream(response: LocalResponse, body: AsyncIterable<string | Buffer>): Promise<void> {
    const chunked = this.#head.minor === 1;
    this.#connection.write(this.#responseHead(response, chunked ? ['Transfer-Encoding: chunked'] : []));
    if (this.#head.method === 'HEAD') {
      this.#finish(false);
      return;
    }
    this.#sendsEvents = isOfEvents(response);
    try {
      for await (const piece of body) {
        if (this.#isFinished()) return;
        await this.#writePiece(typeof piece === 'string' ? Buffer.from(piece) : piece, chunked);
      }
    } catch {
      // The response has begun, so only aborting it can report that it is incomplete.
      this.#finished = true;
      this.#connection.exchangeFinished(this, false, 'close');
      return;
    }
    if (this.#isFinished()) return;
    if (chunked) this.#connection.write('0\r\n\r\n');
    this.#finish(chunked && this.#keeps());
  }

  #isFinished(): boolean {
    return this.#finished;
  }

  async #writePiece(piece: Buffer, chunked: boolean): Promise<void> {
    if (piece.length === 0) return;
    const data = chunked
      ? Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
      : piece;
    if (this.#connection.write(data)) return;
    await new Promise<void>((resolve) => {
      this.#drained = resolve;
    });
    this.#drained = null;
  }

  #keeps(): boolean {
    return this.#head.keepAlive && !this.wantsBody;
  }

  #responseHead(response: LocalResponse, framing: readonly string[], last = false): string {
    const lines = response.headers.map(({ name, value }) => `${name}: ${value}`);
    const streamed = framing.length === 0 && response.status !== 204;
    const close = last || !this.#keeps() || streamed;
    const connection = close
      ? ['Connection: close']
      : this.#head.minor === 0
        ? ['Connection: keep-alive']
        : [];
    const fields = [...lines, ...framing, ...connection].map((line) => `${line}\r\n`).join('');
    return `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}\r\n${fields}\r\n`;
  }

  /** Responds in the form of the API. */
  #fail(status: number, error: string): void {
    if (this.#finished) return;
    const headers = [
      { name: 'Content-Type', value: 'application/json' },
      { name: 'Cache-Control', value: 'no-store' },
      { name: 'X-Content-Type-Options', value: 'nosniff' },
    ];
    const body = Buffer.from(JSON.stringify({ error }));
    const head = this.#responseHead({ status, headers, body }, [`Content-Length: ${body.length}`], true);
    this.#connection.write(Buffer.concat([Buffer.from(head, 'latin1'), body]));
    this.#finish(false);
  }

  #finish(keep: boolean): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#connection.exchangeFinished(this, keep, null);
  }
}

function isOfEvents({ headers }: LocalResponse): boolean {
  return headers.some(
    ({ name, value }) => name.toLowerCase() === 'content-type' && value.startsWith('text/event-stream'),
  );
}
