// Cypress reads HTTPS_PROXY itself, and adds localhost to NO_PROXY unless that has <-loopback>. From version 16 on it
// hands the proxy to Chrome, which then has to trust the root of the proxy, by its key.
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

const { HTTPS_PROXY: proxy, NODE_EXTRA_CA_CERTS: trusted, SHOP_URL: baseUrl } = process.env;

function trustRoot() {
  const { publicKey } = new X509Certificate(readFileSync(trusted));
  const key = createHash('sha256').update(publicKey.export({ type: 'spki', format: 'der' }));
  return `--ignore-certificate-errors-spki-list=${key.digest('base64')}`;
}

export default {
  e2e: {
    baseUrl,
    supportFile: false,
    setupNodeEvents(on) {
      on('before:browser:launch', ({ family, name }, launch) => {
        if (proxy && trusted && family === 'chromium' && name !== 'electron') launch.args.push(trustRoot());
        return launch;
      });
    },
  },
};
