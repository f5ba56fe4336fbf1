// JAVA_TOOL_OPTIONS, which every Java virtual machine reads at its start.
import { JAVA_STORE_PASSWORD } from './trust-files.ts';

/**
 * Returns options for the proxy and the PKCS #12 trust store at `store`, after the existing ones, so that they take
 * precedence.
 */
export function javaToolOptions(
  existing: string | undefined,
  proxyPort: number,
  store: string,
  proxyHost = '127.0.0.1',
): string {
  const properties = {
    'http.proxyHost': proxyHost,
    'http.proxyPort': proxyPort,
    'https.proxyHost': proxyHost,
    'https.proxyPort': proxyPort,
    // Set but empty, because otherwise Java connects to localhost directly. It applies to HTTPS too.
    'http.nonProxyHosts': '',
    'javax.net.ssl.trustStore': store,
    'javax.net.ssl.trustStoreType': 'PKCS12',
    'javax.net.ssl.trustStorePassword': JAVA_STORE_PASSWORD,
  };
  const ours = Object.entries(properties).map(([name, value]) => quoted(`-D${name}=${value}`));
  return [existing ?? '', ...ours].join(' ').trim();
}

// The virtual machine splits options at white space outside of quotes, and knows no escapes. Adjacent pieces form one
// option.
function quoted(option: string): string {
  if (!/[\s"']/.test(option)) return option;
  return option
    .split('"')
    .map((piece) => `"${piece}"`)
    .join(`'"'`);
}
