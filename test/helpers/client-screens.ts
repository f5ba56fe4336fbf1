// The screens of the API client with a small workspace, for pictures and for tests that look at all of them.
import type { Page } from 'playwright-core';
import type { TestApp } from './app.ts';
import { makeDraft } from './client-drafts.ts';
import type { Origin } from './origin.ts';

type Prepare = (page: Page, app: TestApp) => Promise<void>;

export const clientScreens: Readonly<Record<string, Prepare>> = {
  client: async (page) => {
    await goTo(page, '');
    await page.getByText('Paste a URL or a cURL command').waitFor();
  },
  'client-request': async (page, app) => {
    await openRequest(page, app, 'Read cart');
    await page.getByText('will be sent').first().waitFor();
  },
  'client-response': async (page, app) => {
    await openRequest(page, app, 'Place order');
    await page.keyboard.press('Control+Enter');
    await page.getByText('requires_action').first().waitFor();
  },
  'client-sql': async (page, app) => {
    const statement = "SELECT ? AS number, NULL AS missing, '' AS empty, 'text' AS text";
    await openDraft(page, app, {
      type: 'sql',
      url: ':memory:',
      sql: { driver: 'sqlite', statement, parameters: ['5'] },
    });
    await page.keyboard.press('Control+Enter');
    await page.getByRole('gridcell', { name: 'NULL' }).click();
  },
  'client-websocket': async (page, app) => {
    const messages = [
      { kind: 'json', text: '{"type":"subscribe"}' },
      { action: 'expect', text: 'subscribed' },
    ];
    await openDraft(page, app, { type: 'websocket', url: 'ws://127.0.0.1:1', websocket: { messages } });
    await page.getByRole('listbox', { name: 'Steps' }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('tab', { name: 'Error' }).waitFor();
  },
  'client-auth': async (page, app) => {
    await openRequest(page, app, 'Read cart');
    await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Auth' }).click();
    await page.getByLabel('Type', { exact: true }).waitFor();
  },
  'client-scripts': async (page, app) => {
    await openRequest(page, app, 'Place order');
    await page
      .getByRole('tablist', { name: 'Request' })
      .getByRole('tab', { name: /^Scripts/ })
      .click();
    await page.getByRole('textbox', { name: 'Script after the response' }).waitFor();
  },
  'client-settings': async (page, app) => {
    await openRequest(page, app, 'Read cart');
    await page.getByRole('tablist', { name: 'Request' }).getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('HTTP version').waitFor();
  },
  'client-collection': async (page, app) => {
    const [{ id }] = await app.result('list_collections');
    await goTo(page, `?kind=collection&id=${id}`);
    await page.getByRole('tablist', { name: 'Inherited' }).waitFor();
  },
  'client-runner': async (page) => {
    await openRunner(page);
  },
  'client-run': async (page) => {
    await openRunner(page);
    await page.keyboard.press('Control+Enter');
    await page.getByRole('option', { name: /Place order/ }).click();
    await page.getByRole('tablist', { name: 'Parts of the request' }).waitFor();
  },
  'client-changes': async (page) => {
    await goTo(page, '?page=git');
    await page.getByRole('heading', { name: 'Changes' }).waitFor();
  },
  'client-environments': (page) => showPage(page, 'environments', 'baseUrl'),
  'client-search': async (page) => {
    await showPage(page, 'search', 'are searched');
    await page.getByRole('textbox', { name: 'Find', exact: true }).fill('v1');
    await page.getByRole('textbox', { name: 'Replace with' }).fill('v2');
    await page.getByText(/^\d places? in/).waitFor();
  },
  'client-mock-setup': setUpMock,
  // It is stopped at once: screens are shown many times.
  'client-mock': async (page) => {
    await setUpMock(page);
    await page.getByRole('button', { name: /^Start/ }).click();
    const stop = page.getByRole('button', { name: 'Stop', exact: true });
    await stop.waitFor();
    const url = await page.locator('code').first().textContent();
    await fetch(`${url}/v1/wishlists?customer=cus_81Rk`);
    await page.getByRole('gridcell', { name: '404' }).click();
    await stop.click();
    await page.getByText('Calls get no answer').waitFor();
  },
  'client-load-setup': async (page) => {
    await showPage(page, 'loads', 'the latest 20');
    await page.getByRole('button', { name: 'New load test' }).click();
    await page.getByRole('heading', { name: 'As k6' }).waitFor();
    await page.getByRole('slider').first().focus();
  },
  'client-history': (page) => showPage(page, 'history', 'on this machine'),
  'client-cookies': (page) => showPage(page, 'cookies', 'in the jar'),
  'client-trash': (page) => showPage(page, 'trash', 'deleted objects'),
  'client-import': async (page) => {
    await goTo(page, '');
    await page.keyboard.press('Control+o');
    const field = page.getByRole('textbox', { name: /^Paste/ });
    await field.fill("curl -X POST 'http://api.harbor.test/v1/orders' -d a=b");
    await field.press('Enter');
    await page.getByText('1 request', { exact: true }).waitFor();
  },
  'client-spec': async (page, app) => {
    await openSpec(page, app);
    await page
      .getByText('was found')
      .or(page.getByText(/^\d+ warnings?$/))
      .first()
      .waitFor();
  },
  'client-spec-contract': async (page, app) => {
    await openSpec(page, app);
    await page.getByRole('radio', { name: 'Contract', exact: true }).click();
    await page.getByText('operations seen').waitFor();
  },
  'client-flow': async (page, app) => {
    const steps = [
      { type: 'extract', from: 'status', variable: 'status' },
      { type: 'send', request: 'Place order' },
    ];
    const { id } = await app.result('save_client_flow', { name: 'Order to refund', steps });
    await goTo(page, `?kind=flow&id=${id}`);
    await page.getByRole('tree', { name: 'Steps' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.getByText(/^Failed at 1/).waitFor();
    await page.getByRole('tree', { name: 'Steps' }).getByRole('treeitem').first().click();
    await page.getByText('there is nothing to extract from').first().waitFor();
  },
};

async function openRunner(page: Page): Promise<void> {
  await goTo(page, '');
  await page.getByRole('treeitem', { name: 'Harbor API' }).click();
  await page.keyboard.press('Alt+r');
  await page.getByRole('region', { name: 'Options' }).waitFor();
}

async function setUpMock(page: Page): Promise<void> {
  await showPage(page, 'mocks', 'servers on this computer');
  await page.getByRole('button', { name: 'New mock' }).click();
  await page.getByText('What it will answer').waitFor();
  await page.getByLabel('Port').fill('');
}

const SPEC = `openapi: 3.1.0
info: { title: Orders API, version: 1.0.0 }
servers: [{ url: https://api.harbor.test }]
paths:
  /v1/checkout:
    post: { tags: [Checkout], responses: { '201': { description: Accepted } } }
`;

export async function openSpec(page: Page, app: TestApp): Promise<void> {
  const known = await app.result('list_specs');
  const { id } = known[0] ?? (await app.result('import_spec', { text: SPEC })).spec;
  await goTo(page, `?kind=spec&id=${id}`);
  await page.getByRole('textbox', { name: /^Text of/ }).waitFor();
}

async function goTo(page: Page, query: string): Promise<void> {
  await page.evaluate(`location.hash = '#/client${query}'`);
  await page.locator('main [data-region]').first().waitFor();
}

async function showPage(page: Page, name: string, text: string): Promise<void> {
  await goTo(page, `?page=${name}`);
  await page.getByText(text).first().waitFor();
}

async function openDraft(page: Page, app: TestApp, request: object): Promise<void> {
  await goTo(page, `?kind=request&id=${await makeDraft(app, request)}`);
  await page.getByRole('textbox', { name: 'URL' }).waitFor();
}

async function openRequest(page: Page, app: TestApp, name: string): Promise<void> {
  const { id } = await app.result('get_saved_request', { collection: 'Harbor API', request: name });
  await goTo(page, `?kind=request&id=${id}`);
  await page.getByRole('textbox', { name: 'URL' }).waitFor();
}

/** Fills the workspace of an app with a collection and an environment. */
export async function fillWorkspace({ result }: Pick<TestApp, 'result'>, shop: Origin): Promise<void> {
  await result('create_collection', { name: 'Harbor API' });
  for (const name of ['Carts', 'Checkout']) await result('create_folder', { collection: 'Harbor API', name });
  await result('save_environment', {
    name: 'Staging',
    variables: [
      { name: 'baseUrl', value: shop.http },
      { name: 'cartId', value: 'c_8Fq2LmZr' },
      { name: 'token', value: 'not-for-files', secret: true },
    ],
  });
  await result('set_active_environment', { environment: 'Staging' });
  await result('create_request', {
    collection: 'Harbor API',
    folder: 'Carts',
    name: 'Read cart',
    url: '{{baseUrl}}/v1/carts/{{cartId}}?expand=items&region={{regon}}',
    headers: { Accept: 'application/json', 'X-Client': 'ios/4127' },
    auth: { type: 'oauth2', grant: 'authorizationCodePkce', clientId: 'harbor', scope: 'carts' },
  });
  await result('create_request', {
    collection: 'Harbor API',
    folder: 'Checkout',
    name: 'Place order',
    method: 'POST',
    url: '{{baseUrl}}/v1/checkout',
    body: '{"cartId": "{{cartId}}", "express": true}',
    scripts: {
      test: "pm.test('is accepted', () => pm.response.to.have.status(201));\nconsole.log(pm.response.code);\n",
    },
  });
}
