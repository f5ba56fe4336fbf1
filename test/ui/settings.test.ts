// The settings screen in a real browser: its main jobs, by keyboard where that is how people do them.
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { dropDrafts } from '../helpers/drafts.ts';
import { serious } from '../helpers/axe.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { closedPort } from '../helpers/ports.ts';
import { themes } from '../helpers/scale.ts';

/** Folders that the app showed. */
const openedFolders: string[] = [];
const running = await startTestApp({
  desktop: {
    openFolder: (path) => {
      openedFolders.push(path);
      return Promise.resolve(true);
    },
    newestVersion: () => Promise.resolve({ version: '99.0.0', isNewer: true }),
  },
});
const browser = await startBrowser();

beforeEach(() => dropDrafts(running));

afterAll(async () => {
  await browser?.close();
  await running.close();
});

async function openPage(page: string): Promise<Page> {
  const opened = await openUi(browser!, running, { fragment: `target=settings&page=${page}` });
  await opened.page.getByRole('heading', { level: 2 }).first().waitFor();
  return opened.page;
}

test.skipIf(browser === null)(
  'what is wrong stands below its field, and nothing typed is lost',
  { tags: ['full'] },
  async () => {
    const { page } = await openUi(browser!, running);
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('link', { name: 'Network' }).press('Enter');
    await page.getByLabel('Port', { exact: true }).first().fill('80a');
    await page.getByRole('alert').getByText('Give a whole number from 0 to 65535.').waitFor();
    expect(await page.getByRole('button', { name: 'Apply and restart' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Traffic' }).press('Enter');
    await page.getByRole('main', { name: 'Traffic' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).press('Enter');
    await page.getByRole('link', { name: 'Network' }).press('Enter');
    expect(await page.getByLabel('Port', { exact: true }).first().inputValue()).toBe('80a');
    await page.getByRole('button', { name: 'Discard' }).press('Enter');
    expect(await page.getByLabel('Port', { exact: true }).first().inputValue()).toBe('9090');
    await page.context().close();
  },
);

test.skipIf(browser === null)(
  'the general page has looks, start, what is kept, the data folder and the version',
  async () => {
    await running.result('ui.change_preferences', {
      changes: { 'settings.sidebar': 300, 'traffic.filters': [] },
    });
    const page = await openPage('general');
    await page.getByRole('radio', { name: 'UTC' }).click();
    await page.getByRole('switch', { name: 'System proxy at the start' }).waitFor();
    await page.getByText(running.home, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect.poll(() => openedFolders).toEqual([running.home]);
    await page.getByRole('button', { name: 'Check for updates' }).click();
    await page.getByText('npm install -g proxyctl@99.0.0').waitFor();
    await page.getByRole('button', { name: 'Reset layout' }).click();
    await page.getByText('Reset the layout').waitFor();
    expect(await running.result('ui.preferences')).toEqual({ 'traffic.filters': [] });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => running.result('ui.preferences')).toMatchObject({ 'settings.sidebar': 300 });
    expect(await serious(page)).toEqual([]);
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill('data folder');
    await page.getByRole('heading', { name: 'Settings with “data folder”' }).waitFor();
    await page.getByRole('button', { name: 'Open', exact: true }).waitFor();
    await page.context().close();
  },
);

test.skipIf(browser === null)(
  'settings are applied by key, and taken back by the message',
  { tags: ['full'] },
  async () => {
    const page = await openPage('advanced');
    await page.getByLabel('Bodies in memory').fill('1 GB');
    await page.getByRole('switch', { name: 'HTTP/2 to servers' }).press('Space');
    await page.getByText('2 changes').waitFor();
    await page.getByText('Applies to new connections and requests.').waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('Applied 2 changes').waitFor();
    expect(running.app.settings).toMatchObject({ memoryBudgetBytes: 2 ** 30, upstreamHttp2: false });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => running.app.settings.upstreamHttp2).toBe(true);
    expect(running.app.settings.memoryBudgetBytes).toBe(2 ** 28);
    await expect.poll(() => page.getByLabel('Bodies in memory').inputValue()).toBe('256 MB');
    await page.context().close();
  },
);

test.skipIf(browser === null)(
  'a port that is taken is refused with its holder; a free one moves the page',
  { tags: ['full'] },
  async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const before = running.port();
    const page = await openPage('network');
    await page.getByLabel('Port', { exact: true }).first().fill(String(port));
    await page.getByRole('button', { name: 'Apply and restart' }).click();
    await page.getByRole('alert').getByText(String(port)).waitFor();
    expect(running.port()).toBe(before);
    expect(await page.getByLabel('Port', { exact: true }).first().inputValue()).toBe(String(port));
    taken.close();
    const free = await closedPort();
    await page.getByLabel('Port', { exact: true }).first().fill(String(free));
    await page.getByText('Applying restarts the proxy').waitFor();
    await page.keyboard.press('Control+s');
    await page.waitForURL(`http://127.0.0.1:${free}/#/settings?page=network`);
    await page.getByText('Listening').waitFor();
    expect(await page.getByLabel('Port', { exact: true }).first().inputValue()).toBe(String(free));
    await page.context().close();
  },
);

// The passwords are those of devices, of SOCKS, and of the external proxy.
test.skipIf(browser === null)('objects and lists of settings', { tags: ['full'] }, async () => {
  const page = await openPage('network');
  await page.getByRole('switch', { name: 'External proxy' }).click();
  await page.getByRole('alert').getByText('Host: Give the name or address of the proxy').waitFor();
  await page.getByLabel('Host', { exact: true }).fill('proxy.corp.test');
  await page.getByLabel('Password').nth(2).fill('s3cret');
  await page.getByLabel('Allowed addresses').fill('192.168.1.0/24\nfd00::/8');
  await page.getByRole('button', { name: 'Add reverse proxy' }).click();
  const entry = page.getByRole('listitem', { name: 'reverse proxy 1' });
  await entry.getByLabel('Target').fill('ftp://x');
  await page.getByText('1, Target: Give an http or https URL').waitFor();
  await entry.getByLabel('Target').fill('https://api.harbor.test');
  await entry.getByLabel('Port').fill(String(await closedPort()));
  await page.getByRole('button', { name: 'Apply and restart' }).click();
  await page.getByText('Applied 3 changes').waitFor();
  expect(running.app.settings).toMatchObject({
    externalProxy: { isEnabled: true, host: 'proxy.corp.test', password: 's3cret' },
    allowedClientIPs: ['192.168.1.0/24', 'fd00::/8'],
    reverseProxies: [{ target: 'https://api.harbor.test', enabled: true }],
  });
  await page.reload();
  expect(await page.getByLabel('Password').nth(2).inputValue()).toBe('••••••••');
  await page.getByLabel('Host', { exact: true }).fill('other.test');
  await page.keyboard.press('Control+s');
  await page.getByText('Applied 1 change').waitFor();
  expect(running.app.settings.externalProxy).toMatchObject({ host: 'other.test', password: 's3cret' });
  await running.result('update_settings', { changes: { externalProxy: null, reverseProxies: null } });
  await page.context().close();
});

test.skipIf(browser === null)('prices of models', { tags: ['full'] }, async () => {
  const page = await openPage('advanced');
  await page.getByRole('button', { name: 'Add model price' }).click();
  const entry = page.getByRole('listitem', { name: 'model price 1' });
  await entry.getByLabel('Model, such as').fill('gpt-5-mini*');
  await entry.getByLabel('Input', { exact: true }).fill('0.25');
  await entry.getByLabel('Output').fill('two');
  await page.getByText('1, Output: Give a number from 0 to 1000000').waitFor();
  await entry.getByLabel('Output').fill('2');
  await page.getByRole('button', { name: /^Apply/ }).click();
  await page.getByText('Applied 1 change').waitFor();
  expect(running.app.settings.modelPrices).toEqual([
    { model: 'gpt-5-mini*', input: 0.25, cachedInput: null, cacheWrite: null, output: 2, currency: 'USD' },
  ]);
  await page.context().close();
});

test.skipIf(browser === null)(
  'lists of hosts: add, refuse, switch off, remove, undo',
  { tags: ['full'] },
  async () => {
    const page = await openPage('ssl');
    await page.getByLabel('Add to hosts').fill('https://api.harbor.test/v1');
    await page.keyboard.press('Enter');
    await page.getByRole('switch', { name: 'api.harbor.test' }).press('Space');
    await expect
      .poll(() => running.app.settings.sslProxyingHosts)
      .toEqual([{ enabled: false, pattern: 'api.harbor.test' }]);
    await page.getByLabel('Add to hosts').fill('b.test, c.test');
    await page.getByRole('button', { name: 'Add 2' }).click();
    await page.getByText('Added 2 entries').waitFor();
    await page.getByLabel('Add to hosts').fill('no/host');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('give a host such as').waitFor();
    expect(await page.getByLabel('Add to hosts').inputValue()).toBe('no/host');
    await page.getByRole('button', { name: 'Remove api.harbor.test' }).press('Enter');
    await page.getByText('Removed api.harbor.test').waitFor();
    expect(running.app.settings.sslProxyingHosts).toHaveLength(2);
    await page.keyboard.press('Control+z');
    await expect
      .poll(() => running.app.settings.sslProxyingHosts[0])
      .toEqual({
        enabled: false,
        pattern: 'api.harbor.test',
      });
    await page.context().close();
  },
);

test.skipIf(browser === null)(
  'settings are found by their words, and certificates downloaded',
  { tags: ['full'] },
  async () => {
    const page = await openPage('certificate');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^PEM/ }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('proxyctl-root.pem');
    const { certificate } = await running.result('ui.machine');
    await page.getByText(certificate.fingerprint).waitFor();
    await page.getByLabel('Find a setting').fill('wireshark');
    await page.getByLabel('TLS key log').fill('relative.log');
    await page.getByLabel('Find a setting').fill('nothing like it');
    await page.getByText('No setting has').waitFor();
    await page.context().close();
  },
);

test.skipIf(browser === null).each(themes)(
  'axe finds nothing serious: %s',
  { timeout: 120_000 },
  async (colorScheme) => {
    await running.result('update_settings', {
      changes: { sslProxyingHosts: ['a.test', { pattern: 'b.test', enabled: false }] },
    });
    const { page } = await openUi(browser!, running, { colorScheme, fragment: 'target=settings' });
    const pages = [
      'SSL proxying',
      'Bypass',
      'Certificate',
      'Client certificates',
      'Advanced',
      'Network',
      'General',
    ];
    for (const name of pages) {
      await page
        .getByRole('complementary')
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .click();
      await page.getByRole('heading', { name, exact: true }).waitFor();
      if (name === 'Network') {
        await page.getByRole('button', { name: 'Add reverse proxy' }).click();
        await page.getByRole('button', { name: 'Add client certificate' }).click();
        await page.getByRole('alert').first().waitFor();
      }
      expect(await serious(page), name).toEqual([]);
    }
    await page.context().close();
  },
);

test.skipIf(browser === null)(
  'a collector with its key, and a rolling recording with its limits',
  { tags: ['full'] },
  async () => {
    const page = await openPage('advanced');
    const collector = page.getByRole('group', { name: 'OpenTelemetry' });
    await collector.getByLabel('URL').fill('http://localhost:4318');
    await collector.getByRole('button', { name: 'Add header' }).press('Enter');
    await collector.getByLabel('Header, such as').fill('x-api-key');
    await collector.getByLabel('Value').fill('abc');
    const recording = page.getByRole('group', { name: 'Rolling recording' });
    await recording.getByLabel('Path of the folder').fill(join(running.home, 'rolling'));
    await recording.getByLabel('Filter').fill('status:5xx');
    await recording.getByLabel('Minutes').fill('10');
    await recording.getByLabel('Size').fill('1 MB');
    await page.keyboard.press('Control+s');
    await page.getByText('Applied 2 changes').waitFor();
    expect(running.app.settings).toMatchObject({
      otlp: { url: 'http://localhost:4318', headers: [{ name: 'x-api-key', value: 'abc' }] },
      autosave: {
        folder: join(running.home, 'rolling'),
        filter: 'status:5xx',
        minutes: 10,
        maxBytes: 2 ** 20,
      },
    });
    await page.context().close();
  },
);
