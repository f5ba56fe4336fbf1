// Messages in a real browser: wherever they appear, no control lies under them.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { sendDemoTraffic, startShop } from '../helpers/demo-traffic.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const shop = await startShop();
const browser: Browser | null = await startBrowser();
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  await sendDemoTraffic(running, shop, 3);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await shop.close();
});

/** Returns the controls that the messages cover. */
function covered(page: Page): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const toasts = document.querySelector('[aria-label=Messages]');
    const boxes = [...toasts.children].map((each) => each.getBoundingClientRect());
    const controls = [...document.querySelectorAll('button, a[href], input, select, textarea, [role=tab]')];
    return controls
      .filter((each) => !toasts.contains(each))
      .filter((each) => {
        const own = each.getBoundingClientRect();
        return boxes.some(
          (box) => own.left < box.right && box.left < own.right && own.top < box.bottom && box.top < own.bottom,
        );
      })
      .map((each) => each.ariaLabel ?? each.textContent);
  })()`);
}

test.skipIf(browser === null)('messages cover no control', async () => {
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 1024, height: 700 },
  ]) {
    const { page, errors } = await openUi(browser!, running, { viewport });
    const screens = [
      'traffic',
      'traffic?id=13&tab=overview',
      'tools?tool=mapLocal&rule=new',
      'settings?page=network',
      'setup?page=ios',
    ];
    for (const screen of screens) {
      await page.evaluate(`location.hash = '#/${screen}'`);
      await page.getByRole('button', { name: /^127\.0\.0\.1:/ }).click();
      await page
        .getByText(/^Copied 127/)
        .first()
        .waitFor();
      await expect.poll(() => covered(page), { message: screen }).toEqual([]);
    }
    const box = await page.getByRole('region', { name: 'Messages' }).boundingBox();
    expect(box!.x + box!.width).toBeLessThanOrEqual(viewport.width);
    expect(errors).toEqual([]);
    await page.context().close();
  }
});
