// Questions of trust in a real browser, against servers that sign for themselves, and the page where it is taken back.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { selfSigned, untrustedAuthority, type KeyAndCert } from '../helpers/authority.ts';
import { serious } from '../helpers/axe.ts';
import { listening } from '../helpers/listening.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const browser = await startBrowser();
const job = test.skipIf(browser === null);
const files = mkdtempSync(join(tmpdir(), 'client-trust-'));
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  await running.result('create_collection', { name: 'Shop' });
  // Builds the pages.
  if (browser !== null) await (await openUi(browser, running)).page.context().close();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  rmSync(files, { recursive: true });
});

async function serve({ key, cert }: KeyAndCert): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer({ key, cert }, (request, response) =>
    response.end(`let in by ${request.method}`),
  );
  return { server, port: await listening(server) };
}

interface Shown {
  readonly page: Page;
  readonly pane: Locator;
  readonly alert: Locator;
  readonly send: () => Promise<void>;
}

async function withRequest(url: string, work: (shown: Shown) => Promise<void>): Promise<void> {
  // A script after the response runs where there is none, too.
  const scripts = { test: "console.log('after')" };
  const { id } = await running.result('create_request', { collection: 'Shop', name: url, url, scripts });
  const { page, errors } = await openUi(browser!, running);
  page.setDefaultTimeout(10_000);
  await page.evaluate(`location.hash = '#/client?kind=request&id=${id}'`);
  const pane = page.getByRole('region', { name: 'Response', exact: true });
  await pane.getByRole('tab', { name: 'Preview' }).waitFor();
  const send = (): Promise<void> => page.keyboard.press('Control+Enter');
  await work({ page, pane, alert: pane.getByRole('alert'), send });
  expect(errors).toEqual([]);
  await page.context().close();
}

const trusted = async (): Promise<readonly object[]> =>
  (await running.result('client.trusted_certificates')).certificates;

job('a server that is not trusted is refused; once, for this host, and changed', async () => {
  const { server, port } = await serve(selfSigned('localhost'));
  await withRequest(`https://localhost:${port}/`, async ({ page, pane, alert, send }) => {
    await send();
    await alert.getByText(`The certificate of localhost:${port} is not trusted`).waitFor();
    await alert.getByText(/It is signed by itself\. Nothing of the request was sent\./).waitFor();
    await pane.locator('li[data-state=failed]').getByText('TLS handshake').waitFor();
    expect(await pane.locator('li', { hasText: 'Request sent' }).getAttribute('data-state')).toBe(
      'not reached',
    );
    const shown = pane.getByRole('region', { name: 'Certificate of the server' });
    for (const fact of ['Subject', 'Issuer', 'Valid', 'SHA-256'])
      await shown.getByText(fact).first().waitFor();

    // No choice is the main one, has the focus, or is taken by Enter.
    expect(await alert.locator('button').count()).toBe(2);
    expect(await alert.locator('button:focus').count()).toBe(0);
    await page.keyboard.press('Enter');
    expect(await trusted()).toEqual([]);
    expect(await serious(page, '[data-send]')).toEqual([]);

    await alert.getByRole('button', { name: 'Send once without checking' }).click();
    await pane.getByText('let in by GET').waitFor();
    expect(await trusted()).toEqual([]);
    await send();
    await alert.getByRole('button', { name: 'Trust for this host and send' }).click();
    await pane.getByText('let in by GET').waitFor();
    await send();
    await pane.getByText('let in by GET').waitFor();
    expect(await trusted()).toMatchObject([{ host: 'localhost', port, for: 'host' }]);

    server.setSecureContext(selfSigned('localhost'));
    server.closeAllConnections();
    await send();
    await alert
      .getByText(`localhost:${port} shows another certificate than the one that is trusted`)
      .waitFor();

    await alert.getByRole('link', { name: 'Client certificates' }).click();
    const page2 = page.getByRole('region', { name: 'Trusted by question' });
    await page2.getByRole('button', { name: `Forget the certificate of localhost:${port}` }).click();
    await page2.getByText(/A send to a server that is not trusted asks/).waitFor();
    expect(await trusted()).toEqual([]);
  });
  server.closeAllConnections();
  server.close();
});

job('a connection to a server that is not trusted opens once', async () => {
  const { server, port } = await serve(selfSigned('localhost'));
  new WebSocketServer({ server }).on('connection', (socket) => socket.send('welcome'));
  const fields = { collection: 'Shop', name: 'Live', type: 'websocket', url: `wss://localhost:${port}/` };
  const { id } = await running.result('create_request', fields);
  const { page, errors } = await openUi(browser!, running);
  page.setDefaultTimeout(10_000);
  await page.evaluate(`location.hash = '#/client?kind=request&id=${id}'`);
  await page.getByRole('button', { name: /^Connect/ }).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('alert').getByRole('button', { name: 'Send once without checking' }).click();
  await page.getByRole('option', { name: /welcome/ }).waitFor();
  await page.getByRole('button', { name: /^Disconnect/ }).waitFor();
  expect(await trusted()).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
  server.closeAllConnections();
  server.close();
});

job('an authority has a question of its own, which shows it', async () => {
  const stranger = untrustedAuthority();
  const { key, cert } = stranger.issue('localhost');
  const { server, port } = await serve({ key, cert: cert + stranger.ca });
  await withRequest(`https://localhost:${port}/`, async ({ page, pane, alert, send }) => {
    await send();
    await alert.getByRole('button', { name: 'Add the authority…' }).click();
    const question = page.getByRole('dialog');
    expect(await question.locator('button:focus').count()).toBe(0);
    await page.keyboard.press('Enter');
    expect(await trusted()).toEqual([]);
    await question.getByRole('button', { name: 'Trust and send' }).click();
    await pane.getByText('let in by GET').waitFor();
    await page.evaluate(`location.hash = '#/settings?page=clientCertificates'`);
    const list = page.getByRole('region', { name: 'Authorities trusted' });
    await list.getByText(`shown by localhost:${port}`).waitFor();
    await list.getByRole('button', { name: /^Forget the certificate of/ }).click();
    await expect.poll(trusted).toEqual([]);
  });
  server.closeAllConnections();
  server.close();
});

job.each(themes)('certificates that are shown to servers are set, changed and removed, %s', async (theme) => {
  const { key, cert } = selfSigned('client');
  const [certPath, keyPath] = [join(files, 'client.pem'), join(files, 'client.key')];
  writeFileSync(certPath, cert);
  writeFileSync(keyPath, key);
  const { page, errors } = await openUi(browser!, running, { colorScheme: theme });
  page.setDefaultTimeout(10_000);
  await page.evaluate(`location.hash = '#/settings?page=clientCertificates'`);
  const list = page.getByRole('region', { name: 'Shown to servers' });
  await list.getByRole('button', { name: 'Add certificate…' }).click();
  await page.keyboard.type('*.shop.test');
  await list.getByLabel('Certificate', { exact: true }).fill(join(files, 'missing.pem'));
  await page.keyboard.press('Enter');
  await list
    .getByRole('alert')
    .getByText(/missing\.pem/)
    .waitFor();
  await list.getByLabel('Certificate', { exact: true }).fill(certPath);
  await list.getByLabel('Key').fill(keyPath);
  expect(await serious(page, '[aria-label="Shown to servers"]')).toEqual([]);
  await list.getByRole('button', { name: 'Save' }).click();
  await list.getByText('*.shop.test').waitFor();
  expect((await running.result('client.client_certificates')).certificates).toMatchObject([
    { host: '*.shop.test', certPath, keyPath, problem: null },
  ]);

  rmSync(keyPath);
  await page.reload();
  await list.getByText(/client\.key/).waitFor();
  expect(await serious(page, 'main')).toEqual([]);
  writeFileSync(keyPath, key);
  await list.getByRole('button', { name: 'Edit' }).click();
  const asking = createServer({ ...selfSigned('localhost'), requestCert: true, rejectUnauthorized: false });
  const server = `localhost:${await listening(asking)}`;
  await list.getByLabel('Try against').fill(server);
  await page.keyboard.press('Enter');
  await list.getByText(`${server} asked for it and took it`).waitFor();
  expect(await serious(page, 'main')).toEqual([]);
  asking.closeAllConnections();
  asking.close();
  await list.getByLabel('Host').fill('api.shop.test');
  await page.keyboard.press('Enter');
  await list.getByText('api.shop.test').waitFor();
  expect((await running.result('client.client_certificates')).certificates).toHaveLength(1);
  await list.getByRole('button', { name: 'Remove the certificate for api.shop.test' }).click();
  await list.getByText('None is shown.').waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

job('a program that a request starts is asked about: once, allowed, changed, and forgotten', async () => {
  const program = join(files, 'server.mjs');
  const helper = new URL('../helpers/mcp-server.ts', import.meta.url).href;
  // A program of its own, whose content can change.
  const write = (note: string): void =>
    writeFileSync(
      program,
      `// ${note}\nprocess.argv[1] = ${JSON.stringify(fileURLToPath(helper))};\nawait import(${JSON.stringify(helper)});\n`,
    );
  write('first');
  const { id } = await running.result('create_request', {
    collection: 'Shop',
    name: 'Program',
    type: 'mcp',
    url: '',
  });
  const mcp = { transport: 'stdio', command: process.execPath, args: [program], operation: 'tools/list' };
  await running.result('update_request', { collection: 'Shop', request: id, changes: { mcp } });
  const { page, errors } = await openUi(browser!, running);
  page.setDefaultTimeout(20_000);
  await page.evaluate(`location.hash = '#/client?kind=request&id=${id}'`);
  const pane = page.getByRole('region', { name: 'Response', exact: true });
  const alert = pane.getByRole('alert');
  const result = pane.getByRole('tab', { name: 'Result' });
  await pane.getByRole('tab', { name: 'Preview' }).waitFor();

  await page.keyboard.press('Control+Enter');
  await alert.getByText('It starts a program that nobody has allowed').waitFor();
  expect(await alert.getByLabel('Command').textContent()).toContain(program);
  // No choice is the main one, or has the focus.
  expect(await page.evaluate('document.activeElement.textContent')).not.toContain('Allow it and send');
  expect(await serious(page, '[role=tabpanel]')).toEqual([]);
  await alert.getByRole('button', { name: 'Start it for this send' }).click();
  await result.waitFor();

  await page.keyboard.press('Control+Enter');
  await alert.getByRole('button', { name: 'Allow it and send' }).click();
  await result.waitFor();
  const ask = async (): Promise<void> => {
    await page.keyboard.press('Control+Enter');
    await alert.getByText('It starts a program that nobody has allowed').waitFor();
  };
  write('second');
  await ask();
  await alert.getByRole('button', { name: 'Allow it and send' }).click();
  await result.waitFor();

  await page.evaluate(`location.hash = '#/settings?page=clientCertificates'`);
  const list = page.getByRole('region', { name: 'Programs allowed' });
  // The one before the change, and the one after it.
  await expect.poll(() => list.getByRole('button', { name: /^Forget/ }).count()).toBe(2);
  for (const count of [1, 0]) {
    await list
      .getByRole('button', { name: /^Forget/ })
      .first()
      .click();
    await expect.poll(() => list.getByRole('button', { name: /^Forget/ }).count()).toBe(count);
  }
  await page.evaluate(`location.hash = '#/client?kind=request&id=${id}'`);
  await pane.waitFor();
  await ask();
  expect(errors).toEqual([]);
  await page.context().close();
});
