// A window of 1024 pixels: sidebars are drawers, and nothing is cut off.
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { layoutProblems } from '../helpers/layout.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { sampled } from '../helpers/scale.ts';

const origin = await startOrigin((_, response) => response.end('ok'));
const running = await startTestApp();
const browser = await startBrowser();

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

test.skipIf(browser === null)('an empty list says what to do below its head, at every size', async () => {
  const { page } = await openUi(browser!, running, { viewport: { width: 390, height: 844 } });
  const heading = page.getByRole('heading', { name: 'No requests yet' });
  await heading.waitFor();
  for (const [width, height] of [
    [390, 844],
    [720, 450],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const head = (await page.getByRole('columnheader', { name: 'Number' }).boundingBox())!;
    expect((await heading.boundingBox())!.y).toBeGreaterThan(head.y + head.height);
    expect(await layoutProblems(page)).toEqual([]);
  }
  await page.context().close();
});

test.skipIf(browser === null)('below 720 px of height the detail opens over the list', async () => {
  for (const path of ['one', 'two']) await running.via(`${origin.http}/${path}`);
  const viewport = { width: 720, height: 450 };
  const { page } = await openUi(browser!, running, { viewport });
  const list = page.getByRole('grid', { name: 'Requests' });
  await list.getByRole('row', { name: /two/ }).click();
  const detail = page.getByRole('region', { name: /^Detail of request/ });
  await detail.waitFor();
  const [over, area] = [(await detail.boundingBox())!, (await page.getByRole('main').boundingBox())!];
  expect(over.height).toBeGreaterThan(0.9 * area.height);
  expect(await page.evaluate(`document.querySelector('#traffic-list').closest('[inert]') !== null`)).toBe(
    true,
  );
  expect(await serious(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('traffic-list');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Detail of request 1' }).waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  await list.waitFor();
  await page.context().close();
});

test.skipIf(browser === null)(
  'the switch of a step keeps its label, that of the top bar has no room',
  async () => {
    const viewport = { width: 1024, height: 700 };
    const { page } = await openUi(browser!, running, { viewport, fragment: 'target=setup' });
    const label = page.getByRole('main').getByText('System proxy', { exact: true });
    await label.waitFor();
    expect((await label.boundingBox())!.width).toBeGreaterThan(40);
    expect(
      (await page.getByRole('banner').getByText('System proxy', { exact: true }).boundingBox())!.width,
    ).toBeLessThanOrEqual(1);
    await page.context().close();
  },
);

test.skipIf(browser === null).each(
  sampled(
    [
      ['settings', 'Settings', 'Bypass', /page=bypass/],
      ['setup', 'Setup', 'Android', /page=android/],
      ['tools', 'Tools', 'Map Local', /tool=mapLocal/],
      ['insights', 'Insights', 'Endpoints', /section=endpoints/],
      ['mcp', 'Assistants', 'Cursor', /page=cursor/],
    ],
    2,
  ),
)('%s: the sidebar is a drawer, by button and by key', async (screen, name, entry, heading) => {
  const viewport = { width: 1024, height: 700 };
  const { page, errors } = await openUi(browser!, running, { viewport, fragment: `target=${screen}` });
  const drawer = page.getByRole('complementary', { name });
  const open = page.getByRole('button', { name: `Show ${name}` });
  await open.waitFor();
  expect(await drawer.count()).toBe(0);
  // The screen has the focus, not the button, whose tooltip would cover the bar.
  await expect.poll(() => page.evaluate(`document.activeElement.closest('main') !== null`)).toBe(true);
  expect(await open.and(page.locator(':focus')).count()).toBe(0);
  await open.click();
  await drawer.getByRole('link', { name: entry }).click();
  await expect.poll(() => page.url()).toMatch(heading);
  expect(await drawer.count()).toBe(0);
  await page.keyboard.press('[');
  await drawer.waitFor();
  expect(await serious(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => drawer.count()).toBe(0);
  const cutOff = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect(cutOff).toBeLessThanOrEqual(0);
  expect(errors).toEqual([]);
  await page.context().close();
});
