// The workspace under Git in the API client, in a real browser with a real repository.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

withBrowser('one field is discarded, and the others stay; it is taken back', async () => {
  await change({ url: 'http://b.test/', docs: 'New docs' });
  const page = await openChanges();
  await row(page, /GET List/).click();
  await page.getByRole('radio', { name: 'By field' }).click();
  await page.getByRole('button', { name: 'Discard URL' }).click();
  await page.getByText('Discarded URL of List').waitFor();
  const file = (): string => readFileSync(join(folder.path, LIST), 'utf8');
  expect(file()).not.toContain('http://b.test/');
  expect(file()).toContain('docs: New docs');
  expect(readdirSync(join(folder.path, '.trash')).filter((name) => name !== '.gitignore')).toHaveLength(1);
  expect(await serious(page, '[role=tabpanel]')).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('cell', { name: 'http://b.test/' }).waitFor();
  expect(file()).toContain('http://b.test/');
});

withBrowser('branches keep drafts, and commits are pulled and pushed', async () => {
  const shared = temporaryHome();
  const other = temporaryHome();
  const inOther = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: other.path, encoding: 'utf8', stdio: 'pipe' });
  try {
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', shared.path]);
    const page = await openChanges();
    await page.getByRole('button', { name: 'Push', exact: true }).click();
    await page.getByText(/There is no remote repository: "git remote add origin URL"/).waitFor();
    git('remote', 'add', 'origin', shared.path);
    await page.getByRole('button', { name: 'Push', exact: true }).click();
    await page.getByText(/^Pushed \d+ commits? to origin\/main/).waitFor();
    // Somebody else changes the same request in another field.
    execFileSync('git', ['clone', '-q', shared.path, other.path]);
    writeFileSync(join(other.path, LIST), `${readFileSync(join(other.path, LIST), 'utf8')}docs: From afar\n`);
    inOther('-c', 'user.name=Bo', '-c', 'user.email=bo@example.test', 'commit', '-qam', 'From afar');
    inOther('push', '-q');

    // A draft that no file has, on a new branch and back again.
    await page.getByRole('treeitem', { name: 'Shop' }).click();
    await page.getByRole('treeitem', { name: /List/ }).click();
    await page.getByRole('textbox', { name: 'URL' }).fill('http://draft.test/');
    await page.getByRole('link', { name: /main/ }).click();
    await page.getByRole('button', { name: 'main', exact: true }).click();
    await page.getByRole('menuitem', { name: 'New branch…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('mine');
    await page.getByRole('button', { name: 'Create branch' }).click();
    await page.getByText('Made the branch mine').waitFor();
    expect(git('branch', '--show-current').trim()).toBe('mine');
    await page.getByRole('button', { name: 'mine', exact: true }).click();
    await page
      .getByRole('menuitemcheckbox', { name: 'main' })
      .or(page.getByRole('menuitem', { name: 'main' }))
      .first()
      .click();
    await page.getByText('Switched to main').waitFor();
    await page.getByRole('button', { name: /^Pull/ }).click();
    await page.getByText('Pulled 1 commit from origin/main').waitFor();
    expect(await serious(page, '[role=tabpanel]')).toEqual([]);
    const { draft } = await running.result('client.object', { kind: 'request', id: list });
    expect(draft.value).toMatchObject({ url: 'http://draft.test/', docs: 'From afar' });
  } finally {
    git('remote', 'remove', 'origin');
    git('branch', '-qD', 'mine');
    for (const home of [shared, other]) home.remove();
  }
});

withBrowser('lines are discarded in the text, and the others stay; it is taken back', async () => {
  await change({ method: 'POST', scripts: { test: 'pm.test("a", () => {});' } });
  const page = await openChanges();
  await row(page, /POST List/).click();
  await page.getByRole('radio', { name: 'Text', exact: true }).click();
  const text = page.getByRole('region', { name: 'Text of the change' });
  const file = (): string => readFileSync(join(folder.path, LIST), 'utf8');
  const before = file();
  const at = before.split('\n').findIndex((line) => line.startsWith('method:')) + 1;
  await text.getByRole('button', { name: `Discard 1 line at ${at}` }).click();
  await page.getByText('Discarded lines of List').waitFor();
  expect(before).toContain('pm.test');
  expect(file()).toBe(before.replace('POST', 'GET'));
  await text.getByText('method: POST').waitFor({ state: 'detached' });
  expect(await serious(page, '[role=tabpanel]')).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await text.getByText('method: POST').waitFor();
  expect(file()).toBe(before);
});
