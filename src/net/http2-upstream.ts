// HTTP/2 on an upstream connection (RFC 9113), many exchanges at a time.
import { ProxyError } from '../base/errors.ts';
import { patientTimeout } from '../base/runtime/patient-timeout.ts';
import type { TlsDetails } from '../base/tls-details.ts';
import { MAX_RESPONSE_HEAD_BYTES } from '../codec/http1/head-end.ts';
import { Http2Endpoint } from '../codec/http2/endpoint.ts';
import type { Outlet } from '../codec/http2/frame-writer.ts';
import type { Http2Stream } from '../codec/http2/stream.ts';
import type { ConnectionReader } from './connection-reader.ts';
import { http2Ceiling } from './http2-ceiling.ts';
import { flushSoon } from '../base/runtime/flush-soon.ts';
import type { ConnectionTiming } from './connecting-socket.ts';
import type { UpstreamConnection } from './upstream-connection.ts';

/** Bytes that a server may send ahead on one stream; and on a whole connection. */
const STREAM_WINDOW = 512 * 1024;
const CONNECTION_WINDOW = 8 * 1024 * 1024;

/** Time for a server to send its SETTINGS (section 3.4). */
const SETTINGS_MS = 10_000;
/** Time for a server to close after we have ended. */
const LINGER_MS = 2000;

/** The pool that a connection belongs to. */
export interface Http2Pool {
  forget(upstream: Http2Upstream): void;
  /** Called when a connection may take more streams. */
  hasRoom(): void;
  /** Called when the server requires HTTP/1.1. */
  http1Required(): void;
  /** Called when the server announces extended CONNECT (RFC 8441). */
  extendedConnectAnnounced(): void;
}

export class Http2Upstream implements ConnectionReader, Outlet {
  readonly address: string;
  readonly tls: TlsDetails | null;
  readonly timing: ConnectionTiming;
  /** True when an exchange has used the connection before, or has not waited for it to be opened. */
  used = false;
  /** `performance.now()` when it last became idle. */
  idleSince = performance.now();
  readonly #connection: UpstreamConnection;
  readonly #endpoint: Http2Endpoint;
  readonly #pool: Http2Pool;
  #settled: (() => void) | null = null;
  #failed: ((error: ProxyError) => void) | null = null;
  /**
   * Settles when the server's limits are known: before that it may refuse streams. Rejects with a ProxyError.
   */
  readonly ready: Promise<void>;

  constructor(connection: UpstreamConnection, pool: Http2Pool) {
    this.#connection = connection;
    this.#pool = pool;
    this.address = connection.address;
    this.tls = connection.tls;
    this.timing = connection.timing;
    this.#endpoint = new Http2Endpoint(this, {
      isServer: false,
      maxStreams: 0,
      streamWindow: STREAM_WINDOW,
      connectionWindow: CONNECTION_WINDOW,
      maxFieldBytes: MAX_RESPONSE_HEAD_BYTES,
      ceiling: http2Ceiling,
      handler: {
        settled: () => {
          if (this.takesExtendedConnect) pool.extendedConnectAnnounced();
          this.#settled?.();
          pool.hasRoom();
        },
        leaving: () => pool.forget(this),
        removed: () => {
          if (this.active === 0) this.idleSince = performance.now();
          pool.hasRoom();
        },
        over: (reason) => this.#over(reason),
      },
    });
    this.ready = this.#settings();
    connection.reader = this;
    connection.resume();
  }

  get usable(): boolean {
    return this.#endpoint.isOpen && !this.#connection.destroyed;
  }

  /** The number of streams that the server would take now. */
  get room(): number {
    return this.#endpoint.peer.maxStreams - this.#endpoint.streams.size;
  }

  get active(): number {
    return this.#endpoint.streams.size;
  }

  /** True when the server takes extended CONNECT (RFC 8441). */
  get takesExtendedConnect(): boolean {
    return this.#endpoint.peer.extendedConnect;
  }

  /** Opens a stream. Throws a ProxyError when the connection has just closed. */
  open(): Http2Stream {
    if (!this.usable) throw new ProxyError('UPSTREAM_CLOSED', 'before it took the request');
    this.used = true;
    return this.#endpoint.open();
  }

  /** Handles a server that requires HTTP/1.1 instead (RFC 9113 section 7). */
  http1Required(): void {
    this.#pool.http1Required();
  }

  // Reported by the connection.

  bytes(received: Buffer): void {
    this.#endpoint.receive(received);
  }

  ended(): void {
    this.#endpoint.ended(null);
    this.#connection.destroy();
  }

  closed(error: Error | null): void {
    this.#endpoint.ended(error?.message ?? null);
  }

  drained(): void {
    this.#endpoint.drained();
  }

  // Sent by the endpoint.

  wake(): void {
    flushSoon(this);
  }

  flush(): void {
    this.#endpoint.flush();
  }

  write(bytes: Buffer, written: () => void): boolean {
    return this.#connection.destroyed || this.#connection.writeNow(bytes, written);
  }

  get waiting(): number {
    return this.#connection.waiting;
  }

  end(): void {
    this.#connection.end();
  }

  /** Closes when the exchanges in progress have ended. */
  close(): void {
    this.#endpoint.close();
  }

  destroy(): void {
    this.#endpoint.ended(null);
    this.#connection.destroy();
  }

  #over(reason: string | null): void {
    this.#pool.forget(this);
    this.#failed?.(
      new ProxyError('UPSTREAM_CLOSED', `before HTTP/2 had begun: ${reason ?? 'it closed the connection'}`),
    );
    setTimeout(() => this.#connection.destroy(), LINGER_MS).unref();
  }

  #settings(): Promise<void> {
    return new Promise((resolve, reject) => {
      const late = (): void => {
        reject(new ProxyError('CONNECT_TIMEOUT', `${this.address} did not begin HTTP/2 with its settings`));
        this.destroy();
      };
      const cancel = patientTimeout(late, SETTINGS_MS);
      const done = (settle: () => void): void => {
        cancel();
        this.#settled = this.#failed = null;
        settle();
      };
      this.#settled = () => done(resolve);
      this.#failed = (error) => done(() => reject(error));
    });
  }
}
