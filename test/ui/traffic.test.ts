// The traffic screen in a real browser: the main jobs, with real traffic, by mouse and by keyboard alone.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { askThroughTunnel } from '../helpers/ask.ts';
import { sendDemoTraffic, startShop } from '../helpers/demo-traffic.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { until } from '../helpers/waiting.ts';

const shop = await startShop();
const folder = temporaryHome();
const browser: Browser | null = await startBrowser({ alone: true });
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  // The first page waits for the build.
  if (browser !== null) await (await openUi(browser, running)).page.context().close();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await shop.close();
  folder.remove();
});

beforeEach(async () => {
  running.app.traffic.clear();
  await sendDemoTraffic(running, shop);
});

const job = test.skipIf(browser === null);

async function withPage(work: (page: Page) => Promise<void>): Promise<void> {
  const { page, errors } = await openUi(browser!, running);
  await row(page, /POST 200 .*checkout/).waitFor();
  await work(page);
  expect(errors).toEqual([]);
  await page.context().close();
}

const row = (page: Page, name: RegExp) => page.getByRole('row', { name });
const rows = (page: Page) => page.getByRole('grid', { name: 'Requests' }).locator('[data-id]');
const clipboard = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');

job('a request appears as it is captured, and its detail shows both sides', { tags: ['full'] }, async () => {
  await withPage(async (page) => {
    await running.via(`${shop.http}/v1/fresh?x=1`);
    await row(page, /GET 200 .*fresh/).click();
    await page.getByRole('treeitem').filter({ hasText: '/v1/fresh' }).waitFor();
    const request = page.getByRole('region', { name: 'Request', exact: true });
    await request.getByRole('tab', { name: /^Query/ }).click();
    await request.getByText('x', { exact: true }).waitFor();
    await request.getByRole('tab', { name: /^Headers/ }).click();
    for (const tab of ['Overview', 'Timing', 'TLS', 'Rules', 'Code'])
      await page.getByRole('tab', { name: tab }).click();
    await page.getByRole('textbox', { name: 'Code' }).getByText('curl').first().waitFor();
  });
});

job('the selected request stays in sight when its detail takes room', { tags: ['full'] }, async () => {
  await sendDemoTraffic(running, shop, 4);
  const { page } = await openUi(browser!, running);
  const grid = page.getByRole('grid', { name: 'Requests' });
  const area = (await grid.boundingBox())!;
  await grid.click({ position: { x: 300, y: 200 } });
  await page.getByRole('region', { name: /^Detail of request/ }).waitFor();
  await expect.poll(async () => (await grid.boundingBox())!.height).toBeLessThan(area.height);
  const selected = grid.getByRole('row', { selected: true });
  await expect
    .poll(async () => {
      const [list, box] = [(await grid.boundingBox())!, (await selected.boundingBox())!];
      return box.y >= list.y + 26 && box.y + box.height <= list.y + list.height;
    })
    .toBe(true);
  await page.context().close();
});

job('a page that has just been opened is moved through by keys', async () => {
  await withPage(async (page) => {
    await page.keyboard.press('k');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const { id } = running.app.traffic.newest().at(-2)!;
    await page.getByRole('region', { name: `Detail of request ${id}` }).waitFor();
    await page.keyboard.press('Home');
    await page
      .getByRole('row', { selected: true, name: new RegExp(`^${running.app.traffic.newest()[0]!.id} `) })
      .waitFor();
  });
});

job(
  'by keyboard alone: move, open, filter, pin, color, comment, copy, delete and undo',
  { tags: ['full'] },
  async () => {
    await withPage(async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('status:5');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => rows(page).count()).toBe(1);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      await page.getByRole('region', { name: /^Detail of request/ }).waitFor();
      await page.keyboard.press('p');
      await page.keyboard.press('3');
      await until('it is pinned and yellow', () =>
        running.app.traffic.newest().some(({ pinned, color }) => pinned && color === 'yellow'),
      );
      await page.keyboard.press('y');
      await expect.poll(() => clipboard(page)).toMatch(/^curl /);
      await page.keyboard.press('Escape');
      await page.getByRole('region', { name: /^Detail of request/ }).waitFor({ state: 'hidden' });
      await page.keyboard.press('Delete');
      await page.getByText('No request matches').waitFor();
      await page.keyboard.press('Control+z');
      await expect.poll(() => rows(page).count()).toBe(1);
    });
  },
);

/** The rows of the list as they stand on the page, from the top, and the order that assistive programs are told. */
async function inSight(page: Page): Promise<{ readonly ids: readonly number[]; readonly order: string }> {
  const { rows: found, order } = await page.evaluate<{ rows: [number, number][]; order: string }>(`({
    rows: [...document.querySelectorAll('[data-id]')].map((row) => [row.getBoundingClientRect().top, Number(row.dataset.id)]),
    order: document.querySelector('[role=grid] [role=rowgroup]').getAttribute('aria-owns'),
  })`);
  return { ids: found.sort(([a], [b]) => a - b).map(([, id]) => id), order };
}

job(
  'a long list: rows in sight follow each other wherever it is scrolled to',
  { tags: ['full'] },
  async () => {
    await withPage(async (page) => {
      await sendDemoTraffic(running, shop, 14);
      const all = running.app.traffic.newest().map(({ id }) => id);
      for (const top of [0, 390, 403, 2600, 400, 1e6]) {
        await page.evaluate(`document.querySelector('[role=grid]').scrollTo(0, ${top})`);
        const first = Math.min(Math.floor(top / 26), all.length - 1);
        await expect.poll(async () => (await inSight(page)).ids).toContain(all[first]);
        // Rows and their order come from one look: the list may still be drawing between two.
        const { ids, order } = await inSight(page);
        expect(ids).toEqual(all.slice(all.indexOf(ids[0]!), all.indexOf(ids[0]!) + ids.length));
        expect(order).toBe(ids.map((id) => `flow-${id}`).join(' '));
      }
    });
  },
);

job('a filter that hides all says so, and its parts can be dropped', { tags: ['full'] }, async () => {
  await withPage(async (page) => {
    const field = page.getByRole('combobox', { name: 'Filter' });
    await field.fill('host:127 status:418');
    await page.getByText('No request matches').waitFor();
    await page.getByRole('button', { name: 'Drop status:418' }).click();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(5);
    await field.fill('hots:api');
    await page.getByText('did you mean host?').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await page.getByRole('button', { name: '4xx' }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Failed' }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
  });
});

job('sources: errors, an app, a host with its paths, a saved filter', { tags: ['full'] }, async () => {
  await withPage(async (page) => {
    await page.getByRole('treeitem', { name: /^Errors 2/ }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
    const host = page.getByRole('treeitem', { name: /^127\.0\.0\.1/ });
    await host.click();
    await host.press('ArrowRight');
    await page.getByRole('treeitem', { name: /^\/v1/ }).click();
    await expect.poll(() => rows(page).count()).toBe(9);
    await page.getByRole('treeitem', { name: /^All requests/ }).click();
    await page.getByRole('combobox', { name: 'Filter' }).fill('method:POST');
    await page.keyboard.press('Control+d');
    await page.getByLabel('Name').fill('Posts');
    await page.keyboard.press('Enter');
    await page.getByRole('treeitem', { name: 'Posts 2' }).waitFor();
    await page.reload();
    await page.getByRole('treeitem', { name: 'Posts 2' }).click();
    await expect.poll(() => rows(page).count()).toBe(2);
  });
});

job(
  'several are selected, copied as code with an empty line between them, and exported',
  { tags: ['full'] },
  async () => {
    await withPage(async (page) => {
      await row(page, /POST 200 .*checkout/).click();
      await row(page, /PUT 200/).click({ modifiers: ['Control'] });
      await page.getByText('2 selected').waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('copy as python');
      await page.keyboard.press('Enter');
      await expect.poll(() => clipboard(page)).toContain('import requests');
      expect((await clipboard(page)).split(/\n\n(?=import requests)/)).toHaveLength(2);
      await page.getByRole('grid', { name: 'Requests' }).focus();
      await page.keyboard.press('Control+e');
      await page.getByRole('dialog').getByLabel('HAR').check();
      const download = page.waitForEvent('download');
      await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
      const path = join(folder.path, 'two.har');
      await (await download).saveAs(path);
      expect((await download).suggestedFilename()).toMatch(
        /^Traffic Proxy \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.har$/,
      );
      expect(JSON.parse(readFileSync(path, 'utf8')).log.entries).toHaveLength(2);
    });
  },
);

job(
  'a file is opened, listed as a source, and Save session ignores filters',
  { tags: ['full'] },
  async () => {
    const har = await running.api('/api/export/har');
    const path = join(folder.path, 'dropped.har');
    writeFileSync(path, har.text);
    await withPage(async (page) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Open' }).click();
      await (await chooser).setFiles(path);
      await page.getByRole('treeitem', { name: /^dropped\.har/ }).click();
      await page.getByRole('combobox', { name: 'Filter' }).fill('nothing has this');
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save session' }).click();
      expect((await download).suggestedFilename()).toMatch(/\.proxysession$/);
    });
  },
);

job('replay selects the new request; E opens it in the API client', { tags: ['full'] }, async () => {
  await withPage(async (page) => {
    const before = running.app.traffic.size;
    await row(page, /POST 200 .*checkout/).click();
    await page.keyboard.press('r');
    await until('the replay', () => running.app.traffic.size === before + 1);
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'URL' }).getByText('/v1/checkout').waitFor();
    await page.getByRole('tab', { name: 'POST /v1/checkout' }).waitFor();
  });
});

job('recording is paused and the list is cleared, with undo', { tags: ['full'] }, async () => {
  await withPage(async (page) => {
    await page.getByRole('button', { name: 'Recording' }).click();
    await page.getByRole('button', { name: 'Paused' }).click();
    await page.getByRole('button', { name: 'Recording' }).waitFor();
    await page.getByRole('button', { name: 'Clear list' }).click();
    await page.getByText('No requests yet').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => rows(page).count()).toBe(13);
  });
});

job(
  'a tunnel says why it was not decrypted, and is decrypted with one click',
  { tags: ['full'] },
  async () => {
    const ca = running.app.engine.ca.certPem;
    await askThroughTunnel(running.port(), `${shop.https}/hidden`, ca).catch(() => undefined);
    await withPage(async (page) => {
      await row(page, /CONNECT/).click();
      await page.getByText('Not decrypted: localhost is not in SSL proxying').waitFor();
      await page.getByRole('button', { name: 'Decrypt this host' }).click();
      await page.getByText('localhost is decrypted from the next connection on').waitFor();
      await askThroughTunnel(running.port(), `${shop.https}/v1/visible`, ca);
      await row(page, /GET 200 localhost.*visible/).waitFor();
    });
  },
);

job(
  'messages of a stream: only those in sight are on the page, each opens, the last can be reached',
  { tags: ['full'] },
  async () => {
    const stream = await startOrigin((_request, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      for (let at = 1; at <= 200; at += 1)
        response.write(`data: {"at":${at},"text":"${'x'.repeat(at)}"}\n\n`);
      response.end();
    });
    await withPage(async (page) => {
      await running.via(`${stream.http}/v1/stream`);
      await row(page, /GET 200 .*stream/).click();
      await page.getByRole('tab', { name: /^Messages/ }).click();
      const messages = page.getByRole('list', { name: 'Messages' });
      const first = messages.getByRole('button').first();
      await first.press('Enter');
      await messages.getByText('"at": 1,').waitFor();
      expect(await messages.getByRole('listitem').count()).toBeLessThan(80);
      await messages.evaluate((list) => list.parentElement!.scrollTo({ top: list.scrollHeight }));
      await messages.getByText('"at":200').click();
      await messages.getByText('"at": 200,').waitFor();
    });
    await stream.close();
  },
);
