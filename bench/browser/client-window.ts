// The window of the API client over a workspace of 2,000 requests: its first tree, typing, tabs, and a large response.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Target } from '../measures/contract.ts';
import { percentile } from '../results/statistics.ts';
import { fillWorkspace } from '../samples/workspace.ts';
import type { Subject } from '../subjects/index.ts';
import { orders } from './large-json.ts';
import { longestBlock } from './page.ts';

const KEYS = 60;
const SWITCHES = 20;
const RESPONSE_BYTES = 20_000_000;

/** Takes the figures in a page of the app, which shows another screen. */
export async function clientWindow({ home }: Subject, page: Page): Promise<readonly Target[]> {
  await fillWorkspace(join(home ?? '', 'Workspace'));
  const tree = await timed(async () => {
    await page.evaluate("location.hash = '#/client'");
    await page.getByRole('treeitem').first().waitFor();
  });
  const keys = await typing(page);
  const switches = await switching(page);
  const { shown, block } = await largeResponse(page);
  return [
    { name: 'Client: first tree of 2,000 requests', value: tree, limit: 1000, unit: 'ms' },
    { name: 'Client: key to frame, p95', value: percentile(sorted(keys), 0.95), limit: 50, unit: 'ms' },
    {
      name: 'Client: switch of the tab, p95',
      value: percentile(sorted(switches), 0.95),
      limit: 100,
      unit: 'ms',
    },
    { name: 'Client: JSON of 20 MB visible', value: shown, limit: 1000, unit: 'ms' },
    { name: 'Client: longest block with JSON of 20 MB', value: block, limit: 200, unit: 'ms' },
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Types into the URL of a request; each time is that of the page, from the key to the frame. */
async function typing(page: Page): Promise<readonly number[]> {
  await page.getByRole('treeitem').first().click();
  await page.getByRole('treeitem').nth(1).dblclick();
  const url = page.getByRole('textbox', { name: 'URL' });
  await url.press('End');
  // Keys are watched since the measure before.
  await page.evaluate('bench.keyTimes.length = 0');
  for (let at = 0; at < KEYS; at += 1) await page.keyboard.press('x', { delay: 40 });
  return page.evaluate<number[]>('bench.keyTimes');
}

/** Switches between two requests; each time is that of the page, from the press to the frame with the other URL. */
async function switching(page: Page): Promise<readonly number[]> {
  await page.getByRole('treeitem').nth(2).dblclick();
  const times: number[] = [];
  for (let at = 0; at < SWITCHES; at += 1) {
    await page.getByRole('textbox', { name: 'URL' }).waitFor();
    await delay(BETWEEN_MS);
    times.push(await page.evaluate<number>(SWITCH));
  }
  return times;
}

/** Milliseconds in which what a tab reads after it is shown is done. */
const BETWEEN_MS = 300;

const SWITCH = `(async () => {
  const url = () => document.querySelector('[role=textbox][aria-label=URL]')?.textContent;
  const other = document.querySelector('[role=tablist][aria-label="Open tabs"] [role=tab][aria-selected=false]');
  const before = url();
  const start = performance.now();
  other.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, button: 0 }));
  while (url() === before || url() === undefined) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (performance.now() - start > 10000) throw new Error('the other tab does not show its request');
  }
  // The frame has been drawn when a task after it runs.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - start;
})()`;

async function largeResponse(page: Page): Promise<{ readonly shown: number; readonly block: number }> {
  const body = orders(RESPONSE_BYTES);
  const server = http.createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  try {
    const url = page.getByRole('textbox', { name: 'URL' });
    await url.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(`http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`);
    let shown = 0;
    const block = await longestBlock(page, async () => {
      shown = await timed(async () => {
        await page.keyboard.press('Control+Enter');
        await page.locator('[role=tree][data-values]').waitFor();
      });
    });
    return { shown, block };
  } finally {
    server.close();
  }
}

function sorted(values: readonly number[]): readonly number[] {
  return values.toSorted((one, other) => one - other);
}
