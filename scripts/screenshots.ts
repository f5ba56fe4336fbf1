// Takes pictures of the web UI at three widths in both themes, with sample traffic, to look at:
// `node scripts/screenshots.ts [folder]`, by default a folder of its own in the temporary folder, which it names.
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { startTestApp } from '../test/helpers/app.ts';
import { sendDemoTraffic, startShop } from '../test/helpers/demo-traffic.ts';
import { openUi, startBrowser } from '../test/helpers/pages.ts';

const SIZES = [
  { width: 1024, height: 700 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
] as const;
const THEMES = ['light', 'dark'] as const;

/** The pictures: each does what has to be done before it is taken. */
const PICTURES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  traffic: openCheckout,
  'detail-right': async (page) => {
    await openCheckout(page);
    await page.getByRole('tab', { name: 'Overview' }).click();
    const button = page.getByRole('button', { name: 'Dock at the right' });
    // A narrow window has no room for it.
    if (await button.isVisible()) await button.click();
  },
  filter: async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('host:127.* status:4xx,5xx dur');
    await page.getByRole('option').first().waitFor();
  },
  palette: async (page) => {
    await openCheckout(page);
    await page.getByRole('grid', { name: 'Requests' }).focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('re');
  },
  menu: async (page) => {
    await page
      .getByRole('row', { name: /POST 200 .*checkout/ })
      .last()
      .click({ button: 'right' });
    await page.getByRole('menu').waitFor();
  },
};

async function openCheckout(page: Page): Promise<void> {
  await page
    .getByRole('row', { name: /POST 200 .*checkout/ })
    .last()
    .click();
  await page.getByText('requires_action').waitFor();
}

async function main(folder: string): Promise<number> {
  const browser = await startBrowser();
  if (browser === null) return 1;
  mkdirSync(folder, { recursive: true });
  const shop = await startShop();
  const app = await startTestApp();
  const each = async (name: string, prepare: (page: Page) => Promise<void>): Promise<void> => {
    for (const viewport of SIZES)
      for (const colorScheme of THEMES) {
        const { page, errors } = await openUi(browser, app, { viewport, colorScheme });
        await prepare(page);
        await page.waitForTimeout(200);
        await page.screenshot({ path: join(folder, `${name}-${viewport.width}-${colorScheme}.png`) });
        for (const error of errors) process.stderr.write(`${name}: ${error}\n`);
        await page.context().close();
      }
  };
  await each('empty', (page) => page.getByText('No requests yet').waitFor());
  await sendDemoTraffic(app, shop, 4);
  await app.via('http://127.0.0.1:9/down').catch(() => undefined);
  const ids = app.app.traffic.list().map(({ id }) => id);
  await app.result('annotate_request', {
    id: ids.at(-6),
    color: 'orange',
    comment: 'Total differs from the cart',
  });
  await app.result('ui.pin_requests', { ids: [ids.at(-7)!], pinned: true });
  for (const [name, prepare] of Object.entries(PICTURES)) await each(name, prepare);
  await browser.close();
  await app.close();
  await shop.close();
  process.stdout.write(`screenshots: ${folder}\n`);
  return 0;
}

process.exitCode = await main(
  resolve(process.argv[2] ?? mkdtempSync(join(tmpdir(), 'proxyctl-screenshots-'))),
);
