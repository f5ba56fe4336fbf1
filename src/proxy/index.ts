// The proxy: clients of any protocol connect to one port, and every exchange becomes a flow. Services of
// other rooms are passed in: the local handler, which hosts to decrypt, the certificates.
import type net from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { LocalHandler } from '../base/local-http.ts';
import type { CaptureBudget } from '../flow/capture-budget.ts';
import type { Client } from '../flow/client.ts';
import type { Flow } from '../flow/flow.ts';
import type { FlowStore } from '../flow/store.ts';
import { checkedResolver, systemResolver, type Resolver } from '../net/dns.ts';
import { OriginPools } from '../net/origin-pools.ts';
import { certificateFiles, trustByHost } from '../net/trust.ts';
import type { HostPort } from '../net/open.ts';
import { externalProxyResolver, type ExternalProxyResolver } from '../net/proxy-routes/external-proxy.ts';
import type { ConnectionOptions } from '../net/upstream-connection.ts';
import type { ProxyContext } from './shared/context.ts';
import { BodyBufferBudget } from './shared/body-buffer-budget.ts';
import type { ProxyHooks } from './hooks.ts';
import { acceptAny, type Identify } from './listeners/listener.ts';
import { ListenerSet, type PreparedChange } from './listeners/listener-set.ts';
import { contextOf, perPort } from './listeners/port-context.ts';
import { replay, send, type ComposedRequest } from './own-requests/replay.ts';
import { loopGuard } from './shared/self.ts';
import { openTransparent } from './tunnel/tunnel.ts';
import type { ProxySettings } from './settings.ts';
import { outdatedClients } from './outdated-clients.ts';
import { accountLogin } from './shared/login.ts';
import { ClientTrust } from './tls/client-trust.ts';
import { TlsTerminator, type TlsTerminatorOptions } from './tls/tls-terminator.ts';

/** Bytes of bodies that tools may buffer at a time, in all exchanges together. */
const MAX_BUFFERED_BYTES = 128 * 1024 * 1024;

export interface ProxyOptions extends ProxySettings {
  readonly flows: FlowStore;
  readonly captures: CaptureBudget;
  readonly local: LocalHandler;
  readonly certificateRejected: ProxyContext['certificateRejected'];
  /** Called when a client that may not use the proxy was denied. */
  readonly clientDenied: (client: Client) => void;
  readonly identify: Identify;
  readonly identified: ProxyContext['identified'];
  readonly leafFor: TlsTerminatorOptions['leafFor'];
  /** Milliseconds to reach an origin, TLS included. */
  readonly connectTimeoutMs: number;
  /** Resolves host names; by default the system's resolver. */
  readonly resolve?: Resolver | undefined;
  /** The hooks of debugging tools. */
  readonly hooks?: ProxyHooks | undefined;
  /**
   * Returns the address to connect to instead of a host and port; null for no change. Called for each
   * connection.
   */
  readonly connectOverride?: ConnectionOptions['connectOverride'];
  /** Returns the path of a Unix socket that leads to a host and port; null for TCP. */
  readonly socketPath?: ConnectionOptions['socketPath'];
}

export interface Proxy {
  readonly address: string;
  readonly port: number;
  /** Port of SOCKS; null when it has none of its own. */
  readonly socksPort: number | null;
  /** Ports of the enabled reverse proxies, by id. */
  readonly reversePorts: ReadonlyMap<string, number>;
  /**
   * Sends a captured request again, as the client sent it; resolves with the new, finished flow. Rejects when
   * `signal` is aborted.
   */
  replay(flow: Flow, signal?: AbortSignal): Promise<Flow>;
  /**
   * Sends a composed request as if a client had; resolves with its finished flow. `like`: the client whose
   * app it is attributed to.
   */
  send(request: ComposedRequest, like: Client | null, signal?: AbortSignal): Promise<Flow>;
  /**
   * Serves a connection that did not arrive through a port. `target`: the server that its client connected to; null for
   * the proxy itself.
   */
  accept(socket: net.Socket, client: Client, target: HostPort | null): void;
  /**
   * Prepares a change of settings, which takes effect with `commit`. Rejects as `startProxy` does, with nothing
   * changed. Only one change may be in progress.
   */
  prepare(settings: ProxySettings): Promise<PreparedChange>;
  close(): Promise<void>;
}

/**
 * Starts a proxy. Rejects with the system's error when the port cannot be opened, with a SettingError when
 * another setting is invalid.
 */
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

/** Parts of the context that client settings decide. */
type ClientPart =
  | 'decrypt'
  | 'admits'
  | 'isDnsCaptured'
  | 'localAllowed'
  | 'deviceLogin'
  | 'socksLogin'
  | 'tlsTerminator';

/** Time for connections that are being opened to finish with a PAC file that has been replaced. */
const RESOLVER_GRACE_MS = 30_000;

class RunningProxy implements Proxy {
  readonly #options: ProxyOptions;
  readonly #resolve: Resolver;
  readonly #pools: OriginPools;
  readonly #listeners: ListenerSet;
  /** The parts that the contexts of all ports share: they see a change at once. */
  readonly #shared: { -readonly [K in keyof ProxyContext]: ProxyContext[K] };
  /** The context of requests that the proxy sends itself. */
  readonly #own: ProxyContext;
  #settings: ProxySettings | null = null;
  /** The content of the client certificates' files when they were read. */
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
      guard: loopGuard((address, port) => this.#listeners.accepts(address, port)),
      connectOverride: options.connectOverride,
      socketPath: options.socketPath,
    });
    this.#shared = {
      flows: options.flows,
      pools: this.#pools,
      local: options.local,
      clientTrust: new ClientTrust(options.flows),
      certificateRejected: options.certificateRejected,
      clientDenied: options.clientDenied,
      identified: options.identified,
      captures: options.captures,
      bodyBuffers: new BodyBufferBudget(MAX_BUFFERED_BYTES),
      isOwnPort: (port) => this.#listeners.isOwn(port),
      hooks: options.hooks ?? {},
      ...this.#clientContext(options),
      ...perPort,
    };
    this.#own = contextOf(this.#shared);
    this.#listeners = new ListenerSet(() => contextOf(this.#shared), options.identify);
  }

  get address(): string {
    return this.#listeners.main.address;
  }

  get port(): number {
    return this.#listeners.main.port;
  }

  get socksPort(): number | null {
    return this.#listeners.socks;
  }

  get reversePorts(): ReadonlyMap<string, number> {
    return this.#listeners.reverse;
  }

  replay(flow: Flow, signal?: AbortSignal): Promise<Flow> {
    return replay(flow, this.#own, signal);
  }

  send(request: ComposedRequest, like: Client | null, signal?: AbortSignal): Promise<Flow> {
    return send(request, like, this.#own, signal);
  }

  accept(socket: net.Socket, client: Client, target: HostPort | null): void {
    if (!this.#own.admits(client)) socket.destroy();
    else if (target === null) acceptAny(socket, client, this.#own);
    else openTransparent(socket, target, client, this.#own);
  }

  async prepare(settings: ProxySettings): Promise<PreparedChange> {
    const upstream = this.#upstream(settings);
    const listeners = await this.#listeners.prepare(settings.listen).catch(async (error: unknown) => {
      await upstream?.proxyResolver?.close();
      throw error;
    });
    return {
      commit: () => {
        listeners.commit();
        Object.assign(this.#shared, this.#clientContext(settings));
        if (upstream !== null) this.#useUpstream(upstream);
        this.#listeners.disconnect(outdatedClients(this.#settings?.clients ?? null, settings.clients));
        this.#settings = settings;
      },
      undo: async () => {
        await Promise.all([listeners.undo(), upstream?.proxyResolver?.close()]);
      },
    };
  }

  async close(): Promise<void> {
    await this.#listeners.close();
    for (const connection of [...this.#own.connections]) connection.stop();
    this.#pools.close();
    await Promise.all(
      [this.#proxyResolver, ...this.#retiredResolvers].map(async (proxyResolver) => proxyResolver?.close()),
    );
  }

  /** Returns the part of the context that client settings decide. */
  #clientContext(settings: ProxySettings): Pick<ProxyContext, ClientPart> {
    const { decrypt, admits, isDnsCaptured, allowDevicesToLocal, deviceLogin } = settings.clients;
    return {
      decrypt,
      admits,
      isDnsCaptured,
      localAllowed: (client) => client.isLoopback || allowDevicesToLocal,
      deviceLogin: accountLogin(deviceLogin),
      socksLogin: accountLogin(settings.listen.socks),
      tlsTerminator: this.#leaves(settings),
    };
  }

  /** Keeps the existing terminator, since it holds the TLS sessions of returning clients. */
  #leaves({ keylog, clients: { http2ToClients, minTlsVersion } }: ProxySettings): TlsTerminator {
    const before = this.#settings;
    const isSame =
      before?.keylog === keylog &&
      before.clients.http2ToClients === http2ToClients &&
      before.clients.minTlsVersion === minTlsVersion;
    if (isSame) return this.#shared.tlsTerminator;
    const { leafFor } = this.#options;
    return new TlsTerminator({ leafFor, keylog, http2: http2ToClients, minVersion: minTlsVersion });
  }

  /**
   * Returns the options of connections to servers; null when they have not changed. Throws a SettingError.
   */
  #upstream(settings: ProxySettings): Upstream | null {
    const { clientCertificates, insecureUpstreamHosts, minTlsVersion, externalProxy, upstreamHttp2 } =
      settings.upstream;
    const certificates = certificateFiles(clientCertificates);
    if (this.#settings !== null && isSameUpstream(settings, this.#settings)) {
      // A certificate file that has disappeared must not fail a change of another setting.
      if (certificates === null || isDeepStrictEqual(certificates, this.#certificates)) return null;
    }
    const trust = trustByHost(clientCertificates, insecureUpstreamHosts, [], minTlsVersion);
    const proxyResolver = externalProxyResolver(externalProxy, { resolve: this.#resolve });
    return {
      proxyResolver,
      certificates,
      clientContext: {
        trust,
        proxies: proxyResolver ?? undefined,
        http2: upstreamHttp2,
        keylog: settings.keylog,
      },
    };
  }

  #useUpstream({ clientContext, proxyResolver, certificates }: Upstream): void {
    this.#pools.reconfigure(clientContext);
    this.#certificates = certificates;
    const old = this.#proxyResolver;
    this.#proxyResolver = proxyResolver;
    if (old === null) return;
    this.#retiredResolvers.add(old);
    setTimeout(() => {
      this.#retiredResolvers.delete(old);
      void old.close();
    }, RESOLVER_GRACE_MS).unref();
  }
}

interface Upstream {
  readonly proxyResolver: ExternalProxyResolver | null;
  readonly certificates: ReturnType<typeof certificateFiles>;
  readonly clientContext: Partial<ConnectionOptions>;
}

function isSameUpstream(a: ProxySettings, b: ProxySettings): boolean {
  return a.keylog === b.keylog && isDeepStrictEqual(a.upstream, b.upstream);
}
