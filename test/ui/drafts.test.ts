// Drafts in real browsers: they survive a reload and the end of the app, every window has them, and a change from elsewhere is joined with it field by field.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { dropDrafts } from '../helpers/drafts.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const browser: Browser | null = await startBrowser();
const origin = await startOrigin();
const home = temporaryHome();
const job = test.skipIf(browser === null);
let running: TestApp;

beforeEach(async () => {
  running = await startTestApp({ home: home.path });
  await running.result('ui.import_rules', { state: { version: 1, tools: {} }, mode: 'replace' });
  await dropDrafts(running);
});

afterEach(() => running.close());

afterAll(async () => {
  await browser?.close();
  await origin.close();
  home.remove();
});

async function open(hash: string): Promise<Page> {
  const { page } = await openUi(browser!, running);
  await page.evaluate(`location.hash = '#/${hash}'`);
  return page;
}

async function save(rule: object): Promise<string> {
  const saved = await running.result('ui.save_rule', { tool: 'blockList', rule });
  return saved.id;
}

async function rule(id: string): Promise<Record<string, unknown>> {
  const [{ rules }] = await running.result('list_rules', { tool: 'blockList' });
  return rules.find((each: { readonly id: string }) => each.id === id);
}

const draftCount = async (): Promise<number> => Object.keys(await running.result('ui.drafts')).length;
const nameField = (page: Page) => page.getByLabel('Name', { exact: true });
const pattern = (page: Page) => page.getByLabel('Pattern', { exact: true });

job('a rule survives a reload, is the same in another window, and is saved once for both', async () => {
  const id = await save({ id: '', name: 'Saved', pattern: 'a.test' });
  const hash = `tools?tool=blockList&rule=${id}`;
  const [one, two] = [await open(hash), await open(hash)];
  await nameField(one).fill('Typed');
  await expect.poll(() => nameField(two).inputValue()).toBe('Typed');
  await pattern(two).fill('b.test');
  await expect.poll(() => pattern(one).inputValue()).toBe('b.test');
  await one.reload();
  await expect.poll(() => nameField(one).inputValue()).toBe('Typed');
  await one.getByRole('button', { name: /^Save/ }).click();
  await one.getByText('Saved “Typed”').waitFor();
  expect(await rule(id)).toMatchObject({ name: 'Typed', pattern: 'b.test' });
  await expect.poll(draftCount).toBe(0);
  await two.getByRole('button', { name: 'Revert' }).waitFor({ state: 'detached' });
  await Promise.all([one, two].map((page) => page.context().close()));
});

job('a new rule outlasts the app', async () => {
  const page = await open('tools?tool=blockList&rule=new');
  await nameField(page).fill('Not saved yet');
  await expect.poll(draftCount).toBe(1);
  await page.context().close();
  await running.close();
  running = await startTestApp({ home: home.path });
  const later = await open('tools?tool=blockList');
  await later.getByRole('link', { name: 'Not saved yet, not saved' }).click();
  await expect.poll(() => nameField(later).inputValue()).toBe('Not saved yet');
  await later.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(draftCount).toBe(0);
  await later.context().close();
});

job('a change from elsewhere is joined; the same field is decided', async () => {
  const id = await save({ id: '', name: 'Saved', pattern: 'a.test', comment: 'old' });
  const page = await open(`tools?tool=blockList&rule=${id}`);
  await pattern(page).fill('mine.test');
  await running.result('upsert_rule', { tool: 'blockList', rule: { id, name: 'Renamed' } });
  await expect.poll(() => nameField(page).inputValue()).toBe('Renamed');
  expect(await pattern(page).inputValue()).toBe('mine.test');
  await running.result('upsert_rule', { tool: 'blockList', rule: { id, pattern: 'theirs.test' } });
  const note = page.getByRole('alert').filter({ hasText: 'Changed elsewhere to theirs.test' });
  await note.waitFor();
  expect(await page.getByRole('button', { name: /^Save/ }).isDisabled()).toBe(true);
  await note.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Saved “Renamed”').waitFor();
  expect(await rule(id)).toMatchObject({ name: 'Renamed', pattern: 'mine.test', comment: 'old' });
  await pattern(page).fill('again.test');
  await running.result('upsert_rule', { tool: 'blockList', rule: { id, pattern: 'theirs.test' } });
  await note.getByRole('button', { name: 'Take theirs' }).click();
  await expect.poll(() => pattern(page).inputValue()).toBe('theirs.test');
  await expect.poll(draftCount).toBe(0);
  await page.context().close();
});

job('a rule that is deleted elsewhere leaves what was typed', async () => {
  const id = await save({ id: '', name: 'Saved', pattern: 'a.test' });
  const page = await open(`tools?tool=blockList&rule=${id}`);
  await pattern(page).fill('mine.test');
  await expect.poll(draftCount).toBe(1);
  await running.result('delete_rule', { tool: 'blockList', id });
  await page.getByText('Deleted elsewhere', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Saved “Saved”').waitFor();
  const [{ rules }] = await running.result('list_rules', { tool: 'blockList' });
  expect(rules).toMatchObject([{ name: 'Saved', pattern: 'mine.test' }]);
  await expect.poll(draftCount).toBe(0);
  await page.context().close();
});

job('settings survive a reload, and a change from elsewhere asks', async () => {
  const page = await open('settings?page=advanced');
  const field = page.getByLabel('Captured body', { exact: false }).first();
  await field.fill('7 MB');
  await expect.poll(draftCount).toBe(1);
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe('7 MB');
  await running.result('update_settings', { changes: { maxCapturedBodyBytes: 3_145_728 } });
  await page.getByText('Changed elsewhere to 3145728').waitFor();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: /^Apply/ }).click();
  await page.getByText('Applied 1 change').waitFor();
  expect(await running.result('get_settings')).toMatchObject({ maxCapturedBodyBytes: 7_340_032 });
  await expect.poll(draftCount).toBe(0);
  await page.context().close();
});

job('a disk that takes no drafts is said, and the window keeps them', async () => {
  await running.close();
  const other = temporaryHome();
  mkdirSync(join(other.path, 'drafts.json', 'in-the-way'), { recursive: true });
  running = await startTestApp({ home: other.path });
  const page = await open('tools?tool=blockList&rule=new');
  await nameField(page).fill('Typed');
  await page.getByText('What you type is not kept if the app ends').waitFor();
  expect(await nameField(page).inputValue()).toBe('Typed');
  await page.context().close();
  other.remove();
});
