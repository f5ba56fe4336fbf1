// A connection that we opened: a TCP or TLS socket whose bytes arrive in a reused slab. It has one reader at
// a time: an HTTP/1 exchange, a relay, or none while it is idle.
import net from 'node:net';
import tls from 'node:tls';
import type { ProxyError } from '../base/errors.ts';
import { SoonWriter } from '../base/runtime/soon-writer.ts';
import type { TlsDetails } from '../base/tls-details.ts';
import { formatAuthority } from '../codec/http1/target.ts';
import { IGNORED, type ConnectionReader } from './connection-reader.ts';
import { connectingSocket, type ConnectionTiming } from './connecting-socket.ts';
import { ProxyUnreachable } from './connect-error.ts';
import {
  open,
  type Link,
  type ProxyConnection,
  type ConnectionOptions,
  type ConnectionTarget,
} from './open.ts';
import { serverCertificate } from './server-certificate.ts';
import type { HeadRewrite } from './proxy-routes/absolute-form.ts';
import type { Handshake } from './proxy-routes/handshake.ts';
import { proxyName } from './proxy-routes/proxy-route.ts';

export type { ConnectionOptions, ConnectionTarget, HostPort } from './open.ts';

export class UpstreamConnection implements ProxyConnection {
  readonly socket: net.Socket;
  readonly target: ConnectionTarget;
  readonly timing: ConnectionTiming = { dns: 0, connect: 0, tls: 0 };
  /** The proxy that the connection goes through, such as `http://proxy.test:3128`; null for none. */
  readonly via: string | null;
  /** Rewrites the first write of each request; null for no change. */
  rewrite: HeadRewrite | null = null;
  readonly #carrier: UpstreamConnection | null;
  readonly #writer: SoonWriter;
  #reader: ConnectionReader | null = null;
  /** Bytes that arrived before anybody read: servers of some protocols speak first. */
  #early: Buffer | null = null;
  #ended = false;
  #paused = false;
  #error: Error | null = null;
  #certificate: Pick<TlsDetails, 'certificate'> | null = null;

  private constructor(
    target: ConnectionTarget,
    link: Link<UpstreamConnection>,
    options: ConnectionOptions,
    opened: (error: ProxyError | null) => void,
  ) {
    this.target = target;
    this.via = link.via === null ? null : proxyName(link.via);
    this.#carrier = link.carrier;
    this.socket = connectingSocket({
      target,
      link,
      options,
      timing: this.timing,
      events: {
        bytes: (bytes) => this.#read(bytes),
        error: (error) => (this.#error = error),
        opened,
      },
    });
    this.#writer = new SoonWriter(this.socket);
    this.socket.on('end', () => {
      if (this.#error !== null) return; // a TLS alert is followed by an `end` that means nothing
      this.#ended = true;
      this.#reader?.ended();
    });
    this.socket.on('drain', () => this.#reader?.drained());
    this.socket.on('close', () => this.#reader?.closed(this.#error));
  }

  /**
   * Opens a connection, verified when it is TLS, through a proxy where one applies; rejects with a
   * ProxyError.
   */
  static open(target: ConnectionTarget, options: ConnectionOptions): Promise<UpstreamConnection> {
    return open(target, options, (to, link, how) => UpstreamConnection.#connect(to, link, how));
  }

  static #connect(
    target: ConnectionTarget,
    link: Link<UpstreamConnection>,
    options: ConnectionOptions,
  ): Promise<UpstreamConnection> {
    return new Promise((resolve, reject) => {
      const connection: UpstreamConnection = new UpstreamConnection(target, link, options, (error) => {
        if (error === null) resolve(connection);
        else reject(error);
      });
    });
  }

  /** The receiver of bytes from now on; those that arrived before come first. */
  set reader(reader: ConnectionReader) {
    this.#reader = reader;
    const early = this.#early;
    this.#early = null;
    if (early !== null) {
      this.resume();
      reader.bytes(early);
    }
    if (this.#ended) reader.ended();
  }

  /** Resolves once the peer has sent bytes, ended or closed. The next reader receives that event. */
  spoken(): Promise<void> {
    return new Promise((resolve) => {
      if (this.destroyed) resolve();
      this.reader = {
        bytes: (bytes) => {
          this.#reader = null;
          this.#keep(bytes);
          resolve();
        },
        ended: resolve,
        closed: () => resolve(),
        drained: () => undefined,
      };
    });
  }

  /** Hands over the socket, with what was read ahead put back: the caller is its only reader. */
  detach(): net.Socket {
    this.#writer.flush();
    const early = this.#early;
    this.#early = null;
    this.#reader = IGNORED;
    this.socket.removeAllListeners('data');
    // HTTP/2 has no half-open connections, and nobody would notice that the peer has ended.
    this.socket.allowHalfOpen = false;
    if (early !== null) this.socket.unshift(early);
    return this.socket;
  }

  get writable(): boolean {
    return this.socket.writable;
  }

  get destroyed(): boolean {
    return this.socket.destroyed;
  }

  /** `address:port` of the peer: of the proxy, where the connection goes through one. */
  get address(): string {
    if (this.#carrier !== null) return this.#carrier.address;
    return formatAuthority(
      this.socket.remoteAddress ?? this.target.host,
      this.socket.remotePort ?? this.target.port,
    );
  }

  /** TLS with the origin; null without, whatever is spoken with a proxy. */
  get tls(): TlsDetails | null {
    const { socket } = this;
    const { servername } = this.target;
    if (servername === null || !(socket instanceof tls.TLSSocket)) return null;
    return {
      version: socket.getProtocol() ?? 'unknown',
      cipher: socket.getCipher().standardName,
      alpn: socket.alpnProtocol === false ? null : socket.alpnProtocol,
      sni: net.isIP(servername) === 0 ? servername : null,
      ...this.#certificateOf(socket),
      ...(socket.authorized ? {} : { verified: false as const }),
    };
  }

  /** Reads the certificates once: a connection has many exchanges. */
  #certificateOf(socket: tls.TLSSocket): Pick<TlsDetails, 'certificate'> {
    if (this.#certificate === null) {
      const certificate = serverCertificate(socket);
      this.#certificate = certificate === null ? {} : { certificate };
    }
    return this.#certificate;
  }

  /**
   * Writes bytes. Returns false when the peer reads more slowly than we send: wait for `drained`. `written` is called
   * when the bytes are no longer needed.
   */
  write(data: Buffer | string, written?: () => void): boolean {
    return this.#writer.write(data, written);
  }

  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.socket.pause();
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.socket.resume();
  }

  /** Writes bytes as `write` does, without waiting for the end of the turn. */
  writeNow(data: Buffer, written: () => void): boolean {
    return this.#writer.writeNow(data, written);
  }

  /** Bytes that have been written and not sent. */
  get waiting(): number {
    return this.#writer.waiting;
  }

  end(): void {
    this.#writer.flush();
    this.socket.end();
  }

  destroy(): void {
    this.#writer.flush();
    this.socket.destroy();
  }

  /**
   * Performs a proxy's handshake; resolves when the tunnel is open. Bytes behind the proxy's response are the
   * origin's.
   */
  handshake(question: Handshake, timeoutMs: number, tlsNext: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const gone = new ProxyUnreachable('EXTERNAL_PROXY_FAILED', 'it hung up before it responded');
      const late = new ProxyUnreachable('EXTERNAL_PROXY_FAILED', 'it did not respond in time');
      const settle = (error: Error | null): void => {
        clearTimeout(timer);
        this.#reader = null;
        if (error === null) resolve();
        else reject(error);
      };
      const timer = setTimeout(() => settle(late), Math.max(1, timeoutMs));
      this.reader = {
        bytes: (bytes) => {
          const { send, outcome } = question.read(Buffer.from(bytes));
          if (send.length > 0) this.write(send);
          if (outcome.type === 'more') return;
          if (outcome.type === 'error') settle(new Error(outcome.reason));
          else if (outcome.rest.length > 0 && tlsNext) settle(new Error('it sends bytes before TLS begins'));
          else {
            settle(null);
            if (outcome.rest.length > 0) this.#keep(outcome.rest);
          }
        },
        ended: () => settle(gone),
        closed: () => settle(gone),
        drained: () => undefined,
      };
      this.write(question.first);
    });
  }

  #read(bytes: Buffer): void {
    if (this.#reader === null) this.#keep(bytes);
    else this.#reader.bytes(bytes);
  }

  #keep(bytes: Buffer): void {
    this.#early = Buffer.concat([...(this.#early === null ? [] : [this.#early]), bytes]);
    this.pause();
  }
}
