// The latest responses of a request in a real browser: their list, by mouse and keys, deleting, another window, and
// examples that are saved from them.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

let served = 0;
const origin = await startOrigin((_, response) => {
  served += 1;
  response
    .writeHead(served % 3 === 0 ? 503 : 200, { 'Content-Type': 'text/plain', 'X-Number': String(served) })
    .end(`line one\nresponse ${served}`);
});
const browser = await startBrowser();
const job = test.skipIf(browser === null);
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  await running.result('create_collection', { name: 'Shop' });
  // Builds the pages.
  if (browser !== null) await (await openUi(browser, running)).page.context().close();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

interface Shown {
  readonly id: string;
  readonly page: Page;
  readonly pane: Locator;
  readonly list: Locator;
  readonly send: () => Promise<void>;
}

async function open(id: string): Promise<Shown> {
  const { page } = await openUi(browser!, running);
  page.setDefaultTimeout(10_000);
  await page.evaluate(`location.hash = '#/client?kind=request&id=${id}'`);
  const pane = page.getByRole('region', { name: 'Response', exact: true });
  await pane.getByRole('tab', { name: 'Preview' }).waitFor();
  const send = async (): Promise<void> => {
    const next = served + 1;
    await page.keyboard.press('Control+Enter');
    await pane.getByText(`response ${next}`, { exact: false }).waitFor();
  };
  return { id, page, pane, list: page.getByRole('region', { name: 'Responses', exact: true }), send };
}

let requests = 0;

async function withRequest(work: (shown: Shown) => Promise<void>): Promise<void> {
  const name = `Request ${++requests}`;
  const { id } = await running.result('create_request', { collection: 'Shop', name, url: `${origin.http}/` });
  const shown = await open(id);
  await work(shown);
  await shown.page.context().close();
}

/** The rows of the list, each one button. */
const rows = (list: Locator): Locator => list.locator('button[aria-pressed]');

job('the latest twelve are listed, shown by a click and by keys, and deleted', async () => {
  await withRequest(async ({ page, pane, list, send }) => {
    expect(await list.count()).toBe(0);
    const first = served + 1;
    for (let at = 0; at < 13; at += 1) await send();
    await list.getByText('12, newest first').waitFor();
    expect(await rows(list).count()).toBe(12);
    expect(await rows(list).first().getAttribute('aria-pressed')).toBe('true');
    expect(await serious(page, '[aria-label=Responses]')).toEqual([]);

    await rows(list).nth(3).click();
    await pane.getByText(`response ${first + 9}`).waitFor();
    await pane.getByText(/4 of 12/).waitFor();
    await page.keyboard.press('Alt+ArrowLeft');
    await pane.getByText(`response ${first + 8}`).waitFor();
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(() => rows(list).nth(2).getAttribute('aria-pressed')).toBe('true');

    // The one that is shown is deleted: the pane goes back to what was sent last.
    await list
      .getByRole('button', { name: /^Delete the response of/ })
      .nth(2)
      .click();
    const question = page.getByRole('dialog');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Cancel');
    await question.getByRole('button', { name: 'Delete the response' }).click();
    await list.getByText('11, newest first').waitFor();
    await pane.getByText(`response ${first + 12}`).waitFor();

    await list.getByRole('button', { name: 'Responses', exact: true }).click();
    await expect.poll(() => rows(list).count()).toBe(0);
    await list.getByRole('button', { name: 'Responses', exact: true }).click();
    await list.getByRole('button', { name: /^Delete all/ }).click();
    await page.getByRole('button', { name: 'Delete the responses' }).click();
    await expect.poll(() => list.count()).toBe(0);
  });
});

job('another window follows, and shows a response with its body, headers and exchanges', async () => {
  await withRequest(async ({ id, send }) => {
    const other = await open(id);
    await send();
    const number = served;
    await rows(other.list).first().click();
    await other.pane.getByText(`response ${number}`).waitFor();
    await other.pane.getByRole('tab', { name: /^Headers/ }).click();
    await other.pane.getByText('X-Number', { exact: false }).waitFor();
    await other.pane.getByRole('tab', { name: /^Sent/ }).click();
    await other.pane.getByRole('option').first().waitFor();
    await other.page.context().close();
  });
});

job(
  'a response is saved as an example at once, compared with a later one, and the step is taken back',
  async () => {
    await withRequest(async ({ id, page, send }) => {
      const saved = async (): Promise<readonly { readonly body: string }[]> =>
        (await running.result('get_saved_request', { collection: 'Shop', request: id })).examples;
      await send();
      const first = served;
      await page.keyboard.press('Control+Shift+S');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('As it was');
      await page.keyboard.press('Enter');
      await expect.poll(saved).toMatchObject([{ name: 'As it was', body: `line one\nresponse ${first}` }]);

      await send();
      const editors = page.getByRole('tablist', { name: 'Request', exact: true });
      await editors.getByRole('tab', { name: /^Examples/ }).click();
      const example = page.getByRole('button', { name: /As it was/ }).first();
      await example.click();
      await page.getByRole('region', { name: 'Example As it was' }).getByText(`response ${first}`).waitFor();
      expect(await serious(page, '[role=tabpanel]')).toEqual([]);
      await page.getByRole('button', { name: 'Compare' }).click();
      await dialog.locator('tr[data-differs=true]').getByText(`response ${served}`).waitFor();
      expect(await dialog.locator('tr[data-differs=false]').getByText('line one').count()).toBe(2);
      expect(await serious(page, '[role=dialog]')).toEqual([]);
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Delete As it was' }).click();
      await page.getByText(/There are none\. A response is saved/).waitFor();
      // It is typed, and not saved: the file has the example still.
      expect(await saved()).toHaveLength(1);
      await page.getByRole('button', { name: 'Undo' }).last().click();
      await example.waitFor();
      await page.locator('body').press('Control+z');
      await expect.poll(saved).toEqual([]);
    });
  },
);

job('the menu of a response compares it, makes tests of it, and leads to the traffic', async () => {
  await withRequest(async ({ id, page, pane, send }) => {
    await send();
    await send();
    await page.keyboard.press('Alt+m');
    await page.getByRole('menuitem', { name: 'Compare with the one before' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.locator('tr[data-differs=true]').getByText(`response ${served}`).waitFor();
    await dialog
      .locator('tr[data-differs=true]')
      .getByText(`response ${served - 1}`)
      .waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    await page.keyboard.press('Alt+m');
    await page.getByRole('menuitem', { name: 'Make tests from this response' }).press('Enter');
    await page.getByText('2 tests added to the script after the response').waitFor();
    await send();
    await pane.getByRole('tab', { name: /^Tests \d of 2/ }).waitFor();
    await page.keyboard.press('Alt+m');
    await page.getByRole('menuitem', { name: 'Show in traffic' }).press('Enter');
    await page.getByRole('grid', { name: 'Requests' }).locator('[data-id]').first().waitFor();
    expect(await page.getByRole('combobox', { name: 'Filter' }).inputValue()).toContain('url:');
    await running.result('client.discard_drafts', { objects: [{ kind: 'request', id }] });
  });
});

job('a value of a response becomes a variable and a test of the next send', async () => {
  const json = await startOrigin((_, response) => {
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end('{"orders":[{"id":"ord_1","total":7}]}');
  });
  const { id } = await running.result('create_request', {
    collection: 'Shop',
    name: 'Orders',
    url: `${json.http}/`,
  });
  const { page, pane } = await open(id);
  await page.keyboard.press('Control+Enter');
  const tree = pane.getByRole('tree');
  await tree.getByText('"ord_1"').click();
  await pane.getByText('$.orders[0].id').waitFor();
  await pane.getByRole('button', { name: 'Set variable' }).press('Enter');
  await page.getByText('A line added to the script after the response').waitFor();
  await tree.getByText('total').click({ button: 'right' });
  await pane.getByText('$.orders[0].total').waitFor();
  await page.getByRole('menuitem', { name: 'Add test' }).click();
  await page.getByText('1 test added to the script after the response').waitFor();
  await page.keyboard.press('Control+Enter');
  await pane.getByRole('tab', { name: 'Tests 1 of 1' }).waitFor();
  const { values } = await running.result('client.script_values');
  expect(values).toMatchObject([{ name: 'id', value: 'ord_1' }]);
  await running.result('client.discard_drafts', { objects: [{ kind: 'request', id }] });
  await page.context().close();
  await json.close();
});
