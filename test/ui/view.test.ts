// `proxyctl view`: recorded requests in a real browser, read-only, without a proxy.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { ask } from '../helpers/ask.ts';
import { serious } from '../helpers/axe.ts';
import { runCli, startCli, type RunningCli } from '../helpers/cli.ts';
import { sendDemoTraffic, startShop } from '../helpers/demo-traffic.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startBrowser } from '../helpers/pages.ts';

const folder = temporaryHome();
const browser: Browser | null = await startBrowser();
const job = test.skipIf(browser === null);
const home = join(folder.path, 'never-made');
const har = join(folder.path, 'ci.har');
const session = join(folder.path, 'ci.proxysession');
const CHARLES = [
  {
    status: 'COMPLETE',
    method: 'GET',
    scheme: 'http',
    host: 'charles.test',
    actualPort: 80,
    path: '/from-charles',
    times: { start: '2026-11-20T10:00:00.000Z', end: '2026-11-20T10:00:00.100Z' },
    request: { header: { headers: [{ name: 'Host', value: 'charles.test' }] } },
    response: { status: 200, header: { headers: [] } },
  },
];

beforeAll(async () => {
  const shop = await startShop();
  const app = await startTestApp();
  await sendDemoTraffic(app, shop);
  await app.result('export_session', { format: 'har', path: har });
  const { id } = app.app.traffic.newest().at(-1)!;
  await app.result('annotate_request', { id, comment: 'Fails on CI' });
  await app.result('export_session', { format: 'session', path: session });
  await app.close();
  await shop.close();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  folder.remove();
});

/** Starts the viewer and opens its page. */
async function withPage(
  files: readonly string[],
  work: (page: Page, running: RunningCli) => Promise<void>,
): Promise<void> {
  await using running = startCli(['view', ...files, '--no-open'], { home });
  const [link] = await running.saying(/http:\S+/);
  const context = await browser!.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  const failed: string[] = [];
  page.on('response', (response) => response.status() >= 400 && failed.push(response.url()));
  await page.goto(link);
  await page.getByRole('row').nth(1).waitFor();
  await work(page, running);
  expect({ errors, failed }).toEqual({ errors: [], failed: [] });
  await context.close();
}

const names = (page: Page, role: 'menuitem' | 'option'): Promise<readonly string[]> =>
  page.getByRole(role).allInnerTexts();

job(
  'a session is shown with its comment, and nothing on the page sends or changes anything',
  { tags: ['full'] },
  async () => {
    await withPage([session], async (page) => {
      await page.getByText('ci.proxysession').first().waitFor();
      await page.getByText('Read-only').waitFor();
      await page.getByRole('row', { name: /POST 200 .*checkout/ }).click();
      await page.getByText('requires_action').waitFor();
      await page.getByRole('tab', { name: 'Overview' }).click();
      await page.getByText('Fails on CI').first().waitFor();
      await page.getByRole('tab', { name: 'Rules' }).click();
      await page.getByText('No rule had matched this request.').waitFor();
      await page.getByRole('button', { name: 'More actions' }).last().click();
      const entries = await names(page, 'menuitem');
      expect(entries.map((text) => text.split('\n')[0])).toEqual([
        'Compare two',
        'Copy as',
        'Filter by',
        'Export…',
      ]);
      await page.keyboard.press('Escape');
      const screens = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
      expect(await screens.allInnerTexts()).toEqual(['Traffic', 'Insights']);
      const buttons = await page
        .locator('button')
        .evaluateAll((all) => all.map((each) => `${each.ariaLabel ?? ''} ${each.textContent}`));
      const needApp = /replay|edit|make rule|break|record|clear|open|pin|delete|address/i;
      expect(buttons.length).toBeGreaterThan(10);
      expect(buttons.filter((text) => needApp.test(text))).toEqual([]);
      await page.keyboard.press('Control+k');
      const commands = await names(page, 'option');
      expect(
        commands.filter((text) => /replay|make rule|delete|recording|pin|go to tools/i.test(text)),
      ).toEqual([]);
      expect(commands.some((text) => text.includes('Copy as: cURL'))).toBe(true);
      await page.keyboard.press('Escape');
      expect(await serious(page)).toEqual([]);
    });
  },
);

job(
  'a HAR file and a session of Charles together: filter, insights, code and export',
  { tags: ['full'] },
  async () => {
    const charles = join(folder.path, 'old.chlsj');
    writeFileSync(charles, JSON.stringify(CHARLES));
    await withPage([har, charles], async (page) => {
      await page.getByText('2 files').waitFor();
      // The first of two sessions is left out.
      await page.getByRole('tree', { name: 'Sessions' }).getByRole('treeitem').first().click();
      await page.getByRole('row', { name: /from-charles/ }).click();
      await page.getByRole('tab', { name: 'Code' }).click();
      await page.getByRole('textbox', { name: 'Code' }).getByText('charles.test/from-charles').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('tree', { name: 'Sessions' }).getByRole('treeitem').first().click();
      await page.keyboard.press('/');
      await page.keyboard.type('status:503');
      await expect
        .poll(() => page.getByRole('grid', { name: 'Requests' }).locator('[data-id]').count())
        .toBe(1);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save session' }).click();
      const saved = join(folder.path, 'saved.proxysession');
      await (await download).saveAs(saved);
      expect(readFileSync(saved).length).toBeGreaterThan(1000);
      await page.getByRole('link', { name: 'Insights' }).click();
      await page
        .getByRole('heading', { name: /Slowest|Endpoints|Requests/ })
        .first()
        .waitFor();
    });
  },
);

job(
  'the page survives a reload, says so when the viewer has ended, and keeps the list',
  { tags: ['full'] },
  async () => {
    await using running = startCli(['view', har, '--no-open'], { home });
    const [link] = await running.saying(/http:\S+/);
    const page = await browser!.newPage();
    await page.goto(link);
    await page.getByRole('row').nth(1).waitFor();
    expect(page.url()).not.toContain('code');
    await page.reload();
    await page.getByRole('row').nth(1).waitFor();
    expect((await running.stop()).code).toBe(0);
    await page.getByText('Cannot reach Traffic Proxy').waitFor();
    expect(await page.getByRole('row').count()).toBeGreaterThan(5);
    await page.context().close();
  },
);

test(
  'it is no proxy, makes no data folder, and refuses strangers, other hosts and what needs the app',
  { tags: ['full'] },
  async () => {
    await using running = startCli(['view', har, '--no-open'], { home });
    const [, origin, code] = await running.saying(/(http:\/\/127\.0\.0\.1:\d+)\/#code=(\S+)/);
    expect((await ask(`${origin}/api/flows/1`)).status).toBe(401);
    expect((await ask(`${origin}/`, { headers: { Host: 'evil.test' } })).status).toBe(403);
    const port = Number(new URL(origin!).port);
    const proxied = await ask('http://example.test/', { via: port });
    expect(proxied).toMatchObject({ status: 403 });
    const opened = await ask(`${origin}/api/session`, { method: 'POST', body: JSON.stringify({ code }) });
    const { token } = JSON.parse(opened.text) as { readonly token: string };
    const rpc = (method: string, params: object) =>
      ask(`${origin}/api/rpc`, {
        method: 'POST',
        headers: { 'X-Proxy-Token': token },
        body: JSON.stringify({ method, params }),
      });
    expect(await rpc('insights', {})).toMatchObject({ status: 200 });
    const refused = await rpc('edit_and_replay', { id: 1 });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('start the app with \\"proxyctl app\\"');
    expect((await running.stop()).code).toBe(0);
    expect((await runCli(['status'], { home: folder.path })).code).toBe(1);
  },
);

test.each([
  ['no such file', 'missing.har', null, 'missing.har cannot be opened: there is no such file'],
  [
    'broken JSON',
    'broken.har',
    '{"log": {"entries": [',
    'broken.har cannot be opened: invalid JSON at line 1',
  ],
  ['another format', 'notes.txt', 'notes', 'notes.txt cannot be opened: it is not a session, a HAR file'],
  ['no requests', 'none.har', '{"log":{"entries":[]}}', 'there are no requests in '],
  ['no entry can be read', 'bad.har', '{"log":{"entries":[{},{}]}}', '2 of 2 entries left out; entry 0: '],
])('%s: one line that names the file and the reason', async (_, name, content, message) => {
  const path = join(folder.path, name);
  if (content !== null) writeFileSync(path, content);
  const { code, stderr } = await runCli(['view', path, '--no-open'], { home });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: [^\n]+\n$/);
  expect(stderr).toContain(message);
});
