// Every screen at every size, in both themes: no control is covered or cut off, and axe finds nothing serious. 720 × 450 is
// a window of 1440 × 900 at a zoom of 200 %.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { startShop } from '../helpers/demo-traffic.ts';
import { layoutProblems } from '../helpers/layout.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { isFull, themes } from '../helpers/scale.ts';
import { fillApp, screens } from '../helpers/screens.ts';

const SIZES = [
  [390, 844],
  [720, 450],
  [768, 1024],
  [1024, 700],
  [1280, 800],
  [1440, 900],
  [1920, 1080],
] as const;
/** The sizes and screens of the quick suite. */
const QUICK_SIZES = SIZES.slice(0, 2);
const QUICK_SCREENS = ['traffic', 'tools-map-local', 'settings-network', 'client-response'];

const browser = await startBrowser();
const shop = await startShop();
let running: TestApp;
let held: Promise<unknown>;

beforeAll(async () => {
  running = await startTestApp();
  ({ held } = await fillApp(running, shop));
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await held;
  await shop.close();
});

const shown = Object.entries(screens).filter(([name]) => isFull || QUICK_SCREENS.includes(name));

test.skipIf(browser === null).each(shown)('%s', { timeout: 600_000 }, async (_, prepare) => {
  const problems: string[] = [];
  const { page, errors } = await openUi(browser!, running);
  await prepare(page, running);
  for (const [width, height] of isFull ? SIZES : QUICK_SIZES)
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(200);
      const found = [...(await layoutProblems(page)), ...(await serious(page))];
      problems.push(
        ...found.map((problem) => `${width} × ${height}, ${colorScheme}: ${JSON.stringify(problem)}`),
      );
    }
  await page.context().close();
  // axe asks the frame of a documentation, in which nothing runs.
  const own = errors.filter((error) => !error.includes("'postMessage'"));
  expect([...problems, ...own]).toEqual([]);
});
