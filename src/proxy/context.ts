// What every connection of one proxy shares: handed in at start, so that this room knows neither the
// API, nor the certificates' files, nor the system.
import os from 'node:os';
import type { Duplex } from 'node:stream';
import { isAliasHost } from '../base/alias-hosts.ts';
import type { LocalHandler } from '../base/local-http.ts';
import type { Client } from '../flow/client.ts';
import type { CaptureBudget } from '../flow/capture-budget.ts';
import type { FlowStore } from '../flow/store.ts';
import type { Login } from '../codec/socks/server.ts';
import type { OriginPools } from '../net/origin-pools.ts';
import type { BodyBufferBudget } from './exchange/body-buffer-budget.ts';
import type { ProxyHooks } from './hooks.ts';
import type { Decryption } from './not-decrypted.ts';
import type { TlsTerminator } from './tls/tls-terminator.ts';
import type { RequestDestination } from './request-destination.ts';

export interface ProxyContext {
  readonly flows: FlowStore;
  readonly pools: OriginPools;
  readonly tlsTerminator: TlsTerminator;
  /** Answers what is addressed to the proxy itself. */
  readonly local: LocalHandler;
  /** Whether TLS to this host, from this client, is to be opened. May have to wait for the client's app. */
  readonly decrypt: (host: string, client: Client) => Decryption | Promise<Decryption>;
  /** Told when a client refuses our certificate for this host, or most likely does. */
  readonly clientRefused: (host: string, client: Client) => void;
  /** Whether this client may use the proxy at all. */
  readonly admits: (client: Client) => boolean;
  /** Told when a client that is not admitted was turned away. */
  readonly clientRejected: (client: Client) => void;
  /** Whether this client may reach loopback, link-local and this machine's own addresses. */
  readonly localAllowed: (client: Client) => boolean;
  /**
   * Settles when it is known which app opened the connection, or when that takes too long; null when there
   * is nothing to wait for. A client that has its answer may be gone before it has been found.
   */
  readonly identified: (client: Client) => Promise<void> | null;
  /** The memory for captured bodies. */
  readonly captures: CaptureBudget;
  /** The memory for bodies that tools hold. */
  readonly bodyBuffers: BodyBufferBudget;
  /** Who may use SOCKS; null for everybody. */
  readonly socksLogin: Login | null;
  /** What debugging tools plug in. */
  readonly hooks: ProxyHooks;
  /** Whether the proxy listens on this port. */
  readonly isOwnPort: (port: number) => boolean;
  /** Serves HTTP/1 to a client; `first` are bytes of it that were read before. */
  readonly serve: (stream: Duplex, client: Client, destination: RequestDestination, first?: Buffer) => void;
  /** Serves HTTP/2 to a client that took for granted that we speak it. */
  readonly serveHttp2: (stream: Duplex, client: Client, destination: RequestDestination) => void;
  /** Connections of this proxy to be closed when it stops. */
  readonly connections: Set<Stoppable>;
}

export interface Stoppable {
  stop(): void;
  /** Called about every second with `performance.now()`, to end what takes too long. */
  tick?(now: number): void;
}

/** Whether a TLS client that asks for this name means the proxy itself, not an origin. */
export function isOwnName(name: string): boolean {
  const host = os.hostname().toLowerCase();
  return name === 'localhost' || name === host || name === `${host}.local` || isAliasHost(name);
}
