// axe finds nothing serious on the traffic screen, in either theme.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { sendDemoTraffic, startShop } from '../helpers/demo-traffic.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { sampled, themes } from '../helpers/scale.ts';

const browser = await startBrowser();
const shop = await startShop();
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  await sendDemoTraffic(running, shop, 2);
  const ids = running.app.traffic.newest().map(({ id }) => id);
  await running.result('annotate_request', { id: ids.at(-2), color: 'orange', comment: 'Look' });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await shop.close();
});

test.skipIf(browser === null).each(themes)(
  'the list, the detail, the palette and the keys: %s',
  { timeout: 120_000 },
  async (colorScheme) => {
    const { page } = await openUi(browser!, running, { colorScheme });
    await page
      .getByRole('row', { name: /POST 200 .*checkout/ })
      .last()
      .click();
    await page.getByText('requires_action').waitFor();
    expect(await serious(page)).toEqual([]);
    for (const tab of sampled(['Overview', 'Timing', 'TLS', 'Rules', 'Code'], 2)) {
      await page.getByRole('tab', { name: tab }).click();
      await page.waitForTimeout(100);
      expect(await serious(page), tab).toEqual([]);
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    expect(await serious(page), 'palette').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('grid', { name: 'Requests' }).focus();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(await serious(page), 'keys').toEqual([]);
    await page.context().close();
  },
);

test.skipIf(browser === null)('the empty list', async () => {
  running.app.traffic.clear();
  const { page } = await openUi(browser!, running);
  await page.getByText('No requests yet').waitFor();
  expect(await serious(page)).toEqual([]);
  await page.context().close();
});
