// What the engine goes by, and what holds unless it is told otherwise. Knows no settings: where there are none, their
// schema is not loaded.
import type { ClientCertificate } from '../../net/trust.ts';
import type { ExternalProxy } from '../../net/proxy-routes/external-proxy.ts';
import type { ReverseProxy } from '../../proxy/reverse/reverse.ts';
import type { SocksOptions } from '../../proxy/socks/serve.ts';
import { defaultMaxCapturedBodyBytes, defaultMemoryBudgetBytes, defaultPort } from '../settings/defaults.ts';

/** What of the engine can become another while it runs. */
export interface EngineRules {
  /** 0 for any free port. */
  readonly port: number;
  readonly listenOnAllInterfaces: boolean;
  /** IP addresses and CIDR blocks of clients, besides this machine; empty: private networks. */
  readonly allowedClientIPs: readonly string[];
  /** Whether other devices may reach loopback, link-local and this machine's own addresses through the proxy. */
  readonly allowDevicesToLocal: boolean;
  /** Patterns of hosts whose TLS is opened. */
  readonly sslProxyingHosts: readonly string[];
  /** Names of apps whose TLS is opened. */
  readonly sslProxyingApps: readonly string[];
  /** Patterns of hosts whose TLS is never opened. */
  readonly bypassHosts: readonly string[];
  /** Whether clients are offered HTTP/2. */
  readonly http2ToClients: boolean;
  /** Whether servers are offered HTTP/2. */
  readonly upstreamHttp2: boolean;
  /** Most bytes kept of a body. */
  readonly maxCapturedBodyBytes: number;
  /** Most bytes of captured bodies in memory; past it they move to a private temporary file. */
  readonly memoryBudgetBytes: number;
  readonly tlsKeyLogPath: string | null;
  /** The proxy through which everything goes out, or a PAC file that says which. */
  readonly externalProxy: ExternalProxy;
  /** Certificates to show to servers that ask for one. */
  readonly clientCertificates: readonly ClientCertificate[];
  /** Patterns of servers whose certificates are not verified. */
  readonly insecureUpstreamHosts: readonly string[];
  /** SOCKS on a port of its own, and who may use it there and on the proxy's. */
  readonly socks: SocksOptions;
  readonly reverseProxies: readonly ReverseProxy[];
}

/** Of everything that startEngine needs not be told. */
export const defaults = {
  port: defaultPort,
  listenOnAllInterfaces: false,
  allowedClientIPs: [],
  allowDevicesToLocal: false,
  bypassHosts: [],
  passThroughRefused: false,
  http2ToClients: true,
  upstreamHttp2: true,
  maxCapturedBodyBytes: defaultMaxCapturedBodyBytes,
  memoryBudgetBytes: defaultMemoryBudgetBytes,
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
  socks: { isEnabled: false, port: 8889, username: '', password: '' },
  reverseProxies: [],
  protoPaths: [],
  connectTimeoutMs: 30_000,
  notice: () => undefined,
} as const;
