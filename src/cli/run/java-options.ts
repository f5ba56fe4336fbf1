// JAVA_TOOL_OPTIONS, which every Java virtual machine reads at its start, whoever starts it.
import { JAVA_STORE_PASSWORD } from './trust-files.ts';

/** Options for the proxy and the PKCS #12 trust store at `store`, behind those that were there, so that ours count. */
export function javaToolOptions(existing: string | undefined, proxyPort: number, store: string): string {
  const properties = {
    'http.proxyHost': '127.0.0.1',
    'http.proxyPort': proxyPort,
    'https.proxyHost': '127.0.0.1',
    'https.proxyPort': proxyPort,
    // Set and empty: else Java goes to localhost directly. HTTPS obeys it too.
    'http.nonProxyHosts': '',
    'javax.net.ssl.trustStore': store,
    'javax.net.ssl.trustStoreType': 'PKCS12',
    'javax.net.ssl.trustStorePassword': JAVA_STORE_PASSWORD,
  };
  const ours = Object.entries(properties).map(([name, value]) => quoted(`-D${name}=${value}`));
  return [existing ?? '', ...ours].join(' ').trim();
}

// The virtual machine splits at white space outside quotes of either kind, and knows no escapes; pieces that touch
// are one option.
function quoted(option: string): string {
  if (!/[\s"']/.test(option)) return option;
  return option
    .split('"')
    .map((piece) => `"${piece}"`)
    .join(`'"'`);
}
