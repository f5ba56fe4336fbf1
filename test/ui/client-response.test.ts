// The response pane of the API client in a real browser, against a real origin: the preview, what is on its way, what
// came, what failed, and streams.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { untrustedAuthority } from '../helpers/authority.ts';
import { serious } from '../helpers/axe.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const ORDERS = JSON.stringify({
  object: 'list',
  orders: Array.from({ length: 20_000 }, (_, at) => ({ id: at, sku: `SKU-${at}`, total: at * 1.5 })),
});

/** The responses that are not over, by the path of their request. */
const open = new Map<string, ServerResponse>();

const origin = await startOrigin((request, response) => {
  const { pathname: path } = new URL(request.url!, 'http://origin');
  const json = { 'Content-Type': 'application/json' };
  switch (path) {
    case '/order':
      response.writeHead(200, { ...json, 'Set-Cookie': 'sid=abc; HttpOnly' });
      return response.end('{"id":"ord_1","total":228.89}');
    case '/orders':
      return response.writeHead(200, json).end(ORDERS);
    case '/old':
      return response
        .writeHead(302, { Location: `${origin.http.replace('127.0.0.1', 'localhost')}/new` })
        .end();
    case '/part':
      response.writeHead(200, { 'Content-Type': 'text/plain', 'Content-Length': 48_000 });
      response.write('x'.repeat(12_000));
      open.set(path, response);
      return undefined;
    case '/events':
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('event: order\ndata: {"id":1}\n\ndata: second\n\n');
      open.set(path, response);
      return undefined;
    case '/v1/chat/completions':
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(delta({ role: 'assistant', content: 'It left the warehouse' }));
      open.set(path, response);
      return undefined;
    case '/slow':
      open.set(path, response);
      return undefined;
    default:
      return response.end(`hello from ${path}`);
  }
});
const browser = await startBrowser();
const job = test.skipIf(browser === null);
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  await running.result('create_collection', { name: 'Shop' });
  if (browser !== null) await (await openUi(browser, running)).page.context().close();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

function delta(content: object): string {
  const chunk = { object: 'chat.completion.chunk', model: 'm-1', choices: [{ index: 0, delta: content }] };
  return `data: ${JSON.stringify(chunk)}\n\n`;
}

interface Shown {
  readonly page: Page;
  readonly pane: Locator;
  readonly tab: (name: RegExp) => Locator;
  readonly send: () => Promise<void>;
}

/** The pane alone: the other parts of the screen have tests of their own. */
const PANE = '[data-send]';

let requests = 0;

/** Makes a request with these fields, as its file has them. Resolves with its id. */
async function makeRequest(fields: object, type = 'http'): Promise<string> {
  const name = `Request ${++requests}`;
  const { id } = await running.result('create_request', { collection: 'Shop', name, type, url: '' });
  await change(id, fields);
  await running.result('client.save_draft', { kind: 'request', id });
  return id;
}

async function change(id: string, fields: object): Promise<void> {
  const changes = Object.entries(fields).map(([field, value]) => ({ field, value }));
  await running.result('client.change_draft', { kind: 'request', id, changes });
}

/** Opens a request. */
async function withRequest(
  id: Promise<string>,
  work: (shown: Shown) => Promise<void>,
  options = {},
): Promise<void> {
  const { page, errors } = await openUi(browser!, running, options);
  page.setDefaultTimeout(10_000);
  const [{ id: collection }] = await running.result('list_collections');
  await page.evaluate(`location.hash = '#/client?kind=request&id=${await id}&collection=${collection}'`);
  const pane = page.getByRole('region', { name: 'Response', exact: true });
  await pane.getByRole('tab', { name: 'Preview' }).waitFor();
  await work({
    page,
    pane,
    tab: (title) => pane.getByRole('tab', { name: title }),
    send: () => page.keyboard.press('Control+Enter'),
  });
  expect(errors).toEqual([]);
  await page.context().close();
}

const header = (name: string, value: string): object => ({ name, value, enabled: true, docs: '' });

const TESTS = [
  "pm.test('has a total', () => pm.expect(pm.response.json().total).to.be.above(1));",
  "pm.test('is created', () => pm.expect(pm.response.code).to.eql(201));",
  "console.log('checked', 2);",
].join('\n');

job('before the first send it is a preview, with where each part comes from', async () => {
  await running.result('set_variable', { scope: 'globals', key: 'base', value: origin.http });
  const fields = { url: '{{base}}/order?region={{regon}}', headers: [header('X-Client', 'ios')] };
  await withRequest(makeRequest(fields), async ({ pane, page }) => {
    await pane.getByText('regon is sent as written').waitFor();
    const variables = pane.getByRole('table', { name: 'Variables' });
    await variables.getByRole('row', { name: `base ${origin.http} globals` }).waitFor();
    await variables.getByRole('row', { name: 'regon no value' }).waitFor();
    const headers = pane.getByRole('table', { name: 'Headers' });
    await headers.getByRole('row', { name: 'X-Client ios the request' }).waitFor();
    await headers.getByRole('row', { name: /User-Agent .* automatic/ }).waitFor();
    expect(await serious(page, PANE)).toEqual([]);
  });
});

job('a response: body, headers, cookies, tests, console, time and size', async () => {
  const fields = {
    url: `${origin.http}/order`,
    headers: [header('X-Client', 'ios')],
    scripts: { test: TESTS },
  };
  await withRequest(makeRequest(fields), async ({ page, pane, tab, send }) => {
    await send();
    const tree = pane.getByRole('tree', { name: 'response body' });
    await tree.getByText('"ord_1"').waitFor();
    await pane.getByText('200', { exact: true }).waitFor();

    await tab(/^Tests/).click();
    expect(await tab(/^Tests/).textContent()).toBe('Tests1 of 2');
    const failed = pane.getByRole('listitem').filter({ hasText: 'is created' });
    await failed.getByText('After script, line 2').waitFor();
    expect(await failed.locator('dl').textContent()).toBe('Expected201Got200');
    await page.keyboard.press('ArrowRight');
    await pane.getByRole('region', { name: 'Console' }).getByText('checked 2').waitFor();

    await tab(/^Headers/).click();
    await pane.getByText('application/json', { exact: true }).waitFor();
    await tab(/^Cookies 1|^Cookies/).click();
    await pane.getByText('abc; HttpOnly').waitFor();
    await tab(/^Sent/).click();
    const sent = pane.getByRole('table', { name: 'Headers as sent' });
    await sent.getByRole('row', { name: 'X-Client ios the request' }).waitFor();
    await pane.getByRole('tab', { name: 'Timing' }).click();
    await pane.getByText('Wait', { exact: true }).waitFor();
    expect(await serious(page, PANE)).toEqual([]);

    await pane.getByRole('button', { name: /^Time and size/ }).click();
    const popover = page.getByRole('dialog', { name: 'Time and size' });
    await popover.getByText(/before, .* after$/).waitFor();
    await page.keyboard.press('Escape');
    await popover.waitFor({ state: 'hidden' });
  });
});

job('a redirect: each exchange with what it sent, and what it did not', async () => {
  const fields = { url: `${origin.http}/old`, auth: { type: 'bearer', token: 'very-secret' } };
  await withRequest(makeRequest(fields), async ({ page, pane, tab, send }) => {
    await send();
    await pane.getByText('hello from /new').waitFor();
    await tab(/^Sent/).click();
    const exchanges = pane.getByRole('listbox', { name: 'Exchanges' });
    expect(await exchanges.getByRole('option').count()).toBe(2);
    await exchanges.getByRole('option', { name: /\/new .*redirect, new host/ }).waitFor();
    await pane.getByText(/^Authorization was not sent to localhost/).waitFor();
    await exchanges.focus();
    await page.keyboard.press('ArrowUp');
    await pane.getByRole('row', { name: /^Authorization Bearer .* authorization/ }).waitFor();
    expect(await pane.textContent()).not.toContain('very-secret');
  });
});

job('a large body is a tree at once, and one that was stopped says so', async () => {
  await withRequest(makeRequest({ url: `${origin.http}/orders` }), async ({ page, pane, send }) => {
    await send();
    await pane.getByText(/^80,003 values$/).waitFor();
    const field = pane.getByRole('combobox', { name: 'Search in the response body' });
    await field.fill('$.orders[19999].sku');
    await field.press('Enter');
    await pane.getByText('"SKU-19999"').waitFor();

    await pane.getByRole('radio', { name: 'Filter' }).click();
    await field.fill('$.orders[*].sku');
    const filtered = pane.getByRole('tree', { name: 'response body, filtered' });
    await pane.getByText('20,001 values').waitFor();
    await filtered.focus();
    await page.keyboard.press('End');
    await pane.getByText('$.orders[19999].sku', { exact: true }).waitFor();
    await pane.getByRole('button', { name: 'Copy all that is shown' }).waitFor();
    expect(await serious(page, PANE)).toEqual([]);

    await pane.getByRole('radio', { name: 'Table' }).click();
    const table = pane.getByRole('table', { name: 'response body' });
    await table.getByRole('row', { name: '7 7 SKU-7 10.5', exact: true }).waitFor();
    await pane.getByText('$.orders: 20,000 rows').waitFor();
    expect(await serious(page, PANE)).toEqual([]);
  });
  await withRequest(
    makeRequest({ url: `${origin.http}/part`, method: 'POST' }),
    async ({ page, pane, tab, send }) => {
      await send();
      await pane.getByText('12.0 KB').waitFor();
      await page.keyboard.press('Control+.');
      await pane.getByRole('alert').getByText('Stopped at 12.0 of 48.0 KB').waitFor();
      await pane.getByText('the server may have acted on it').waitFor();
      await tab(/^Body/).click();
      await pane.getByText('This is what had arrived.').waitFor();
      await pane.getByText(/^x{1000}/).waitFor();
      expect(await serious(page, PANE)).toEqual([]);
    },
  );
});

job('a failure says what failed, how far it got, and helps', async () => {
  await withRequest(
    makeRequest({ url: 'https://127.0.0.1:9/refund', method: 'POST' }),
    async ({ page, pane, send }) => {
      await send();
      const alert = pane.getByRole('alert');
      await alert.getByText('Nothing listens on 127.0.0.1:9').waitFor();
      await alert.getByText('Nothing of the request was sent.').waitFor();
      await alert.getByText('ECONNREFUSED', { exact: true }).waitFor();
      await pane.getByRole('listitem').filter({ hasText: 'Request sent' }).getByText('not reached').waitFor();
      expect(await serious(page, PANE)).toEqual([]);
    },
  );
  const fields = { url: `${origin.http}/slow`, method: 'POST', settings: { timeoutMs: 300 } };
  await withRequest(makeRequest(fields), async ({ pane, send }) => {
    await send();
    await pane.getByText('No whole response within 300 ms').waitFor();
    await pane.getByRole('button', { name: 'Wait 600 ms' }).click();
    await pane.getByText('No whole response within 600 ms').waitFor();
  });
});

job('a certificate that is not trusted is a question: once, for this host, or its authority', async () => {
  const stranger = untrustedAuthority();
  const { key, cert } = stranger.issue('localhost');
  const server = createServer({ key, cert: cert + stranger.ca }, (_, response) => response.end('let in'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await withRequest(makeRequest({ url: `https://localhost:${port}/` }), async ({ page, pane, send }) => {
    await send();
    const alert = pane.getByRole('alert');
    await alert.getByText(`The certificate of localhost:${port} is not trusted`).waitFor();
    await alert.getByText(/^It is signed by .*Nothing of the request was sent\.$/).waitFor();
    await pane.getByRole('region', { name: 'Certificate of the server' }).waitFor();
    expect(await pane.locator('button:focus').count()).toBe(0);
    expect(await serious(page, PANE)).toEqual([]);

    await page.keyboard.press('Control+Alt+Enter');
    await pane.getByText('let in').waitFor();
    await send();
    await alert.getByRole('button', { name: 'Add the authority…' }).click();
    const question = page.getByRole('dialog', { name: 'Trust this authority?' });
    expect(await serious(page, '[role=dialog]')).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await alert.getByRole('button', { name: 'Trust for this host and send' }).click();
    await pane.getByText('let in').waitFor();
    await send();
    await pane.getByText('200', { exact: true }).waitFor();
    const { certificates } = await running.result('client.trusted_certificates');
    expect(certificates).toMatchObject([{ host: 'localhost', port, for: 'host' }]);
  });
  server.closeAllConnections();
  server.close();
});

job('a stream is a timeline while it comes, also after the page was loaded again', async () => {
  await withRequest(makeRequest({ url: `${origin.http}/events` }), async ({ page, pane, send }) => {
    await send();
    const timeline = pane.getByRole('listbox', { name: 'Messages' });
    await timeline.getByRole('option', { name: /second/ }).waitFor();
    await page.reload();
    await timeline.getByRole('option', { name: /order .*"id":1/ }).click();
    await pane
      .getByRole('region', { name: 'Message', exact: true })
      .getByText('id', { exact: true })
      .waitFor();
    open.get('/events')!.write('data: third\n\n');
    await timeline.getByRole('option', { name: /third/ }).waitFor();
    open.get('/events')!.end();
    await pane.getByText('200', { exact: true }).waitFor();
    expect(await timeline.getByRole('option').count()).toBe(3);
    expect(await serious(page, PANE)).toEqual([]);
  });
});

job('sending again ends the first, whose response stays until the new one begins', async () => {
  const id = await makeRequest({ url: `${origin.http}/order` });
  await withRequest(Promise.resolve(id), async ({ page, pane, send }) => {
    await send();
    await pane.getByText('"ord_1"').waitFor();
    await change(id, { url: `${origin.http}/slow` });
    await page.reload();
    await pane.getByText('"ord_1"').waitFor();
    await send();
    await page.getByRole('button', { name: /^Stop/ }).waitFor();
    await pane.locator('[data-dimmed=true]').getByText('"ord_1"').waitFor();
    await send();
    await page.keyboard.press('Control+.');
    await pane.getByRole('alert').getByText('Stopped', { exact: true }).waitFor();
  });
});

job('the latest responses are stepped through, also after the app has forgotten the sends', async () => {
  const id = await makeRequest({ url: `${origin.http}/first` });
  await withRequest(Promise.resolve(id), async ({ page, pane, tab, send }) => {
    await send();
    await pane.getByText('hello from /first').waitFor();
    await change(id, { url: `${origin.http}/second` });
    await page.getByText(`${origin.http}/second`).waitFor();
    await send();
    await pane.getByText('hello from /second').waitFor();
    await pane.getByRole('button', { name: 'Latest responses' }).click();
    await expect.poll(() => page.getByRole('menuitemcheckbox').count()).toBe(2);
    await page.keyboard.press('Escape');
    await tab(/^Body/).focus();
    await page.keyboard.press('Alt+ArrowLeft');
    await pane.getByText('hello from /first').waitFor();
    await pane
      .getByRole('status')
      .getByText(/2 of 2/)
      .waitFor();
    await tab(/^Sent/).click();
    await pane.getByRole('option', { name: /\/first/ }).waitFor();
    expect(await serious(page, PANE)).toEqual([]);
    await pane.getByRole('button', { name: 'Back' }).click();
    await pane.getByRole('option', { name: /\/second/ }).waitFor();
  });
  await withRequest(Promise.resolve(id), async ({ page, pane }) => {
    await pane.getByRole('button', { name: 'Latest responses' }).click();
    await page.getByRole('menuitemcheckbox').last().click();
    await pane.getByText('hello from /first').waitFor();
  });
});

job('the answer of a model is a conversation while it comes', async () => {
  const ai = {
    provider: 'openaiCompatible',
    model: 'm-1',
    apiKey: 'k',
    messages: [{ role: 'user', text: 'And ord_1?' }],
    stream: true,
  };
  await withRequest(makeRequest({ url: `${origin.http}/v1`, ai }, 'ai'), async ({ pane, send }) => {
    await send();
    const conversation = pane.getByRole('region', { name: 'Conversation' });
    await conversation.getByText('It left the warehouse').waitFor();
    open.get('/v1/chat/completions')!.end(`${delta({ content: ' at **09:12**.' })}data: [DONE]\n\n`);
    await conversation.getByText('09:12', { exact: true }).waitFor();
    await pane.getByText('200', { exact: true }).waitFor();
  });
});

job.each(themes)('looks right, %s', async (colorScheme) => {
  const fields = { url: `${origin.http}/order`, scripts: { test: TESTS } };
  await withRequest(
    makeRequest(fields),
    async ({ page, pane, tab, send }) => {
      await send();
      await pane.getByText('"ord_1"').waitFor();
      for (const title of [/^Tests/, /^Console/, /^Sent/, /^Cookies/, /^Preview/]) {
        await tab(title).click();
        expect(await serious(page, PANE)).toEqual([]);
      }
    },
    { colorScheme },
  );
});
