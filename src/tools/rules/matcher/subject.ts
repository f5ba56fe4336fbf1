// The subjects that rules are matched against: an intercepted request, a captured one, or a tunnel.
import type { Client } from '../../../flow/client.ts';
import { decodeBody } from '../../../flow/decode.ts';
import type { Flow, FlowTarget } from '../../../flow/flow.ts';
import type { Message } from '../../../flow/message.ts';
import type { HeaderLines, BufferBody, InterceptedExchange } from '../../../proxy/hooks.ts';
import { urlText } from '../patterns/url.ts';

export interface Subject {
  readonly method: string;
  readonly target: FlowTarget;
  readonly url: string;
  readonly client: Client;
  /** True for a request to switch protocols. */
  readonly upgrades: boolean;
  readonly fields: HeaderLines;
  /** Returns the whole decoded body; null when it is too large to be buffered. */
  readonly body: BufferBody;
}

/** An intercepted request, with the changes that tools have made so far. */
export class ExchangeSubject implements Subject {
  readonly client: Client;
  readonly #request: InterceptedExchange['request'];
  #url = '';
  #target: FlowTarget | null = null;
  #path = '';

  constructor(exchange: InterceptedExchange) {
    this.client = exchange.client;
    this.#request = exchange.request;
  }

  get method(): string {
    return this.#request.method;
  }

  get target(): FlowTarget {
    return this.#request.target;
  }

  get url(): string {
    const { target, path } = this.#request;
    if (target !== this.#target || path !== this.#path) {
      this.#url = urlText(target, path);
      this.#target = target;
      this.#path = path;
    }
    return this.#url;
  }

  get upgrades(): boolean {
    return this.#request.upgrades;
  }

  get fields(): HeaderLines {
    return this.#request.fields;
  }

  readonly body: BufferBody = () => this.#request.body();
}

/** A captured request as its client sent it, or one that has just begun, whose body is unknown. */
export class FlowSubject implements Subject {
  readonly method: string;
  readonly target: FlowTarget;
  readonly client: Client;
  readonly #flow: Flow;
  readonly #max: number;
  #url: string | null = null;
  #fields: HeaderLines | null = null;

  /** `max`: bytes of the largest body that is returned. */
  constructor(flow: Flow, max = 0) {
    this.method = flow.method;
    this.target = flow.target;
    this.client = flow.client;
    this.#flow = flow;
    this.#max = max;
  }

  get url(): string {
    const message = this.#message;
    return (this.#url ??=
      message === null ? urlText(this.target, '*') : urlText(this.target, pathOf(message)));
  }

  get fields(): HeaderLines {
    return (this.#fields ??= (this.#message?.octetHeaders ?? []).map(
      ({ name, value }) => [name, value] as const,
    ));
  }

  get upgrades(): boolean {
    if (this.#flow.request === null) return false;
    // RFC 8441: in HTTP/2 an extended CONNECT opens a WebSocket.
    if (this.#flow.webSocket !== null || this.method === 'CONNECT') return true;
    return this.fields.some(
      ([name, value]) => name.toLowerCase() === 'upgrade' && /\bwebsocket\b/i.test(value),
    );
  }

  readonly body: BufferBody = () => {
    const message = this.#message;
    return message === null ? Promise.resolve(Buffer.alloc(0)) : capturedBytes(message, this.#max);
  };

  get #message(): Message | null {
    return this.#flow.originalRequest ?? this.#flow.request;
  }
}

/** A captured response. */
export class FlowResponseSubject {
  readonly status: number;
  readonly #message: Message;
  readonly #max: number;
  #fields: HeaderLines | null = null;

  /** `max`: bytes of the largest body that is returned. */
  constructor({ status }: Flow, message: Message, max: number) {
    this.status = status;
    this.#message = message;
    this.#max = max;
  }

  get fields(): HeaderLines {
    return (this.#fields ??= this.#message.octetHeaders.map(({ name, value }) => [name, value] as const));
  }

  readonly body: BufferBody = () => capturedBytes(this.#message, this.#max);
}

/** Returns the whole decoded body; null when it is larger than `max`, or was not captured in full. */
async function capturedBytes(message: Message, max: number): Promise<Buffer | null> {
  if (message.body.size === 0) return Buffer.alloc(0);
  const { bytes, size, exact } = await decodeBody(message, max);
  return size > bytes.length || !exact || message.body.omitted > 0 ? null : bytes;
}

function pathOf(message: Message): string {
  const line = message.startLine;
  return line.slice(line.indexOf(' ') + 1, line.lastIndexOf(' '));
}
