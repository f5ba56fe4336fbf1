// A virtual user's HTTP/1.1 connection to one origin. It sends prepared requests one at a time and reads their
// responses. Of a response it keeps the status, size and headers, and for scripts the body. The code is lean, because
// all of it runs for each request.
import net from 'node:net';
import tls from 'node:tls';
import { messageOf } from '../../base/errors.ts';
import { bodyReader } from '../../codec/http1/body.ts';
import type { BodyReader } from '../../codec/http1/body-reader.ts';
import { isIdempotent } from '../../codec/http1/methods.ts';
import { receivedHead } from '../../codec/http1/received-head.ts';
import type { ResponseHead } from '../../codec/http1/response-head.ts';
import { systemLookup } from '../../net/dns.ts';
import { connectError, senderAdvice } from '../../net/connect-error.ts';
import { incompleteReason, MAX_BODY_BYTES, TOO_LARGE } from '../../requests/http/pending-request.ts';
import { upstreamTrust } from '../../net/trust.ts';
import type { PreparedRequest } from './prepared-request.ts';

export interface LoadResponse {
  readonly status: number;
  /** Status line and headers as received. */
  readonly head: string;
  readonly bytes: number;
  /** As received; null unless it was asked for. */
  readonly body: Buffer | null;
}

/** The callback for a response. It is called once, with the response or with the reason why there is none. */
export type OnResponse = (response: LoadResponse | null, error: string) => void;

const READ_BYTES = 64 * 1024;
/** A load test counts responses; it does not judge them. */
const IGNORED = (): void => undefined;

export interface UserConnection {
  /** Sends a request after the one before has its response, whose body `keepsBody` asks for. */
  send(request: PreparedRequest, onResponse: OnResponse, keepsBody: boolean): void;
  /** Ends the connection; a request in flight fails with the reason. */
  close(reason: string): void;
}

export class LoadConnection implements UserConnection {
  #socket: net.Socket | null = null;
  #request: PreparedRequest | null = null;
  #onResponse: OnResponse | null = null;
  /** True until the first byte of the response, on a connection that has carried another one. */
  #mayRetry = false;
  #hasResponded = false;
  #partial: Buffer | null = null;
  #head: ResponseHead | null = null;
  /** The bytes of the last head: most responses begin with the same ones. */
  #lastHead: Buffer = Buffer.alloc(0);
  #last: ResponseHead | null = null;
  /** The method decides whether a body follows the same head. */
  #lastMethod = '';
  #body: BodyReader | null = null;
  #size = 0;
  /** The pieces of the body; null when nobody asks for it. */
  #pieces: Buffer[] | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isDead = false;

  send(request: PreparedRequest, onResponse: OnResponse, keepsBody: boolean): void {
    this.#request = request;
    this.#onResponse = onResponse;
    this.#size = 0;
    this.#pieces = keepsBody ? [] : null;
    if (request.timeoutMs > 0)
      this.#timer = setTimeout(() => this.#fail(incompleteReason(request.timeoutMs)), request.timeoutMs);
    if (this.#isDead || this.#socket === null) this.#connect(request);
    else {
      this.#mayRetry = true;
      this.#socket.write(request.bytes);
    }
  }

  close(reason: string): void {
    this.#fail(reason);
  }

  #connect(request: PreparedRequest): void {
    const { host, port, scheme } = request.url;
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    const tcp = net.connect({
      host,
      port,
      noDelay: true,
      lookup: systemLookup,
      // One buffer serves all reads, because the bytes are consumed before the next read.
      ...(scheme === 'http' && {
        onread: {
          buffer,
          callback: (length: number) => {
            if (tcp === this.#socket) this.#received(buffer.subarray(0, length));
            return true;
          },
        },
      }),
    });
    const socket = scheme === 'http' ? tcp : secured(tcp, request);
    this.#socket = socket;
    this.#isDead = false;
    this.#mayRetry = false;
    this.#hasResponded = false;
    this.#partial = null;
    this.#body = null;
    this.#head = null;
    socket.on('data', (bytes: Buffer) => {
      if (socket === this.#socket) this.#received(bytes);
    });
    let isConnected = false;
    tcp.once('connect', () => (isConnected = true));
    for (const each of new Set([tcp, socket]))
      each.on('error', (error) => {
        const { message } = connectError(error, `${host}:${port}`, isConnected, senderAdvice);
        if (socket === this.#socket)
          this.#closed(isConnected && scheme === 'http' ? messageOf(error) : message);
      });
    socket.on('close', () => {
      if (socket === this.#socket) this.#closed('the server closed the connection');
    });
    socket.write(request.bytes);
  }

  #received(chunk: Buffer): void {
    this.#mayRetry = false;
    const bytes = this.#partial === null ? chunk : Buffer.concat([this.#partial, chunk]);
    this.#partial = null;
    if (this.#onResponse === null) {
      this.#drop();
      return;
    }
    let at = 0;
    while (this.#body === null) {
      const read = this.#readHead(bytes, at);
      if (read === null) return;
      const { head } = read;
      at = read.end;
      // Interim responses come before the final one.
      if (head.status < 200) continue;
      this.#head = head;
      this.#body = bodyReader(head.framing, IGNORED);
    }
    this.#readBody(bytes, at, this.#body);
  }

  /** Returns null when the head is not complete, or not valid. */
  #readHead(bytes: Buffer, at: number): { readonly head: ResponseHead; readonly end: number } | null {
    const { length } = this.#lastHead;
    const method = this.#request?.method ?? '';
    const isSame = method === this.#lastMethod && bytes.length - at >= length;
    if (this.#last !== null && isSame && bytes.compare(this.#lastHead, 0, length, at, at + length) === 0)
      return { head: this.#last, end: at + length };
    const read = receivedHead(bytes, at, method);
    if (read === null) this.#partial = Buffer.from(bytes.subarray(at));
    else if (read.type === 'violation') this.#fail(`the response is not valid HTTP: ${read.reason}`);
    if (read?.type !== 'received') return null;
    const { head, end } = read;
    if (head.status >= 200) {
      this.#lastHead = Buffer.from(bytes.subarray(at, end));
      this.#last = head;
      this.#lastMethod = method;
    }
    return { head, end };
  }

  #readBody(bytes: Buffer, at: number, body: BodyReader): void {
    const end = body.done ? at : body.read(bytes, at, this.#count);
    if (this.#onResponse === null) return;
    if (body.violation !== null) this.#fail(`the body is not valid HTTP: ${body.violation.reason}`);
    else if (body.done) this.#finish(end < bytes.length);
  }

  readonly #count = (bytes: Buffer, start: number, end: number): void => {
    this.#size += end - start;
    if (this.#pieces === null) return;
    if (this.#size <= MAX_BODY_BYTES) this.#pieces.push(Buffer.from(bytes.subarray(start, end)));
    else this.#fail(TOO_LARGE);
  };

  #finish(hasMore: boolean): void {
    const head = this.#head!;
    const onResponse = this.#onResponse;
    const size = this.#size;
    const pieces = this.#pieces;
    this.#pieces = null;
    this.#onResponse = null;
    this.#head = null;
    this.#body = null;
    this.#hasResponded = true;
    if (this.#timer !== undefined) this.#clearTimer();
    if (hasMore || !head.keepAlive) this.#drop();
    const body = pieces === null ? null : pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
    onResponse?.({ status: head.status, head: head.raw, bytes: size, body }, '');
  }

  #closed(reason: string): void {
    const isComplete = this.#head?.framing.type === 'close';
    this.#isDead = true;
    if (this.#onResponse === null) return;
    if (isComplete) this.#finish(false);
    // A server may close an idle connection just as the next request arrives, without processing it.
    else if (
      this.#mayRetry &&
      this.#hasResponded &&
      this.#request !== null &&
      isIdempotent(this.#request.method)
    )
      this.#connect(this.#request);
    else this.#fail(reason);
  }

  #fail(reason: string): void {
    const onResponse = this.#onResponse;
    this.#onResponse = null;
    this.#head = null;
    this.#body = null;
    this.#partial = null;
    this.#pieces = null;
    this.#clearTimer();
    this.#drop();
    onResponse?.(null, reason);
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #drop(): void {
    this.#isDead = true;
    const socket = this.#socket;
    this.#socket = null;
    socket?.destroy();
  }
}

function secured(socket: net.Socket, { url: { host }, verifyTls }: PreparedRequest): tls.TLSSocket {
  return tls.connect({
    socket,
    secureContext: upstreamTrust(),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: verifyTls,
    host,
    ...(net.isIP(host) === 0 && { servername: host }),
  });
}
