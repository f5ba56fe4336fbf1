// The engine: the proxy with its certificates, flows and app look-up. The app, `run` and the library all start it
// here.
import type net from 'node:net';
import { SettingError, systemCode, UserError } from '../../base/errors.ts';
import type { LocalHandler } from '../../base/local-http.ts';
import type { CertificateAuthority } from '../../certs/index.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import type { Client } from '../../flow/client.ts';
import type { Flow } from '../../flow/flow.ts';
import type { ProtoCatalogue } from '../../flow/proto-catalogue.ts';
import type { FlowStore } from '../../flow/store.ts';
import type { Resolver } from '../../net/dns.ts';
import { CONNECT_TIMEOUT_MS, type HostPort } from '../../net/open.ts';
import type { ConnectionOptions } from '../../net/upstream-connection.ts';
import type { ProxyHooks } from '../../proxy/hooks.ts';
import { startProxy, type Proxy } from '../../proxy/index.ts';
import type { ComposedRequest } from '../../proxy/own-requests/replay.ts';
import { isOtherPortNeeded, listenError } from '../../system/port-holder/listen-error.ts';
import { reachableAddresses } from './this-machine.ts';
import { identification } from './app-identification.ts';
import type { RejectedHost } from './certificate-rejections.ts';
import type { EngineConfig } from './config.ts';
import type { Keylog } from './keylog.ts';
import { proxySettings, rejectedBefore } from './proxy-settings.ts';
import { captureLimits, keylogOf, openResources, type Resources } from './resources.ts';

export interface EngineOptions {
  readonly config: EngineConfig;
  /** Path of the data folder, with the root certificate and the API token. */
  readonly home: string;
  /** True to pass a host through undecrypted for a process that has rejected our certificate for it; by default false. */
  readonly passThroughRefused?: boolean | undefined;
  /** .proto files, and folders of them, by which gRPC messages are decoded; by default none. */
  readonly protoPaths?: readonly string[] | undefined;
  /** Resolves the names of servers; by default as the system does. */
  readonly resolve?: Resolver | undefined;
  /** Returns the address to connect to in place of a host and port; null for the host itself. Called for each connection. */
  readonly connectOverride?: ConnectionOptions['connectOverride'];
  /** Returns the path of a Unix socket that leads to a host and port; null for TCP. Called for each connection. */
  readonly socketPath?: ConnectionOptions['socketPath'];
  /** Milliseconds to reach an origin, TLS included; by default 30 seconds. */
  readonly connectTimeoutMs?: number | undefined;
  /** Called with events that the user may want to act on. */
  readonly notice?: ((notice: Notice) => void) | undefined;
  /** Hooks of debugging tools; by default none. */
  readonly hooks?: ProxyHooks | undefined;
  /** Returns the names of the debugging tools that are on; by default none. */
  readonly activeTools?: (() => readonly string[]) | undefined;
  /** Creates the handler of requests that are addressed to the proxy itself. */
  readonly local: (engine: Engine) => LocalHandler;
}

export type Notice =
  /** Clients have rejected our certificate for a host; sent at each rejection. */
  | { readonly type: 'certificate-rejected'; readonly rejected: RejectedHost }
  /** A device that `allowedClientIPs` does not name was denied; sent at each connection. */
  | { readonly type: 'client-denied'; readonly address: string };

export interface Engine {
  readonly home: string;
  readonly flows: FlowStore;
  /** Known types of gRPC messages. */
  readonly protos: ProtoCatalogue;
  readonly ca: CertificateAuthority;
  /** Address at which clients on this machine reach the proxy. */
  readonly address: string;
  /** True when other devices can reach the proxy, too. */
  readonly listensOnAllInterfaces: boolean;
  /** Addresses at which devices reach it that may use it, once it listens on all interfaces; IPv4 first. */
  readonly deviceAddresses: readonly string[];
  readonly port: number;
  /** Port of SOCKS; null when it has none of its own. */
  readonly socksPort: number | null;
  /** Ports of the reverse proxies that are enabled, by their ids. */
  readonly reversePorts: ReadonlyMap<string, number>;
  /** Hosts for which clients have rejected our certificate, the latest last. */
  readonly rejectedHosts: readonly RejectedHost[];
  /** Names of the debugging tools that are on. */
  readonly activeTools: readonly string[];
  /** Port of the name server of DNS capture; null while it does not run. */
  readonly dnsPort: number | null;
  /** Memory for captured bodies. */
  readonly captures: CaptureBudget;
  /**
   * Sends a captured request again; resolves with the new, finished flow, rejects with the reason. `signal`: aborted
   * when the caller no longer waits; it ends the exchange.
   */
  replay(flow: Flow, signal?: AbortSignal): Promise<Flow>;
  /** Sends a composed request. `like`: the client whose app it is attributed to; null for this app. */
  send(request: ComposedRequest, like: Client | null, signal?: AbortSignal): Promise<Flow>;
  /**
   * Serves a connection that did not arrive through a port. `target`: the server that its client connected to; null for
   * the proxy itself.
   */
  accept(socket: net.Socket, client: Client, target: HostPort | null): void;
  /**
   * Changes the configuration. `ready` is called when the new one can be applied, and before it is. When `ready`
   * rejects or something is not available, nothing changes, and this rejects with an Error that names the reason.
   * Connections of closed ports are aborted a second later. Changes must not overlap.
   */
  change(config: EngineConfig, ready: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts an engine. Rejects with an Error that names the unavailable resource: the port, the certificate, or the key
 * log.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { config, home, protoPaths = [], notice } = options;
  const resources = await openResources({
    config,
    home,
    protoPaths,
    rejected: (rejected) => notice?.({ type: 'certificate-rejected', rejected }),
  });
  try {
    return await startListening(options, resources);
  } catch (error) {
    resources.keylog?.close();
    await resources.dnsCapture.close();
    await resources.apps.close();
    throw error;
  }
}

async function startListening(options: EngineOptions, resources: Resources): Promise<Engine> {
  const nameServer = await resources.dnsCapture.prepare(options.config.dns.dnsCapture);
  nameServer.commit();
  // The handler needs the engine, and the engine needs a proxy that already listens.
  let handler: LocalHandler | null = null;
  const proxy = await openProxy(options, resources, (request) =>
    handler === null ? Promise.reject(new Error('the engine has not started yet')) : handler(request),
  );
  const engine = new RunningEngine(options, resources, proxy);
  handler = options.local(engine);
  return engine;
}

function openProxy(options: EngineOptions, resources: Resources, local: LocalHandler): Promise<Proxy> {
  const { ca, flows, captures, apps, keylog, rejections, dnsCapture } = resources;
  const { config, connectTimeoutMs = CONNECT_TIMEOUT_MS, notice, resolve, connectOverride, hooks } = options;
  return startProxy({
    ...proxySettings(config, keylog, rejectedBefore(options.passThroughRefused === true, rejections)),
    flows,
    captures,
    local,
    certificateRejected: (host, client) => rejections.add(host, client),
    clientDenied: ({ address }) => notice?.({ type: 'client-denied', address }),
    ...identification(apps, flows),
    leafFor: (names, key) => ca.leafFor(names, key),
    connectTimeoutMs,
    resolve: dnsCapture.resolver(resolve),
    connectOverride,
    socketPath: options.socketPath,
    hooks,
  }).catch(async (error: unknown) => {
    if (error instanceof SettingError) throw await withHolder(error);
    const message = await listenError(config.listen.port, error);
    throw new UserError('INVALID_PARAMETER', isOtherPortNeeded(error) ? `${message} with --port` : message, {
      cause: error,
    });
  });
}

class RunningEngine implements Engine {
  readonly home: string;
  readonly flows: FlowStore;
  readonly protos: ProtoCatalogue;
  readonly ca: CertificateAuthority;
  readonly captures: CaptureBudget;
  readonly #options: EngineOptions;
  readonly #resources: Resources;
  readonly #proxy: Proxy;
  #config: EngineConfig;

  constructor(options: EngineOptions, resources: Resources, proxy: Proxy) {
    this.home = options.home;
    this.flows = resources.flows;
    this.protos = resources.protos;
    this.ca = resources.ca;
    this.captures = resources.captures;
    this.#options = options;
    this.#resources = resources;
    this.#proxy = proxy;
    this.#config = options.config;
  }

  get address(): string {
    return this.listensOnAllInterfaces ? '127.0.0.1' : this.#proxy.address;
  }

  get listensOnAllInterfaces(): boolean {
    return this.#config.listen.listenOnAllInterfaces;
  }

  get deviceAddresses(): readonly string[] {
    return reachableAddresses(this.#config.access.allowedClientIPs);
  }

  get port(): number {
    return this.#proxy.port;
  }

  get socksPort(): number | null {
    return this.#proxy.socksPort;
  }

  get reversePorts(): ReadonlyMap<string, number> {
    return this.#proxy.reversePorts;
  }

  get rejectedHosts(): readonly RejectedHost[] {
    return this.#resources.rejections.hosts;
  }

  get dnsPort(): number | null {
    return this.#resources.dnsCapture.port;
  }

  get activeTools(): readonly string[] {
    return this.#options.activeTools?.() ?? [];
  }

  replay(flow: Flow, signal?: AbortSignal): Promise<Flow> {
    return this.#proxy.replay(flow, signal);
  }

  send(request: ComposedRequest, like: Client | null, signal?: AbortSignal): Promise<Flow> {
    return this.#proxy.send(request, like, signal);
  }

  accept(socket: net.Socket, client: Client, target: HostPort | null): void {
    this.#proxy.accept(socket, client, target);
  }

  async change(config: EngineConfig, ready: () => Promise<void>): Promise<void> {
    const previous = this.#resources.keylog;
    const isSameFile = config.tls.tlsKeyLogPath === this.#config.tls.tlsKeyLogPath;
    const keylog = isSameFile ? previous : keylogOf(config);
    try {
      await this.#applyToProxy(config, keylog, ready);
    } catch (error) {
      if (!isSameFile) keylog?.close();
      throw error;
    }
    if (!isSameFile) previous?.close();
    this.#resources.keylog = keylog;
    this.captures.resize(captureLimits(config.capture));
    this.#config = config;
  }

  async #applyToProxy(
    config: EngineConfig,
    keylog: Keylog | null,
    ready: () => Promise<void>,
  ): Promise<void> {
    const isRejected = rejectedBefore(this.#options.passThroughRefused === true, this.#resources.rejections);
    const nameServer = await this.#resources.dnsCapture.prepare(config.dns.dnsCapture);
    const change = await this.#proxy
      .prepare(proxySettings(config, keylog, isRejected))
      .catch(async (error: unknown) => {
        await nameServer.undo();
        if (error instanceof SettingError) throw await withHolder(error);
        throw new SettingError(`port: ${await listenError(config.listen.port, error)}`, { cause: error });
      });
    await ready().catch(async (error: unknown) => {
      await Promise.all([change.undo(), nameServer.undo()]);
      throw error;
    });
    nameServer.commit();
    change.commit();
  }

  async close(): Promise<void> {
    const { apps, captures, keylog, dnsCapture } = this.#resources;
    await this.#proxy.close();
    await dnsCapture.close();
    await apps.close();
    captures.close();
    keylog?.close();
  }
}

/** Names the program that has the port of a setting, which the proxy cannot look up. */
async function withHolder(error: SettingError): Promise<SettingError> {
  const { cause, message } = error;
  if (systemCode(cause) !== 'EADDRINUSE') return error;
  const { port } = cause as { readonly port?: number };
  if (port === undefined) return error;
  // The text before the port says which entry of a list has it.
  const named = message.replace(/port \d+ is in use.*$/, await listenError(port, cause));
  return new SettingError(named, { cause });
}
