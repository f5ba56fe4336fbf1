// HTTP/2 on an upstream connection (RFC 9113), many exchanges at a time. Framing and flow control are
// node:http2's, with bounds against a server that floods us or fills our memory.
import type http2 from 'node:http2';
import { ERROR_CODE } from '../codec/http2/error-codes.ts';
import { http2Module } from './http2-module.ts';
import { ProxyError } from '../base/errors.ts';
import type { TlsDetails } from '../base/tls-details.ts';
import type { FlatFields } from '../codec/http2/fields.ts';
import type { UpstreamConnection, ConnectionTiming } from './upstream-connection.ts';

/** Bytes that a server may send ahead on one stream; and on a whole connection. */
const STREAM_WINDOW = 512 * 1024;
const CONNECTION_WINDOW = 8 * 1024 * 1024;
/** Field sections larger than this, in bytes as section 6.5.2 counts, are refused. */
const MAX_FIELD_BYTES = 64 * 1024;

/**
 * Aborted streams of a connection before another one is opened: a server on node:http2 never frees what waits
 * in them, and refuses every stream once that is too much.
 */
const MAX_ABORTED = 100;

const OPTIONS = {
  // Repeated fields stay repeated. Node supports the option though its types lack it.
  strictSingleValueFields: false,
  maxSessionMemory: 64,
  maxHeaderListPairs: 512,
  settings: { enablePush: false, initialWindowSize: STREAM_WINDOW, maxHeaderListSize: MAX_FIELD_BYTES },
};

/** Time for a server to send its SETTINGS (section 3.4). */
const SETTINGS_MS = 10_000;

/** The server's stream limit until it sends one (RFC 9113 section 6.5.2 recommends no smaller one). */
const DEFAULT_STREAMS = 100;

/** The pool that a connection belongs to. */
export interface Http2Pool {
  forget(upstream: Http2Upstream): void;
}

export class Http2Upstream {
  readonly address: string;
  readonly tls: TlsDetails | null;
  readonly timing: ConnectionTiming;
  /** True when an exchange has used the connection before. */
  used = false;
  /** `performance.now()` when it last became idle. */
  idleSince = performance.now();
  readonly #session: http2.ClientHttp2Session;
  readonly #pool: Http2Pool;
  #cut = 0;
  readonly #streams = new Set<http2.ClientHttp2Stream>();
  /** True when the server has announced that it takes no more requests (section 6.8). */
  #leaving = false;
  /**
   * Settles when the server's limits are known: before that it may refuse streams. Rejects with a ProxyError.
   */
  readonly ready: Promise<void>;

  constructor(connection: UpstreamConnection, pool: Http2Pool) {
    this.address = connection.address;
    this.tls = connection.tls;
    this.timing = connection.timing;
    const socket = connection.detach();
    this.#session = http2Module().connect('https://upstream.invalid', {
      ...OPTIONS,
      createConnection: () => socket,
    });
    this.#session.on('error', () => undefined); // its streams report it
    this.#pool = pool;
    this.#session.on('goaway', this.#leave);
    this.#session.on('close', () => pool.forget(this));
    socket.once('end', () => {
      this.#leave();
      this.#ended();
    });
    this.ready = this.#settings();
    this.#session.once('connect', () => this.#session.setLocalWindowSize(CONNECTION_WINDOW));
  }

  get usable(): boolean {
    return !this.#leaving && !this.#session.closed && !this.#session.destroyed;
  }

  /** The number of streams that the server would take now. */
  get room(): number {
    return (this.#session.remoteSettings.maxConcurrentStreams ?? DEFAULT_STREAMS) - this.#streams.size;
  }

  get active(): number {
    return this.#streams.size;
  }

  /**
   * Starts a request; `fields` include control data. Throws a ProxyError when the connection has just closed.
   */
  request(fields: FlatFields, options: http2.ClientSessionRequestOptions): http2.ClientHttp2Stream {
    let stream: http2.ClientHttp2Stream;
    try {
      stream = this.#session.request(fields, options);
    } catch (error) {
      throw new ProxyError('UPSTREAM_CLOSED', error instanceof Error ? error.message : String(error));
    }
    this.#streams.add(stream);
    this.used = true;
    stream.once('close', () => {
      this.#streams.delete(stream);
      if (stream.rstCode !== ERROR_CODE.NO_ERROR && ++this.#cut === MAX_ABORTED) this.#leave();
      if (this.#streams.size > 0) return;
      this.idleSince = performance.now();
      if (this.#leaving) this.close();
    });
    return stream;
  }

  /** Takes no more requests, and closes when those in progress have ended. */
  readonly #leave = (): void => {
    this.#leaving = true;
    this.#pool.forget(this);
  };

  #settings(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = (): void => {
        reject(new ProxyError('CONNECT_TIMEOUT', `${this.address} did not begin HTTP/2 with its settings`));
        this.destroy();
      };
      const timer = setTimeout(late, SETTINGS_MS);
      let reason = 'it closed the connection';
      this.#session.once('error', (error: Error) => (reason = error.message));
      this.#session.once('remoteSettings', () => {
        clearTimeout(timer);
        resolve();
      });
      this.#session.once('close', () => {
        clearTimeout(timer);
        reject(new ProxyError('UPSTREAM_CLOSED', `before HTTP/2 had begun: ${reason}`));
      });
    });
  }

  /** The server has closed the connection: complete messages are still read, the others are reset. */
  #ended(): void {
    for (const stream of this.#streams) {
      if (stream.closed) continue;
      stream.close(ERROR_CODE.CANCEL);
      // After a GOAWAY no RST_STREAM is sent, which `close` would wait for.
      stream.destroy();
    }
    if (this.#streams.size === 0) this.destroy();
    else this.close();
  }

  /** Closes when the exchanges in progress have ended. */
  close(): void {
    this.#session.close();
  }

  destroy(): void {
    this.#session.destroy();
  }
}
