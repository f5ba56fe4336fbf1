// Browsers read neither proxy variables nor those of trust: what `proxyctl run` sets is passed on here.
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { HTTPS_PROXY: proxy, NODE_EXTRA_CA_CERTS: trusted, SHOP_URL: baseURL } = process.env;

/**
 * Chromium accepts what this root has signed, and verifies everything else as usual.
 * @param {string} path
 */
function trustRoot(path) {
  const { publicKey } = new X509Certificate(readFileSync(path));
  const key = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' }));
  return `--ignore-certificate-errors-spki-list=${key.digest('base64')}`;
}

export default {
  testMatch: '*.spec.js',
  use: {
    baseURL,
    ...(proxy &&
      trusted && {
        // Without `<-loopback>`, localhost goes past the proxy.
        proxy: { server: proxy, bypass: '<-loopback>' },
        launchOptions: { args: [trustRoot(trusted)] },
      }),
  },
};
