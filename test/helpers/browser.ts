// Headless Chromium behind the proxy, which trusts our root.
import { createHash, X509Certificate } from 'node:crypto';
import chromium from '@sparticuz/chromium';
import { chromium as browserType, type Browser } from 'playwright-core';
import type { TestEngine } from './engine.ts';

/** All traffic goes through the proxy, loopback too. */
export async function launchBrowser({ url, engine }: TestEngine): Promise<Browser> {
  return browserType.launch({
    executablePath: await chromium.executablePath(),
    args: [
      ...chromium.args,
      '--proxy-bypass-list=<-loopback>',
      `--ignore-certificate-errors-spki-list=${keyHash(engine.ca.certPem)}`,
    ],
    proxy: { server: url },
  });
}

/** Returns the hash of the root's public key, as Chromium expects it. */
function keyHash(certPem: string): string {
  const key = new X509Certificate(certPem).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}
