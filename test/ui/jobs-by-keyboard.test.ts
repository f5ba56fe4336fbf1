// Five jobs of a day in a real browser by keyboard alone, with the keys that each of them takes.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { askThroughTunnel } from '../helpers/ask.ts';
import { startShop } from '../helpers/demo-traffic.ts';
import { dropDrafts } from '../helpers/drafts.ts';
import { Hands } from '../helpers/hands.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const shop = await startShop();
const browser: Browser | null = await startBrowser();
const job = test.skipIf(browser === null);
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await shop.close();
});

async function begin(): Promise<{ page: Page; hands: Hands; errors: readonly string[] }> {
  const { page, errors } = await openUi(browser!, running);
  await page.locator('[data-id]').first().waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('traffic-list');
  return { page, hands: new Hands(page), errors };
}

async function end(page: Page, errors: readonly string[]): Promise<void> {
  expect(errors).toEqual([]);
  await dropDrafts(running);
  await page.context().close();
}

job('a failing request is answered by Map Local', async () => {
  await running.via(`${shop.http}/v1/session`);
  await running.via(`${shop.http}/v1/shipping/rates`);
  const { page, hands, errors } = await begin();
  await hands.press('End', 'm', 'l');
  await page.getByLabel('Name', { exact: true }).waitFor();
  await hands.tabTo('Status');
  await hands.press('ControlOrMeta+a');
  await hands.type('200');
  await hands.tabTo('Body');
  await hands.press('ControlOrMeta+a');
  await hands.type('[1]');
  await hands.press('ControlOrMeta+s');
  await page
    .getByText(/^Saved/)
    .first()
    .waitFor();
  await hands.press('Escape', 'g', 't');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('traffic-list');
  await hands.press('r');
  await page.locator('[data-id="3"]', { hasText: '200' }).waitFor();
  expect((await running.via(`${shop.http}/v1/shipping/rates`)).text).toBe('[1]');
  expect(hands.keys).toBe(35);
  await end(page, errors);
});

job('a request is held and edited', async () => {
  const { page, hands, errors } = await begin();
  await hands.press('Home', 'b');
  await page.getByText(/^Made the Breakpoint rule/).waitFor();
  const answer = running.via(`${shop.http}/v1/session`);
  await page.getByRole('banner').getByText(/held/).waitFor();
  await hands.press('g', 'h');
  await page.getByLabel('Method').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Method');
  await hands.press('Tab', 'End');
  await hands.type('/edited');
  await hands.press('ControlOrMeta+Enter');
  await page.getByText('Held at response').waitFor();
  await hands.press('ControlOrMeta+Enter');
  expect(JSON.parse((await answer).text)).toMatchObject({ path: '/v1/session/edited' });
  expect(hands.keys).toBe(15);
  await end(page, errors);
});

job('two requests are compared', async () => {
  const { page, hands, errors } = await begin();
  await hands.press('End', 'Shift+ArrowUp', 'c');
  await page.getByRole('region', { name: /^Comparison of/ }).waitFor();
  await hands.press('n');
  await page.getByText(/^1 of \d+$/).waitFor();
  await hands.press('Escape');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('traffic-list');
  expect(hands.keys).toBe(5);
  await end(page, errors);
});

job('selected requests are exported', async () => {
  const { page, hands, errors } = await begin();
  await hands.press('End', 'Shift+ArrowUp', 'ControlOrMeta+e');
  await page.getByRole('dialog', { name: 'Export 2 requests' }).waitFor();
  const download = page.waitForEvent('download');
  await hands.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/\.har$/);
  expect(hands.keys).toBe(4);
  await end(page, errors);
});

job('a tunnel is decrypted, from its menu and from the palette', async () => {
  const ca = running.app.engine.ca.certPem;
  await askThroughTunnel(running.port(), `${shop.https}/hidden`, ca).catch(() => undefined);
  const { page, hands, errors } = await begin();
  const row = page.getByRole('row', { name: /CONNECT/ });
  await row.waitFor();
  await hands.press('End', 'Shift+F10');
  const menu = page.getByRole('menu');
  await menu.waitFor();
  const [box, rowBox] = [await menu.boundingBox(), await row.boundingBox()];
  expect(box!.y - (rowBox!.y + rowBox!.height)).toBeCloseTo(0, -1);
  await hands.press('s', 'ArrowRight', 'Enter');
  await page.getByText('localhost is decrypted from the next connection on').waitFor();
  expect(hands.keys).toBe(5);
  expect(await page.getByRole('menu').count()).toBe(0);

  const again = new Hands(page);
  await again.press('ControlOrMeta+k');
  await again.type('decrypt');
  await page.getByRole('option', { name: 'SSL proxying: Do not decrypt localhost' }).waitFor();
  await again.press('Enter');
  await page.getByText('localhost is no longer in SSL proxying').waitFor();
  expect(again.keys).toBe(9);
  await end(page, errors);
});
