// Settings that can change while the proxy runs, in groups. A group is passed on and compared as a whole, so that a new
// setting is one more field of its group.
import type { TlsVersion } from '../base/tls-version.ts';
import type { ExternalProxy } from '../net/proxy-routes/external-proxy.ts';
import type { ClientCertificate } from '../net/trust.ts';
import type { ProxyContext } from './shared/context.ts';
import type { Account } from './shared/login.ts';
import type { ListenerSetOptions } from './listeners/listener-set.ts';

export interface ProxySettings {
  readonly listen: ListenerSetOptions;
  readonly clients: ClientSettings;
  readonly upstream: UpstreamSettings;
  /** Receives each line of TLS key material of both sides, in SSLKEYLOGFILE format. */
  readonly keylog: ((line: Buffer) => void) | null;
}

/** Settings for connections of clients. */
export interface ClientSettings {
  readonly decrypt: ProxyContext['decrypt'];
  readonly admits: ProxyContext['admits'];
  /** The account that other devices need. */
  readonly deviceLogin: Account;
  /** True when other devices may reach loopback, link-local and this machine's own addresses through the proxy. */
  readonly allowDevicesToLocal: boolean;
  /** Returns true for a name that DNS leads to this machine, to be captured. */
  readonly isDnsCaptured: (host: string) => boolean;
  /** True when clients are offered HTTP/2. */
  readonly http2ToClients: boolean;
  /** The lowest version of TLS that clients may speak. */
  readonly minTlsVersion: TlsVersion;
}

/** Settings for connections to servers. */
export interface UpstreamSettings {
  /** The proxy through which servers are reached, or a PAC file that names one. */
  readonly externalProxy: ExternalProxy;
  /** Certificates for servers that ask for one. */
  readonly clientCertificates: readonly ClientCertificate[];
  /** Patterns of hosts whose certificates are not verified. */
  readonly insecureUpstreamHosts: readonly string[];
  /** True when servers are offered HTTP/2. */
  readonly upstreamHttp2: boolean;
  /** The lowest version of TLS that servers may speak. */
  readonly minTlsVersion: TlsVersion;
}
