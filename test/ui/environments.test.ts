// Environments and datasets in a real browser: cells are edited by keyboard, and the files have what was typed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { dropClientDrafts } from '../helpers/drafts.ts';
import { temporaryHome } from '../helpers/home.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';
import { until } from '../helpers/waiting.ts';

const browser = await startBrowser();
const withBrowser = test.skipIf(browser === null);
let running: TestApp;
let folder: ReturnType<typeof temporaryHome>;
let open: readonly Page[] = [];

beforeAll(async () => {
  folder = temporaryHome();
  running = await startTestApp({ workspaceFolder: folder.path });
  await running.result('create_collection', { name: 'Shop' });
  await running.result('create_request', { collection: 'Shop', name: 'List', url: '{{base}}/{{stage}}' });
}, 120_000);

beforeEach(async () => {
  const secret = { name: 'key', value: 's3cret', secret: true };
  const values = (stage: string) => [
    { name: 'base', value: `http://${stage}` },
    { name: 'stage', value: stage },
    secret,
  ];
  await running.result('save_environment', { name: 'Dev', variables: values('dev') });
  await running.result('save_environment', { name: 'Live', variables: values('live') });
  await running.result('set_active_environment', { environment: 'Dev' });
});

afterEach(async () => {
  await Promise.all(open.map((page) => page.context().close()));
  open = [];
  await dropClientDrafts(running);
});

afterAll(async () => {
  await browser?.close();
  await running.close();
  folder.remove();
});

const text = (path: string): string =>
  existsSync(join(folder.path, path)) ? readFileSync(join(folder.path, path), 'utf8') : '';
const devFile = (): string => text('environments/dev.yaml');

async function openPage(params: string, options: object = {}): Promise<Page> {
  const { page } = await openUi(browser!, running, options);
  open = [...open, page];
  await page.evaluate(`location.hash = '#/client?${params}'`);
  return page;
}

async function openEnvironments(options: object = {}): Promise<Page> {
  const page = await openPage('page=environments', options);
  await page.getByRole('gridcell', { name: 'http://dev' }).waitFor();
  await page.getByRole('grid', { name: 'Variables' }).focus();
  return page;
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

withBrowser('a cell is saved when it is left, and taken back', async () => {
  const page = await openEnvironments();
  await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter', 'Control+a');
  await page.keyboard.type('next');
  await press(page, 'Tab');
  await page.keyboard.type('later');
  await press(page, 'Enter');
  await until(
    'both values',
    () => devFile().includes('next') && text('environments/live.yaml').includes('later'),
  );
  await page.getByRole('gridcell', { name: 'later' }).waitFor();
  await page.keyboard.press('Control+z');
  await until('the value before', () => text('environments/live.yaml').includes('live'));
  // An edit that is given up changes nothing.
  await press(page, 'ArrowUp', 'Enter');
  await page.keyboard.type('lost');
  await press(page, 'Escape');
  expect(await page.getByText('lost').count()).toBe(0);
  // A cell that is in edit is saved with its tab, too.
  await press(page, 'Enter', 'Control+a');
  await page.keyboard.type('closed');
  await page.evaluate(`location.hash = '#/tools'`);
  await until('the last value', () => text('environments/live.yaml').includes('closed'));
  await page.evaluate(`location.hash = '#/client'`);
  await page.getByRole('grid', { name: 'Variables' }).focus();
  // The key takes a value away.
  await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Delete');
  await until('no value', () => !devFile().includes('name: stage'));
});

withBrowser('a variable is added, described, switched off and moved', { tags: ['full'] }, async () => {
  const page = await openEnvironments();
  await page.getByRole('button', { name: 'Variable', exact: true }).click();
  await page.keyboard.type('region');
  await press(page, 'Enter');
  await page.getByRole('complementary', { name: 'Variable region' }).waitFor();
  await until('the variable', () => devFile().includes('region'));
  await page.getByLabel('Description', { exact: true }).fill('where stock is');
  await page.getByLabel('Description', { exact: true }).press('Enter');
  await until('the description', () => devFile().includes('where stock is'));
  await page.getByLabel('Dev', { exact: true }).click();
  await until('to be off', () => /region[^]*enabled: false/.test(devFile()));
  await page.getByRole('grid', { name: 'Variables' }).focus();
  await press(page, 'Alt+ArrowUp');
  await until('another order', () => devFile().indexOf('region') < devFile().indexOf('stage'));
});

withBrowser('a secret leaves the file, and comes back', async () => {
  const page = await openEnvironments();
  await page.getByRole('switch', { name: 'Secret base' }).click();
  await until('no value in the file', () => !devFile().includes('http://dev'));
  expect(text('.local/secrets.json')).toContain('http://dev');
  // The row is among the secrets now, and the cursor with it.
  await page.getByRole('switch', { name: 'Secret base', checked: true }).click();
  await until('the value in the file', () => devFile().includes('http://dev'));
  expect(devFile()).not.toContain('s3cret');
});

withBrowser('a variable is renamed with its uses', async () => {
  const page = await openEnvironments();
  await press(page, 'Enter', 'Control+a');
  await page.keyboard.type('origin');
  await press(page, 'Enter');
  await page.getByRole('button', { name: 'Rename with 1 use' }).click();
  const request = (): string => text('collections/shop/list.request.yaml');
  await until('the use', () => request().includes('{{origin}}/{{stage}}'));
  await until('the variable', () => devFile().includes('name: origin'));
  await page.getByRole('gridcell', { name: 'origin' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await until('the former name', () => request().includes('{{base}}/{{stage}}'));
});

withBrowser('environments are made, copied and chosen', { tags: ['full'] }, async () => {
  for (const colorScheme of themes) {
    await running.result('set_active_environment', { environment: 'Dev' });
    const page = await openEnvironments({ colorScheme });
    expect(await serious(page)).toEqual([]);
    await page.getByRole('button', { name: 'Environment Live' }).click();
    await page.getByRole('menuitem', { name: 'Make active' }).click();
    await page.getByRole('columnheader', { name: 'Live' }).getByText('active').waitFor();
    await page.getByRole('button', { name: 'Environment Dev' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByRole('button', { name: 'Environment Dev copy' }).click();
    // The value of a secret is not copied.
    await page.getByText('not set here').waitFor();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Environment Dev copy' }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'New environment' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Dev');
    await page.getByRole('alert').getByText('There is a Dev already').waitFor();
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

async function openDataset(name: string, file: string, content: string): Promise<Page> {
  mkdirSync(join(folder.path, 'datasets'), { recursive: true });
  writeFileSync(join(folder.path, 'datasets', file), content);
  await until('the dataset', async () =>
    JSON.stringify(await running.result('client.workspace')).includes(file),
  );
  const page = await openPage(`kind=dataset&id=${name}`);
  await page.getByRole('grid', { name: `Rows of ${name}` }).focus();
  return page;
}

withBrowser('a dataset is a table that is saved with the key', async () => {
  const page = await openDataset('people', 'people.csv', 'email,total\nida@h,64.5\ntom@h,"1,204"\neva@h,3\n');
  await press(page, 'Enter', 'Control+a');
  await page.keyboard.type('ida, "the first"');
  await press(page, 'Enter', 'ArrowRight');
  await page.getByText('Row 2, total: 1,204 is text for runs.').waitFor();
  await page.getByRole('button', { name: 'Make it 1204' }).click();
  await page.getByRole('grid', { name: 'Rows of people' }).focus();
  await press(page, 'Control+End', 'Home');
  await page.keyboard.type('new@h');
  await press(page, 'Enter');
  expect(await serious(page)).toEqual([]);
  await press(page, 'Control+s');
  const saved = 'email,total\n"ida, ""the first""",64.5\ntom@h,1204\neva@h,3\nnew@h,\n';
  await until('the file', () => text('datasets/people.csv') === saved);
  await press(page, 'Control+z', 'Control+z', 'Control+s');
  await until('two steps before', () => text('datasets/people.csv').includes('"1,204"'));
});

withBrowser('a hundred thousand rows are scrolled and edited', { tags: ['full'] }, async () => {
  const rows = Array.from({ length: 100_000 }, (_, at) => `${at},name ${at}\n`).join('');
  const page = await openDataset('many', 'many.csv', `id,name\n${rows}`);
  await press(page, 'Control+End', 'ArrowUp', 'End');
  await page.getByRole('gridcell', { name: 'name 99999' }).waitFor();
  expect(await page.getByRole('row').count()).toBeLessThan(100);
  await page.keyboard.type('last');
  await press(page, 'Enter', 'Control+s');
  await until('the file', () => text('datasets/many.csv').endsWith('99999,last\n'));
});

withBrowser('rows of another file are imported', { tags: ['full'] }, async () => {
  const page = await openDataset('list', 'list.json', '[{"a": 1}]\n');
  const file = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n7,x\n8,"9"\n') };
  await page.getByLabel('File to import').setInputFiles(file);
  await page.getByText('Imported 2 rows of rows.csv').waitFor();
  await page.keyboard.press('Control+s');
  await until('the file', () => text('datasets/list.json').includes('"b": "9"'));
  expect(JSON.parse(text('datasets/list.json'))).toEqual([
    { a: 7, b: 'x' },
    { a: 8, b: '9' },
  ]);
});
