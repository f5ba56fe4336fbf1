// A connection that we opened: a TCP or TLS socket whose bytes arrive in a reused slab. It has one
// reader at a time: an HTTP/1 exchange, a relay, or nobody while it rests in the pool.
import net from 'node:net';
import tls from 'node:tls';
import { codeOf, messageOf, ProxyError } from '../base/errors.ts';
import { Lru } from '../base/lru.ts';
import type { TlsDetails } from '../base/tls-details.ts';
import { formatAuthority } from '../codec/http1/target.ts';
import { isLocalAddress } from './address.ts';
import { lookupAll, type Resolver } from './dns.ts';
import { readSlab } from './slab.ts';
import { upstreamTrust } from './trust.ts';

export interface WireReader {
  /** `bytes` is valid during the call only. */
  bytes(bytes: Buffer): void;
  /** The peer has sent everything. */
  ended(): void;
  /** The connection is gone; `error` when it did not close in order. */
  closed(error: Error | null): void;
  drained(): void;
}

export interface WireTarget {
  readonly host: string;
  readonly port: number;
  /** TLS: the name to ask for and to verify; null for plain TCP. */
  readonly servername: string | null;
  /** False when another device asks: it may not reach this machine's own and link-local addresses. */
  readonly localAllowed: boolean;
}

export interface WireOptions {
  /** Milliseconds for resolving, connecting and the TLS handshake together. */
  readonly timeoutMs: number;
  /** ALPN protocols to offer, best first. */
  readonly alpn: readonly string[];
  /** Told each line of TLS key material, in SSLKEYLOGFILE format. */
  readonly keylog: ((line: Buffer) => void) | null;
  readonly resolve: Resolver;
  /** Told where a connection was really made to; an error refuses it. */
  readonly guard: (address: string, port: number) => ProxyError | null;
}

/** Durations in milliseconds. */
export interface WireTiming {
  dns: number;
  connect: number;
  tls: number;
}

/** TLS session tickets by host, so that a second connection is quicker. */
const sessions = new Lru<string, Buffer>(1000);

export class Wire {
  readonly socket: net.Socket;
  readonly target: WireTarget;
  readonly timing: WireTiming = { dns: 0, connect: 0, tls: 0 };
  #reader: WireReader | null = null;
  /** What a peer said before anybody read: servers of some protocols speak first. */
  #early: Buffer | null = null;
  #ended = false;
  #paused = false;
  #error: Error | null = null;

  private constructor(target: WireTarget, options: WireOptions, opened: (error: ProxyError | null) => void) {
    this.target = target;
    this.socket = this.#open(options, opened);
    this.socket.on('end', () => {
      this.#ended = true;
      this.#reader?.ended();
    });
    this.socket.on('drain', () => this.#reader?.drained());
    this.socket.on('close', () => this.#reader?.closed(this.#error));
  }

  /** Opens a connection, verified when it is TLS; rejects with a ProxyError. */
  static open(target: WireTarget, options: WireOptions): Promise<Wire> {
    return new Promise((resolve, reject) => {
      const refused = net.isIP(target.host) === 0 ? null : refusal(target, target.host, options);
      if (refused !== null) {
        reject(refused);
        return;
      }
      const wire: Wire = new Wire(target, options, (error) => {
        if (error === null) resolve(wire);
        else reject(error);
      });
    });
  }

  /** Whom bytes go to from now on, those first that came while nobody read. */
  set reader(reader: WireReader) {
    this.#reader = reader;
    const early = this.#early;
    this.#early = null;
    if (early !== null) {
      reader.bytes(early);
      this.resume();
    }
    if (this.#ended) reader.ended();
  }

  get writable(): boolean {
    return this.socket.writable;
  }

  get destroyed(): boolean {
    return this.socket.destroyed;
  }

  /** `address:port` of the peer. */
  get address(): string {
    return formatAuthority(
      this.socket.remoteAddress ?? this.target.host,
      this.socket.remotePort ?? this.target.port,
    );
  }

  get tls(): TlsDetails | null {
    const { socket } = this;
    if (!(socket instanceof tls.TLSSocket)) return null;
    const { servername } = this.target;
    return {
      version: socket.getProtocol() ?? 'unknown',
      cipher: socket.getCipher().standardName,
      alpn: socket.alpnProtocol === false ? null : socket.alpnProtocol,
      sni: servername !== null && net.isIP(servername) === 0 ? servername : null,
    };
  }

  /** False when the peer takes bytes more slowly than we send: wait for `drained`. `written`: the bytes are no longer needed. */
  write(data: Buffer | string, written?: () => void): boolean {
    return typeof data === 'string' ? this.socket.write(data, 'latin1') : this.socket.write(data, written);
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

  end(): void {
    this.socket.end();
  }

  destroy(): void {
    this.socket.destroy();
  }

  #open(options: WireOptions, opened: (error: ProxyError | null) => void): net.Socket {
    const { target, timing } = this;
    const begun = performance.now();
    let connectedAt = 0;
    let done = false;
    const settle = (error: ProxyError | null): void => {
      if (done) return;
      done = true;
      clearTimeout(timer);
      if (error !== null) socket.destroy();
      opened(error);
    };
    const onResolved = (): void => {
      timing.dns = performance.now() - begun;
    };
    const socket = this.#connect(options, onResolved);
    const timer = setTimeout(() => {
      settle(
        new ProxyError(
          'CONNECT_TIMEOUT',
          `${name(target)} did not accept a connection within ${options.timeoutMs / 1000} s`,
        ),
      );
    }, options.timeoutMs);
    socket.once('connect', () => {
      connectedAt = performance.now();
      timing.connect = connectedAt - begun - timing.dns;
      if (target.servername === null) settle(null);
    });
    socket.once('secureConnect', () => {
      timing.tls = performance.now() - connectedAt;
      settle(null);
    });
    socket.on('error', (error) => {
      this.#error = error;
      settle(asProxyError(error, target, connectedAt !== 0));
    });
    socket.once('close', () => {
      settle(new ProxyError('TLS_FAILED', `${name(target)} closed the connection during the handshake`));
    });
    return socket;
  }

  #connect(options: WireOptions, resolved: () => void): net.Socket {
    const { target } = this;
    const onread: net.OnReadOpts = {
      buffer: readSlab(),
      callback: (length, buffer) => this.#read(length, buffer),
    };
    const common = {
      host: target.host,
      port: target.port,
      allowHalfOpen: true,
      noDelay: true,
      keepAlive: true,
      autoSelectFamily: true,
      lookup: lookupAll(options.resolve, (address) => refusal(target, address, options), resolved),
      onread,
    };
    if (target.servername === null) return net.connect(common);
    const key = `${target.servername}:${target.port}`;
    const session = sessions.get(key);
    const socket = tls.connect({
      ...common,
      // An IP address is verified by the certificate but never sent as SNI (RFC 6066 section 3).
      ...(net.isIP(target.servername) === 0 ? { servername: target.servername } : {}),
      secureContext: upstreamTrust(),
      ALPNProtocols: [...options.alpn],
      ...(session === undefined ? {} : { session }),
    });
    socket.on('session', (ticket: Buffer) => sessions.set(key, ticket));
    if (options.keylog !== null) socket.on('keylog', options.keylog);
    return socket;
  }

  #read(length: number, buffer: Uint8Array): boolean {
    const slab = buffer as Buffer;
    if (this.#reader === null) {
      this.#early = Buffer.concat([...(this.#early === null ? [] : [this.#early]), slab.subarray(0, length)]);
      this.pause();
    } else this.#reader.bytes(slab.subarray(0, length));
    return true;
  }
}

function refusal(target: WireTarget, address: string, options: WireOptions): ProxyError | null {
  if (!target.localAllowed && isLocalAddress(address)) {
    return new ProxyError(
      'NOT_ALLOWED',
      `another device may not reach ${address}, an address of this machine or its link`,
    );
  }
  return options.guard(address, target.port);
}

function name(target: WireTarget): string {
  return formatAuthority(target.host, target.port);
}

const UNRESOLVED = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'ENODATA',
  'ESERVFAIL',
]);

function asProxyError(error: Error, target: WireTarget, connected: boolean): ProxyError {
  if (error instanceof ProxyError) return error;
  const code = codeOf(error);
  if (UNRESOLVED.has(code)) return new ProxyError('DNS_FAILED', `${target.host} (${code})`);
  if (!connected) return new ProxyError('CONNECT_FAILED', `${name(target)}: ${connectReason(error)}`);
  if (isVerification(code)) {
    return new ProxyError(
      'TLS_UNTRUSTED',
      `${name(target)}: ${messageOf(error)} (${code}). Add its issuer to NODE_EXTRA_CA_CERTS or to the system's store to trust it`,
    );
  }
  return new ProxyError('TLS_FAILED', `${name(target)}: ${messageOf(error)}`);
}

/** OpenSSL's verdicts on a certificate have names of their own; what else fails has a system's or Node's. */
function isVerification(code: string): boolean {
  return code === 'ERR_TLS_CERT_ALTNAME_INVALID' || (code !== '' && !/^(?:E[A-Z]+$|ERR_)/.test(code));
}

/** With several addresses tried Node reports an AggregateError without a message of its own. */
function connectReason(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = codeOf(first) || codeOf(error);
  const reason =
    code === 'ECONNREFUSED' ? 'connection refused' : code === 'ETIMEDOUT' ? 'timed out' : messageOf(first);
  return code === '' || reason.includes(code) ? reason : `${reason} (${code})`;
}
