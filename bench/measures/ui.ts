// The web UI in headless Chromium: how soon it shows the list, how it scrolls, filters and takes live traffic, and what
// it costs the proxy.
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { Bench } from '../bench.ts';
import {
  heapBytes,
  longestBlock,
  openUi,
  scrollFrames,
  setFilter,
  startBrowser,
  typeFor,
} from '../browser/page.ts';
import { clientWindow } from '../browser/client-window.ts';
import { loadCharts } from '../browser/client-load.ts';
import { runOfThousands } from '../browser/client-run.ts';
import { largeJson } from '../browser/large-json.ts';
import { startSteadyLoad } from '../load/steady.ts';
import { compare } from '../results/compare.ts';
import { cpuEach } from '../results/comparison-table.ts';
import { figure } from '../results/format.ts';
import { percentile } from '../results/statistics.ts';
import { capturedBytes, changeSettings } from '../subjects/app-api.ts';
import type { Subject } from '../subjects/index.ts';
import { defineMeasure, type Target } from './contract.ts';

const FLOWS = 5000;
const LIVE_PER_SECOND = 2000;
/** Windows of the usual length for which live traffic lasts. */
const LIVE_WINDOWS = 10;
const LARGE_BODY_BYTES = 50 * 1000 * 1000;
/** An hour of a busy day, in three parts: the list is full from the first on, and evicts all along. */
const HOUR = { parts: 3, flows: 20_000 } as const;
const FILTERS = ['status:200', 'host:nobody', 'method:get path:1024', '-status:4xx'];
const SMALL = { secure: false, bodyBytes: 1024, connections: 8, inFlight: 8 } as const;

export const ui = defineMeasure({
  name: 'ui',
  summary: 'the web UI in headless Chromium, with 5,000 flows',
  take: async (bench) => {
    const browser = await startBrowser();
    if (browser === null) return { tables: [], targets: [] };
    const subject = await bench.launch('app');
    try {
      await bench.window(subject, SMALL, { type: 'count', requests: FLOWS });
      const targets = await takeAll(bench, browser, subject);
      const rows = targets.map(({ name, value, limit, unit }) => [
        name,
        `${figure(value)} ${unit}`,
        `≤ ${figure(limit)} ${unit}`,
      ]);
      return { tables: [{ title: 'Web UI', columns: ['Figure', 'Measured', 'Limit'], rows }], targets };
    } finally {
      await browser.close();
      await subject.child.stop();
    }
  },
});

async function takeAll(bench: Bench, browser: Browser, subject: Subject): Promise<Target[]> {
  // The first page waits for the build of a checkout.
  const warm = await openUi(browser, subject, bench.built);
  await warm.page.context().close();
  const { page, firstRowMs } = await openUi(browser, subject, bench.built);
  const frames = await scrollFrames(page, 4000);
  const filters: number[] = [];
  for (const text of [...FILTERS, '']) filters.push(await setFilter(page, text));
  const live = await liveTraffic(bench, subject, page);
  const hour = await hourOfTraffic(bench, subject, page);
  const blocked = await largeBody(bench, subject, page);
  const json = await largeJson(subject, page);
  const client = await clientWindow(subject, page);
  const run = await runOfThousands(page);
  const load = await loadCharts(bench, subject, page);
  const cost = await costToProxy(bench, browser, subject, page);
  return [
    { name: 'First row of a cold open', value: firstRowMs, limit: 1000, unit: 'ms' },
    { name: 'Frame while 5,000 flows scroll, p95', value: p95(frames), limit: 32, unit: 'ms' },
    { name: 'Filter over 5,000 flows, slowest', value: Math.max(...filters), limit: 50, unit: 'ms' },
    { name: 'Key to frame at 2,000 flows a second, p95', value: live.keyMs, limit: 100, unit: 'ms' },
    { name: 'Growth of the page under live traffic', value: live.growth / 1e6, limit: 20, unit: 'MB' },
    { name: 'Growth of the page over 60,000 flows', value: hour / 1e6, limit: 10, unit: 'MB' },
    { name: 'Longest block while a 50 MB body opens', value: blocked, limit: 200, unit: 'ms' },
    ...json,
    ...client,
    ...run,
    ...load,
    { name: 'CPU per request with one UI open, against none', value: cost, limit: 1.18, unit: '×' },
  ];
}

/** The list is full before and after, so that growth is a leak. */
async function liveTraffic(
  bench: Bench,
  subject: Subject,
  page: Page,
): Promise<{ readonly keyMs: number; readonly growth: number }> {
  const before = await heapBytes(page);
  const stop = await startSteadyLoad(subject.port, bench.originPort, LIVE_PER_SECOND);
  const keys = await typeFor(page, 'status:2', bench.effort.seconds * LIVE_WINDOWS * 1000);
  stop();
  await delay(2000);
  return { keyMs: p95(keys), growth: (await heapBytes(page)) - before };
}

/** Returns by how much the heap of the page has grown from the end of the first part to that of the last. */
async function hourOfTraffic(bench: Bench, subject: Subject, page: Page): Promise<number> {
  await setFilter(page, '');
  const heaps: number[] = [];
  for (let part = 0; part < HOUR.parts; part += 1) {
    await bench.window(subject, SMALL, { type: 'count', requests: HOUR.flows });
    await delay(2000);
    heaps.push(await heapBytes(page));
  }
  return heaps.at(-1)! - heaps[0]!;
}

async function largeBody(bench: Bench, subject: Subject, page: Page): Promise<number> {
  await changeSettings(subject, { maxCapturedBodyBytes: LARGE_BODY_BYTES });
  await bench.window(
    subject,
    { ...SMALL, bodyBytes: LARGE_BODY_BYTES, connections: 1, inFlight: 1 },
    { type: 'count', requests: 1 },
  );
  const captured = await capturedBytes(subject, 'size>40mb');
  if (captured !== LARGE_BODY_BYTES)
    throw new Error(`of the body of ${LARGE_BODY_BYTES} bytes ${captured} were captured`);
  await setFilter(page, 'size>40mb');
  const row = page.locator('[role=grid] [data-id]').first();
  return longestBlock(page, async () => {
    await row.click();
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await response.getByRole('tab', { name: /^Body/ }).click();
    await delay(3000);
  });
}

async function costToProxy(bench: Bench, browser: Browser, subject: Subject, page: Page): Promise<number> {
  await page.context().close();
  const limit = { type: 'time', warmSeconds: 0.3, seconds: bench.effort.seconds } as const;
  const comparison = await compare(bench, [
    { name: 'alone', take: () => bench.window(subject, SMALL, limit) },
    {
      name: 'with UI',
      take: async () => {
        const { page: open } = await openUi(browser, subject, bench.built);
        const window = await bench.window(subject, SMALL, limit);
        await open.context().close();
        return window;
      },
    },
  ]);
  return comparison.paired('with UI', 'alone', cpuEach).median;
}

function p95(values: readonly number[]): number {
  return percentile(
    values.toSorted((a, b) => a - b),
    0.95,
  );
}
