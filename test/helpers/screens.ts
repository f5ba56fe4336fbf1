// Every screen of the web UI with sample traffic, for pictures and for tests that look at all of them.
import type { Page } from 'playwright-core';
import { aiBodies } from './ai-bodies.ts';
import type { TestApp } from './app.ts';
import { clientScreens, fillWorkspace } from './client-screens.ts';
import { clientStates } from './client-states.ts';
import { sendDemoTraffic } from './demo-traffic.ts';
import type { Origin } from './origin.ts';
import { until } from './waiting.ts';

export type Prepare = (page: Page, app: TestApp) => Promise<void>;

/** Brings a page of a filled app to each screen, by name. */
export const screens: Readonly<Record<string, Prepare>> = {
  traffic: openCheckout,
  'detail-right': async (page) => {
    await openCheckout(page);
    await page.getByRole('tab', { name: 'Overview' }).click();
    const button = page.getByRole('button', { name: 'Dock at the right' });
    // A narrow window has no room for it.
    if (await button.isVisible()) await button.click();
  },
  filter: async (page) => {
    await page.keyboard.press('/');
    await page.keyboard.type('host:127.* status:4xx,5xx dur');
    await page.getByRole('option').first().waitFor();
  },
  palette: async (page) => {
    await openCheckout(page);
    await page.getByRole('grid', { name: 'Requests' }).focus();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('re');
  },
  menu: async (page) => {
    await page
      .getByRole('row', { name: /POST 200 .*checkout/ })
      .last()
      .click({ button: 'right' });
    await page.getByRole('menu').waitFor();
  },
  assistants: async (page) => {
    await page
      .getByRole('row', { name: /chat\/completions/ })
      .last()
      .click();
    await page.getByText('It is cold.').waitFor();
  },
  agent: async (page) => {
    await page.getByRole('tree', { name: 'Agent runs' }).getByRole('treeitem').first().click();
    await page.getByRole('treegrid', { name: 'Steps' }).waitFor();
  },
  'tools-map-local': async (page) => {
    await goTo(page, '/tools?tool=mapLocal');
    await page.getByText('Empty cart').first().click();
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
  },
  'tools-scripting': async (page) => {
    await goTo(page, '/tools?tool=scripting');
    await page.getByText('Add a header').first().click();
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
  },
  'tools-empty': (page) => goTo(page, '/tools?tool=dnsSpoofing'),
  breakpoints: async (page) => {
    await goTo(page, '/breakpoints');
    await page.getByText('Held at request').waitFor();
  },
  insights: async (page) => {
    await goTo(page, '/insights');
    await page.getByText('Requests per').waitFor();
  },
  'insights-endpoints': async (page) => {
    await goTo(page, '/insights?section=endpoints');
    await page.getByRole('row').nth(2).waitFor();
  },
  'capture-sheet': async (page, app) => {
    await until('a page listens', async () => {
      const { opened } = (await app.result('open_capture', { app: 'node' })) as { opened: boolean };
      return opened;
    });
    await page.getByRole('dialog', { name: 'Capture node' }).waitFor();
    await page.getByLabel('Another domain').fill('api.harbor.test');
    await page.keyboard.press('Enter');
    await page.getByText('What changes on this computer').waitFor();
  },
  'setup-android': (page) => goTo(page, '/setup?page=android'),
  'setup-docker': (page) => goTo(page, '/setup?page=docker'),
  setup: (page) => goTo(page, '/setup'),
  'setup-ios': (page) => goTo(page, '/setup?page=ios'),
  mcp: (page) => goTo(page, '/mcp'),
  settings: (page) => goTo(page, '/settings'),
  'settings-ssl': (page) => goTo(page, '/settings?page=ssl'),
  'settings-certificate': async (page) => {
    await goTo(page, '/settings?page=certificate');
    await page
      .getByRole('region', { name: /^Trust of/ })
      .first()
      .waitFor();
  },
  'settings-client-certificates': (page) => goTo(page, '/settings?page=clientCertificates'),
  'settings-network': (page) => goTo(page, '/settings?page=network'),
  ...clientScreens,
  ...clientStates,
};

async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate(`location.hash = '#${path}'`);
  // The code of a screen is loaded when it is first shown.
  await page.locator('main [data-region]').first().waitFor();
}

export async function openCheckout(page: Page): Promise<void> {
  await page
    .getByRole('row', { name: /POST 200 .*checkout/ })
    .last()
    .click();
  await page.getByText('requires_action').waitFor();
}

/** Sends the sample traffic and sets up the tools. Resolves with the request that a breakpoint holds. */
export async function fillApp(app: TestApp, shop: Origin): Promise<{ readonly held: Promise<unknown> }> {
  await sendDemoTraffic(app, shop, 4);
  await app.via('http://127.0.0.1:9/down').catch(() => undefined);
  await fillWorkspace(app, shop);
  const headers = { 'Content-Type': 'application/json' };
  const { body } = aiBodies.chatRequest;
  await app.via(`${shop.http}/v1/chat/completions`, { method: 'POST', headers, body });
  const ids = app.app.traffic.newest().map(({ id }) => id);
  await app.result('annotate_request', {
    id: ids.at(-7),
    color: 'orange',
    comment: 'Total differs from the cart',
  });
  await app.result('ui.annotate_requests', { ids: String(ids.at(-8)), pinned: true });
  await app.result('ui.import_rules', { state: { version: 1, tools: TOOLS }, mode: 'replace' });
  for (const value of ['*.harbor.test', 'api.payments.test'])
    await app.result('ssl_proxying', { action: 'add_host', value });
  const held = app.via(`${shop.http}/v1/held`, { method: 'POST', headers, body: '{"cartId":"c_8Fq2LmZr"}' });
  await until('a message is held', () => app.app.paused.count > 0);
  return { held: held.catch(() => undefined) };
}

const TOOLS = {
  breakpoint: { enabled: true, rules: [{ name: 'Held orders', pattern: '*/v1/held', stage: 'request' }] },
  mapLocal: {
    enabled: true,
    rules: [
      {
        name: 'Empty cart',
        pattern: '*/v1/carts/*',
        methods: ['GET', 'PATCH'],
        body: { text: '{"items": []}' },
      },
      { name: 'Terms of 2027', pattern: '*/legal/terms', enabled: false },
    ],
  },
  scripting: {
    rules: [
      {
        name: 'Add a header',
        pattern: '*/v1/*',
        code: "function onRequest(context, url, request) {\n  request.headers['x-debug'] = '1';\n  return request;\n}\n",
      },
    ],
  },
};
