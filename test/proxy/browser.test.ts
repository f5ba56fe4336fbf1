// A real browser behind the proxy: headless Chromium that trusts our root browses a local HTTPS page.
import { createHash, X509Certificate } from 'node:crypto';
import type { RequestListener } from 'node:http';
import chromium from '@sparticuz/chromium';
import { chromium as browserType, type Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';

const PAGE = `<!doctype html><title>Shop</title><link rel="stylesheet" href="/style.css"><img src="/dot.svg">
<script type="module">
  const answer = await fetch('/api/items', { method: 'POST', body: JSON.stringify({ name: 'tea' }) });
  document.body.append(await answer.text());
</script>`;

const answers: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/': ['text/html', PAGE],
  '/style.css': ['text/css', 'body { color: teal }'],
  '/dot.svg': ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  '/api/items': ['application/json', '{"id":7}'],
};

const shop: RequestListener = (request, response) => {
  const [type, body] = answers[request.url ?? ''] ?? ['text/plain', 'nothing here'];
  response.writeHead(200, { 'Content-Type': type }).end(body);
};

let origin: Origin;
let started: TestEngine;
let browser: Browser;

beforeAll(async () => {
  origin = await startOrigin(shop);
  started = await startTestEngine();
  browser = await browserType.launch({
    executablePath: await chromium.executablePath(),
    args: [
      ...chromium.args,
      '--proxy-bypass-list=<-loopback>',
      `--ignore-certificate-errors-spki-list=${rootKeyHash()}`,
    ],
    proxy: { server: started.url },
  });
}, 120_000);

afterAll(async () => {
  await browser.close();
  await started.close();
  await origin.close();
});

test('Chromium loads a page over HTTPS and every request is captured, decrypted', async () => {
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(`${origin.https}/`);
  await page.getByText('{"id":7}').waitFor();
  expect(await page.title()).toBe('Shop');
  const flows = (await (await started.api('/api/flows?limit=100')).json()) as {
    url: string;
    method: string;
    status: number;
    decrypted: boolean;
    state: string;
  }[];
  for (const path of Object.keys(answers)) {
    expect(flows.find((flow) => flow.url === `${origin.https}${path}`)).toMatchObject({
      status: 200,
      decrypted: true,
      state: 'completed',
      method: path === '/api/items' ? 'POST' : 'GET',
    });
  }
});

/** Returns the hash of the root's public key, in Chromium's format. */
function rootKeyHash(): string {
  const key = new X509Certificate(started.engine.ca.certPem).publicKey.export({
    type: 'spki',
    format: 'der',
  });
  return createHash('sha256').update(key).digest('base64');
}
