// The services that all connections of one proxy share. They are passed in at start, which keeps the API, certificate
// files and the operating system out of this room.
import os from 'node:os';
import type { Duplex } from 'node:stream';
import { isAliasHost } from '../../base/alias-hosts.ts';
import type { LocalHandler } from '../../base/local-http.ts';
import type { Client } from '../../flow/client.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import type { FlowStore } from '../../flow/store.ts';
import type { Login } from '../../codec/socks/server.ts';
import type { OriginPools } from '../../net/origin-pools.ts';
import type { BodyBufferBudget } from './body-buffer-budget.ts';
import type { ProxyHooks } from '../hooks.ts';
import type { Decryption } from '../tls/not-decrypted.ts';
import type { ClientTrust } from '../tls/client-trust.ts';
import type { TlsTerminator } from '../tls/tls-terminator.ts';
import type { RequestDestination } from './request-destination.ts';

export interface ProxyContext {
  readonly flows: FlowStore;
  readonly pools: OriginPools;
  readonly tlsTerminator: TlsTerminator;
  readonly clientTrust: ClientTrust;
  /** Handles requests addressed to the proxy itself. */
  readonly local: LocalHandler;
  /**
   * Decides whether TLS from this client to this host is decrypted. May have to wait for the client's app.
   */
  readonly decrypt: (host: string, client: Client) => Decryption | Promise<Decryption>;
  /** Called when a client rejects our certificate for this host, or most likely does. */
  readonly certificateRejected: (host: string, client: Client) => void;
  /** Returns true when this client may use the proxy at all. */
  readonly admits: (client: Client) => boolean;
  /** Called when a client that may not use the proxy was denied. */
  readonly clientDenied: (client: Client) => void;
  /** Returns true when this client may reach loopback, link-local and this machine's own addresses. */
  readonly localAllowed: (client: Client) => boolean;
  /**
   * Settles when the app that opened the connection is known, or when that takes too long; null when there is
   * nothing to wait for. A client that has its response may exit before it has been identified.
   */
  readonly identified: (client: Client) => Promise<void> | null;
  /** The memory budget of captured bodies. */
  readonly captures: CaptureBudget;
  /** The memory budget of bodies that tools buffer. */
  readonly bodyBuffers: BodyBufferBudget;
  /** Returns true for a name that DNS leads to this machine, to be captured. */
  readonly isDnsCaptured: (host: string) => boolean;
  /** The account that other devices need; null for none. */
  readonly deviceLogin: Login | null;
  /** The account for SOCKS; null for none. */
  readonly socksLogin: Login | null;
  /** The hooks of debugging tools. */
  readonly hooks: ProxyHooks;
  /** Returns true when the proxy listens on this port. */
  readonly isOwnPort: (port: number) => boolean;
  /**
   * Serves a client in HTTP/1, or in HTTP/2 where TLS agreed on that; `first`: bytes that were read before.
   */
  readonly serve: (stream: Duplex, client: Client, destination: RequestDestination, first?: Buffer) => void;
  /** Serves a client that speaks HTTP/2 with prior knowledge. */
  readonly serveHttp2: (stream: Duplex, client: Client, destination: RequestDestination) => void;
  /** Connections to be stopped together with the proxy. */
  readonly connections: Set<Stoppable>;
}

export interface Stoppable {
  stop(): void;
  /** Called about every second with `performance.now()`, to end what takes too long. */
  tick?(now: number): void;
}

/** Returns true when a TLS client that requests this server name means the proxy itself, not an origin. */
export function isOwnName(name: string): boolean {
  const host = os.hostname().toLowerCase();
  return name === 'localhost' || name === host || name === `${host}.local` || isAliasHost(name);
}
