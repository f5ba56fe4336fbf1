// The client's side of an exchange in HTTP/1: removes the framing of the request, and writes that of the
// response.
import { copyBytes } from '../../base/copy-bytes.ts';
import { ProxyError } from '../../base/errors.ts';
import { STATUS_CODES } from '../../base/status-codes.ts';
import { bodyReader } from '../../codec/http1/body.ts';
import type { BodyReader } from '../../codec/http1/body-reader.ts';
import { requestFraming, type RequestHead } from '../../codec/http1/request-head.ts';
import type { ResponseHead } from '../../codec/http1/response-head.ts';
import { fieldLines, type FlatFields } from '../../codec/flat-fields.ts';
import { flatTrailers } from '../../codec/http2/fields.ts';
import type { Flow, FlowTarget } from '../../flow/flow.ts';
import type { OriginPool } from '../../net/origin-pool.ts';
import type { ExchangeHook, HeaderLines } from '../hooks.ts';
import type { ClientSide, OutgoingResponse, Upgraded } from '../exchange/client-side.ts';
import { clientLeft } from '../shared/client-left.ts';
import { Exchange } from '../exchange/exchange.ts';
import type { ReceivedRequest } from '../exchange/editable-request.ts';
import { linesOf, safeReason, writtenLines, type Framing } from '../exchange/header-lines.ts';
import type { ActiveExchange, ClientHandle } from './contract.ts';
import { asksUpgrade, switchingHead } from './forwarded.ts';
import { Probe } from './probe.ts';

export interface Http1ClientSideOptions {
  readonly client: ClientHandle;
  readonly head: RequestHead;
  readonly flow: Flow;
  readonly target: FlowTarget;
  readonly pool: OriginPool;
  /** The head that is sent upstream as long as nothing changes. */
  readonly text: string;
  readonly hook: ExchangeHook;
}

export class Http1ClientSide implements ActiveExchange, ClientSide {
  readonly #client: ClientHandle;
  readonly #head: RequestHead;
  readonly #body: BodyReader;
  readonly #exchange: Exchange;
  /** The framing of the response's body; null before its head. */
  #framing: Framing | 'until-close' | null = null;
  #keep = false;
  /** Text that is written together with what comes next. */
  #unwritten = '';
  #endReported = false;
  /** True once the response has been written to its end. */
  #responded = false;
  #probe: Probe | null = null;
  #finished = false;

  constructor({ client, head, flow, target, pool, text, hook }: Http1ClientSideOptions) {
    this.#client = client;
    this.#head = head;
    this.#body = bodyReader(requestFraming(head));
    this.#exchange = new Exchange({
      hook,
      side: this,
      context: client.context,
      connectionOwner: client.connectionOwner,
      client: client.client,
      flow,
      received: new Http1Request(head, target, text, !this.#body.done),
      pool,
      version: 1,
      priorKnowledge: false,
    });
  }

  get wantsBody(): boolean {
    return !this.#body.done;
  }

  start(): void {
    if (!this.#finished) this.#exchange.start();
  }

  requestBytes(bytes: Buffer, at: number): number {
    const end = this.#body.read(bytes, at, (data, start, stop) =>
      this.#exchange.requestData(copyBytes(data, start, stop)),
    );
    if (this.#body.violation !== null) {
      this.#exchange.requestFailed(new ProxyError('BAD_REQUEST', this.#body.violation.reason));
      return bytes.length;
    }
    if (this.#body.done && !this.#endReported) {
      this.#endReported = true;
      const { trailers } = this.#body;
      this.#exchange.requestEnd(flatTrailers(trailers));
      if (this.#responded) this.#handBack(this.#keep, null);
    }
    return end;
  }

  clientEnded(): void {
    if (this.wantsBody) {
      this.#leave('before the end of its request');
      this.#handBack(false, 'close');
    } else if (this.#exchange.flow.serverSentEvents !== null) {
      this.#leave('before the end of the response');
      this.#handBack(false, null);
    } else if (this.#head.minor === 1 && this.#framing === null && !this.#finished)
      this.#probe = new Probe((text) => void this.#client.write(text));
  }

  clientLeft(): void {
    this.#leave('before the end of the response');
  }

  clientDrained(): void {
    this.#exchange.clientDrained();
  }

  stop(): void {
    this.#probe?.stop();
    this.#finished = true;
    this.#exchange.stop();
  }

  pause(): void {
    this.#client.pause();
  }

  resume(): void {
    this.#client.resume();
  }

  requestBody(): void {
    if (this.#head.fields.expect !== null && this.#head.minor === 1)
      this.#client.write('HTTP/1.1 100 Continue\r\n\r\n');
  }

  interim(status: number, fields: HeaderLines): boolean | null {
    if (this.#finished || this.#framing !== null || this.#head.minor === 0) return null;
    return this.#client.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${writtenLines(fields, { type: 'none', announced: 'dropped' }, false)}\r\n`,
    );
  }

  respond(response: OutgoingResponse): string {
    const framing = this.#framingOf(response);
    this.#framing = framing;
    this.#probe?.stop();
    this.#keep =
      this.#head.keepAlive && framing !== 'until-close' && (response.readsRequest || !this.wantsBody);
    const head = writtenHead(response, framing, this.#head.minor);
    const connection = !this.#keep
      ? 'Connection: close\r\n'
      : this.#head.minor === 0
        ? 'Connection: keep-alive\r\n'
        : '';
    this.#unwritten = `HTTP/1.1${head.slice(8)}${connection}\r\n`;
    // If the first bytes of the body are ready, they are written together with the head.
    queueMicrotask(() => this.#flush());
    return `${head}\r\n`;
  }

  write(bytes: Buffer): boolean {
    const head = this.#unwritten;
    this.#unwritten = '';
    if (bytes.length === 0) return head === '' || this.#client.write(head);
    if (!this.#isChunked()) return this.#client.write(head === '' ? bytes : joined(head, bytes, ''));
    return this.#client.write(joined(`${head}${bytes.length.toString(16)}\r\n`, bytes, '\r\n'));
  }

  end(trailers: FlatFields): void {
    if (this.#isChunked()) this.#unwritten += `0\r\n${fieldLines(trailers)}\r\n`;
    this.#flush();
    this.#responded = true;
    if (!this.#keep || !this.wantsBody) this.#handBack(this.#keep, null);
  }

  requestUnwanted(): void {
    if (this.#responded) this.#handBack(false, null);
    this.#keep = false;
  }

  refuse(error: ProxyError): void {
    const keep = this.#head.keepAlive && !this.wantsBody && error.code !== 'BAD_REQUEST';
    this.#client.sendError(error, keep, this.#head.method);
    this.#handBack(keep, null);
  }

  abort(how: 'reset' | 'close'): void {
    this.#flush();
    this.#handBack(false, this.#framing === 'until-close' ? 'reset' : how);
  }

  upgrade(head: ResponseHead): Upgraded | null {
    if (this.#finished || this.wantsBody) return null;
    this.#finished = true;
    this.#probe?.stop();
    const text = switchingHead(head);
    const stream = this.#client.detach();
    stream.write(text, 'latin1');
    return { stream, head: text };
  }

  #isChunked(): boolean {
    return this.#framing !== null && this.#framing !== 'until-close' && this.#framing.type === 'chunked';
  }

  #flush(): void {
    const text = this.#unwritten;
    this.#unwritten = '';
    if (text !== '') this.#client.write(text);
  }

  #framingOf({ body, status }: OutgoingResponse): Framing | 'until-close' {
    if (body === 'none')
      return { type: 'none', announced: this.#head.method === 'HEAD' || status === 304 ? 'kept' : 'dropped' };
    if (body !== null) return { type: 'length', length: body };
    // RFC 9112 section 6.1: a transfer coding never goes to HTTP/1.0.
    return this.#head.minor === 0 ? 'until-close' : { type: 'chunked' };
  }

  #leave(when: string): void {
    this.#probe?.stop();
    this.#finished = true;
    this.#exchange.clientLeft(clientLeft(this.#exchange.flow, when));
  }

  #handBack(keep: boolean, abort: 'reset' | 'close' | null): void {
    this.#probe?.stop();
    this.#finished = true;
    this.#client.exchangeFinished(this, keep, abort);
  }
}

/** The request of a client in HTTP/1. Its fields are parsed when a tool asks. */
class Http1Request implements ReceivedRequest {
  readonly method: string;
  readonly target: FlowTarget;
  readonly path: string;
  readonly contentLength: number;
  readonly hasBody: boolean;
  readonly upgrades: boolean;
  readonly http1Head: string;
  readonly unchanged = null;
  #fields: HeaderLines | null = null;

  constructor(head: RequestHead, target: FlowTarget, text: string, hasBody: boolean) {
    this.method = head.method;
    this.target = target;
    this.path = text.slice(text.indexOf(' ') + 1, text.indexOf(' HTTP/1.1\r\n'));
    this.contentLength = head.fields.chunked ? -1 : head.fields.contentLength;
    this.hasBody = hasBody;
    this.upgrades = asksUpgrade(head);
    this.http1Head = text;
  }

  get fields(): HeaderLines {
    return (this.#fields ??= linesOf(this.http1Head));
  }
}

function joined(before: string, bytes: Buffer, after: string): Buffer {
  const out = Buffer.allocUnsafe(before.length + bytes.length + after.length);
  out.write(before, 0, 'latin1');
  bytes.copy(out, before.length);
  out.write(after, before.length + bytes.length, 'latin1');
  return out;
}

/** Writes the head, without the empty line that ends it. */
function writtenHead(
  { status, reason, fields, unchanged }: OutgoingResponse,
  framing: Framing | 'until-close',
  minor: 0 | 1,
): string {
  const text = unchanged?.text ?? null;
  if (text !== null && isFramedSo(text, framing, minor)) return text.slice(0, -2);
  // A body that ends with the connection has no length.
  const lines =
    framing === 'until-close'
      ? writtenLines(fields(), { type: 'none', announced: 'dropped' }, false)
      : writtenLines(fields(), framing, false);
  return `HTTP/1.1 ${status} ${safeReason(reason)}\r\n${lines}`;
}

/** Returns true when the head has this framing already. */
function isFramedSo(head: string, framing: Framing | 'until-close', minor: 0 | 1): boolean {
  if (framing === 'until-close') return !/\r\n(?:content-length|transfer-encoding):/i.test(head);
  switch (framing.type) {
    case 'length':
      return Number(/\r\ncontent-length:[ \t]*(\d+)/i.exec(head)?.[1] ?? -1) === framing.length;
    case 'chunked':
      return /\r\ntransfer-encoding:/i.test(head);
    case 'none':
      // RFC 9112 section 6.1: a transfer coding never goes to HTTP/1.0, even without a body.
      if (framing.announced === 'kept') return minor === 1 || !/\r\ntransfer-encoding:/i.test(head);
      return !/\r\n(?:content-length|transfer-encoding):/i.test(head);
  }
}
