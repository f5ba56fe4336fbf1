// Large, odd and broken bodies in a real browser: the tree of JSON with search, keys and copying, and what is cut.
import { gzipSync } from 'node:zlib';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const ITEMS = 60_000;
const LARGE = JSON.stringify({
  object: 'list',
  orders: Array.from({ length: ITEMS }, (_, at) => ({
    id: at,
    sku: `SKU-${at}`,
    customer: { name: 'Ada', mail: `a${at}@b.test` },
  })),
});
const DEEP = 10_000;
const json = (body: string | Buffer, type = 'application/json') => ({ type, body: Buffer.from(body) });
const BODIES: Readonly<Record<string, { readonly type: string; readonly body: Buffer }>> = {
  large: json(LARGE),
  list: json(`[${'1,'.repeat(1_200_000)}2]`),
  exact: json('{"id":12345678901234567890,"a":1.10,"a":1E400,"t":"caf\\u00e9"}'),
  deep: json(`${'[{"a":'.repeat(DEEP / 2)}"down"${'}]'.repeat(DEEP / 2)}`),
  broken: json('{"first":1,\n "second":[1,2,\n  oops],"third":3}'),
  lines: json('{"line":1}\n{"line":2}\n\n{"line":3}\n', 'application/x-ndjson'),
  bom: json('\ufeff{"mark":true}'),
  utf16: json(Buffer.from('\ufeff{"wide":"ä"}', 'utf16le'), 'application/json; charset=utf-16'),
  empty: json(''),
  page: json('<!doctype html><h1>502 Bad Gateway</h1>'),
  zipped: json(gzipSync(JSON.stringify(Array.from({ length: 20_000 }, (_, at) => `${at} `.repeat(160))))),
  soap: json(`<?xml version="1.0"?><a>${'<b>text</b>'.repeat(150_000)}</a>`, 'text/xml'),
};

const origin = await startOrigin((request, response) => {
  const { type, body } = BODIES[request.url!.slice(1)]!;
  const coding = request.url === '/zipped' ? { 'Content-Encoding': 'gzip' } : {};
  response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length, ...coding }).end(body);
});
const browser: Browser | null = await startBrowser({ alone: true });
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  if (browser !== null) await (await openUi(browser, running)).page.context().close();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

const job = test.skipIf(browser === null);

interface Shown {
  readonly page: Page;
  readonly response: Locator;
  readonly tree: Locator;
  readonly views: Locator;
}

/** Opens the response to a request for one of the bodies. */
async function withBody(name: string, work: (shown: Shown) => Promise<void>, options = {}): Promise<void> {
  running.app.traffic.clear();
  await running.via(`${origin.http}/${name}`);
  const { page, errors } = await openUi(browser!, running, options);
  page.setDefaultTimeout(10_000);
  await page.getByRole('row', { name: new RegExp(`GET 200 .*/${name}`) }).click();
  const response = page.getByRole('region', { name: 'Response', exact: true });
  if (page.viewportSize()!.width < 1100) await page.getByRole('radio', { name: 'Response' }).click();
  await response.getByRole('tab', { name: /^Body/ }).click();
  await work({
    page,
    response,
    tree: response.getByRole('tree'),
    views: response.getByRole('radiogroup', { name: 'View of the response body' }),
  });
  expect(errors).toEqual([]);
  await page.context().close();
}

const clipboard = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');
const current = (tree: Locator) => tree.getByRole('treeitem', { selected: true });
const rowTexts = (tree: Locator): Promise<readonly string[]> => tree.getByRole('treeitem').allTextContents();

job('a large body is a tree that is searched, moved through and copied from by keyboard', async () => {
  await withBody('large', async ({ page, response, tree }) => {
    await tree.getByText('60,000 items').waitFor();
    await response.getByText(/^360,003 values$/).waitFor();
    const field = response.getByRole('textbox', { name: 'Search in the response body' });
    await field.fill('SKU-59999');
    await response.getByText('1 found', { exact: true }).waitFor();
    await field.press('Enter');
    await response.getByText('1 of 1', { exact: true }).waitFor();
    await expect.poll(() => current(tree).textContent()).toBe('sku: "SKU-59999"');
    await response.getByText('$.orders[59999].sku').waitFor();
    await field.fill('ada');
    await response.getByText('60,000 found', { exact: true }).waitFor();
    await field.press('Shift+Enter');
    await response.getByText('60,000 of 60,000', { exact: true }).waitFor();
    await response.getByRole('button', { name: 'Next match in the response body' }).click();
    await response.getByText('1 of 60,000', { exact: true }).waitFor();
    await response.getByText('$.orders[0].customer.name').waitFor();
    await field.fill('$.orders[3].customer.*');
    await field.press('Enter');
    await response.getByText('$.orders[3].customer.name').waitFor();

    await tree.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+c');
    await page.getByText('Copied the value').waitFor();
    expect(await clipboard(page)).toBe('a3@b.test');
    await page.keyboard.press('Control+Shift+c');
    await expect.poll(() => clipboard(page)).toBe('$.orders[3].customer.mail');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => current(tree).textContent()).toBe('customer: {');
    await page.keyboard.press('Control+c');
    await expect.poll(() => clipboard(page)).toBe('{"name":"Ada","mail":"a3@b.test"}');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => current(tree).textContent()).toBe('customer: {…}2 keys');
    await page.keyboard.press('Home');
    await expect.poll(() => current(tree).textContent()).toBe('{');
    await response.getByRole('button', { name: 'Expand all' }).press('Enter');
    await expect.poll(async () => (await rowTexts(tree)).length).toBeGreaterThan(10);
    await tree.focus();
    await page.keyboard.press('End');
    await expect.poll(() => current(tree).textContent()).toBe('mail: "a59999@b.test"');
    await page.keyboard.press('PageUp');
    await expect.poll(() => current(tree).textContent()).not.toBe('mail: "a59999@b.test"');
    await response.getByRole('button', { name: 'Collapse all' }).press('Enter');
    await expect.poll(() => rowTexts(tree)).toEqual(['{…}2 keys']);
  });
});

job('switching between views keeps the place', async () => {
  await withBody('large', async ({ page, response, tree, views }) => {
    const field = response.getByRole('textbox', { name: 'Search in the response body' });
    await field.fill('$.orders[900].sku');
    await response.getByText('1 found').waitFor();
    await field.press('Enter');
    await expect.poll(() => current(tree).textContent()).toBe('sku: "SKU-900"');
    await views.getByRole('radio', { name: 'JSON' }).click();
    await page.locator('.cm-line', { hasText: '"sku": "SKU-900"' }).waitFor();
    await views.getByRole('radio', { name: 'Hex' }).click();
    await response.getByText('SKU-900').first().waitFor();
    await views.getByRole('radio', { name: 'Tree' }).click();
    await response.getByText(/^\$\.orders\[(?:899|900)\]/).waitFor();
  });
});

job('a list of more than a million values is scrolled to its end', async () => {
  await withBody('list', async ({ response, tree }) => {
    await response.getByText('1,200,002 values').waitFor();
    await tree.evaluate((box) => box.scrollTo({ top: box.scrollHeight }));
    await tree.getByText('1200000', { exact: true }).waitFor();
    await tree.evaluate((box) => box.scrollTo({ top: box.scrollHeight / 2 }));
    await tree.getByText('600000', { exact: true }).waitFor();
  });
});

job('a compressed body of more than 16 MB is a whole tree', async () => {
  await withBody('zipped', async ({ response }) => {
    await response.getByText('20,001 values').waitFor();
    expect(await response.getByText(/cut at/).count()).toBe(0);
  });
});

job('numbers and names are shown as they were sent', async () => {
  await withBody('exact', async ({ tree }) => {
    await tree.getByText('12345678901234567890').waitFor();
    expect(await rowTexts(tree)).toEqual([
      '{',
      'id: 12345678901234567890',
      'a: 1.10',
      'a: 1E400',
      't: "café"',
    ]);
  });
});

job('odd JSON: deep, in lines, with a mark, in UTF-16, empty', async () => {
  await withBody('deep', async ({ page, response, tree }) => {
    await response.getByText('10,001 values').waitFor();
    await response.getByRole('button', { name: 'Expand all' }).click();
    await expect.poll(async () => (await rowTexts(tree)).length).toBeGreaterThan(10);
    await tree.focus();
    await page.keyboard.press('End');
    await expect.poll(() => current(tree).textContent()).toBe('level 10,000a: "down"');
  });
  await withBody('lines', async ({ response, tree }) => {
    await response.getByText(/3 values, one behind the other/).waitFor();
    expect(await rowTexts(tree)).toEqual(['0: {', 'line: 1', '1: {', 'line: 2', '2: {', 'line: 3']);
  });
  await withBody('bom', async ({ tree }) => {
    await tree.getByText('mark').waitFor();
  });
  await withBody('utf16', async ({ tree }) => {
    await tree.getByText('"ä"').waitFor();
  });
  await withBody('empty', async ({ response }) => {
    await response.getByText('There is no body.').waitFor();
  });
});

job('broken JSON: the error at its place, with what precedes it and the rest', async () => {
  await withBody('broken', async ({ page, response, tree }) => {
    await response.getByText('expected a value, at line 3, column 3').waitFor();
    expect(await rowTexts(tree)).toEqual(['{', 'first: 1', 'second: [', '0: 1', '1: 2', 'oops],"third":3}']);
    await response.getByRole('button', { name: 'Show in the text' }).click();
    await page.locator('.cm-line', { hasText: 'oops' }).waitFor();
  });
  await withBody('page', async ({ page, response }) => {
    await response.getByText('expected a value, at line 1, column 1').waitFor();
    await page.locator('.cm-line', { hasText: '502 Bad Gateway' }).waitFor();
  });
});

job('what the app or the page has cut is no error, and says so', async () => {
  const limit = 1_500_000;
  await running.result('update_settings', { changes: { maxCapturedBodyBytes: limit } });
  try {
    await withBody('large', async ({ response, tree, views }) => {
      const size = Buffer.byteLength(LARGE).toLocaleString('en');
      await response.getByText(`cut at 1,500,000 of ${size} bytes`).waitFor();
      await tree.getByText(/items$/).waitFor();
      await views.getByRole('radio', { name: 'JSON' }).click();
      await response.getByText(`cut at 1,048,576 of ${size} bytes`).waitFor();
      expect(await response.getByText(/expected/).count()).toBe(0);
    });
    await withBody('soap', async ({ response }) => {
      await response.getByText(/cut at 1,048,576 of 1,650,\d+ bytes/).waitFor();
      expect(await response.getByText(/is not closed/).count()).toBe(0);
    });
  } finally {
    await running.result('update_settings', { changes: { maxCapturedBodyBytes: null } });
  }
});

job.each(themes)('looks right, %s', async (colorScheme) => {
  for (const width of [1440, 390])
    await withBody(
      'broken',
      async ({ page, tree }) => {
        await tree.waitFor();
        if (process.env['SHOTS'] !== undefined)
          await page.screenshot({ path: `${process.env['SHOTS']}/json-${width}-${colorScheme}.png` });
        expect(await serious(page)).toEqual([]);
      },
      { colorScheme, viewport: { width, height: 900 } },
    );
});
