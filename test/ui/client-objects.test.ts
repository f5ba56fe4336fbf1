// Every kind of object of a workspace in a real browser: the palette finds it, its link opens it in a fresh window, its
// name is found by the search, and its command is the right one.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const browser = await startBrowser();
const withBrowser = test.skipIf(browser === null);
let running: TestApp;
let open: readonly Page[] = [];

interface Kind {
  readonly kind: string;
  readonly name: string;
  /** The tab that shows it. */
  readonly tab: string;
  /** Null where no command takes it alone. */
  readonly command: string | null;
}

const KINDS: readonly Kind[] = [
  { kind: 'collection', name: 'Harbor', tab: 'Harbor', command: 'proxyctl collection run Harbor -e Dock' },
  {
    kind: 'folder',
    name: 'Quay',
    tab: 'Quay',
    command: 'proxyctl collection run Harbor --folder Quay -e Dock',
  },
  { kind: 'request', name: 'Berth', tab: 'GET Berth', command: 'proxyctl send Harbor/Quay/Berth -e Dock' },
  { kind: 'example', name: 'Moored', tab: 'GET Berth', command: 'proxyctl send Harbor/Quay/Berth -e Dock' },
  { kind: 'environment', name: 'Dock', tab: 'Dock', command: 'proxyctl collection run Harbor -e Dock' },
  {
    kind: 'dataset',
    name: 'ships',
    tab: 'ships',
    command: 'proxyctl collection run Harbor -d ships -e Dock',
  },
  { kind: 'spec', name: 'Tides', tab: 'Tides', command: 'proxyctl spec lint specs/tides.yaml' },
  { kind: 'flow', name: 'Departure', tab: 'Departure', command: 'proxyctl flow run Departure -e Dock' },
  { kind: 'run', name: 'Nightly', tab: 'Nightly', command: 'proxyctl collection run --config Nightly' },
  { kind: 'loadTest', name: 'Storm', tab: 'Storm', command: 'proxyctl perf --config Storm' },
];
/** Ids by kind. */
const ids = new Map<string, string>();

beforeAll(async () => {
  running = await startTestApp();
  const { result } = running;
  ids.set('collection', (await result('create_collection', { name: 'Harbor' })).id);
  ids.set('folder', (await result('create_folder', { collection: 'Harbor', name: 'Quay' })).id);
  const request = { collection: 'Harbor', folder: 'Quay', name: 'Berth', url: 'http://127.0.0.1:1/' };
  const { id: berth } = await result('create_request', request);
  ids.set('request', berth);
  const example = { id: 'moored', name: 'Moored', status: 200, headers: [], body: 'ahoy' };
  await result('update_request', { collection: 'Harbor', request: berth, changes: { examples: [example] } });
  ids.set('example', 'moored');
  ids.set('environment', (await result('save_environment', { name: 'Dock', variables: [] })).id);
  await result('set_active_environment', { environment: 'Dock' });
  await result('save_dataset', { name: 'ships', rows: [{ name: 'Ada' }] });
  ids.set('dataset', 'ships');
  const document = 'openapi: 3.1.0\ninfo: { title: Tides, version: "1" }\npaths: {}\n';
  await result('import_content', { text: document });
  ids.set('spec', (await result('list_specs')).find(({ name }: Kind) => name === 'Tides').id);
  ids.set('flow', (await result('save_client_flow', { name: 'Departure', steps: [] })).id);
  for (const [kind, name] of [
    ['run', 'Nightly'],
    ['loadTest', 'Storm'],
  ]) {
    const object = { kind, id: `${kind}-id`, window: 'test' };
    const changes = [
      { field: 'name', value: name },
      { field: 'collection', value: ids.get('collection') },
    ];
    await result('client.change_draft', { ...object, changes, isNew: true });
    await result('client.save_draft', object);
    ids.set(kind!, object.id);
  }
}, 120_000);

afterEach(async () => {
  await Promise.all(open.map((page) => page.context().close()));
  open = [];
});

afterAll(async () => {
  await browser?.close();
  await running.close();
});

async function fresh(hash: string): Promise<Page> {
  const { page } = await openUi(browser!, running);
  page.setDefaultTimeout(8_000);
  open = [...open, page];
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  return page;
}

async function shows(page: Page, { kind, tab }: Kind): Promise<void> {
  await page.getByRole('tab', { name: tab, selected: true }).first().waitFor();
  if (kind === 'example') await page.getByRole('button', { name: /Moored/, pressed: true }).waitFor();
}

async function inPalette(page: Page, text: string): Promise<void> {
  await page.getByRole('tree', { name: 'Collections' }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(text);
}

withBrowser.each(KINDS)('$kind: its link in a fresh window, and its command', async (each) => {
  const page = await fresh(`#/client?kind=${each.kind}&id=${ids.get(each.kind)}`);
  await shows(page, each);
  await page.evaluate(`navigator.clipboard.writeText = async (text) => { globalThis.copied = text; }`);
  await inPalette(page, '>Copy command');
  const option = page.getByRole('option', { name: 'Copy command' });
  await option.first().click();
  await expect.poll(() => page.evaluate('globalThis.copied')).toBe(each.command);
});

withBrowser('the palette and the search find each of them', async () => {
  const page = await fresh('#/client');
  for (const each of KINDS) {
    await inPalette(page, each.name);
    await page
      .getByRole('group', { name: 'Workspace' })
      .getByRole('option', { name: new RegExp(`\\b${each.name}\\b`) })
      .first()
      .click();
    await shows(page, each);
  }
  await page.evaluate(`location.hash = '#/client?page=search'`);
  for (const { name, tab } of KINDS) {
    await page.getByRole('textbox', { name: 'Find', exact: true }).fill(name);
    await page
      .getByRole('region', { name: tab.replace(/^GET /, ''), exact: true })
      .first()
      .waitFor();
  }
});
