// Further states of the API client with the small workspace: requests of single types, responses that went wrong, and
// sheets, for pictures and for tests that look at all of them.
import type { Page } from 'playwright-core';
import type { TestApp } from './app.ts';
import { makeDraft } from './client-drafts.ts';
import { openSpec } from './client-screens.ts';

type Prepare = (page: Page, app: TestApp) => Promise<void>;

export const clientStates: Readonly<Record<string, Prepare>> = {
  'client-graphql': draft({
    type: 'graphql',
    method: 'POST',
    url: '{{baseUrl}}/graphql',
    body: {
      type: 'graphql',
      query: 'query Catalogue($first: Int!) {\n  products(first: $first) { sku title }\n}',
      variables: '{ "first": 24 }',
    },
  }),
  'client-grpc': draft({ type: 'grpc', url: 'grpc://127.0.0.1:1', grpc: { messages: ['{"sku":"MUG-02"}'] } }),
  'client-mcp': draft({ type: 'mcp', url: '{{baseUrl}}/mcp' }),
  'client-mqtt': draft({
    type: 'mqtt',
    url: 'mqtt://127.0.0.1:1',
    mqtt: {
      subscribe: [{ topic: 'orders/+/state' }],
      publish: [{ topic: 'orders/4127', payload: '{"a":1}' }],
    },
  }),
  'client-ai': draft({ type: 'ai', url: '{{baseUrl}}/v1/chat/completions', ai: { model: 'small' } }),
  'client-tcp': draft({ type: 'tcp', url: 'tcp://127.0.0.1:1' }),
  'client-error': async (page, app) => {
    await open(page, app, { url: 'http://127.0.0.1:1/v1/orders?status=open' });
    await page.keyboard.press('Control+Enter');
    await page.getByRole('heading', { name: /Nothing listens/ }).waitFor();
  },
  'client-sent': async (page, app) => {
    await sent(page, app, { url: '{{baseUrl}}/authorize?client_id=harbor-ios' });
    await part(page, /^Sent/).click();
  },
  'client-tests': async (page, app) => {
    const scripts = { test: "pm.test('is accepted', () => pm.response.to.have.status(201));" };
    await sent(page, app, { url: '{{baseUrl}}/v1/session', scripts });
    await part(page, /^Tests/).click();
    await page.getByText('is accepted').first().waitFor();
  },
  'client-stream': (page, app) => sent(page, app, { url: '{{baseUrl}}/events' }),
  'client-headers': async (page, app) => {
    await sent(page, app, { url: '{{baseUrl}}/v1/session', headers: [{ name: 'X-Client', value: 'ios' }] });
    await part(page, /^Headers/).click();
  },
  'client-collection-headers': async (page, app) => {
    await openCollection(page, app);
    await page.getByRole('tab', { name: /^Headers/ }).click();
    await page.getByRole('radio', { name: 'Table' }).waitFor();
  },
  'client-collection-settings': async (page, app) => {
    await openCollection(page, app);
    await page.getByRole('tab', { name: /^Settings/ }).click();
    await page.getByLabel('HTTP version').waitFor();
  },
  'client-export': async (page, app) => {
    await openCollection(page, app);
    await page.getByRole('button', { name: 'Export…' }).click();
    await page.getByRole('dialog').waitFor();
  },
  'client-dataset': async (page, app) => {
    const rows = Array.from({ length: 40 }, (_, at) => [
      `cus_${at}`,
      `user${at}@harbor.test`,
      at === 7 ? '' : 'DE',
    ]);
    const known = await app.result('client.workspace');
    if (!JSON.stringify(known).includes('"customers"'))
      await app.result('save_dataset', {
        name: 'customers',
        csv: [['id', 'email', 'country'], ...rows].map((row) => row.join(',')).join('\n'),
      });
    await page.evaluate(`location.hash = '#/client?page=datasets'`);
    await page.getByText('customers').first().click();
    await page.getByText('user1@harbor.test').first().waitFor();
  },
  'client-together': async (page) => {
    await page.evaluate(`location.hash = '#/client'`);
    for (const name of ['Harbor API', 'Carts', 'Checkout']) await unfold(page, name);
    await page.getByRole('treeitem', { name: /Read cart/ }).click();
    await page.getByRole('treeitem', { name: /Place order/ }).click({ modifiers: ['Control'] });
    await page.getByRole('treeitem', { name: /Place order/ }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: /together/i }).click();
    await page.getByText('What changes').waitFor();
  },
  'client-spec-diff': async (page, app) => {
    await openSpec(page, app);
    await page.getByRole('radio', { name: 'Diff', exact: true }).click();
    await page.getByLabel('Another version').setInputFiles({
      name: 'old.yaml',
      mimeType: 'text/yaml',
      buffer: Buffer.from(OLD),
    });
    await page.getByRole('listbox', { name: 'Changes' }).getByRole('option').nth(1).click();
    await page.getByRole('region', { name: 'Who is affected' }).waitFor();
  },
  'client-spec-docs': async (page, app) => {
    await openSpec(page, app);
    await page.getByRole('radio', { name: 'Docs', exact: true }).click();
    await page.frameLocator('iframe').getByRole('heading').first().waitFor();
  },
  'client-load': async (page) => {
    await page.evaluate(`location.hash = '#/client?page=loads'`);
    await page.getByRole('button', { name: 'New load test' }).click();
    await page.getByLabel('Seconds of stage 1', { exact: true }).fill('1');
    await page.getByLabel('Seconds of stage 2', { exact: true }).fill('1');
    await page.getByLabel('Seconds of stage 3', { exact: true }).fill('1');
    await page.getByLabel('Users at the end of stage 1', { exact: true }).fill('2');
    await page.getByLabel('Users at the end of stage 2', { exact: true }).fill('2');
    await page.getByRole('button', { name: /^Start/ }).click();
    await page.getByRole('button', { name: 'Set up again' }).waitFor({ timeout: 20_000 });
  },
  'save-from-traffic': async (page) => {
    await page.evaluate(`location.hash = '#/traffic'`);
    await page
      .getByRole('row', { name: /POST 200 .*checkout/ })
      .last()
      .click();
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Shift+s');
    await page.getByRole('dialog').getByText('selected', { exact: false }).first().waitFor();
  },
  'edit-from-traffic': async (page) => {
    await page.evaluate(`location.hash = '#/traffic'`);
    await page
      .getByRole('row', { name: /POST 200 .*checkout/ })
      .last()
      .click();
    await page.getByRole('grid', { name: 'Requests' }).focus();
    await page.keyboard.press('e');
    await page.getByRole('textbox', { name: 'URL' }).waitFor();
  },
};

const OLD = `openapi: 3.1.0
info: { title: Orders API, version: 0.9.0 }
servers: [{ url: https://api.harbor.test }]
paths:
  /v1/checkout:
    post:
      tags: [Checkout]
      responses: { '200': { description: Fine }, '201': { description: Accepted } }
  /v1/shipping/rates:
    get: { tags: [Shipping], responses: { '200': { description: Rates } } }
`;

function draft(request: object): Prepare {
  return (page, app) => open(page, app, request);
}

async function open(page: Page, app: TestApp, request: object): Promise<void> {
  await page.evaluate(`location.hash = '#/client?kind=request&id=${await makeDraft(app, request)}'`);
  await page.getByRole('tablist', { name: 'Request', exact: true }).waitFor();
}

async function sent(page: Page, app: TestApp, request: object): Promise<void> {
  await open(page, app, request);
  await page.keyboard.press('Control+Enter');
  await part(page, /^Sent/).waitFor();
}

function part(page: Page, name: RegExp) {
  return page.getByRole('tablist', { name: 'Response', exact: true }).getByRole('tab', { name });
}

async function openCollection(page: Page, app: TestApp): Promise<void> {
  const [{ id }] = await app.result('list_collections');
  await page.evaluate(`location.hash = '#/client?kind=collection&id=${id}'`);
  await page.getByRole('tablist', { name: 'Inherited' }).waitFor();
}

async function unfold(page: Page, name: string): Promise<void> {
  await page.getByRole('treeitem', { name }).click();
  await page.keyboard.press('ArrowRight');
}
