// The settings of the engine with their defaults, in groups. A group is passed on, and compared with its predecessor,
// as a whole. An engine without settings loads only these defaults, not the schema.
import { defaultPort } from '../../base/default-port.ts';
import { defaultMinTlsVersion } from '../../base/tls-version.ts';

export const defaults = {
  /** The ports. A change closes those that have changed, and empties the engine's list of flows. */
  listen: {
    port: defaultPort,
    listenOnAllInterfaces: false,
    socks: { isEnabled: false, port: 8889, username: '', password: '' },
    reverseProxies: [],
  },
  /** The devices that may use the proxy, and how far they may go. */
  access: { allowedClientIPs: [], deviceLogin: { username: '', password: '' }, allowDevicesToLocal: false },
  /** TLS, and which of it is decrypted. */
  tls: {
    sslProxyingHosts: [],
    sslProxyingApps: [],
    bypassHosts: [],
    http2ToClients: true,
    minTlsVersion: { clients: defaultMinTlsVersion, servers: defaultMinTlsVersion },
    tlsKeyLogPath: null,
  },
  /** Connections to servers. */
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
  /** Bounds of what is captured. */
  capture: {
    maxCapturedBodyBytes: 10 * 1024 * 1024,
    memoryBudgetBytes: 256 * 1024 * 1024,
    diskBudgetBytes: 4 * 1024 * 1024 * 1024,
  },
  /** Names that DNS leads to this machine, so that programs are captured which know of no proxy. */
  dns: { dnsCapture: { isEnabled: false, dnsPort: null, httpPort: 80, httpsPort: 443, domains: [] } },
} as const;
