// Runs of collections in the API client, in a real browser against a real server.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { callCli } from '../helpers/called-cli.ts';
import { temporaryHome } from '../helpers/home.ts';
import { dropClientDrafts } from '../helpers/drafts.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const broken = new Set<string>();
const held: (() => void)[] = [];
const seen: string[] = [];
const origin = await startOrigin((request, response) => {
  const url = request.url ?? '';
  const answer = (): void =>
    void response
      .writeHead(broken.has(url) ? 500 : 200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ url }));
  seen.push(url);
  if (url === '/held') held.push(answer);
  else answer();
});
const browser = await startBrowser();
const withBrowser = test.skipIf(browser === null);
let running: TestApp;
let folder: ReturnType<typeof temporaryHome>;
let open: readonly Page[] = [];

beforeAll(async () => {
  folder = temporaryHome();
  running = await startTestApp({ workspaceFolder: folder.path });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
  folder.remove();
});

beforeEach(async () => {
  broken.clear();
  held.length = 0;
  seen.length = 0;
  const { result } = running;
  for (const { id } of await result('list_collections'))
    await result('delete_collection', { collection: id });
  await result('create_collection', { name: 'Shop' });
  await result('create_folder', { collection: 'Shop', name: 'Cart' });
  const scripts = { test: "pm.test('is fine', () => pm.response.to.have.status(200))" };
  await result('create_request', {
    collection: 'Shop',
    folder: 'Cart',
    name: 'Read cart',
    url: `${origin.http}/cart`,
    scripts,
  });
  await result('create_request', {
    collection: 'Shop',
    name: 'Place order',
    url: `${origin.http}/{{user}}`,
    scripts,
  });
  await result('save_dataset', { name: 'users', csv: 'user\nann\nben\n' });
});

afterEach(async () => {
  await Promise.all(open.map((page) => page.context().close()));
  open = [];
  await dropClientDrafts(running);
});

async function openRunner(): Promise<Page> {
  const { page } = await openUi(browser!, running, { acceptDownloads: true });
  open = [...open, page];
  await page.evaluate(`location.hash = '#/client'`);
  await page.getByRole('treeitem', { name: 'Shop' }).click();
  await page.keyboard.press('Alt+r');
  // One that goes on in another window is followed at once.
  await page
    .getByRole('region', { name: 'Options' })
    .or(page.getByText(/^\d+ of \d+ requests$/))
    .first()
    .waitFor();
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const runButton = (page: Page) => button(page, /^Run(?! (?:in|failed|again))/);
const row = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

async function ended(page: Page): Promise<void> {
  await button(page, /^Run again/).waitFor();
}

withBrowser('a collection runs with data; what failed newly stands out, and is opened', async () => {
  const page = await openRunner();
  await page.getByLabel('Data', { exact: true }).selectOption('users');
  await page.getByText('2 requests, 2 iterations: 4 requests').waitFor();
  await page.getByRole('cell', { name: 'ben' }).waitFor();
  await page.keyboard.press('Control+Enter');
  await ended(page);
  expect(seen).toEqual(['/cart', '/ann', '/cart', '/ben']);
  broken.add('/ben');
  await page.keyboard.press('Alt+r');
  await page.getByRole('radio', { name: 'Newly failed 1' }).click();
  await row(page, /Place order passed before/).click();
  await page.getByText('Expected').waitFor();
  await page.getByRole('tab', { name: /^Response/ }).click();
  await page.getByText('"/ben"').waitFor();
  expect(await row(page, /Iteration 2, ben/).count()).toBe(1);
  // Only what failed is sent again, with its row.
  broken.clear();
  seen.length = 0;
  await button(page, 'Run failed again').click();
  await page.getByText('1 of 1 request').waitFor();
  await row(page, /Place order failed before/).waitFor();
  expect(seen).toEqual(['/ben']);
});

withBrowser('a run pauses, goes on while its tab is closed, and stops', async () => {
  const { result } = running;
  await result('create_request', { collection: 'Shop', name: 'Slow', url: `${origin.http}/held` });
  await result('create_request', { collection: 'Shop', name: 'Last', url: `${origin.http}/last` });
  const page = await openRunner();
  await runButton(page).click();
  await row(page, /Slow.*waiting for response/).waitFor();
  await button(page, 'Pause').click();
  await button(page, 'Go on').waitFor();
  held.pop()!();
  await page.getByText('3 of 4 requests').waitFor();
  await page.keyboard.press('Alt+w');
  await button(page, /^Paused Shop, 3 of 4/).click();
  await row(page, /Slow/).first().waitFor();
  await button(page, 'Go on').click();
  await ended(page);
  expect(seen.at(-1)).toBe('/last');
  await button(page, /^Run again/).click();
  await row(page, /Slow.*waiting/).waitFor();
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press('Control+.');
  held.pop()!();
  await page.getByText(/Ended early: it was stopped/).waitFor();
});

withBrowser(
  'the order and the choice are saved as a configuration, which the command line takes',
  async () => {
    const page = await openRunner();
    const list = page.getByRole('listbox', { name: /^Requests/ });
    await list.focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Alt+ArrowUp');
    await page.getByText('in this order').waitFor();
    await page.getByLabel('Data', { exact: true }).selectOption('users');
    await page.getByRole('checkbox', { name: 'Stop at the first failure' }).check();
    await page.keyboard.press('Control+s');
    await page.getByRole('textbox', { name: 'Name' }).fill('Nightly');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Nightly' }).waitFor();
    await page.getByText('proxyctl collection run --config Nightly').waitFor();
    expect(readFileSync(join(folder.path, 'runs', 'nightly.yaml'), 'utf8')).toContain('isOrdered: true');
    const home = mkdtempSync(join(tmpdir(), 'runs-'));
    const args = ['collection', 'run', '--config', 'Nightly', '--workspace', folder.path];
    expect((await callCli(args, { home })).code).toBe(0);
    rmSync(home, { recursive: true });
    expect(seen.splice(0)).toEqual(['/ann', '/cart', '/ben', '/cart']);
    // A change is a draft until it is saved.
    await page.getByRole('checkbox', { name: 'Skip TLS verification' }).check();
    await page.getByText(/collection run Shop .*--insecure/).waitFor();
    await page.keyboard.press('Control+s');
    await page.getByText('proxyctl collection run --config Nightly').waitFor();
    await runButton(page).click();
    await ended(page);
    expect(seen).toEqual(['/ann', '/cart', '/ben', '/cart']);
  },
);

withBrowser('changes that are not saved are a question before the run', async () => {
  const [request] = (await running.result('get_collection', { collection: 'Shop' })).items[0].items;
  const change = { kind: 'request', id: request.id, window: 'other' };
  await running.result('client.change_draft', {
    ...change,
    changes: [{ field: 'url', value: `${origin.http}/typed` }],
  });
  const page = await openRunner();
  await runButton(page).click();
  await page.getByText('1 request has changes not saved').waitFor();
  await page.keyboard.press('Enter');
  await ended(page);
  expect(seen[0]).toBe('/typed');
});

withBrowser('reports are saved in each format, and a job for CI is shown', async () => {
  const page = await openRunner();
  await page.getByRole('button', { name: 'JUnit' }).click();
  const download = page.waitForEvent('download');
  await runButton(page).click();
  expect((await download).suggestedFilename()).toMatch(/^shop-.*\.xml$/);
  await ended(page);
  await button(page, 'Report').click();
  const html = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'HTML page' }).click();
  const path = join(folder.path, 'report.html');
  await (await html).saveAs(path);
  expect(readFileSync(path, 'utf8')).toContain('Place order');
  await button(page, 'Run in CI…').click();
  await page.getByRole('radio', { name: 'GitLab' }).click();
  await page.getByText('npx proxyctl collection run Shop').first().waitFor();
});

withBrowser('another window follows a run, and a reload brings it back', async () => {
  await running.result('create_request', { collection: 'Shop', name: 'Slow', url: `${origin.http}/held` });
  const first = await openRunner();
  await runButton(first).click();
  await row(first, /Slow.*waiting/).waitFor();
  const second = await openRunner();
  await second.getByText('2 of 3 requests').waitFor();
  await first.reload();
  await first.getByText('2 of 3 requests').waitFor();
  await button(second, /^Stop/).click();
  held.pop()!();
  await Promise.all([first, second].map((page) => page.getByText(/Ended early/).waitFor()));
});

withBrowser(
  'a run whose app is restarted: what has ended stays, and it runs again',
  { tags: ['full'] },
  async () => {
    const home = temporaryHome();
    const first = await startTestApp({ home: home.path });
    await first.result('create_collection', { name: 'Slow' });
    for (const name of ['fast', 'held'])
      await first.result('create_request', { collection: 'Slow', name, url: `${origin.http}/${name}` });
    const { page } = await openUi(browser!, first);
    open = [...open, page];
    await page.evaluate(`location.hash = '#/client'`);
    await page.getByRole('treeitem', { name: 'Slow' }).click();
    await page.keyboard.press('Alt+r');
    await runButton(page).click();
    await row(page, /held.*waiting/).waitFor();
    await expect.poll(() => held.length).toBe(1);
    const port = first.port();
    await first.close();
    await page.getByText('Cannot reach Traffic Proxy').waitFor();
    const second = await startTestApp({ home: home.path, port });
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.getByText(/The run ended at \d of 2 requests|Ended early/).waitFor();
    await row(page, /fast/).waitFor();
    held.splice(0);
    await button(page, /^Run again/)
      .first()
      .click();
    await row(page, /held.*waiting/).waitFor();
    await expect.poll(() => held.length).toBe(1);
    held.pop()!();
    await page.getByText('2 of 2 requests').waitFor();
    await second.close();
    home.remove();
  },
);

async function chooseOfPets(page: Page, entry: string): Promise<void> {
  await page.getByRole('treeitem', { name: 'Pets', level: 1 }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry }).click();
}

withBrowser(
  'a job: import a specification, edit, run with data, see one newly failed, mock, load-test, commit',
  { tags: ['full'] },
  async () => {
    const git = (...args: readonly string[]): string =>
      execFileSync('git', args, { cwd: folder.path, encoding: 'utf8', stdio: 'pipe' });
    git('init', '-q', '-b', 'main');
    git('config', 'user.name', 'Ada');
    git('config', 'user.email', 'ada@example.test');
    const { page } = await openUi(browser!, running);
    open = [...open, page];
    await page.evaluate(`location.hash = '#/client'`);
    await page.getByRole('tree', { name: 'Collections' }).waitFor();
    await page.keyboard.press('Control+o');
    const field = page.getByRole('textbox', { name: /^Paste/ });
    await field.fill(
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Pets', version: '1' },
        servers: [{ url: origin.http }],
        paths: { '/list': { get: { operationId: 'listPets', responses: { 200: { description: 'ok' } } } } },
      }),
    );
    await field.press('Enter');
    await page.getByRole('button', { name: /^Import 1/ }).click();
    const tree = page.getByRole('tree', { name: 'Collections' });
    await tree.getByRole('treeitem', { name: /list/i, level: 2 }).click();
    const url = page.getByRole('textbox', { name: 'URL', exact: true });
    await url.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(`${origin.http}/{{user}}`);
    await page
      .getByRole('tablist', { name: 'Request', exact: true })
      .getByRole('tab', { name: /^Scripts/ })
      .click();
    await page.getByRole('textbox', { name: 'Script after the response' }).click();
    await page.keyboard.insertText("pm.test('is fine', () => pm.response.to.have.status(200));");
    await page.keyboard.press('Control+s');
    await page.getByText('Saved', { exact: true }).waitFor();
    // With Alt a letter is a key outside of fields only.
    await tree.focus();
    await page.keyboard.press('Alt+r');
    await page.getByLabel('Data', { exact: true }).selectOption('users');
    await page.keyboard.press('Control+Enter');
    await ended(page);
    broken.add('/ben');
    await page.keyboard.press('Control+Enter');
    await row(page, /passed before/).waitFor();
    await page.getByText('Newly failed 1').waitFor();
    // Until the server is mended, a mock answers for it.
    await chooseOfPets(page, 'Mock…');
    await page.getByLabel('Port').fill('');
    await page.getByRole('button', { name: /^Start/ }).click();
    await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
    const mock = (await page.locator('code').first().textContent()) ?? '';
    expect((await fetch(`${mock}/ben/none`)).status).toBe(404);
    await page.getByRole('grid', { name: 'Calls' }).getByText('/none').click();
    await page.getByRole('button', { name: 'Add example' }).click();
    await page.getByRole('dialog').getByLabel('Body').fill('{"pets":[]}');
    await page.getByRole('dialog').getByRole('button', { name: 'Add example' }).click();
    await expect.poll(async () => (await fetch(`${mock}/ben/none`)).text()).toBe('{"pets":[]}');
    broken.clear();
    await chooseOfPets(page, 'Load test…');
    await page.getByLabel('Data rows', { exact: true }).selectOption({ label: 'users' });
    await page.getByRole('button', { name: 'From a pattern' }).click();
    await page.getByRole('menuitem', { name: 'Fixed' }).click();
    await page.getByLabel('Users at the end of stage 1', { exact: true }).fill('2');
    await page.getByLabel('Users at the end of stage 2', { exact: true }).fill('2');
    await page.getByLabel('Seconds of stage 2', { exact: true }).fill('2');
    await page.getByRole('button', { name: /^Start/ }).click();
    await page.getByText(/^Passed/).waitFor();
    await page.getByRole('button', { name: 'Set up again' }).focus();
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await page.getByRole('textbox', { name: 'Message of the commit' }).fill('Pets');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Nothing has changed since the last commit.').waitFor();
    expect(git('log', '--format=%s').trim()).toBe('Pets');
    rmSync(join(folder.path, '.git'), { recursive: true });
  },
);

withBrowser('the runner has no serious flaw for assistive technology', async () => {
  broken.add('/cart');
  for (const colorScheme of themes) {
    const page = await openRunner();
    await page.emulateMedia({ colorScheme });
    expect(await serious(page)).toEqual([]);
    await runButton(page).click();
    await ended(page);
    await row(page, /Read cart/).click();
    await page.getByText('Expected').waitFor();
    expect(await serious(page)).toEqual([]);
  }
});

withBrowser('limits, redirects and variables of a run, and a run again when a file changes', async () => {
  const { result } = running;
  await result('create_request', {
    collection: 'Shop',
    name: 'Slow script',
    url: `${origin.http}/{{place}}/{{region}}`,
    scripts: { test: 'for (;;);' },
  });
  const page = await openRunner();
  await page.getByLabel('Variables', { exact: true }).fill('user=cid\nplace=here');
  await page.getByLabel('Globals', { exact: true }).fill('region');
  await page.getByText('Write NAME=VALUE').waitFor();
  await page.getByLabel('Globals', { exact: true }).fill('region=north');
  await page.getByLabel('Scripts', { exact: true }).fill('50');
  await page.getByLabel('Time in all', { exact: true }).fill('60000');
  await page.getByLabel('Follow no redirects').check();
  await page.getByLabel('Run again when files change').check();
  await page
    .getByText(
      'proxyctl collection run Shop --timeout 60000 --timeout-script 50 --ignore-redirects --env-var user=cid --env-var place=here --global-var region=north',
    )
    .waitFor();
  expect(await serious(page, '[role=tabpanel]')).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await ended(page);
  expect(seen.splice(0)).toEqual(['/cart', '/cid', '/here/north']);
  await row(page, /Slow script.*script error/).waitFor();
  // The file of a request changes, and the collection runs again.
  const { items } = await result('get_collection', { collection: 'Shop' });
  const slow = items.find(({ name }: { readonly name: string }) => name === 'Slow script');
  await result('update_request', {
    collection: 'Shop',
    request: slow.id,
    changes: { url: `${origin.http}/changed` },
  });
  await expect.poll(() => seen, { timeout: 15_000 }).toContain('/changed');
  await ended(page);
});

withBrowser('a run ends when its time in all is over', { tags: ['full'] }, async () => {
  await running.result('create_request', { collection: 'Shop', name: 'Held', url: `${origin.http}/held` });
  const page = await openRunner();
  await page.getByLabel('Time in all', { exact: true }).fill('500');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^Ended early: it took longer than its 500 ms/).waitFor();
  held.pop()?.();
});
