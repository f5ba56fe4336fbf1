// The engine: certificates, flows, app look-up and the proxy, put together. Every face starts it here.
import { randomUUID } from 'node:crypto';
import { messageOf, SettingError, systemCode } from '../../base/errors.ts';
import type { LocalHandler } from '../../base/local-http.ts';
import { openCertificateAuthority, type CertificateAuthority } from '../../certs/index.ts';
import type { Client } from '../../flow/client.ts';
import type { Flow } from '../../flow/flow.ts';
import { CaptureBudget } from '../../flow/capture-budget.ts';
import { ProtoCatalogue } from '../../flow/proto-catalogue.ts';
import { removeStaleSpills, spillPath } from '../../flow/orphaned-spill-files.ts';
import { FlowStore } from '../../flow/store.ts';
import type { Resolver } from '../../net/dns.ts';
import { upstreamTrust } from '../../net/trust.ts';
import type { WireOptions } from '../../net/upstream-connection.ts';
import type { ProxyHooks } from '../../proxy/hooks.ts';
import { startProxy, type Proxy, type ProxySettings } from '../../proxy/index.ts';
import type { PreparedChange } from '../../proxy/listener-set.ts';
import type { ComposedRequest } from '../../proxy/replay.ts';
import { startAppLookup, type AppLookup } from '../../system/apps/index.ts';
import { identification } from './app-identification.ts';
import { decryptRule } from './decrypt.ts';
import { openKeylog, type Keylog } from './keylog.ts';
import { loadProtoFiles } from './proto-files.ts';
import { clientRule } from './access.ts';
import type { EngineRules } from './config.ts';
import { Refusals, type RefusedHost } from './certificate-rejections.ts';

export interface EngineOptions extends EngineRules {
  /** Data folder: root certificate, API token. */
  readonly home: string;
  /** Whether a host is passed through for an app that has refused our certificate for it. */
  readonly passThroughRefused: boolean;
  /** .proto files, and folders of them, by which gRPC messages are decoded. */
  readonly protoPaths: readonly string[];
  /** Resolves the names of servers; by default as the system does. */
  readonly resolve?: Resolver | undefined;
  /** Where to connect to in place of a host and port, asked for each connection; null for there. */
  readonly divert?: WireOptions['connectOverride'];
  /** Milliseconds to reach an origin, TLS included. */
  readonly connectTimeoutMs: number;
  /** Told what the user may want to know, and do something about. */
  readonly notice: (notice: Notice) => void;
  /** What debugging tools plug in; by default nothing. */
  readonly hooks?: ProxyHooks | undefined;
  /** Names of the debugging tools that are on; by default none. */
  readonly activeTools?: (() => readonly string[]) | undefined;
  /** Makes what answers requests addressed to the proxy itself. */
  readonly local: (engine: Engine) => LocalHandler;
}

export type Notice =
  /** Clients have refused our certificate for a host; told at each refusal. */
  | { readonly type: 'certificate-refused'; readonly refused: RefusedHost }
  /** A device that `allowedClientIPs` does not name was turned away; told at each connection. */
  | { readonly type: 'client-turned-away'; readonly address: string };

export interface Engine {
  readonly home: string;
  readonly flows: FlowStore;
  /** What is known of the types of gRPC messages. */
  readonly protos: ProtoCatalogue;
  readonly ca: CertificateAuthority;
  /** Where clients on this machine reach it. */
  readonly address: string;
  /** Whether other devices can reach it, too. */
  readonly listensOnAllInterfaces: boolean;
  readonly port: number;
  /** Of SOCKS, where it has one of its own. */
  readonly socksPort: number | null;
  /** Of the reverse proxies that are enabled, by their ids. */
  readonly reversePorts: ReadonlyMap<string, number>;
  /** Hosts for which clients have refused our certificate, the latest last. */
  readonly refusedHosts: readonly RefusedHost[];
  /** Names of the debugging tools that are on. */
  readonly activeTools: readonly string[];
  /** The memory of captured bodies. */
  readonly captures: CaptureBudget;
  /**
   * Sends a captured request again; resolves with the new, finished flow, rejects with the reason. `signal`: aborted
   * when nobody waits for it any more; then the exchange ends.
   */
  replay(flow: Flow, signal?: AbortSignal): Promise<Flow>;
  /** Sends a request of our own, as from this app; resolves with its finished flow. */
  send(request: ComposedRequest, like: Client | null, signal?: AbortSignal): Promise<Flow>;
  /**
   * Goes by other rules from now on. `ready` is called when they can hold and do not yet: where it rejects, and where
   * something cannot be had, everything stays as it is, and it rejects with an Error that names what. Connections of
   * ports that are given up are cut a second later. One change at a time.
   */
  change(rules: EngineRules, ready: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Rejects with an Error that names what could not be had: the port, the certificate, the key log. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const protos = new ProtoCatalogue(await loadProtoFiles(options.protoPaths));
  const ca = await openCertificateAuthority(options.home);
  const keylog = keylogOf(options);
  removeStaleSpills(options.home);
  const captures = new CaptureBudget({
    maxBodyBytes: options.maxCapturedBodyBytes,
    memoryBytes: options.memoryBudgetBytes,
    spillPath: spillPath(options.home, randomUUID()),
  });
  const flows = new FlowStore(captures);
  flows.subscribe((flow, change) => {
    if (change === 'finished') protos.learn(flow);
  });
  const apps = startAppLookup();
  const parts: Parts = { ca, keylog, flows, protos, captures, apps };
  try {
    return await listen(options, parts);
  } catch (error) {
    keylog?.close();
    await apps.close();
    throw error;
  }
}

interface Parts {
  readonly ca: CertificateAuthority;
  keylog: Keylog | null;
  readonly flows: FlowStore;
  readonly protos: ProtoCatalogue;
  readonly captures: CaptureBudget;
  readonly apps: AppLookup;
}

async function listen(options: EngineOptions, parts: Parts): Promise<Engine> {
  const { ca, flows, protos, captures, apps } = parts;
  // The proxy is asked for an answer only once it listens, by when the handler has been made.
  let handler: LocalHandler | null = null;
  const local: LocalHandler = (request) =>
    handler === null ? Promise.reject(new Error('not started')) : handler(request);
  const refusals = new Refusals((refused) => options.notice({ type: 'certificate-refused', refused }));
  const refusedBefore = (host: string, client: Client): boolean =>
    options.passThroughRefused && refusals.has(host, client);
  const proxy = await startProxy({
    ...proxyRules(options, parts.keylog, refusedBefore),
    flows,
    captures,
    local,
    clientRefused: (host, client) => refusals.add(host, client),
    turnedAway: ({ address }) => options.notice({ type: 'client-turned-away', address }),
    ...identification(apps, flows),
    leafFor: (names) => ca.leafFor(names),
    connectTimeoutMs: options.connectTimeoutMs,
    resolve: options.resolve,
    divert: options.divert,
    hooks: options.hooks,
  }).catch((error: unknown) => {
    if (error instanceof SettingError) throw error;
    const fault = portFault(options.port, error);
    throw new Error(isChoosable(error) ? `${fault} with --port` : fault, { cause: error });
  });
  let rules: EngineRules = options;
  const engine: Engine = {
    home: options.home,
    flows,
    protos,
    ca,
    captures,
    get address() {
      return rules.listenOnAllInterfaces ? '127.0.0.1' : proxy.address;
    },
    get port() {
      return proxy.port;
    },
    get socksPort() {
      return proxy.socksPort;
    },
    get reversePorts() {
      return proxy.reversePorts;
    },
    get listensOnAllInterfaces() {
      return rules.listenOnAllInterfaces;
    },
    get refusedHosts() {
      return refusals.hosts;
    },
    get activeTools() {
      return options.activeTools?.() ?? [];
    },
    replay: (flow, signal) => proxy.replay(flow, signal),
    send: (request, like, signal) => proxy.send(request, like, signal),
    async change(next, ready) {
      const keylog = next.tlsKeyLogPath === rules.tlsKeyLogPath ? parts.keylog : keylogOf(next);
      const outdated = keylog === parts.keylog ? null : parts.keylog;
      try {
        const pending = await prepare(proxy, next, proxyRules(next, keylog, refusedBefore));
        await ready().catch(async (error: unknown) => {
          await pending.undo();
          throw error;
        });
        pending.commit();
      } catch (error) {
        if (keylog !== parts.keylog) keylog?.close();
        throw error;
      }
      outdated?.close();
      parts.keylog = keylog;
      captures.resize({ maxBodyBytes: next.maxCapturedBodyBytes, memoryBytes: next.memoryBudgetBytes });
      rules = next;
    },
    close: () => close(proxy, parts),
  };
  handler = options.local(engine);
  setImmediate(upstreamTrust);
  return engine;
}

function keylogOf({ tlsKeyLogPath }: EngineRules): Keylog | null {
  return tlsKeyLogPath === null ? null : openKeylog(tlsKeyLogPath);
}

function proxyRules(
  rules: EngineRules,
  keylog: Keylog | null,
  refusedBefore: (host: string, client: Client) => boolean,
): ProxySettings {
  return {
    host: rules.listenOnAllInterfaces ? '::' : '127.0.0.1',
    port: rules.port,
    decrypt: decryptRule({
      hosts: rules.sslProxyingHosts,
      apps: rules.sslProxyingApps,
      bypassed: rules.bypassHosts,
      refusedBefore,
    }),
    admits: clientRule(rules.allowedClientIPs),
    allowDevicesToLocal: rules.allowDevicesToLocal,
    keylog: keylog?.write ?? null,
    http2ToClients: rules.http2ToClients,
    upstreamHttp2: rules.upstreamHttp2,
    externalProxy: rules.externalProxy,
    clientCertificates: rules.clientCertificates,
    insecureUpstreamHosts: rules.insecureUpstreamHosts,
    socks: rules.socks,
    reverseProxies: rules.reverseProxies,
  };
}

function prepare(proxy: Proxy, { port }: EngineRules, settings: ProxySettings): Promise<PreparedChange> {
  return proxy.prepare(settings).catch((error: unknown) => {
    if (error instanceof SettingError) throw error;
    throw new SettingError(`port: ${portFault(port, error)}`, { cause: error });
  });
}

async function close(proxy: Proxy, { apps, captures, keylog }: Parts): Promise<void> {
  await proxy.close();
  await apps.close();
  captures.close();
  keylog?.close();
}

function isChoosable(error: unknown): boolean {
  return ['EADDRINUSE', 'EACCES'].includes(systemCode(error));
}

function portFault(port: number, error: unknown): string {
  if (systemCode(error) === 'EADDRINUSE')
    return `port ${port} is in use by another program: stop it or choose another port`;
  if (systemCode(error) === 'EACCES')
    return `port ${port} may not be used by this user: choose one above 1023`;
  return `cannot listen on port ${port}: ${messageOf(error)}`;
}
