// Large JSON in the web UI: how soon its tree is there and searched, and for how long the page is blocked meanwhile.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import type { Target } from '../measures/contract.ts';
import { changeSettings } from '../subjects/app-api.ts';
import type { Subject } from '../subjects/index.ts';
import { inPage, longestBlock, setFilter } from './page.ts';

const SIZES = [
  { size: 8, treeMs: 400 },
  { size: 50, treeMs: 2000 },
] as const;
const SEARCH_MS = 300;
const BLOCK_MS = 100;
/** Each figure is the median of so many. */
const ROUNDS = 3;

/** Captures JSON of each size and opens it; the body is the tab that is shown. */
export async function largeJson(subject: Subject, page: Page): Promise<readonly Target[]> {
  await changeSettings(subject, { maxCapturedBodyBytes: 64_000_000 });
  const bodies = SIZES.map(({ size }) => orders(size * 1_000_000));
  const server = http.createServer((request, response) => {
    const body = bodies[Number(request.url?.slice(-1))]!;
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const targets: Target[] = [];
    for (const [index, { size, treeMs }] of SIZES.entries()) {
      await get(subject.port, `http://127.0.0.1:${port}/orders/${index}`);
      targets.push(...(await figuresOf(page, `/orders/${index}`, size, treeMs)));
    }
    return targets;
  } finally {
    server.close();
  }
}

async function figuresOf(page: Page, path: string, size: number, treeMs: number): Promise<Target[]> {
  const trees: number[] = [];
  const searches: number[] = [];
  const blocks: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await setFilter(page, `path:${path}`);
    // Nothing of the round before is left.
    await page.locator('#traffic-list').focus();
    await page.keyboard.press('Escape');
    await page.locator('[role=tree][data-values]').waitFor({ state: 'detached' });
    await page.locator('[role=grid] [data-id]').first().waitFor();
    const block = await longestBlock(page, async () => {
      const tree = inPage(page, 'untilTree()');
      await page.locator('[role=grid] [data-id]').first().click();
      trees.push(await tree);
      searches.push(await inPage(page, "searchTree('nowhere at all')"));
    });
    blocks.push(block);
  }
  const name = `JSON of ${size} MB`;
  return [
    { name: `${name} as a tree`, value: median(trees), limit: treeMs, unit: 'ms' },
    { name: `Search in ${name}`, value: median(searches), limit: SEARCH_MS, unit: 'ms' },
    { name: `Longest block with ${name}`, value: median(blocks), limit: BLOCK_MS, unit: 'ms' },
  ];
}

/** Returns a list of orders of about this many bytes. */
export function orders(bytes: number): Buffer {
  const list: string[] = [];
  for (let size = 0, id = 0; size < bytes - 400; id += 1) {
    const order = JSON.stringify({
      id,
      number: `ord_${id.toString(36)}`,
      total: 64.5 + id / 4,
      isPaid: id % 3 === 0,
      customer: { name: 'Ada Lovelace', mail: `ada.${id}@example.com`, notes: null },
      items: [{ sku: 'TOTE-NVY', quantity: 1 }],
    });
    list.push(order);
    size += order.length + 1;
  }
  return Buffer.from(`{"orders":[${list.join(',')}]}`);
}

function get(proxy: number, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    http
      .get(
        { host: '127.0.0.1', port: proxy, path: url, headers: { Host: new URL(url).host } },
        (response) => {
          response.resume().on('end', resolve).on('error', reject);
        },
      )
      .on('error', reject);
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
