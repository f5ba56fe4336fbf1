// The workspace under Git in the API client, in a real browser with a real repository.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { temporaryHome } from '../helpers/home.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const browser = await startBrowser();
const withBrowser = test.skipIf(browser === null);
const LIST = 'collections/shop/list.request.yaml';
let running: TestApp;
let folder: ReturnType<typeof temporaryHome>;
let list: string;
let open: readonly Page[] = [];

const git = (...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: folder.path, encoding: 'utf8', stdio: 'pipe' });
const change = (changes: object): Promise<unknown> =>
  running.result('update_request', { collection: 'Shop', request: list, changes });

beforeAll(async () => {
  folder = temporaryHome();
  running = await startTestApp({ workspaceFolder: folder.path });
  await running.result('create_collection', { name: 'Shop' });
  ({ id: list } = await running.result('create_request', {
    collection: 'Shop',
    name: 'List',
    url: 'http://a.test/list',
  }));
  git('init', '-q', '-b', 'main');
  git('config', 'user.name', 'Ada');
  git('config', 'user.email', 'ada@example.test');
  git('add', '--all');
  git('commit', '-qm', 'First');
}, 120_000);

afterEach(async () => {
  await Promise.all(open.map((page) => page.context().close()));
  open = [];
  git('reset', '-q', '--hard');
  rmSync(join(folder.path, '.trash'), { recursive: true, force: true });
  git('clean', '-qfd');
});

afterAll(async () => {
  await browser?.close();
  await running.close();
  folder.remove();
});

async function openChanges(): Promise<Page> {
  const { page } = await openUi(browser!, running);
  open = [...open, page];
  await page.evaluate(`location.hash = '#/client'`);
  await page.getByRole('tree', { name: 'Collections' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await page.getByRole('heading', { name: 'Changes' }).waitFor();
  return page;
}

const row = (page: Page, name: RegExp) => page.getByRole('option', { name });

withBrowser('changes are shown by field and as text, and some of them are committed', async () => {
  await change({ url: 'http://b.test/list' });
  await running.result('create_request', { collection: 'Shop', name: 'New one', url: '' });
  const page = await openChanges();
  await row(page, /M GET List url changed/).click();
  await page.getByRole('cell', { name: 'http://b.test/list' }).waitFor();
  await page.getByRole('radio', { name: 'Text' }).click();
  await page.getByText('url: http://a.test/list').waitFor();
  await page.getByRole('radio', { name: 'Side by side' }).click();
  await page.getByRole('cell', { name: 'url: http://b.test/list' }).waitFor();
  // Only the first is in the commit.
  await page.getByRole('button', { name: 'None', exact: true }).click();
  await page.getByRole('listbox', { name: /^Changed files/ }).focus();
  await page.keyboard.press(' ');
  await page.getByText('1 of 2').or(page.getByText('1 of 3')).waitFor();
  await page.getByRole('textbox', { name: 'Message of the commit' }).fill('Other host\n\nWith a reason.');
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^Committed .*: Other host/).waitFor();
  expect(git('show', '--name-only', '--format=%B').trim()).toBe(`Other host\n\nWith a reason.\n\n\n${LIST}`);
  await page.getByRole('radio', { name: 'Log' }).click();
  await page.getByRole('cell', { name: 'Other host' }).waitFor();
  await page.getByRole('cell', { name: 'First' }).waitFor();
});

withBrowser('what is discarded goes to the trash, and is taken back', async () => {
  await change({ url: 'http://gone.test/' });
  const page = await openChanges();
  await row(page, /GET List/).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await page.getByText('Nothing has changed since the last commit.').waitFor();
  expect(git('status', '--porcelain', '--', 'collections')).toBe('');
  expect(readdirSync(join(folder.path, '.trash')).filter((name) => name !== '.gitignore')).toHaveLength(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await row(page, /GET List/).waitFor();
  expect(readFileSync(join(folder.path, LIST), 'utf8')).toContain('http://gone.test/');
});

withBrowser('a merge that was not decided shows as a conflict, and is decided', async () => {
  git('switch', '-qc', 'other');
  await change({ url: 'http://theirs.test/' });
  git('commit', '-qam', 'Theirs');
  git('switch', '-q', 'main');
  await change({ url: 'http://ours.test/' });
  git('commit', '-qam', 'Ours');
  expect(() => git('merge', '-q', 'other')).toThrow();
  const page = await openChanges();
  await row(page, /C GET List a merge was not decided/).waitFor();
  const tree = page.getByRole('tree', { name: 'Collections' });
  await tree.getByRole('treeitem', { name: 'Shop' }).click();
  await tree.getByRole('treeitem', { name: 'List conflict' }).click();
  await page.getByText('Its file has a merge that was not decided').waitFor();
  await page.getByRole('button', { name: 'Decide the merge' }).click();
  await page.getByRole('button', { name: 'Take the other side' }).click();
  await row(page, /M GET List url changed/).waitFor();
  await page.getByRole('textbox', { name: 'Message of the commit' }).fill('Merge other');
  await page.getByRole('button', { name: /^Commit 1 file/ }).click();
  await page.getByText(/^Committed .*: Merge other/).waitFor();
  expect(git('log', '-1', '--format=%P').trim().split(' ')).toHaveLength(2);
  expect(readFileSync(join(folder.path, LIST), 'utf8')).toContain('http://theirs.test/');
});

withBrowser('the page of changes has no serious flaw for assistive technology', async () => {
  await change({ docs: 'new' });
  for (const colorScheme of themes) {
    const page = await openChanges();
    await page.emulateMedia({ colorScheme });
    await row(page, /GET List/).waitFor();
    expect(await serious(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Log' }).click();
    await page.getByRole('cell', { name: 'First' }).waitFor();
    expect(await serious(page)).toEqual([]);
  }
});
