// Sends requests over pooled connections, with HTTP/1.1 or HTTP/2, whichever the server speaks. It follows no
// redirects and stores no cookies.
import { formatAuthority } from '../../codec/http1/target.ts';
import { senderAdvice } from '../../net/connect-error.ts';
import { systemResolver } from '../../net/dns.ts';
import { OriginPools } from '../../net/origin-pools.ts';
import {
  DIRECT,
  type ProxyQuery,
  type ProxyResolver,
  type UpstreamProxy,
} from '../../net/proxy-routes/proxy-route.ts';
import { upstreamTrust, type Trust, type TrustOf } from '../../net/trust.ts';
import { ConnectionOwners, type BorrowedOwner } from './connection-owners.ts';
import { environmentProxies } from './environment-proxies.ts';
import type { OutgoingRequest } from './outgoing-request.ts';
import type { HttpResponse } from './exchange-steps.ts';
import { PendingRequest, type SendOptions } from './pending-request.ts';

/** Milliseconds for name resolution, the connection and the TLS handshake. */
const CONNECT_MS = 30_000;

export interface SenderOptions {
  /** Environment variables that may name proxies, such as `HTTP_PROXY`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Trust towards servers, and certificates for them; by default those of Node.js and the system. */
  readonly trust?: TrustOf | undefined;
  readonly onConnecting?: OnConnecting | undefined;
  /** Returns true for servers that are reached without the proxy of the environment. */
  readonly goesDirect?: ((server: ProxyQuery) => boolean) | undefined;
}

/** Called when a name is looked up, when an address is connected to, and when the TLS handshake with a name begins. */
export type OnConnecting = (phase: 'dns' | 'connect' | 'tls', target: string) => void;

export class HttpSender {
  readonly #proxies: ProxyResolver | null;
  /** Pools by the options that connections depend on: certificate verification and HTTP version. */
  readonly #pools = new Map<string, OriginPools>();
  readonly #owners = new ConnectionOwners();
  readonly #closers: (() => void)[] = [];
  readonly #trust: TrustOf;
  readonly #onConnecting: OnConnecting | undefined;

  constructor({ environment, trust = defaultTrust, onConnecting, goesDirect }: SenderOptions) {
    this.#trust = trust;
    this.#onConnecting = onConnecting;
    const proxies = environmentProxies(environment);
    this.#proxies =
      proxies === null || goesDirect === undefined
        ? proxies
        : {
            resolve: (server) => (goesDirect(server) ? [DIRECT] : proxies.resolve(server)),
            reportFailure: (proxy) => proxies.reportFailure(proxy),
          };
  }

  /** Rejects with an Error that says what could not be sent, or why there is no response. */
  async send(request: OutgoingRequest, options: SendOptions): Promise<HttpResponse> {
    return new PendingRequest(request, options, this.#pool(options)).result;
  }

  /** Returns the owner of connections for one request and the handshake that belongs to it; `name` says whose they are. */
  connectionOwner(name: string): BorrowedOwner {
    return this.#owners.take(name);
  }

  /** Returns the trust towards a server, by its name or address. */
  trust(host: string, port: number): Trust {
    return this.#trust(host, port);
  }

  /** Resolves with the proxy that the environment names for a server; null for none. */
  async proxyFor(server: ProxyQuery): Promise<UpstreamProxy | null> {
    const [route] = (await this.#proxies?.resolve(server)) ?? [];
    return route?.type === 'proxy' ? route.proxy : null;
  }

  /** Tells of a step of a connection that a protocol opens itself. */
  connecting(phase: Parameters<OnConnecting>[0], target: string): void {
    this.#onConnecting?.(phase, target);
  }

  /** Registers what else must be closed at the end of the run. */
  onClose(close: () => void): void {
    this.#closers.push(close);
  }

  close(): void {
    for (const close of this.#closers.splice(0)) close();
    this.#owners.close();
    for (const pool of this.#pools.values()) pool.close();
    this.#pools.clear();
  }

  #pool(options: SendOptions): OriginPools {
    const key = `${options.verifyTls} ${options.httpVersion}`;
    let pool = this.#pools.get(key);
    if (pool === undefined) this.#pools.set(key, (pool = this.newPools(options)));
    return pool;
  }

  /** Returns pools of their own, which the caller closes. */
  newPools({ verifyTls, httpVersion }: Pick<SendOptions, 'verifyTls' | 'httpVersion'>): OriginPools {
    return new OriginPools({
      timeoutMs: CONNECT_MS,
      alpn: httpVersion === '2' ? ['h2'] : ['http/1.1'],
      keylog: null,
      resolve: (host) => {
        this.#onConnecting?.('dns', host);
        return systemResolver(host);
      },
      guard: (address, port) => {
        this.#onConnecting?.('connect', formatAuthority(address, port));
        return null;
      },
      securing: (servername) => this.#onConnecting?.('tls', servername),
      trustAdvice: senderAdvice,
      http2: httpVersion !== '1.1',
      trust: (servername, port) => ({ ...this.#trust(servername, port), isVerified: verifyTls }),
      ...(this.#proxies !== null && { proxies: this.#proxies }),
    });
  }
}

const defaultTrust: TrustOf = () => ({ context: upstreamTrust(), isVerified: true, identity: '' });
