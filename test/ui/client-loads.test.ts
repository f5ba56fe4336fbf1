// Load tests in the API client, in a real browser: their set-up, figures while they run, and the comparison of two. They
// are small, and reach loopback only.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parseYaml } from '../../src/documents/yaml.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const browser = await startBrowser();
const withBrowser = test.skipIf(browser === null);
let running: TestApp;
let open: readonly Page[] = [];
let base = '';
const server = http.createServer((request, response) => {
  if (request.url === '/busy') response.writeHead(503, { 'Content-Type': 'text/plain' }).end('too busy');
  else response.writeHead(200).end('ok');
});

beforeAll(async () => {
  await listen(0);
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  running = await startTestApp();
  const { result } = running;
  for (const name of ['Harbor', 'Elsewhere']) await result('create_collection', { name });
  for (const [name, path] of [
    ['Order', '/order'],
    ['Shipping', '/busy'],
  ])
    await result('create_request', { collection: 'Harbor', name, url: `${base}${path}` });
  await result('create_request', { collection: 'Elsewhere', name: 'Far', url: 'https://far.test/a' });
  await result('save_dataset', { name: 'people', rows: [{ a: '1' }, { a: '2' }, { a: '3' }] });
}, 120_000);

function listen(port: number): Promise<void> {
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
}

afterEach(async () => {
  await Promise.all(open.map((page) => page.context().close()));
  open = [];
});

afterAll(async () => {
  await browser?.close();
  await running.close();
  server.closeAllConnections();
  server.close();
});

/** Opens the set-up with a short test of two users. */
async function openSetup(options = {}, seconds = '2'): Promise<Page> {
  const { page } = await openUi(browser!, running, options);
  page.setDefaultTimeout(15_000);
  open = [...open, page];
  await page.evaluate(`location.hash = '#/client?page=loads'`);
  await page.getByRole('button', { name: 'New load test' }).click();
  await choose(page, 'Harbor');
  await field(page, 'Think time').fill('0.02');
  await page.getByRole('button', { name: 'From a pattern' }).click();
  await page.getByRole('menuitem', { name: 'Fixed' }).click();
  await field(page, 'Users at the end of stage 1').fill('2');
  await field(page, 'Users at the end of stage 2').fill('2');
  await field(page, 'Seconds of stage 2').fill(seconds);
  await expect.poll(() => button(page, /^Start/).isEnabled()).toBe(true);
  return page;
}

const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });

async function choose(page: Page, collection: string): Promise<void> {
  await field(page, 'Requests').selectOption({ label: collection });
  await page.getByText(/\d in order/).waitFor();
}

const figure = (page: Page, label: RegExp): Locator =>
  page.getByRole('group', { name: 'Figures' }).getByText(label);

withBrowser.each(themes)('set up, run, ended, compared with the next, %s', async (colorScheme) => {
  const page = await openSetup({ colorScheme });
  // A handle and its row are one.
  const handle = page.getByRole('slider', { name: 'End of stage 2' });
  await handle.focus();
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('ArrowRight');
  expect(await field(page, 'Users at the end of stage 2').inputValue()).toBe('12');
  expect(await field(page, 'Seconds of stage 2').inputValue()).toBe('3');
  await field(page, 'Users at the end of stage 2').fill('3');
  expect(await handle.getAttribute('aria-valuetext')).toBe('3 users at 0:03');
  await field(page, 'Data rows').selectOption({ label: 'people' });
  await page.getByText('3 rows, by turns').waitFor();
  await page.getByText('k6 is a program of Grafana Labs').waitFor();
  await page.getByRole('textbox', { name: 'k6 script' }).getByText('ramping-vus').waitFor();
  expect(await serious(page, '[role=tabpanel]')).toEqual([]);

  await page.keyboard.press('Control+Enter');
  await figure(page, /users, of 3/).waitFor();
  await page.getByRole('img', { name: /^Requests a second over 0:0\d/ }).waitFor();
  await page.getByText(/^Load test: 0:0\d of 0:03$/).waitFor();
  expect(await serious(page, '[role=tabpanel]')).toEqual([]);

  await page.getByText('Failed: 1 of 1 threshold').waitFor();
  await page.getByText(/^errors < 1 % failed first/).waitFor();
  const kinds = page.getByRole('region', { name: 'Errors by kind' });
  await kinds.getByText('Service Unavailable').waitFor();
  await button(page, /^Show \d+ samples/).click();
  await page.getByRole('dialog').getByText('HTTP/1.1 503 Service Unavailable').first().waitFor();
  await page.getByRole('dialog').getByText('too busy').first().waitFor();
  await page.keyboard.press('Escape');
  const rows = page.getByRole('grid', { name: 'Requests' }).getByRole('row');
  expect(await rows.filter({ hasText: 'Shipping' }).count()).toBe(1);
  expect(await serious(page, '[role=tabpanel]')).toEqual([]);

  await button(page, 'Set up again').click();
  await page.getByText(/\d in order/).waitFor();
  await page.keyboard.press('Control+Enter');
  await page
    .getByRole('group', { name: 'Figures' })
    .getByText(/^requests, before \d/)
    .waitFor();
  await page.getByText('Both tests have the same requests, profile and data.').waitFor();
  expect(await serious(page, '[role=tabpanel]')).toEqual([]);

  // A chart is drawn again with the colours of another theme.
  const plot = page.getByRole('img', { name: /^Requests a second/ }).locator('canvas');
  const pixels = (): Promise<string> =>
    plot.evaluate((canvas) => (canvas as unknown as { toDataURL(): string }).toDataURL());
  const before = await pixels();
  await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' });
  await expect.poll(pixels).not.toBe(before);

  // The tab of a stored test has its name and time, after a reload too.
  const { page: other } = await openUi(browser!, running);
  open = [...open, other];
  await other.evaluate(`location.hash = '#/client?page=loads'`);
  await other.getByRole('button', { name: 'Harbor', exact: true }).first().click();
  const tab = other.getByRole('tab', { name: /^Harbor, \d+ \w{3} \d\d:\d\d$/ });
  await tab.waitFor();
  await other.reload();
  await tab.waitFor();
});

withBrowser(
  'a test that goes on is reached from another tab, and stopped; a second window cannot start one',
  { tags: ['full'] },
  async () => {
    const page = await openSetup({}, '60');
    await page.keyboard.press('Control+Enter');
    await figure(page, /users, of 2/).waitFor();

    const other = await openSetup();
    await other.keyboard.press('Control+Enter');
    await other.getByText('a load test of Harbor is running').waitFor();

    // Its tab is closed while it goes on; the status bar leads back.
    await page.keyboard.press('Alt+w');
    await page.getByText(/^Load test: 0:\d\d of 1:00$/).click();
    await figure(page, /users, of 2/).waitFor();
    // After a reload, the seconds are told again.
    await page.reload();
    await figure(page, /users, of 2/).waitFor();
    await page.keyboard.press('Control+.');
    await page.getByText('It was stopped before its end.', { exact: false }).waitFor();
  },
);

withBrowser(
  'a target that disappears: errors without response, and the test goes to its end',
  { tags: ['full'] },
  async () => {
    const page = await openSetup({}, '4');
    await page.keyboard.press('Control+Enter');
    await figure(page, /users, of 2/).waitFor();
    const { port } = server.address() as AddressInfo;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    try {
      const kinds = page.getByRole('region', { name: 'Errors by kind' });
      await kinds.getByText('ERR', { exact: true }).first().waitFor();
      await page.getByText(/^Failed: 1 of 1 threshold/).waitFor();
      await button(page, /^Show \d+ samples/).click();
      await page.getByRole('dialog').getByText('There was no response.').first().waitFor();
    } finally {
      await listen(port);
    }
  },
);

withBrowser(
  'a load test is saved as a file, edited, run by weight, and ended by a threshold of a part',
  async () => {
    const page = await openSetup({}, '600');
    await page.getByLabel('One request an iteration, by weight').check();
    await field(page, 'Weight of Order').fill('3');
    await field(page, 'Data rows').selectOption({ label: 'people' });
    await page.getByLabel('Each user has its own').check();
    await page.keyboard.press('Control+s');
    const dialog = page.getByRole('dialog', { name: 'Save as a load test' });
    await dialog.getByLabel('Name').fill('Checkout');
    expect(await serious(page, '[role=dialog]')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save load test' }).click();
    await page.getByRole('tab', { name: 'Checkout', selected: true }).waitFor();
    const { folder } = await running.result('client.workspace');
    const path = join(folder, 'load-tests', 'checkout.yaml');
    const written = (): unknown => parseYaml(readFileSync(path, 'utf8'));
    expect(written()).toMatchObject({ name: 'Checkout', dataset: 'people', dataPerUser: true });

    // What is typed is a draft of the file until it is saved.
    await field(page, 'Value of threshold 1').fill('5');
    await field(page, 'Part of threshold 1').selectOption({ label: 'Shipping' });
    await page.getByLabel('End the test when one fails').check();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'hidden' });
    expect(written()).toMatchObject({ thresholds: ['errors{Shipping}>=5%'], abortAfterSeconds: 0 });
    expect(await serious(page, '[role=tabpanel]')).toEqual([]);

    // Of three turns to Order one goes to Shipping, whose errors end the test long before its time.
    await page.keyboard.press('Control+Enter');
    await page.getByText('Failed: 1 of 1 threshold').waitFor();
    await page.getByText(/^It ended early: errors of Shipping < 5 % failed at 0:0\d\./).waitFor();
    expect(await serious(page, '[role=tabpanel]')).toEqual([]);
    const stages = page.getByRole('grid', { name: 'Stages' }).getByRole('row');
    expect(await stages.count()).toBeGreaterThan(1);

    await page.evaluate(`location.hash = '#/client?page=loads'`);
    await page
      .getByRole('region', { name: 'Saved load tests' })
      .getByText('load-tests/checkout.yaml')
      .waitFor();
    expect(await serious(page, '[role=tabpanel]')).toEqual([]);
  },
);

withBrowser('a second window follows a load test, by its list and by its link', async () => {
  const page = await openSetup({}, '600');
  await page.keyboard.press('Control+Enter');
  await figure(page, /users, of 2/).waitFor();
  const { page: second } = await openUi(browser!, running);
  second.setDefaultTimeout(15_000);
  open = [...open, second];
  await second.evaluate(`location.hash = '#/client?page=loads'`);
  await second.getByText('in another window').waitFor();
  await button(second, 'Harbor under load').click();
  await figure(second, /users, of 2/).waitFor();
  await second.getByRole('img', { name: /^Requests a second over/ }).waitFor();

  const [going] = (await running.result('client.load_tests')).running;
  const { page: third } = await openUi(browser!, running);
  open = [...open, third];
  await third.evaluate(`location.hash = '#/client?kind=load&id=${going.channel}'`);
  await figure(third, /users, of 2/).waitFor();
  // Any of them stops it, and all see its end.
  await third.keyboard.press('Control+.');
  for (const each of [page, second, third])
    await each.getByText('It was stopped before its end.', { exact: false }).waitFor();
});

withBrowser('another machine is asked about: no answer comes first, and Enter gives none', async () => {
  const page = await openSetup();
  await choose(page, 'Elsewhere');
  await page.getByText('far.test is another machine').waitFor();
  await page.keyboard.press('Control+Enter');
  const dialog = page.getByRole('dialog', { name: 'Send load to far.test?' });
  await dialog.waitFor();
  expect(await serious(page, '[role=dialog]')).toEqual([]);
  await page.keyboard.press('Enter');
  expect(await dialog.count()).toBe(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect((await running.result('client.channels', { window: 'any' })).length).toBe(0);
});

withBrowser('what is wrong is said at its field, and nothing starts', { tags: ['full'] }, async () => {
  const page = await openSetup();
  await field(page, 'Users at the end of stage 1').fill('0');
  await field(page, 'Users at the end of stage 2').fill('0');
  await page.getByText('The stages have no load').waitFor();
  expect(await button(page, /^Start/).isDisabled()).toBe(true);
  await field(page, 'Users at the end of stage 2').fill('1');
  await field(page, 'Think time').fill('soon');
  await page.getByText('Give seconds such as 1, or 0.5-2').waitFor();
  expect(await button(page, /^Start/).isDisabled()).toBe(true);
  await field(page, 'Think time').fill('');
  await page.getByRole('radio', { name: 'Rate' }).click();
  await field(page, 'At most').fill('0');
  await page.getByText('Give 1 to 1000').waitFor();
  await page.getByRole('radio', { name: 'Users' }).click();
});
