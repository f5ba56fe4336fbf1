// The configuration of the engine, in groups that are passed on and compared as a whole, and its defaults. A new setting
// is one field of its group, with its default, here; and its entry in the schema of the settings, if users may change it.
// The schema is not loaded here: an engine without settings starts sooner.
import { defaultMinTlsVersion, type TlsVersion } from '../../base/tls-version.ts';
import type { ReverseProxy } from '../../proxy/reverse/reverse.ts';
import type { UpstreamSettings } from '../../proxy/settings.ts';
import type { SocksOptions } from '../../proxy/socks/serve.ts';
import {
  defaultDiskBudgetBytes,
  defaultMaxCapturedBodyBytes,
  defaultMemoryBudgetBytes,
  defaultPort,
} from '../settings/defaults.ts';

/** Everything about the engine that can change while it runs. */
export interface EngineConfig {
  readonly listen: ListenConfig;
  readonly access: AccessConfig;
  readonly tls: TlsConfig;
  readonly upstream: UpstreamConfig;
  readonly capture: CaptureConfig;
  readonly dns: DnsConfig;
}

/** The ports. A change of this group closes the ports that have changed, and empties the engine's list of flows. */
export interface ListenConfig {
  /** 0 for any free port. */
  readonly port: number;
  readonly listenOnAllInterfaces: boolean;
  /** SOCKS on a port of its own, and the credentials that it asks for there and on the proxy's port. */
  readonly socks: SocksOptions;
  readonly reverseProxies: readonly ReverseProxy[];
}

/** Names that DNS leads to this machine, so that programs are captured which know of no proxy. */
export interface DnsConfig {
  readonly dnsCapture: {
    readonly isEnabled: boolean;
    /** Port of the name server; null for the one that the set-up of this system needs. */
    readonly dnsPort: number | null;
    readonly httpPort: number;
    readonly httpsPort: number;
    /** Captured with all names below them. */
    readonly domains: readonly { readonly domain: string }[];
  };
}

/** The devices that may use the proxy, and how far they may go. */
export interface AccessConfig {
  /** IP addresses and CIDR blocks of clients, besides this machine; empty: private networks. */
  readonly allowedClientIPs: readonly string[];
  /** True when other devices may reach loopback, link-local and this machine's own addresses through the proxy. */
  readonly allowDevicesToLocal: boolean;
}

/** TLS, and which of it is decrypted. */
export interface TlsConfig {
  /** Patterns of hosts whose TLS is decrypted. */
  readonly sslProxyingHosts: readonly string[];
  /** Names of apps whose TLS is decrypted. */
  readonly sslProxyingApps: readonly string[];
  /** Patterns of hosts whose TLS is never decrypted. */
  readonly bypassHosts: readonly string[];
  /** True when clients are offered HTTP/2. */
  readonly http2ToClients: boolean;
  /** The lowest versions of TLS that are spoken. */
  readonly minTlsVersion: { readonly clients: TlsVersion; readonly servers: TlsVersion };
  /** File for TLS keys of both sides, in SSLKEYLOGFILE format; null for none. */
  readonly tlsKeyLogPath: string | null;
}

/** Connections to servers, besides their lowest version of TLS. */
export type UpstreamConfig = Omit<UpstreamSettings, 'minTlsVersion'>;

/** Bounds of what is captured. */
export interface CaptureConfig {
  /** Most bytes kept of a body. */
  readonly maxCapturedBodyBytes: number;
  /** Most bytes of captured bodies in memory; beyond it they move to a private temporary file. */
  readonly memoryBudgetBytes: number;
  /** Most bytes of captured bodies in that file; beyond it the oldest are dropped. */
  readonly diskBudgetBytes: number;
}

/** The same without groups, as settings and callers spell it. */
export interface EngineSettings
  extends ListenConfig, AccessConfig, TlsConfig, UpstreamConfig, CaptureConfig, DnsConfig {}

const DEFAULTS: EngineConfig = {
  listen: {
    port: defaultPort,
    listenOnAllInterfaces: false,
    socks: { isEnabled: false, port: 8889, username: '', password: '' },
    reverseProxies: [],
  },
  access: { allowedClientIPs: [], allowDevicesToLocal: false },
  tls: {
    sslProxyingHosts: [],
    sslProxyingApps: [],
    bypassHosts: [],
    http2ToClients: true,
    minTlsVersion: { clients: defaultMinTlsVersion, servers: defaultMinTlsVersion },
    tlsKeyLogPath: null,
  },
  upstream: {
    externalProxy: {
      isEnabled: false,
      type: 'http',
      host: '',
      port: 8080,
      url: '',
      username: '',
      password: '',
      bypassHosts: [],
    },
    clientCertificates: [],
    insecureUpstreamHosts: [],
    upstreamHttp2: true,
  },
  capture: {
    maxCapturedBodyBytes: defaultMaxCapturedBodyBytes,
    memoryBudgetBytes: defaultMemoryBudgetBytes,
    diskBudgetBytes: defaultDiskBudgetBytes,
  },
  dns: { dnsCapture: { isEnabled: false, dnsPort: null, httpPort: 80, httpsPort: 443, domains: [] } },
};

/** Returns the configuration with these settings; those that are left out, or undefined, have their defaults. */
export function engineConfig(settings: Partial<EngineSettings> = {}): EngineConfig {
  const { listen, access, tls, upstream, capture, dns } = DEFAULTS;
  return {
    listen: withSettings(listen, settings),
    access: withSettings(access, settings),
    tls: withSettings(tls, settings),
    upstream: withSettings(upstream, settings),
    capture: withSettings(capture, settings),
    dns: withSettings(dns, settings),
  };
}

/** Takes the fields of one group out of all settings. */
function withSettings<Group extends object>(defaults: Group, settings: Partial<Group>): Group {
  const fields = Object.entries(defaults).map(([key, value]: [string, unknown]) => [
    key,
    settings[key as keyof Group] ?? value,
  ]);
  return Object.fromEntries(fields) as Group;
}
