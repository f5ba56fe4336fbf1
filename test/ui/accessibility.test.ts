// axe finds nothing serious on the traffic screen, in either theme.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { sendDemoTraffic, startShop } from '../helpers/demo-traffic.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const browser = await startBrowser();
const shop = await startShop();
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  await sendDemoTraffic(running, shop, 2);
  const ids = running.app.traffic.list().map(({ id }) => id);
  await running.result('annotate_request', { id: ids.at(-2), color: 'orange', comment: 'Look' });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await shop.close();
});

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

async function serious(page: Page): Promise<readonly string[]> {
  // As the browser's own tools would, past the page's policy.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{ violations: readonly Violation[] }>('axe.run()');
  return violations
    .filter(({ impact }) => ['serious', 'critical'].includes(impact))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`,
    );
}

test.skipIf(browser === null).each(['light', 'dark'] as const)(
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
    for (const tab of ['Overview', 'Timing', 'TLS', 'Rules', 'Code']) {
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
