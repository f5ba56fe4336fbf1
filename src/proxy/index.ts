// The proxy: clients come in on one port, whatever they speak, and every exchange becomes a flow. What it
// needs from above is handed in: who answers for us, which hosts to decrypt, whose certificates to show.
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { LocalHandler } from '../base/local-http.ts';
import type { CaptureBudget } from '../flow/capture-budget.ts';
import type { Client } from '../flow/client.ts';
import type { Flow } from '../flow/flow.ts';
import type { FlowStore } from '../flow/store.ts';
import { checkedResolver, systemResolver, type Resolver } from '../net/dns.ts';
import { trustByHost, type ClientCertificate } from '../net/trust.ts';
import { externalWays, type ExternalProxy } from '../net/ways/external-proxy.ts';
import type { WireOptions } from '../net/wire.ts';
import { Pool } from '../net/pool.ts';
import type { ProxyContext } from './context.ts';
import type { ProxyHooks } from './hooks.ts';
import { ClientConnection } from './http1/client-connection.ts';
import { Http2Connection } from './http2/connection.ts';
import { listen, type Identify, type Listening } from './listener.ts';
import { openMorePorts } from './more-ports.ts';
import { replay } from './replay.ts';
import type { ReverseProxy } from './reverse/reverse.ts';
import { loopGuard } from './self.ts';
import { socksLogin, type SocksOptions } from './socks/serve.ts';
import { LeafServers, type LeafServersOptions } from './tls/leaf-servers.ts';
import type { Way } from './way.ts';

export interface ProxyOptions {
  /** Address to listen on. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly flows: FlowStore;
  readonly captures: CaptureBudget;
  readonly local: LocalHandler;
  readonly decrypt: ProxyContext['decrypt'];
  readonly clientRefused: ProxyContext['clientRefused'];
  readonly admits: ProxyContext['admits'];
  /** Called when a client that is not admitted was turned away. */
  readonly turnedAway: (client: Client) => void;
  readonly allowDevicesToLocal: boolean;
  readonly identify: Identify;
  readonly identified: ProxyContext['identified'];
  readonly leafFor: LeafServersOptions['leafFor'];
  /** Told each line of TLS key material of both sides, in SSLKEYLOGFILE format. */
  readonly keylog: ((line: Buffer) => void) | null;
  /** Whether HTTP/2 is offered to clients, and to servers on their behalf. */
  readonly http2ToClients: boolean;
  readonly upstreamHttp2: boolean;
  /** Milliseconds to reach an origin, TLS included. */
  readonly connectTimeoutMs: number;
  /** Resolves host names; by default as the system does. */
  readonly resolve?: Resolver | undefined;
  /** What debugging tools plug in. */
  readonly hooks?: ProxyHooks | undefined;
  /** Where to connect to in place of a host and port, asked for each connection; null for there. */
  readonly divert?: WireOptions['divert'];
  readonly externalProxy: ExternalProxy;
  readonly clientCertificates: readonly ClientCertificate[];
  /** Patterns of hosts whose certificates are not verified. */
  readonly insecureUpstreamHosts: readonly string[];
  readonly socks: SocksOptions;
  readonly reverseProxies: readonly ReverseProxy[];
}

export interface Proxy {
  readonly address: string;
  readonly port: number;
  /** Of SOCKS, where it has one of its own. */
  readonly socksPort: number | null;
  /** Of the reverse proxies that are enabled, by their ids. */
  readonly reversePorts: ReadonlyMap<string, number>;
  /** Sends a captured request again, as it was sent; resolves with the new, finished flow. */
  replay(flow: Flow): Promise<Flow>;
  close(): Promise<void>;
}

/** Rejects with the system's error when the port cannot be had, with a SettingError when something else cannot. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const ports = new Set<number>();
  const reversePorts = new Set<number>();
  const isOwnPort = (port: number): boolean => ports.has(port);
  const resolve = options.resolve === undefined ? systemResolver : checkedResolver(options.resolve);
  const ways = externalWays(options.externalProxy, { resolve });
  const pool = new Pool({
    timeoutMs: options.connectTimeoutMs,
    alpn: ['http/1.1'],
    http2: options.upstreamHttp2,
    keylog: options.keylog,
    resolve,
    guard: loopGuard((port) => isOwnPort(port) || reversePorts.has(port)),
    trust: trustByHost(options.clientCertificates, options.insecureUpstreamHosts),
    ways: ways ?? undefined,
    divert: options.divert,
  });
  const context: ProxyContext = {
    flows: options.flows,
    pool,
    leaves: new LeafServers({
      leafFor: options.leafFor,
      keylog: options.keylog,
      http2: options.http2ToClients,
    }),
    local: options.local,
    decrypt: options.decrypt,
    clientRefused: options.clientRefused,
    admits: options.admits,
    turnedAway: options.turnedAway,
    localAllowed: (client) => client.isLoopback || options.allowDevicesToLocal,
    identified: options.identified,
    captures: options.captures,
    isOwnPort,
    socksLogin: socksLogin(options.socks),
    hooks: options.hooks ?? {},
    serve: (stream: Duplex, client: Client, way: Way, first?: Buffer) => {
      if (stream instanceof TLSSocket && stream.alpnProtocol === 'h2')
        new Http2Connection(stream, true, client, way, context);
      else new ClientConnection(stream, client, way, context).start(first);
    },
    serveHttp2: (stream: Duplex, client: Client, way: Way) => {
      new Http2Connection(stream, stream instanceof TLSSocket, client, way, context);
    },
    connections: new Set(),
  };
  const close = async (): Promise<void> => {
    await Promise.all(opened.map((listening) => listening.close()));
    pool.close();
    await ways?.close();
  };
  const opened: Listening[] = [];
  try {
    const main = await listen(options.host, options.port, context, options.identify);
    opened.push(main);
    ports.add(main.port);
    const more = await openMorePorts(options, context);
    opened.push(...more.listening);
    if (more.socksPort !== null) ports.add(more.socksPort);
    for (const port of more.reversePorts.values()) reversePorts.add(port);
    const { socksPort, reversePorts: byId } = more;
    const { address, port } = main;
    return { address, port, socksPort, reversePorts: byId, replay: (flow) => replay(flow, context), close };
  } catch (error) {
    await close();
    throw error;
  }
}
