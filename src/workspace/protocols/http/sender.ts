// Sends one request and takes its answer in, over connections that are kept for the next: HTTP/1.1 or HTTP/2, whichever
// the server speaks. Follows nothing and keeps no cookies.
import { isToken } from '../../../base/http-syntax.ts';
import type { ProxyError } from '../../../base/errors.ts';
import { STATUS_CODES } from '../../../base/status-codes.ts';
import { fieldList, VALUE_TABLE } from '../../../codec/http1/fields.ts';
import { fieldLines, flatFields, type UnwrittenHead } from '../../../codec/http2/fields.ts';
import { systemResolver } from '../../../net/dns.ts';
import type {
  UpstreamExchange,
  UpstreamExchangeHandler,
  UpstreamRequest,
} from '../../../net/upstream-exchange.ts';
import { OriginPools } from '../../../net/origin-pools.ts';
import { upstreamTrust } from '../../../net/trust.ts';
import type { ProxyResolver } from '../../../net/proxy-routes/proxy-route.ts';
import type { HeaderField } from '../../auth/contract.ts';
import { environmentProxies } from './environment-proxies.ts';
import type { HttpUrl } from './url.ts';

export interface OutgoingRequest {
  readonly method: string;
  readonly url: HttpUrl;
  /** Values hold one char per byte. Without framing and without Host, unless another is to be named. */
  readonly headers: readonly HeaderField[];
  readonly body: Buffer;
}

export interface SendOptions {
  readonly verifyTls: boolean;
  readonly httpVersion: 'auto' | '1.1' | '2';
  /** Milliseconds for all of it; 0: none. */
  readonly timeoutMs: number;
  /** Ends it with the reason of its abortion. */
  readonly signal?: AbortSignal | undefined;
}

export interface SentResponse {
  readonly status: number;
  readonly reason: string;
  readonly httpVersion: string;
  readonly headers: readonly HeaderField[];
  /** As it came. */
  readonly body: Buffer;
  /** Milliseconds. */
  readonly timeMs: number;
  /** What was sent, with everything that was added. */
  readonly sent: readonly HeaderField[];
}

/** Of one response: more is not taken in. */
const MAX_BODY_BYTES = 256 * 1024 * 1024;
/** For resolving, connecting and the TLS handshake. */
const CONNECT_MS = 30_000;
/** Of other methods a length is told even without content (RFC 9110 section 8.6). */
const WITHOUT_CONTENT: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
]);

export interface SenderOptions {
  /** Where proxies are named, as `HTTP_PROXY` and others. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export class HttpSender {
  readonly #ways: ProxyResolver | null;
  /** By whether certificates are verified and HTTP/2 is offered. */
  readonly #pools = new Map<string, OriginPools>();

  constructor({ environment }: SenderOptions) {
    this.#ways = environmentProxies(environment);
  }

  /** Rejects with an Error that says what could not be sent, or why nothing came. */
  async send(request: OutgoingRequest, options: SendOptions): Promise<SentResponse> {
    return new PendingRequest(request, options, this.#pool(options)).answer;
  }

  close(): void {
    for (const pool of this.#pools.values()) pool.close();
    this.#pools.clear();
  }

  #pool({ verifyTls, httpVersion }: SendOptions): OriginPools {
    const key = `${verifyTls} ${httpVersion}`;
    let pool = this.#pools.get(key);
    if (pool === undefined) {
      pool = new OriginPools({
        timeoutMs: CONNECT_MS,
        alpn: httpVersion === '2' ? ['h2'] : ['http/1.1'],
        keylog: null,
        resolve: systemResolver,
        guard: () => null,
        http2: httpVersion !== '1.1',
        trust: () => ({ context: upstreamTrust(), isVerified: verifyTls, identity: '' }),
        ...(this.#ways !== null && { proxies: this.#ways }),
      });
      this.#pools.set(key, pool);
    }
    return pool;
  }
}

class PendingRequest implements UpstreamExchangeHandler {
  readonly answer: Promise<SentResponse>;
  readonly #request: OutgoingRequest;
  readonly #options: SendOptions;
  readonly #pool: OriginPools;
  readonly #sent: readonly HeaderField[];
  readonly #startedAt = performance.now();
  #onward: UpstreamExchange | null = null;
  #head: { readonly status: number; readonly text: string } | null = null;
  readonly #pieces: Buffer[] = [];
  #size = 0;
  #resolve: (answer: SentResponse) => void = () => undefined;
  #reject: (error: Error) => void = () => undefined;
  readonly #timer: NodeJS.Timeout | undefined;
  #over = false;
  #tries = 0;

  constructor(request: OutgoingRequest, options: SendOptions, pool: OriginPools) {
    this.#request = request;
    this.#options = options;
    this.#pool = pool;
    this.#sent = sentHeaders(request);
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const { timeoutMs, signal } = options;
    if (timeoutMs > 0)
      this.#timer = setTimeout(
        () => this.#fail(new Error(`no whole response came within ${timeoutMs} ms`)),
        timeoutMs,
      );
    if (signal?.aborted === true) this.#aborted();
    else signal?.addEventListener('abort', this.#aborted, { once: true });
    if (!this.#over) this.#open();
  }

  interim(): void {
    // Nobody asked for it.
  }

  response(status: number, _fields: readonly string[], ended: boolean, head: string | UnwrittenHead): void {
    const text = typeof head === 'string' ? head : `${head.startLine}\r\n${fieldLines(head.fields)}\r\n`;
    this.#head = { status, text };
    if (ended) this.#finish();
  }

  data(bytes: Buffer): void {
    this.#size += bytes.length;
    if (this.#size > MAX_BODY_BYTES)
      this.#fail(
        new Error(`the response has more than ${MAX_BODY_BYTES} bytes, which is more than is taken in`),
      );
    else this.#pieces.push(bytes);
  }

  end(): void {
    this.#finish();
  }

  failed(error: ProxyError, again: boolean): void {
    this.#tries += 1;
    if (again && this.#tries < 3 && this.#head === null && !this.#over) this.#open();
    else this.#fail(error);
  }

  drained(): void {
    // What is sent is in memory all the same.
  }

  requestUnwanted(): void {
    // The answer is there.
  }

  #open(): void {
    const { url } = this.#request;
    const servername = url.scheme === 'https' ? url.host : null;
    const route = this.#pool.forOrigin({ host: url.host, port: url.port, servername, localAllowed: true });
    try {
      const onward = route.openExchange(this.#outgoing(), this, this.#options.httpVersion === '2');
      if (onward instanceof Promise)
        onward.then(this.#opened, (error: unknown) => this.#fail(error as Error));
      else this.#opened(onward);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  readonly #opened = (onward: UpstreamExchange): void => {
    this.#onward = onward;
    if (this.#over) {
      onward.cancel();
      return;
    }
    const { body } = this.#request;
    if (body.length === 0) return;
    onward.write(body);
    onward.end([]);
  };

  #outgoing(): UpstreamRequest {
    const { method, url, body } = this.#request;
    const lines = this.#sent.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
    const hasBody = body.length > 0;
    const fields = flatFields(this.#sent.filter(({ name }) => !/^(?:host|content-length)$/i.test(name)));
    const authority = this.#sent.find(({ name }) => name.toLowerCase() === 'host')?.value ?? url.authority;
    return {
      ...{ method, scheme: url.scheme, authority, path: url.path, hasBody },
      contentLength: hasBody || !WITHOUT_CONTENT.has(method) ? body.length : -1,
      fields:
        hasBody || !WITHOUT_CONTENT.has(method) ? [...fields, 'content-length', String(body.length)] : fields,
      http1Head: `${method} ${url.path} HTTP/1.1\r\n${lines}\r\n`,
    };
  }

  #finish(): void {
    const head = this.#head;
    if (this.#over || head === null) return;
    this.#settle();
    const { text, status } = head;
    const [version = '', , ...reason] = text.slice(0, text.indexOf('\r\n')).split(' ');
    this.#resolve({
      status,
      reason: reason.join(' ') || (STATUS_CODES[status] ?? ''),
      httpVersion: version,
      headers: fieldList(text),
      body: this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces),
      timeMs: performance.now() - this.#startedAt,
      sent: this.#sent,
    });
  }

  readonly #aborted = (): void => {
    const reason: unknown = this.#options.signal?.reason;
    this.#fail(reason instanceof Error ? reason : new Error('it was stopped'));
  };

  #fail(error: Error): void {
    if (this.#over) return;
    this.#settle();
    this.#onward?.cancel();
    this.#reject(error);
  }

  #settle(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#options.signal?.removeEventListener('abort', this.#aborted);
  }
}

/** Framing fields are our own. Throws an Error that names the field that cannot be sent. */
function sentHeaders({ method, url, headers, body }: OutgoingRequest): readonly HeaderField[] {
  if (!isToken(method)) throw new Error(`${JSON.stringify(method)} is no method of HTTP`);
  const own = headers.filter(({ name }) => !FRAMING_HEADERS.has(name.toLowerCase()));
  for (const { name, value } of own) checkField(name, value);
  const named = own.some(({ name }) => name.toLowerCase() === 'host');
  return [
    ...(named ? [] : [{ name: 'Host', value: url.authority }]),
    ...own,
    ...(body.length > 0 || !WITHOUT_CONTENT.has(method)
      ? [{ name: 'Content-Length', value: String(body.length) }]
      : []),
  ];
}

const FRAMING_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

function checkField(name: string, value: string): void {
  if (!isToken(name)) throw new Error(`${JSON.stringify(name)} is no name of a header`);
  for (let at = 0; at < value.length; at += 1)
    if (VALUE_TABLE[value.charCodeAt(at)] !== 1)
      throw new Error(`the header ${name} holds ${JSON.stringify(value.charAt(at))}, which cannot be sent`);
}
