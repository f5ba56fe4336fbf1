// API descriptions and flows in a real browser: typed, checked, tried, synchronized, compared, and run.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { dropClientDrafts } from '../helpers/drafts.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser, type OpenPage } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';
import { until } from '../helpers/waiting.ts';

let polls = 0;
const seen: string[] = [];
const origin = await startOrigin((asked, response) => {
  const { method = '', url = '' } = asked;
  seen.push(`${method} ${url}`);
  response.setHeader('Content-Type', 'application/json');
  if (url.includes('twice')) response.statusCode = 409;
  if (url.startsWith('/orders/')) {
    polls += 1;
    response.end(JSON.stringify({ id: 'o1', state: polls % 3 === 0 ? 'done' : 'packed', total: '7' }));
  } else response.end(JSON.stringify({ id: 'o1', total: 7 }));
});
const browser = await startBrowser();
const withBrowser = test.skipIf(browser === null);
let running: TestApp;
let folder: ReturnType<typeof temporaryHome>;
let opened: readonly OpenPage[] = [];

const operation = (id: string, more = ''): string => `      tags: [Orders]
      operationId: ${id}
      summary: ${id}
      security: []
${more}      responses:
        '200':
          description: An order
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Order' }
        '404': { description: None }
`;
const spec = (version: string, extra = '', required = '[id]'): string => `openapi: 3.1.0
info:
  title: Orders
  version: ${version}
  license: { name: MIT, identifier: MIT }
servers:
  - url: ${origin.http}
paths:
  /orders:
    post:
${operation('Place')}  /orders/{id}:
    get:
${operation('Read', '      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]\n')}${extra}components:
  schemas:
    Order:
      type: object
      required: ${required}
      properties:
        id: { type: string }
        total: { type: number }
`;
const SPLIT = `  /orders/{id}/split:
    post:
${operation('Split', '      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]\n')}`;

const STEPS = [
  { type: 'send', request: 'Place' },
  { type: 'extract', path: '$.id', variable: 'order' },
  {
    type: 'loop',
    times: 5,
    while: { left: '{{state}}', op: 'notEquals', right: 'done' },
    steps: [
      { type: 'send', request: 'Read' },
      { type: 'extract', path: '$.state', variable: 'state' },
    ],
  },
  { type: 'extract', path: '$.refund', variable: 'refund' },
];

beforeAll(async () => {
  folder = temporaryHome();
  running = await startTestApp({ workspaceFolder: folder.path });
}, 120_000);

beforeEach(async () => {
  polls = 0;
  seen.length = 0;
  running.app.traffic.clear();
  for (const { id } of await running.result('list_collections'))
    await running.result('delete_collection', { collection: id });
  for (const { id } of await running.result('list_specs'))
    await running.result('trash_item', { kind: 'spec', id });
  await running.result('import_spec', { text: spec('1.0.0') });
  await running.result('save_client_flow', { name: 'Order', steps: STEPS });
});

afterEach(async () => {
  // axe asks the frame of the documentation, in which nothing runs.
  const errors = opened.flatMap((each) => each.errors).filter((each) => !each.includes("'postMessage'"));
  await Promise.all(opened.map(({ page }) => page.context().close()));
  opened = [];
  await dropClientDrafts(running);
  expect(errors).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
  folder.remove();
});

async function open(kind: 'spec' | 'flow', options: object = {}): Promise<Page> {
  const [{ id }] = await running.result(kind === 'spec' ? 'list_specs' : 'list_client_flows');
  const one = await openUi(browser!, running, options);
  opened = [...opened, one];
  await one.page.evaluate(`location.hash = '#/client?kind=${kind}&id=${id}'`);
  return one.page;
}

const editor = (page: Page) => page.getByRole('textbox', { name: /^Text of/ });
const specFile = (): string => {
  const root = join(folder.path, 'specs');
  const name = readdirSync(root).find((each) => /^[^.]+\.yaml$/.test(each));
  return join(root, name ?? 'none');
};
const view = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

/** Types after the line that the editor has at its top. */
async function typeAtTop(page: Page, text: string): Promise<void> {
  await editor(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('End');
  await page.keyboard.type(text);
}

withBrowser('problems show beside the text as it is typed, and lead to their line', async () => {
  const page = await open('spec');
  await page.getByText('No problem was found.').waitFor();
  await typeAtTop(page, '\nunknown: 1');
  await page.getByText(/`?unknown`? is not expected/).waitFor();
  await page.getByText('1 error', { exact: true }).waitFor();
  const problems = page.getByRole('tree', { name: 'Problems' });
  await problems.focus();
  await page.keyboard.press('Enter');
  await until('the editor has the focus', () =>
    editor(page).evaluate((element) => element === element.ownerDocument.activeElement),
  );
  // Nothing is written before it is saved; the draft is kept over a reload.
  expect(readFileSync(specFile(), 'utf8')).not.toContain('unknown');
  await page.getByTitle('Not saved').first().waitFor();
  await page.reload();
  await editor(page).getByText('unknown: 1').waitFor();
  await page.keyboard.press('Control+s');
  await until('the file has it', () => readFileSync(specFile(), 'utf8').includes('unknown: 1'));
  // Where it is not open, it is counted too.
  const { page: other } = await openUi(browser!, running);
  await other.evaluate(`location.hash = '#/client?page=specs'`);
  await other.getByRole('navigation', { name: 'Pages of the workspace' }).getByText('1 problem').waitFor();
  await other.context().close();
});

withBrowser(
  'bad input: marks of a merge, an endless reference, no text at all',
  { tags: ['full'] },
  async () => {
    const page = await open('spec');
    await page.getByText('No problem was found.').waitFor();
    writeFileSync(specFile(), `${spec('1').replace('paths:', '<<<<<<< HEAD\npaths:')}>>>>>>> theirs\n`);
    await page
      .getByText(/Git could not merge/)
      .first()
      .waitFor();
    const loop = spec('1').replace(
      'components:\n  schemas:\n',
      "components:\n  schemas:\n    A: { $ref: '#/components/schemas/A' }\n",
    );
    writeFileSync(specFile(), loop);
    await page.getByText(/leads only to other references/).waitFor();
    writeFileSync(specFile(), '');
    await page.getByText(/is no API description/).waitFor();
  },
);

withBrowser('a proposal mends a reference', { tags: ['full'] }, async () => {
  const page = await open('spec');
  await page.getByText('No problem was found.').waitFor();
  writeFileSync(specFile(), spec('1.0.0').replace('schemas/Order', 'schemas/Ordre'));
  await page.getByRole('button', { name: 'Use Order' }).click();
  await page.getByText('No problem was found.').waitFor();
  await page.getByTitle('Not saved').first().waitFor();
});

withBrowser('two windows on one description show the same', { tags: ['full'] }, async () => {
  const one = await open('spec');
  await one.getByText('No problem was found.').waitFor();
  const other = await open('spec');
  await editor(other).getByText('title: Orders').waitFor();
  await typeAtTop(one, '\n# typed here');
  await editor(other).getByText('# typed here').waitFor();
  await typeAtTop(other, ', and there');
  await editor(one).getByText('openapi: 3.1.0, and there').waitFor();
  await editor(one).getByText('# typed here').waitFor();
});

withBrowser('a long text is typed in two windows, and is saved as a whole', { tags: ['full'] }, async () => {
  const long = `${spec('1.0.0')}${'# a comment that makes the text long\n'.repeat(4000)}`;
  writeFileSync(specFile(), long);
  const one = await open('spec');
  await one.getByText('No problem was found.').waitFor();
  const other = await open('spec');
  await editor(other).getByText('title: Orders').waitFor();
  await typeAtTop(one, ' # typed');
  await editor(other).getByText('openapi: 3.1.0 # typed').waitFor();
  await editor(other).click();
  await other.keyboard.press('Control+End');
  await other.keyboard.type('# the end');
  await until('the app has both', async () => {
    const { drafts } = await running.result('client.drafts', {});
    return drafts[0]?.value.text.endsWith('# the end') === true;
  });
  await one.keyboard.press('Control+s');
  await until('the file has both', () => {
    const text = readFileSync(specFile(), 'utf8');
    return text === `${long.replace('3.1.0', '3.1.0 # typed')}# the end`;
  });
});

withBrowser('an operation of the structure is tried: its request opens', { tags: ['full'] }, async () => {
  const page = await open('spec');
  const structure = page.getByRole('tree', { name: 'Structure' });
  await structure.getByText('Orders').click();
  await structure.getByRole('treeitem', { name: /orders\/\{id\}/ }).click();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('textbox', { name: 'URL' }).waitFor();
  await page.getByRole('tab', { name: /Read/ }).waitFor();
});

withBrowser('a synchronization shows what it changes, and makes what is chosen', async () => {
  const page = await open('spec');
  await page.getByText('No problem was found.').waitFor();
  writeFileSync(specFile(), spec('2.0.0', SPLIT).replace('summary: Read', 'summary: Read one'));
  // The page of the collection says so, and leads back.
  const [{ id: collection }] = await running.result('list_collections');
  await page.evaluate(`location.hash = '#/client?kind=collection&id=${collection}'`);
  await page.getByText('Requests: 1 new, 1 changed').waitFor();
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await editor(page).getByText('version: 2.0.0').waitFor();
  await page.keyboard.press('Control+Shift+y');
  const panel = page.getByRole('complementary', { name: 'Sync preview' });
  await panel.getByText('+ 1 new').waitFor();
  await panel.getByText('~ 1 changed').waitFor();
  await panel.getByText('~ name').waitFor();
  await panel.getByRole('checkbox', { name: /Read one/ }).click({ force: true });
  await panel.getByText('1 of 2 chosen').waitFor();
  await panel.getByRole('button', { name: 'Sync 1' }).click();
  await page.getByText('Synchronized Orders').waitFor();
  await panel.getByText('1 of 1 chosen').or(panel.getByText('0 of 1 chosen')).waitFor();
  const names = async (): Promise<readonly string[]> => {
    const { items } = await running.result('get_collection', { collection: 'Orders' });
    return JSON.stringify(items).match(/"name":"(?:Place|Read|Read one|Split)"/g) ?? [];
  };
  expect(await names()).toEqual(['"name":"Place"', '"name":"Read"', '"name":"Split"']);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Orders' }).first().click();
  await page.keyboard.press('Control+z');
  await page.getByText(/^Taken back/).waitFor();
  expect(await names()).toEqual(['"name":"Place"', '"name":"Read"']);
});

withBrowser(
  'versions are compared, traffic is checked, and the documentation is shown',
  { tags: ['full'] },
  async () => {
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder.path });
    if (!existsSync(join(folder.path, '.git'))) git('-c', 'init.defaultBranch=main', 'init', '-q');
    git('add', '--all');
    git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.test', 'commit', '-qm', 'The first version');
    for (const [method, path] of [
      ['GET', '/orders/1'],
      ['POST', '/orders'],
      ['GET', '/flags'],
    ] as const)
      await via(running.port(), method, `${origin.http}${path}`);
    const lost = SPLIT.replace('parameters: [', "parameters: [{ $ref: '#/none' }, ");
    writeFileSync(specFile(), spec('2.0.0', lost, '[]'));
    const page = await open('spec');
    await editor(page).getByText('version: 2.0.0').waitFor();
    await view(page, 'Diff').click();
    const changes = page.getByRole('listbox', { name: 'Changes' });
    await changes.getByText('response 200: id became optional').first().waitFor();
    await page.getByText('2 breaking', { exact: true }).waitFor();
    await page.getByText('1 part could not be compared').click();
    await page.getByText('"#/none" does not exist in the document').waitFor();
    await page.getByText('Suggested version').getByText('2.0.0').waitFor();
    await page.getByRole('region', { name: 'Both texts' }).getByText('required: []').waitFor();
    await page.getByRole('heading', { name: 'Orders 2.0.0' }).waitFor();
    // One of the two is known, and ignored in a file beside the description.
    await changes.getByText('response 200: id became optional').first().click();
    await page.getByRole('button', { name: 'Ignore…' }).click();
    await page.getByLabel('Comment').fill('clients know');
    await page.getByRole('dialog').getByRole('button', { name: 'Ignore', exact: true }).click();
    await page.getByText(/^Ignored, in specs\/.*\.ignore\.yaml/).waitFor();
    await page.getByRole('radio', { name: 'Breaking 1' }).waitFor();
    await page.getByRole('radio', { name: 'Ignored 1' }).click();
    await changes.getByText('clients know').click();
    await page.getByRole('button', { name: 'Count it again' }).click();
    await page.getByRole('radio', { name: 'Breaking 2' }).waitFor();
    await page.getByRole('radio', { name: /^All \d/ }).click();
    await view(page, 'Contract').click();
    await page.getByText('of 3 exchanges hold').waitFor();
    const endpoints = page.getByRole('listbox', { name: 'Endpoints' });
    await endpoints.getByText('/orders/{id}', { exact: true }).click();
    await page.getByRole('button', { name: /total must be number/ }).click();
    await page.getByRole('button', { name: 'Ignore…' }).click();
    await page.getByRole('radio', { name: 'This kind everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Ignore', exact: true }).click();
    await page.getByRole('button', { name: /total must be number ?ignored/ }).waitFor();
    await page.getByRole('button', { name: 'Count it again' }).click();
    await page.getByRole('button', { name: 'Ignore…' }).waitFor();
    await endpoints.getByText('/flags').click();
    // What comes is compared, too.
    await via(running.port(), 'GET', `${origin.http}/orders/2`);
    await page.getByText('of 4 exchanges hold').waitFor();
    await page.getByRole('button', { name: /the path is not documented/ }).waitFor();
    await view(page, 'Docs').click();
    await page.frameLocator('iframe').getByRole('heading', { name: 'Orders' }).first().waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: /Save HTML/ }).click();
    expect((await saved).suggestedFilename()).toBe('Orders docs.html');
  },
);

withBrowser('a change names the requests and the traffic that do not fit it', async () => {
  for (const path of ['/orders/1?expand=all', '/orders/2'])
    await via(running.port(), 'GET', `${origin.http}${path}`);
  await running.result('create_collection', { name: 'Guests' });
  const url = `${origin.http}/orders/1?expand=all`;
  await running.result('create_request', { collection: 'Guests', name: 'Guest', url });
  const needed = 'parameters: [{ name: expand, in: query, required: true, schema: {} }, { name: id';
  writeFileSync(specFile(), spec('1.0.0').replace('parameters: [{ name: id', needed));
  const page = await open('spec');
  await editor(page).getByText('name: expand').waitFor();
  await view(page, 'Diff').click();
  // A folder without commits has only the file to compare with.
  await page.getByLabel('Another version').setInputFiles({
    name: 'old.yaml',
    mimeType: 'text/yaml',
    buffer: Buffer.from(spec('1.0.0')),
  });
  await page.getByRole('listbox', { name: 'Changes' }).getByText('expand').first().click();
  const affected = page.getByRole('region', { name: 'Who is affected' });
  await affected.getByRole('listitem').filter({ hasText: 'Guest' }).getByText('still fits').waitFor();
  const read = affected.getByRole('listitem').filter({ hasText: 'Read' });
  await read.getByText('the query parameter expand is missing').waitFor();
  await affected.getByText('1 of 2 calls: the query parameter expand is missing').waitFor();
  expect(await serious(page, '[role=tabpanel], main')).toEqual([]);
  await read.getByRole('button').click();
  await page.getByRole('textbox', { name: 'URL' }).waitFor();
});

withBrowser('violations are seen from both sides, and the description is corrected', async () => {
  const call = (method: string, path: string) => via(running.port(), method, `${origin.http}${path}`);
  await call('GET', '/orders/1');
  await call('POST', '/orders?twice');
  await call('GET', '/flags?token=secret-7');
  await call('PUT', '/flags');
  const page = await open('spec');
  await editor(page).getByText('title: Orders').waitFor();
  // The tab says the version of the description.
  await page.getByRole('tab', { name: 'Orders 1.0.0' }).waitFor();
  await view(page, 'Contract').click();
  await page.getByText('of 4 exchanges hold').waitFor();
  await page.getByText('1 of 4', { exact: true }).waitFor();
  const endpoints = page.getByRole('listbox', { name: 'Endpoints' });
  await endpoints.getByText('/orders/{id}', { exact: true }).click();
  const detail = page.getByRole('complementary', { name: 'GET /orders/{id}' });
  await detail.getByText('type: number', { exact: true }).waitFor();
  await detail.getByText('"total": "7"', { exact: true }).waitFor();
  const { id = 0 } = running.app.traffic.newest().find(({ url }) => url.endsWith('/orders/1')) ?? {};
  await detail.getByRole('button', { name: `Show ${id} in traffic` }).waitFor();
  // What a correction changes is shown before it is made, and it can be taken back.
  const before = readFileSync(specFile(), 'utf8');
  await detail.getByRole('button', { name: 'Correct: Allow number or string' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('total: { type: number }').waitFor();
  await dialog.getByText('total: { type: [number, string] }').waitFor();
  await dialog.getByText('+1', { exact: true }).waitFor();
  expect(readFileSync(specFile(), 'utf8')).toBe(before);
  await dialog.getByRole('button', { name: 'Write to the file' }).click();
  await page.getByText('Changed the description: Allow number or string').waitFor();
  expect(readFileSync(specFile(), 'utf8')).toBe(before.replace('type: number', 'type: [number, string]'));
  await detail.getByText('All calls hold what is described.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(/^Taken back/).waitFor();
  await until('the file is as before', () => readFileSync(specFile(), 'utf8') === before);
  // What only the traffic has is added: operations without its values, a status, a header.
  await page.getByRole('button', { name: 'Add to the description…' }).click();
  await dialog.getByRole('checkbox', { name: /^PUT .*1 call$/ }).waitFor();
  await dialog.getByRole('button', { name: 'Preview 2 operations' }).click();
  await dialog.getByText('operationId: get_flags').waitFor();
  await dialog.getByRole('button', { name: 'Write to the file' }).click();
  await page.getByText(/^Changed the description: Add (?:GET|PUT) \/flags, Add/).waitFor();
  await endpoints.getByText('/flags', { exact: true }).first().waitFor();
  await endpoints.getByText('/orders', { exact: true }).click();
  await page.getByRole('tab', { name: /^Responses seen/ }).click();
  await page.getByRole('button', { name: 'Show 1 call with 409 in traffic' }).waitFor();
  await page.getByRole('button', { name: 'Add 409…' }).click();
  await dialog.getByText('description: Conflict').waitFor();
  await dialog.getByRole('button', { name: 'Write to the file' }).click();
  await page.getByText('Changed the description: Add 409').waitFor();
  const after = readFileSync(specFile(), 'utf8');
  expect(after).toContain("        '409':\n          description: Conflict\n");
  expect(after).toContain('  /flags:\n    get:\n      summary: GET /flags\n');
  expect(after).not.toContain('secret-7');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('menuitem', { name: 'JUnit XML' }).click();
  expect((await saved).suggestedFilename()).toBe('orders-contract.xml');
  // A rule begins with the first request that has the violation.
  await endpoints.getByText('/orders/{id}', { exact: true }).click();
  await detail.getByRole('button', { name: 'Break on this' }).click();
  await expect.poll(() => page.url()).toContain('tool=breakpoint');
  await page.getByText('/orders/1').first().waitFor();
});

const steps = (page: Page) => page.getByRole('tree', { name: 'Steps' });
const stepRow = (page: Page, text: string) => steps(page).getByRole('treeitem').filter({ hasText: text });

withBrowser('a flow is run: values of each step and round, a response, and on from a step', async () => {
  const page = await open('flow');
  await steps(page).waitFor();
  await page.keyboard.press('Control+Enter');
  await page.getByText(/^Failed at 4/).waitFor();
  await page.getByRole('button', { name: 'More actions of the flow' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).press('ArrowRight');
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'JUnit XML' }).click();
  const report = join(folder.path, 'report.xml');
  await (await saved).saveAs(report);
  expect(readFileSync(report, 'utf8')).toContain('$.refund is not in the response of');
  await stepRow(page, 'Extract $.state').click();
  const values = page.getByRole('region', { name: 'Values', exact: true });
  await values.getByRole('row', { name: 'state "done" step 3.2' }).waitFor();
  await values.getByRole('radio', { name: 'Round 1' }).click();
  await values.getByRole('row', { name: 'state "packed" step 3.2' }).waitFor();
  // The path of a value is taken from the response.
  await page.getByRole('region', { name: 'Response of 3.1' }).getByText('total:').click();
  await expect.poll(() => page.getByLabel('Path', { exact: true }).inputValue()).toBe('$.total');
  await page.keyboard.press('Control+z');
  await stepRow(page, 'Extract $.refund').click();
  await page.getByText('$.refund is not in the response of Read').waitFor();
  await page.getByLabel('Path', { exact: true }).fill('$.id');
  seen.length = 0;
  await page.getByRole('button', { name: /^Run from step 4/ }).click({ force: true });
  await page.getByRole('button', { name: 'Save and run' }).click();
  await page.getByText(/^Passed/).waitFor();
  // The response before the step is that of the run before: nothing is sent.
  expect(seen).toEqual([]);
  await values.getByRole('row', { name: 'refund "o1" step 4' }).waitFor();
});

withBrowser('steps are added, moved and removed by keyboard, and saved', { tags: ['full'] }, async () => {
  const page = await open('flow');
  await steps(page).focus();
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Delay', exact: true }).click();
  await stepRow(page, 'Wait 1 s').waitFor();
  await steps(page).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await stepRow(page, 'Wait 1 s').filter({ hasText: /^4/ }).waitFor();
  await page.keyboard.press('Alt+ArrowRight');
  await stepRow(page, 'Wait 1 s').filter({ hasText: /^3\.3/ }).waitFor();
  await page.keyboard.press('Control+s');
  const file = (): string => readFileSync(join(folder.path, 'flows', 'order.yaml'), 'utf8');
  await until('the file has the step', () => file().includes('type: delay'));
  await page.keyboard.press('Delete');
  await stepRow(page, 'Wait 1 s').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await stepRow(page, 'Wait 1 s').click();
  await steps(page).focus();
  await page.keyboard.press('Delete');
  await stepRow(page, 'Wait 1 s').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+s');
  await until('the file has it no more', () => !file().includes('type: delay'));
});

withBrowser.each(themes)('nothing hinders anybody (%s)', { tags: ['full'] }, async (colorScheme) => {
  const page = await open('spec', { colorScheme });
  await page.getByText('No problem was found.').waitFor();
  await page.keyboard.press('Control+Shift+y');
  await page.getByText('up to date').waitFor();
  expect(await serious(page)).toEqual([]);
  for (const name of ['Docs', 'Diff', 'Contract']) {
    await view(page, name).click();
    await page
      .getByText({ Docs: 'one HTML file', Diff: 'this text', Contract: 'exchanges hold' }[name]!)
      .first()
      .waitFor();
    expect(await serious(page)).toEqual([]);
  }
  const flow = await open('flow', { colorScheme });
  await steps(flow).waitFor();
  await flow.keyboard.press('Control+Enter');
  await flow.getByText(/^Failed at 4/).waitFor();
  await stepRow(flow, 'Extract $.state').click();
  await flow.getByRole('region', { name: 'Response of 3.1' }).getByText('total:').waitFor();
  expect(await serious(flow)).toEqual([]);
});

function via(port: number, method: string, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request({
      port,
      host: '127.0.0.1',
      method,
      path: url,
      headers: { host: new URL(url).host },
    });
    sent.on('response', (response) => response.resume().on('end', resolve)).on('error', reject);
    sent.end();
  });
}
