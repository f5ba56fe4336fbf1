// Translates the configuration into the proxy's settings: lists of patterns become functions.
import type { Client } from '../../flow/client.ts';
import type { ProxySettings } from '../../proxy/settings.ts';
import { clientFilter } from './access.ts';
import type { CertificateRejections } from './certificate-rejections.ts';
import type { EngineConfig } from './config.ts';
import { dnsCaptureTest } from './dns-capture.ts';
import { decryptRule } from './decrypt.ts';
import type { Keylog } from './keylog.ts';

type ClientTest = (host: string, client: Client) => boolean | Promise<boolean>;

/**
 * Returns a test for clients that rejected our certificate for a host and are therefore passed through. It waits for
 * the client's process only if some client rejected the host.
 */
export function rejectedBefore(passThrough: boolean, rejections: CertificateRejections): ClientTest {
  return (host, client) => {
    if (!passThrough || !rejections.names(host)) return false;
    return client.isIdentified
      ? rejections.has(host, client)
      : client.identified.then(() => rejections.has(host, client));
  };
}

export function proxySettings(
  { listen, access, tls, upstream, dns: { dnsCapture } }: EngineConfig,
  keylog: Keylog | null,
  isRejected: ClientTest,
): ProxySettings {
  const { port, listenOnAllInterfaces, socks, reverseProxies } = listen;
  return {
    listen: { host: listenOnAllInterfaces ? '::' : '127.0.0.1', port, socks, reverseProxies, dnsCapture },
    clients: {
      decrypt: decryptRule({
        hosts: tls.sslProxyingHosts,
        apps: tls.sslProxyingApps,
        bypassed: tls.bypassHosts,
        rejectedBefore: isRejected,
      }),
      isDnsCaptured: dnsCaptureTest(dnsCapture.domains.map(({ domain }) => domain)),
      admits: clientFilter(access.allowedClientIPs),
      deviceLogin: access.deviceLogin,
      allowDevicesToLocal: access.allowDevicesToLocal,
      http2ToClients: tls.http2ToClients,
      minTlsVersion: tls.minTlsVersion.clients,
    },
    upstream: { ...upstream, minTlsVersion: tls.minTlsVersion.servers },
    keylog: keylog?.write ?? null,
  };
}
