// Runs of AI agents in a real browser: the list of runs, the steps of one on a time line, and a step in detail.
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { longRun, PRICES, refundRun } from '../helpers/agent-traffic.ts';
import { recordingOf } from '../helpers/agent-file.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { temporaryHome } from '../helpers/home.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const browser: Browser | null = await startBrowser();
const folder = temporaryHome();
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  await running.result('update_settings', { changes: { modelPrices: PRICES } });
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  folder.remove();
});

const job = test.skipIf(browser === null);

async function withRun(
  name: string,
  flows: ReturnType<typeof refundRun>,
  work: (page: Page) => Promise<void>,
  options = {},
): Promise<void> {
  running.app.traffic.clear();
  const path = await recordingOf(join(folder.path, `${name}.har`), flows);
  await running.result('import_session', { path });
  const { page, errors } = await openUi(browser!, running, options);
  page.setDefaultTimeout(15_000);
  await page.getByRole('tree', { name: 'Agent runs' }).getByRole('treeitem').first().click();
  await page.getByRole('treegrid', { name: 'Steps' }).waitFor();
  await work(page);
  expect(errors).toEqual([]);
  await page.context().close();
}

const rows = (page: Page) => page.getByRole('treegrid', { name: 'Steps' }).locator('[data-step]');
const tabs = (page: Page) => page.getByRole('tablist', { name: 'Step' });

job('a run has its steps and the sums that all others say', async () => {
  await withRun('refund', refundRun(), async (page) => {
    await page.getByRole('heading', { name: /^Find orders later than 5 days/ }).waitFor();
    const { runs } = await running.result('insights', { section: 'agents' });
    const { run } = await running.result('insights', { section: 'agents', run: runs[0].id });
    await expect.poll(() => rows(page).count()).toBe(run.steps.length);
    expect(
      await rows(page).evaluateAll((all) => all.map((row) => Number(row.getAttribute('aria-level')) - 1)),
    ).toEqual(run.steps.map(({ depth }: { readonly depth: number }) => depth));
    const sums = page.getByRole('group', { name: 'Sums' });
    await expect
      .poll(() => sums.innerText())
      .toMatch(/14\s+steps, 4 calls of LLMs.*9\.00 s.*15,296.*9,472 cached/s);
    await expect
      .poll(() => sums.innerText())
      .toMatch(/\$0\.0266\s+by modelPrices, 1 call without a price.*1 refused/s);
    await sums.getByRole('img', { name: 'Tokens by call: 2104, 3480, 9212, 500' }).waitFor();
    await page.getByText(/^Joined by .*the name of the program, ids/).waitFor();
    expect(new URL(page.url()).hash).toContain(`run=${run.id}`);
  });
});

job('a step is chosen by keyboard, and shows its conversation, its facts and its exchange', async () => {
  await withRun('keys', refundRun(), async (page) => {
    const grid = page.getByRole('treegrid', { name: 'Steps' });
    await rows(page).nth(12).click();
    await page.getByRole('region', { name: 'Step 13' }).getByText('Two of three are refunded.').waitFor();
    await grid.focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => rows(page).nth(10).getAttribute('aria-selected')).toBe('true');
    await tabs(page).getByRole('tab', { name: /^Step/ }).click();
    const pane = page.getByRole('tabpanel', { name: 'step' });
    await pane.getByText('refused: amount over 20 EUR').first().waitFor();
    await pane.getByText('Joined by ids and arguments of tool calls').waitFor();
    await expect.poll(() => tabs(page).getByRole('tab', { name: 'Request' }).count()).toBe(0);
    await page.getByRole('radio', { name: 'MCP 5' }).click();
    await expect.poll(() => rows(page).count()).toBe(5);
    await rows(page).nth(1).click();
    await tabs(page).getByRole('tab', { name: 'Request' }).click();
    await page.getByRole('region', { name: 'Request', exact: true }).waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/^run-\d+\.html$/);
    await page.getByRole('button', { name: 'Show as requests' }).click();
    await expect
      .poll(() => page.getByRole('grid', { name: 'Requests' }).locator('[data-id]').count())
      .toBe(10);
  });
});

job('5,000 steps open and scroll; only those in sight are drawn', async () => {
  await withRun('long', longRun(1667), async (page) => {
    await page.getByText('All 5,001').or(page.getByText('All 5001')).waitFor();
    expect(await rows(page).count()).toBeLessThan(120);
    await page.getByRole('treegrid', { name: 'Steps' }).focus();
    await page.keyboard.press('End');
    await page.locator('[data-step="5001"][aria-selected=true]').waitFor();
    expect(await rows(page).count()).toBeLessThan(120);
    await page.keyboard.press('Home');
    await page.locator('[data-step="1"][aria-selected=true]').waitFor();
  });
});

job.each(themes)('axe finds nothing in %s', async (colorScheme) => {
  await withRun(
    `axe-${colorScheme}`,
    refundRun(),
    async (page) => {
      await page.getByRole('region', { name: 'Step 2' }).getByRole('tab').first().waitFor();
      expect(await serious(page)).toEqual([]);
    },
    { colorScheme },
  );
});
