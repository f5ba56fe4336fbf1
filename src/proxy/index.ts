// The proxy: clients come in on one port, whatever they speak, and every exchange becomes a flow. What it
// needs from above is handed in: who answers for us, which hosts to decrypt, whose certificates to show.
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import type { LocalHandler } from '../base/local-http.ts';
import type { CaptureBudget } from '../flow/capture-budget.ts';
import type { Client } from '../flow/client.ts';
import type { Flow } from '../flow/flow.ts';
import type { FlowStore } from '../flow/store.ts';
import { checkedResolver, systemResolver, type Resolver } from '../net/dns.ts';
import { OriginPools } from '../net/origin-pools.ts';
import { certificateFiles, trustByHost } from '../net/trust.ts';
import { externalProxyResolver, type ExternalProxyResolver } from '../net/proxy-routes/external-proxy.ts';
import type { ConnectionOptions } from '../net/upstream-connection.ts';
import type { ProxyContext } from './context.ts';
import { BodyBufferBudget } from './exchange/body-buffer-budget.ts';
import type { ProxyHooks } from './hooks.ts';
import { ClientConnection } from './http1/client-connection.ts';
import { Http2Connection } from './http2/connection.ts';
import type { Identify } from './listener.ts';
import { ListenerSet, type PreparedChange } from './listener-set.ts';
import { replay, send, type ComposedRequest } from './replay.ts';
import { loopGuard } from './self.ts';
import type { ClientSettings, ProxySettings } from './settings.ts';
import { socksLogin } from './socks/serve.ts';
import { TlsTerminator, type TlsTerminatorOptions } from './tls/tls-terminator.ts';
import type { RequestDestination } from './request-destination.ts';

/** Bytes of bodies that tools may hold at a time, in all exchanges together. */
const MAX_HELD_BYTES = 128 * 1024 * 1024;

export interface ProxyOptions extends ProxySettings {
  readonly flows: FlowStore;
  readonly captures: CaptureBudget;
  readonly local: LocalHandler;
  readonly clientRefused: ProxyContext['clientRefused'];
  /** Called when a client that is not admitted was turned away. */
  readonly turnedAway: (client: Client) => void;
  readonly identify: Identify;
  readonly identified: ProxyContext['identified'];
  readonly leafFor: TlsTerminatorOptions['leafFor'];
  /** Milliseconds to reach an origin, TLS included. */
  readonly connectTimeoutMs: number;
  /** Resolves host names; by default as the system does. */
  readonly resolve?: Resolver | undefined;
  /** What debugging tools plug in. */
  readonly hooks?: ProxyHooks | undefined;
  /** Where to connect to in place of a host and port, asked for each connection; null for there. */
  readonly divert?: ConnectionOptions['connectOverride'];
}

export interface Proxy {
  readonly address: string;
  readonly port: number;
  /** Of SOCKS, where it has one of its own. */
  readonly socksPort: number | null;
  /** Of the reverse proxies that are enabled, by their ids. */
  readonly reversePorts: ReadonlyMap<string, number>;
  /**
   * Sends a captured request again, as the client sent it; resolves with the new, finished flow. `signal`: aborted when
   * nobody waits for it any more; then it rejects.
   */
  replay(flow: Flow, signal?: AbortSignal): Promise<Flow>;
  /** Sends a request of our own as if a client had; resolves with its finished flow. `like`: whose app it is told to be. */
  send(request: ComposedRequest, like: Client | null, signal?: AbortSignal): Promise<Flow>;
  /**
   * Gets everything ready for other settings; what is given becomes valid with `commit`. Rejects as `startProxy` does,
   * and then nothing has changed. One change at a time.
   */
  prepare(settings: ProxySettings): Promise<PreparedChange>;
  close(): Promise<void>;
}

/** Rejects with the system's error when the port cannot be had, with a SettingError when something else cannot. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const proxy = new RunningProxy(options);
  try {
    (await proxy.prepare(options)).commit();
    return proxy;
  } catch (error) {
    await proxy.close();
    throw error;
  }
}

/** How long connections that are being opened may go on asking a PAC file that is no longer the one. */
const WAYS_MS = 30_000;

class RunningProxy implements Proxy {
  readonly #options: ProxyOptions;
  readonly #resolve: Resolver;
  readonly #pools: OriginPools;
  readonly #ports: ListenerSet;
  /** What the contexts of all ports have in common: they see a change at once. */
  readonly #shared: { -readonly [K in keyof ProxyContext]: ProxyContext[K] };
  /** For what we send ourselves. */
  readonly #own: ProxyContext;
  #settings: ProxySettings | null = null;
  /** What the files of client certificates held when they were read. */
  #certificates: Upstream['certificates'] = null;
  #proxyResolver: ExternalProxyResolver | null = null;
  readonly #retiredResolvers = new Set<ExternalProxyResolver>();

  constructor(options: ProxyOptions) {
    this.#options = options;
    this.#resolve = options.resolve === undefined ? systemResolver : checkedResolver(options.resolve);
    this.#pools = new OriginPools({
      timeoutMs: options.connectTimeoutMs,
      alpn: ['http/1.1'],
      keylog: options.keylog,
      resolve: this.#resolve,
      guard: loopGuard((port) => this.#ports.has(port)),
      connectOverride: options.divert,
    });
    this.#shared = {
      flows: options.flows,
      pools: this.#pools,
      local: options.local,
      clientRefused: options.clientRefused,
      clientRejected: options.turnedAway,
      identified: options.identified,
      captures: options.captures,
      bodyBuffers: new BodyBufferBudget(MAX_HELD_BYTES),
      isOwnPort: (port) => this.#ports.isOwn(port),
      hooks: options.hooks ?? {},
      ...this.#rules(options),
      ...ofOnePort,
    };
    this.#own = contextOf(this.#shared);
    this.#ports = new ListenerSet(() => contextOf(this.#shared), options.identify);
  }

  get address(): string {
    return this.#ports.main.address;
  }

  get port(): number {
    return this.#ports.main.port;
  }

  get socksPort(): number | null {
    return this.#ports.socks;
  }

  get reversePorts(): ReadonlyMap<string, number> {
    return this.#ports.reverse;
  }

  replay(flow: Flow, signal?: AbortSignal): Promise<Flow> {
    return replay(flow, this.#own, signal);
  }

  send(request: ComposedRequest, like: Client | null, signal?: AbortSignal): Promise<Flow> {
    return send(request, like, this.#own, signal);
  }

  async prepare(settings: ProxySettings): Promise<PreparedChange> {
    const upstream = this.#upstream(settings);
    const ports = await this.#ports.prepare(settings.listen).catch(async (error: unknown) => {
      await upstream?.proxyResolver?.close();
      throw error;
    });
    return {
      commit: () => {
        ports.commit();
        Object.assign(this.#shared, this.#rules(settings));
        if (upstream !== null) this.#useUpstream(upstream);
        this.#ports.disconnect(this.#outdated(settings.clients));
        this.#settings = settings;
      },
      undo: async () => {
        await Promise.all([ports.undo(), upstream?.proxyResolver?.close()]);
      },
    };
  }

  async close(): Promise<void> {
    await this.#ports.close();
    for (const connection of [...this.#own.connections]) connection.stop();
    this.#pools.close();
    await Promise.all(
      [this.#proxyResolver, ...this.#retiredResolvers].map(async (proxyResolver) => proxyResolver?.close()),
    );
  }

  /** What connections of clients go by. */
  #rules(
    settings: ProxySettings,
  ): Pick<ProxyContext, 'decrypt' | 'admits' | 'localAllowed' | 'socksLogin' | 'tlsTerminator'> {
    const { decrypt, admits, allowDevicesToLocal } = settings.clients;
    return {
      decrypt,
      admits,
      localAllowed: (client) => client.isLoopback || allowDevicesToLocal,
      socksLogin: socksLogin(settings.listen.socks),
      tlsTerminator: this.#leaves(settings),
    };
  }

  /** Who has a connection that may not be there any more, or that remembers how far it may go. */
  #outdated({ admits, allowDevicesToLocal }: ClientSettings): (client: Client) => boolean {
    const before = this.#settings?.clients.allowDevicesToLocal ?? allowDevicesToLocal;
    return (client) => !admits(client) || (before !== allowDevicesToLocal && !client.isLoopback);
  }

  /** Those that there are know clients that come again. */
  #leaves({ keylog, clients: { http2ToClients } }: ProxySettings): TlsTerminator {
    const before = this.#settings;
    if (before !== null && before.keylog === keylog && before.clients.http2ToClients === http2ToClients)
      return this.#shared.tlsTerminator;
    return new TlsTerminator({ leafFor: this.#options.leafFor, keylog, http2: http2ToClients });
  }

  /** What connections to servers go by; null when that is as it was. Throws a SettingError. */
  #upstream(settings: ProxySettings): Upstream | null {
    const { clientCertificates, insecureUpstreamHosts, externalProxy, upstreamHttp2 } = settings.upstream;
    const certificates = certificateFiles(clientCertificates);
    if (this.#settings !== null && isSameUpstream(settings, this.#settings)) {
      // A file that has gone since it was read is no fault of what is changed now.
      if (certificates === null || isDeepStrictEqual(certificates, this.#certificates)) return null;
    }
    const trust = trustByHost(clientCertificates, insecureUpstreamHosts);
    const proxyResolver = externalProxyResolver(externalProxy, { resolve: this.#resolve });
    return {
      proxyResolver,
      certificates,
      rules: { trust, proxies: proxyResolver ?? undefined, http2: upstreamHttp2, keylog: settings.keylog },
    };
  }

  #useUpstream({ rules, proxyResolver, certificates }: Upstream): void {
    this.#pools.reconfigure(rules);
    this.#certificates = certificates;
    const old = this.#proxyResolver;
    this.#proxyResolver = proxyResolver;
    if (old === null) return;
    this.#retiredResolvers.add(old);
    setTimeout(() => {
      this.#retiredResolvers.delete(old);
      void old.close();
    }, WAYS_MS).unref();
  }
}

interface Upstream {
  readonly proxyResolver: ExternalProxyResolver | null;
  readonly certificates: ReturnType<typeof certificateFiles>;
  readonly rules: Partial<ConnectionOptions>;
}

function isSameUpstream(a: ProxySettings, b: ProxySettings): boolean {
  return a.keylog === b.keylog && isDeepStrictEqual(a.upstream, b.upstream);
}

/** What each port has for itself: `contextOf` puts it in place. */
const ofOnePort: Pick<ProxyContext, 'serve' | 'serveHttp2' | 'connections'> = {
  serve: () => undefined,
  serveHttp2: () => undefined,
  connections: new Set(),
};

/** A context whose connections can be ended without touching those of others. */
function contextOf(shared: ProxyContext): ProxyContext {
  const own: Pick<ProxyContext, 'serve' | 'serveHttp2' | 'connections'> = {
    serve: (stream: Duplex, client: Client, destination: RequestDestination, first?: Buffer) => {
      if (stream instanceof TLSSocket && stream.alpnProtocol === 'h2')
        new Http2Connection(stream, true, client, destination, context);
      else new ClientConnection(stream, client, destination, context).start(first);
    },
    serveHttp2: (stream: Duplex, client: Client, destination: RequestDestination) => {
      new Http2Connection(stream, stream instanceof TLSSocket, client, destination, context);
    },
    connections: new Set(),
  };
  // Inherited, not copied: a change of what is shared reaches connections that are open.
  const context = Object.assign(Object.create(shared) as ProxyContext, own);
  return context;
}
