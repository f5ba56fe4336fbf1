// Values that scripts have set, in a real browser: the card of a variable tells who set it, writes it into the file, and
// forgets it.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const origin = await startOrigin((request, response) => response.end(`got ${request.url}`));
const browser = await startBrowser();
const job = test.skipIf(browser === null);
let running: TestApp;
let request: string;

beforeAll(async () => {
  running = await startTestApp();
  await running.result('create_collection', { name: 'Shop' });
  await running.result('save_environment', {
    name: 'Dev',
    variables: [{ name: 'orderId', value: 'of-file' }],
  });
  await running.result('set_active_environment', { environment: 'Dev' });
  const fields = {
    collection: 'Shop',
    name: 'Place order',
    url: `${origin.http}/orders/{{orderId}}`,
    scripts: { test: "pm.environment.set('orderId', 'of-script')" },
  };
  request = (await running.result('create_request', fields)).id;
  // Builds the pages.
  if (browser !== null) await (await openUi(browser, running)).page.context().close();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

async function fileValue(): Promise<unknown> {
  const [dev] = await running.result('list_environments');
  return dev.variables[0].value;
}

/** Sends, waits for what the script sets, and opens the card of the variable in the URL. */
async function sendAndOpen(page: Page): Promise<Locator> {
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(async () => (await running.result('client.script_values')).values)
    .toMatchObject([{ name: 'orderId', value: 'of-script' }]);
  const card = page.getByRole('dialog', { name: 'Variable orderId' });
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('textbox', { name: 'URL' }).locator('[data-variable]').hover();
      await page.mouse.move(600, 600);
      await page.getByRole('textbox', { name: 'URL' }).locator('[data-variable]').hover();
      await card.waitFor();
      return card.getByText('script', { exact: true }).count();
    })
    .toBe(1);
  return card;
}

job('the card tells which script has set a value, keeps it in the file, and forgets it', async () => {
  const { page, errors } = await openUi(browser!, running);
  page.setDefaultTimeout(10_000);
  await page.evaluate(`location.hash = '#/client?kind=request&id=${request}'`);
  await page.getByRole('textbox', { name: 'URL' }).locator('[data-variable]').waitFor();
  const card = await sendAndOpen(page);
  await card.getByText(/^Set by Place order, \d\d:\d\d:\d\d\. The file has of-file\.$/).waitFor();
  // In the URL, and in the script.
  await card.getByText('2 uses').waitFor();
  expect(await serious(page, '[data-variable-card]')).toEqual([]);
  await card.getByRole('button', { name: 'Forget' }).click();
  await expect.poll(async () => (await running.result('client.script_values')).values).toEqual([]);
  expect(await fileValue()).toBe('of-file');

  await (await sendAndOpen(page)).getByRole('button', { name: 'Keep in file' }).click();
  await expect.poll(fileValue).toBe('of-script');
  await page.getByText(/^Kept orderId in/).waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect.poll(fileValue).toBe('of-file');

  // What is typed counts: the value of the script would stand above it.
  const field = (await sendAndOpen(page)).getByLabel('Value of orderId');
  await field.fill('typed');
  await field.press('Enter');
  await expect.poll(fileValue).toBe('typed');
  await expect.poll(async () => (await running.result('client.script_values')).values).toEqual([]);
  expect(errors).toEqual([]);
  await page.context().close();
});
