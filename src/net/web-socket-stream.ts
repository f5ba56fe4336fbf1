// A WebSocket on a stream of HTTP/2 (RFC 8441) for a client that opens it in HTTP/1.1: the translated handshake, and the
// stream in place of the connection that the client would have.
import { hasOption } from '../base/http-syntax.ts';
import type { RequestHead } from '../codec/http1/request-head.ts';
import type { FlatFields } from '../codec/flat-fields.ts';
import { acceptanceOf } from '../codec/websocket/accept.ts';
import { IGNORED, type ConnectionReader } from './connection-reader.ts';
import type { UpgradedConnection, UpstreamExchange, UpstreamRequest } from './upstream-exchange.ts';

/** Returns true for the opening handshake of a WebSocket (RFC 6455 section 4.1). */
export function opensWebSocket({ method, fields }: RequestHead): boolean {
  const { upgrade, connection } = fields;
  return method === 'GET' && upgrade?.toLowerCase() === 'websocket' && hasOption(connection, 'upgrade');
}

/** Returns the request that opens it over HTTP/2. */
export function extendedConnect(request: UpstreamRequest): UpstreamRequest {
  const fields = withoutHttp1(request.fields);
  return { ...request, method: 'CONNECT', protocol: 'websocket', fields, contentLength: -1, hasBody: true };
}

/** Returns the fields of the response that accepts the handshake in HTTP/1.1. */
export function acceptingFields(fields: FlatFields, key: string): FlatFields {
  const accepting = [
    'connection',
    'Upgrade',
    'upgrade',
    'websocket',
    'sec-websocket-accept',
    acceptanceOf(key),
  ];
  return [...accepting, ...withoutHttp1(fields)];
}

/** The key and its acceptance, which HTTP/2 has not (RFC 8441 section 5), and the length of a body that does not follow. */
const HTTP1_ONLY: ReadonlySet<string> = new Set([
  'sec-websocket-key',
  'sec-websocket-accept',
  'content-length',
]);

function withoutHttp1(fields: FlatFields): string[] {
  return fields.filter((_, index) => !HTTP1_ONLY.has(fields[index - (index % 2)] ?? ''));
}

export class WebSocketStream implements UpgradedConnection {
  reader: ConnectionReader = IGNORED;
  destroyed = false;
  /** Bytes written since the server took no more. */
  waiting = 0;
  readonly #exchange: UpstreamExchange;
  #hasEnded = false;
  #peerHasEnded = false;

  constructor(exchange: UpstreamExchange) {
    this.#exchange = exchange;
  }

  write(data: Buffer | string, written?: () => void): boolean {
    const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data);
    written?.();
    const hasRoom = this.#exchange.write(bytes);
    if (!hasRoom) this.waiting += bytes.length;
    return hasRoom;
  }

  pause(): void {
    this.#exchange.pause();
  }

  resume(): void {
    this.#exchange.resume();
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#exchange.end([]);
    this.#closeIfOver();
  }

  destroy(): void {
    this.destroyed = true;
    this.#exchange.cancel();
  }

  // Reported by the exchange.

  peerEnded(): void {
    this.#peerHasEnded = true;
    this.reader.ended();
    this.#closeIfOver();
  }

  /** `error`: null when the server has ended the stream in order. */
  closed(error: Error | null): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.reader.closed(error);
  }

  drained(): void {
    this.waiting = 0;
    this.reader.drained();
  }

  #closeIfOver(): void {
    // Deferred, because the caller does not expect the callback yet.
    if (this.#hasEnded && this.#peerHasEnded) queueMicrotask(() => this.closed(null));
  }
}
