// The keyboard in a real browser: what may follow a key is shown, the focus is where the next key is expected, and letters
// that are typed are never commands.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const browser: Browser | null = await startBrowser();
const origin = await startOrigin();
const job = test.skipIf(browser === null);
let running: TestApp;
let page: Page;

beforeAll(async () => {
  running = await startTestApp();
  await running.via(`${origin.http}/a`);
  if (browser !== null) ({ page } = await openUi(browser, running));
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

const hints = () => page.getByRole('status', { name: 'Keys that may follow' });
const focused = (): Promise<string> =>
  page.evaluate(`(document.activeElement.id || document.activeElement.textContent || '').trim()`);

job('G shows where it leads, and the screen has the focus', async () => {
  await page.getByRole('grid', { name: 'Requests' }).waitFor();
  await expect.poll(focused).toBe('traffic-list');
  await page.keyboard.press('g');
  await hints().getByText('Go to Tools').waitFor();
  await page.keyboard.press('Escape');
  expect(await hints().count()).toBe(0);
  for (const [key, screen] of [
    ['l', 'Tools'],
    ['s', 'Settings'],
    ['i', 'Insights'],
    ['m', 'MCP'],
  ]) {
    await page.keyboard.press('g');
    await page.keyboard.press(key!);
    await page.getByRole('main', { name: screen! }).waitFor();
    await expect
      .poll(() => page.evaluate(`document.querySelector('main').contains(document.activeElement)`))
      .toBe(true);
  }
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await expect.poll(focused).toBe('traffic-list');
});

job('M shows the tools, and its letter makes a rule whose name has the focus', async () => {
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('m');
  await hints().getByText('Make rule: Map Local').waitFor();
  await page.keyboard.press('l');
  await page.getByRole('main', { name: 'Tools' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.evaluate(`location.hash = '#/tools?tool=blockList'`);
  await page.getByText('has no rules').waitFor();
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('n');
  const name = page.getByLabel('Name', { exact: true });
  await name.waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(await name.getAttribute('id'));
});

job('S says what it did', async () => {
  await page.evaluate(`location.hash = '#/traffic'`);
  await page.getByRole('grid', { name: 'Requests' }).focus();
  await page.keyboard.press('s');
  await page.getByText('Recording is paused').waitFor();
  expect((await running.result('status')).recording).toBe(false);
  await page.keyboard.press('s');
  await page.getByText('Recording goes on').waitFor();
  expect((await running.result('status')).recording).toBe(true);
});

job('after Enter in the filter, letters are still typed there', async () => {
  const filter = page.getByRole('combobox', { name: 'Filter' });
  await page.keyboard.press('/');
  await page.keyboard.type('path:/a');
  await page.keyboard.press('Enter');
  await page.keyboard.type('s');
  expect(await filter.inputValue()).toBe('path:/as');
  expect((await running.result('status')).recording).toBe(true);
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect.poll(focused).toBe('traffic-list');
});

job('? lists the keys of fields too, and what cannot run now with its reason', async () => {
  await page.evaluate(`location.hash = '#/traffic'`);
  await page.getByRole('grid', { name: 'Requests' }).waitFor();
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keys' });
  await keys.getByRole('heading', { name: 'In a JSON tree' }).waitFor();
  await keys.getByText('Take the suggestion').waitFor();
  await keys.getByText('Choose a request first').first().waitFor();
  expect(await serious(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // Its key does nothing.
  await page.keyboard.press('r');
  expect(origin.received).toHaveLength(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('?');
  await keys.waitFor();
  expect(await keys.getByText('Choose a request first').count()).toBe(0);
  await keys.getByText('Choose two requests').waitFor();
  await page.keyboard.press('Escape');
});
