// The history of the API client in a real browser: what has changed in a request since it was sent, the request as it was
// sent in a tab of its own, and written back.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const browser = await startBrowser();
const withBrowser = test.skipIf(browser === null);
const origin = await startOrigin((_, response) => response.end('ok'));
let running: TestApp;
let request: string;

beforeAll(async () => {
  running = await startTestApp();
  await running.result('create_collection', { name: 'Shop' });
  ({ id: request } = await running.result('create_request', {
    collection: 'Shop',
    name: 'List',
    url: `${origin.http}/old`,
    headers: [{ name: 'X-Client', value: 'ios' }],
    auth: { type: 'bearer', token: 'a-literal-token' },
  }));
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

withBrowser('what has changed since a send, with and without a response, and as it was sent', async () => {
  const { page } = await openUi(browser!, running);
  page.setDefaultTimeout(15_000);
  await page.evaluate(`location.hash = '#/client?kind=request&id=${request}'`);
  const url = page.getByRole('textbox', { name: 'URL' });
  await url.waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('tab', { name: /^Body/ }).waitFor();
  const sent = async (): Promise<readonly { readonly id: string }[]> =>
    (await running.result('client.history', { kinds: ['send'] })).entries;
  await expect.poll(async () => (await sent()).length).toBe(1);

  const changes = { url: `${origin.http}/new`, headers: [{ name: 'X-Client', value: 'web' }] };
  await running.result('update_request', { collection: 'Shop', request, changes });
  await page.evaluate(`location.hash = '#/client?page=history'`);
  await page.getByRole('cell', { name: /List/ }).first().click();
  const since = page.getByRole('region', { name: 'The request as it was sent' });
  await since.getByText('2 fields').waitFor();
  await since.getByRole('row', { name: /URL .*\/old .*\/new/ }).waitFor();
  await since.getByRole('row', { name: 'Header X-Client ios web' }).waitFor();
  expect(await serious(page, '[role=tabpanel]')).toEqual([]);
  // No secret is stored with it.
  const [entry] = await sent();
  const stored = await running.result('client.sent_request', { id: entry!.id });
  expect(JSON.stringify(stored)).not.toContain('a-literal-token');

  await since.getByRole('button', { name: 'Open as sent' }).click();
  await page.getByRole('tab', { name: /GET List/, selected: true }).waitFor();
  await expect.poll(() => url.innerText()).toContain('/old');
  expect((await running.result('get_saved_request', { collection: 'Shop', request })).url).toContain('/new');

  await page.evaluate(`location.hash = '#/client?page=history'`);
  await page.getByRole('cell', { name: /List/ }).first().click();
  await since.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('List is as it was sent, not saved').waitFor();
  const draft = async () => (await running.result('client.object', { kind: 'request', id: request })).draft;
  await expect.poll(async () => (await draft())?.value.url).toBe(`${origin.http}/old`);
  // The secret of the file stays behind its mask.
  expect((await draft()).changed).not.toContain('auth');
});
