// Mock servers in the API client, in a real browser: their set-up, their calls, and what becomes of calls that no example
// fits.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { ask } from '../helpers/ask.ts';
import { serious } from '../helpers/axe.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { scaled, themes } from '../helpers/scale.ts';

const origin = await startOrigin((request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(`{"from":"${request.url}"}`);
});
const browser = await startBrowser();
const withBrowser = test.skipIf(browser === null);
let running: TestApp;
let open: readonly Page[] = [];

beforeAll(async () => {
  running = await startTestApp();
  const { result } = running;
  await result('create_collection', { name: 'Harbor' });
  for (const [name, path] of [
    ['Order', '/v1/orders/:id'],
    ['Orders', '/v1/orders'],
  ]) {
    await result('create_request', { collection: 'Harbor', name, url: `{{baseUrl}}${path}` });
    const example = { name: `${name} shown`, status: 200, body: `{"of":"${name}"}` };
    await result('save_example', { collection: 'Harbor', request: name, ...example });
  }
}, 120_000);

afterEach(async () => {
  await Promise.all(open.map((page) => page.context().close()));
  open = [];
});

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

async function openSetup(app = running, options = {}): Promise<Page> {
  const { page } = await openUi(browser!, app, options);
  page.setDefaultTimeout(10_000);
  open = [...open, page];
  await page.evaluate(`location.hash = '#/client?page=mocks'`);
  await page.getByRole('button', { name: 'New mock' }).click();
  // What was chosen last is kept.
  await page.getByLabel('Port').fill('');
  await grid(page, 'Routes').getByText('/orders', { exact: false }).first().waitFor();
  return page;
}

const grid = (page: Page, name: string): Locator => page.getByRole('grid', { name });

/** Starts the mock server that is set up; resolves with its URL. */
async function start(page: Page): Promise<string> {
  await page.getByRole('button', { name: /^Start/ }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  return (await page.locator('code').first().textContent()) ?? '';
}

withBrowser.each(themes)('set up, called, stopped, %s', async (colorScheme) => {
  const page = await openSetup(running, { colorScheme });
  await grid(page, 'Routes').getByText('/:id').click();
  await page.getByRole('button', { name: /Order shown/ }).waitFor();
  expect(await serious(page, '[role=tabpanel]')).toEqual([]);

  const url = await start(page);
  expect((await ask(`${url}/v1/orders/7`)).text).toBe('{"of":"Order"}');
  await grid(page, 'Calls').getByText('/7').click();
  await page.getByText('Its example “Order shown” fits best.').waitFor();
  const row = grid(page, 'Routes').getByRole('row').filter({ hasText: '/:id' });
  await row.getByText('1', { exact: true }).first().waitFor();
  await page.getByText('1 mock running, 1 call').waitFor();
  expect(await serious(page, '[role=tabpanel]')).toEqual([]);

  // It remembers from now on, without a restart.
  await page.getByRole('switch', { name: 'Remembers objects' }).click();
  await expect
    .poll(() => page.getByRole('switch', { name: 'Remembers objects' }).getAttribute('aria-checked'))
    .toBe('true');
  // A mock whose collection follows no description cannot refuse anything, and says so.
  await page.getByRole('switch', { name: 'Refuses what the spec forbids' }).click();
  await page.getByText(/follows no API description/).waitFor();

  await page.keyboard.press('Control+.');
  await page.getByText('Calls get no answer').waitFor();
  await expect(ask(`${url}/v1/orders/7`)).rejects.toThrow();
});

withBrowser('a call without example becomes one, typed or from traffic', async () => {
  const captured = `${origin.http}/v1/stores`;
  await running.via(captured);
  const page = await openSetup();
  const url = await start(page);
  expect((await ask(`${url}/v1/wishlists?customer=c1`)).status).toBe(404);
  await grid(page, 'Calls').getByText('/wishlists').click();
  await page.getByText('another last segment').first().waitFor();
  await page.getByRole('button', { name: 'Add example' }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.getByLabel('GET').inputValue()).toBe('/v1/wishlists?customer=c1');
  expect(await serious(page, '[role=dialog]')).toEqual([]);
  await dialog.getByLabel('Body').fill('{"wishes":[]}');
  await dialog.getByRole('button', { name: 'Add example' }).click();
  await page.getByText('Added the example As expected').waitFor();
  await grid(page, 'Routes').getByText('/wishlists').waitFor();
  await expect.poll(async () => (await ask(`${url}/v1/wishlists?customer=c1`)).text).toBe('{"wishes":[]}');

  // The answer of the real call.
  expect((await ask(`${url}/v1/stores`)).status).toBe(404);
  await grid(page, 'Calls').getByText('/stores').click();
  await page.getByRole('button', { name: 'From traffic, 1' }).click();
  await dialog.getByText(origin.http).waitFor();
  await dialog.getByRole('button', { name: 'Add example' }).click();
  await expect.poll(async () => (await ask(`${url}/v1/stores`)).text).toBe('{"from":"/v1/stores"}');
});

withBrowser('a request without example gets its first one; changes that are not saved are said', async () => {
  const { id } = await running.result('create_request', {
    collection: 'Harbor',
    name: 'Export',
    method: 'POST',
    url: '{{baseUrl}}/v1/export',
  });
  await running.result('client.change_draft', {
    kind: 'request',
    id,
    changes: [{ field: 'docs', value: 'typed' }],
  });
  const page = await openSetup();
  await page.getByText('1 object has changes that are not saved').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('1 object has changes that are not saved').waitFor({ state: 'hidden' });
  await grid(page, 'Routes').getByText('no example: 404').waitFor();
  const url = await start(page);
  await grid(page, 'Routes').getByText('/export').click();
  await page.getByRole('button', { name: 'Add example' }).click();
  await page.getByRole('dialog').getByLabel('Status').fill('202');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await ask(`${url}/v1/export`, { method: 'POST' })).status).toBe(202);
});

withBrowser('a taken port names who has it, and the next one is offered', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const page = await openSetup();
  await page.getByLabel('Port').fill(String(port));
  await page.getByText(`Port ${port} is used by`).waitFor();
  await page.getByRole('button', { name: /^Use \d+$/ }).click();
  await page.getByText(`Port ${port} is used by`).waitFor({ state: 'hidden' });
  const url = await start(page);
  expect(Number(new URL(url).port)).toBeGreaterThan(port);
  expect((await ask(`${url}/v1/orders`)).status).toBe(200);

  // Another window lists it, and can stop it.
  const { page: other } = await openUi(browser!, running);
  open = [...open, other];
  await other.evaluate(`location.hash = '#/client?page=mocks'`);
  const row = other
    .getByRole('region', { name: /^Of other windows/ })
    .getByRole('listitem')
    .filter({ hasText: url });
  await row.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Calls get no answer').waitFor();
});

withBrowser('hundreds of calls a second: the list follows, holds where it is read, and pauses', async () => {
  const page = await openSetup();
  const url = await start(page);
  const calls = scaled({ quick: 500, full: 5000 });
  const call = async (from: number): Promise<void> => {
    for (let at = 0; at < calls; at += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => fetch(`${url}/v1/orders/${from + at + index}`)),
      );
  };
  await call(0);
  const all = page.getByRole('radio', { name: /^All/ });
  const shown = (count: number): string => `All ${count.toLocaleString('en')}`;
  await expect.poll(() => all.textContent()).toBe(shown(calls));
  await grid(page, 'Calls')
    .getByText(`/${calls - 1}`, { exact: true })
    .waitFor();
  // Only what is in sight is drawn.
  expect(await grid(page, 'Calls').getByRole('row').count()).toBeLessThan(80);

  await grid(page, 'Calls').evaluate((list) => (list.scrollTop = 500));
  await page.waitForFunction(`document.querySelector('[aria-label=Calls][role=grid]').scrollTop > 0`);
  const reading = await grid(page, 'Calls').getByRole('row').nth(10).textContent();
  await call(calls);
  await expect.poll(() => all.textContent()).toBe(shown(2 * calls));
  expect(await grid(page, 'Calls').getByRole('row').nth(10).textContent()).toBe(reading);
  await page.getByRole('button', { name: `${calls.toLocaleString('en')} new` }).click();
  await grid(page, 'Calls')
    .getByText(`/${2 * calls - 1}`, { exact: true })
    .waitFor();
});

withBrowser('a restart of the app ends a mock, and its tab says so', { tags: ['full'] }, async () => {
  const home = temporaryHome();
  const first = await startTestApp({ home: home.path });
  await first.result('create_collection', { name: 'Shop' });
  await first.result('create_request', { collection: 'Shop', name: 'Orders', url: 'http://a.test/orders' });
  await first.result('save_example', { collection: 'Shop', request: 'Orders', name: 'One', status: 200 });
  const port = first.port();
  const page = await openSetup(first);
  await start(page);
  await first.close();
  const second = await startTestApp({ home: home.path, port });
  await page.getByText('Calls get no answer').waitFor({ timeout: 30_000 });
  await page.reload();
  await page.getByText('This mock server does not run any more').waitFor({ timeout: 30_000 });
  await page.context().close();
  open = [];
  await second.close();
  home.remove();
});

withBrowser('a spec beside a collection, made values, and a server behind', async () => {
  const schema = { type: 'object', required: ['city'], properties: { city: { type: 'string' } } };
  const content = { 'application/json': { schema } };
  const responses = { 200: { description: 'Yes', content } };
  const parameters = [{ name: 'lang', in: 'query', required: true, schema: { type: 'string' } }];
  const callbacks = { opened: { '{$request.body#/url}': { post: { responses: {} } } } };
  const paths = {
    '/v1/stores/{id}.json': { get: { parameters, responses } },
    '/v1/stores': { post: { responses: { 202: { description: 'Taken' } }, callbacks } },
  };
  const info = { title: 'Harbor beside', version: '1' };
  await running.result('import_spec', { text: JSON.stringify({ openapi: '3.1.0', info, paths }) });
  const page = await openSetup();
  await page.getByRole('group', { name: 'Source' }).getByText('Both').click();
  await grid(page, 'Routes').getByText('.json').waitFor();
  await page.getByRole('switch', { name: 'Make values from the schema' }).click();
  await page.getByLabel('Seed').fill('4127');
  // What a route answers is shown before it is called, the same each time with a seed.
  await grid(page, 'Routes').getByText('.json').click();
  const answer = page.getByRole('region', { name: 'Answer of the route' });
  await answer.getByText('made from the schema, seed 4127').waitFor();
  await answer.getByText('"city"').waitFor();
  const made = (await answer.locator('.cm-content').textContent()) ?? '';
  await page.getByText('not sent: the set-up does not ask for them').waitFor();
  await page.getByRole('switch', { name: 'Send the callbacks of the spec' }).click();
  await page.getByRole('switch', { name: 'Refuse what the spec forbids' }).click();
  await page.getByRole('radio', { name: 'Only log' }).click();
  await page.getByLabel('Percentage of calls that fail').fill('200');
  await page.getByText('Give a percentage from 0 to 100').waitFor();
  await page.getByLabel('Percentage of calls that fail').fill('0');
  await page.getByText('Pass on', { exact: true }).click();
  await page.getByLabel('Server that gets them').fill('here');
  await page.getByText('Give a URL such as').waitFor();
  await page.getByLabel('Server that gets them').fill(origin.http);
  expect(await serious(page, '[role=tabpanel]')).toEqual([]);
  const url = await start(page);
  expect((await ask(`${url}/v1/orders/7`)).text).toBe('{"of":"Order"}');
  expect(JSON.parse((await ask(`${url}/v1/stores/1.json`)).text)).toEqual(JSON.parse(made));
  const body = JSON.stringify({ url: `${origin.http}/hook` });
  const headers = { 'content-type': 'application/json' };
  expect((await ask(`${url}/v1/stores`, { method: 'POST', headers, body })).status).toBe(202);
  expect((await ask(`${url}/else`)).text).toBe('{"from":"/else"}');
  const calls = grid(page, 'Calls');
  await page.getByRole('radio', { name: 'Made 1' }).click();
  await calls.getByText('made from the schema, does not fit').click();
  await page.getByText('The request does not fit the spec: the query parameter lang is missing.').waitFor();
  await page.getByRole('radio', { name: 'Passed on 1' }).click();
  await calls.getByText('passed on').click();
  await page.getByText('Its answer differs from the spec').waitFor();
  const sent = page.getByRole('region', { name: 'Callbacks' });
  await sent.getByText('opened').waitFor();
  await sent.getByText('200').waitFor();
  expect(await serious(page, '[role=tabpanel]')).toEqual([]);
  await page.getByRole('button', { name: 'Save as example' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add example' }).click();
  await page.getByText('Added the example 200, passed on').waitFor();
  await grid(page, 'Routes').getByText('/else').waitFor();
  await page.getByLabel('Fails').fill('100');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await ask(`${url}/v1/orders/7`)).status).toBe(503);
  await page.getByRole('radio', { name: /^All/ }).click();
  await calls.getByText('failed on purpose').first().waitFor();
});

withBrowser('what comes back from the server behind is kept in the spec, as one step', async () => {
  const info = { title: 'Depots', version: '1' };
  const paths = { '/depots': { get: { responses: { 200: { description: 'OK' } } } } };
  const own = await startTestApp();
  onTestFinished(() => own.close());
  await own.result('import_spec', { text: JSON.stringify({ openapi: '3.1.0', info, paths }) });
  const { page } = await openUi(browser!, own);
  open = [...open, page];
  await page.evaluate(`location.hash = '#/client?page=mocks'`);
  await page.getByRole('button', { name: 'New mock' }).click();
  await page.getByRole('group', { name: 'Source' }).getByText('Spec', { exact: true }).click();
  await grid(page, 'Routes').getByText('/depots').waitFor();
  await page.getByText('Pass on', { exact: true }).click();
  await page.getByLabel('Server that gets them').fill(origin.http);
  await page.getByRole('checkbox', { name: 'Keep what comes back in the description' }).check();
  const url = await start(page);
  expect((await ask(`${url}/vans/7`)).text).toBe('{"from":"/vans/7"}');
  await grid(page, 'Routes').getByText('/vans').waitFor();
  expect(JSON.parse((await ask(`${url}/vans/8`)).text)).toEqual({ from: '/vans/7' });
  const spec = async (): Promise<string> =>
    JSON.stringify(await own.result('client.spec_operations', { spec: 'Depots' }));
  expect(await spec()).toContain('/vans/{vanId}');
  await page.keyboard.press('Control+z');
  await page.getByText('Saved the answer to GET /vans/7').waitFor();
  await expect.poll(spec).not.toContain('/vans');
});
