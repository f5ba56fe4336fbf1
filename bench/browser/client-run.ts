// A run of 10,000 requests in the window of the API client: how it draws while rows arrive, and how its rows scroll.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import type { Target } from '../measures/contract.ts';
import { percentile } from '../results/statistics.ts';

const REQUESTS = 10;
const ITERATIONS = 1000;
const LIVE_MS = 3000;
const SCROLL_MS = 4000;
const LIMIT_MS = 20;
const END_MS = 300_000;

/** Takes the figures in a page of the app that shows the API client. */
export async function runOfThousands(page: Page): Promise<readonly Target[]> {
  const server = http.createServer((_, response) => void response.end('{"ok":true}'));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  try {
    await importCollection(page, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await page.getByRole('treeitem', { name: 'Thousands' }).click();
    await page.keyboard.press('Alt+r');
    await page.getByLabel('Iterations', { exact: true }).fill(String(ITERATIONS));
    await page.getByRole('checkbox', { name: 'Send through the proxy' }).uncheck();
    await page.keyboard.press('Control+Enter');
    await page.locator('[data-run-rows] [aria-selected]').first().waitFor();
    const live = await page.evaluate<number[]>(`bench.framesFor(${LIVE_MS})`);
    await page.getByRole('button', { name: 'Run again' }).waitFor({ timeout: END_MS });
    const scroll = await page.evaluate<number[]>(`bench.scrollRun(${SCROLL_MS})`);
    const target = (name: string, frames: readonly number[]): Target => ({
      name,
      value: percentile(
        frames.toSorted((one, other) => one - other),
        0.95,
      ),
      limit: LIMIT_MS,
      unit: 'ms',
    });
    return [
      target('Client: frame while a run of 10,000 requests goes on, p95', live),
      target('Client: frame while its rows scroll, p95', scroll),
    ];
  } finally {
    server.close();
  }
}

/** Imports a collection as a user does, by dropping its text. */
async function importCollection(page: Page, origin: string): Promise<void> {
  const item = Array.from({ length: REQUESTS }, (_, at) => ({
    name: `Request ${at}`,
    request: { method: 'GET', url: `${origin}/${at}` },
    event: [
      {
        listen: 'test',
        script: { exec: ["pm.test('ok', () => pm.response.to.have.status(200));"] },
      },
    ],
  }));
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  await page.keyboard.press('Control+o');
  const field = page.getByRole('textbox', { name: /^Paste/ });
  await field.fill(JSON.stringify({ info: { name: 'Thousands', schema }, item }));
  await field.press('Enter');
  await page.getByRole('button', { name: /^Import 1/ }).click();
  // Below other collections that are open, its row may not be drawn.
  await page.getByRole('textbox', { name: 'Find in the workspace' }).fill('Thousands');
  await page.getByRole('treeitem', { name: 'Thousands' }).waitFor();
}
