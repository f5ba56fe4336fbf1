// The tools screen in a real browser: rules are made, changed, tried and moved, by mouse and by keyboard.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { dropDrafts } from '../helpers/drafts.ts';
import { serious } from '../helpers/axe.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { sampled, themes } from '../helpers/scale.ts';

const origin = await startOrigin();
const browser = await startBrowser();
const withBrowser = test.skipIf(browser === null);
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

beforeEach(async () => {
  running.app.traffic.clear();
  await dropDrafts(running);
  await running.result('ui.import_rules', { state: { version: 1, tools: {} }, mode: 'replace' });
});

async function openTools(params: string): Promise<Page> {
  const { page } = await openUi(browser!, running, { acceptDownloads: true });
  await page.evaluate(`location.hash = '#/tools?${params}'`);
  await page.getByRole('complementary', { name: 'Tools' }).waitFor();
  return page;
}

function save(tool: string, rule: object): Promise<{ readonly id: string }> {
  return running.result('ui.save_rule', { tool, rule });
}

async function rules(tool: string): Promise<readonly Record<string, unknown>[]> {
  const [listed] = await running.result('list_rules', { tool });
  return listed.rules;
}

withBrowser(
  'a new rule is tried on captured requests while it is typed, then changes traffic',
  { tags: ['full'] },
  async () => {
    for (const path of ['/v1/a', '/v1/b', '/other']) await running.via(origin.http + path);
    const page = await openTools('tool=mapLocal');
    await page.getByText('Map Local has no rules').waitFor();
    await page.getByRole('button', { name: 'New rule' }).first().click();
    // A blank rule matches nothing, and is not saved.
    await page.getByText('A URL, with * for any text.').waitFor();
    expect(await page.getByLabel('Pattern', { exact: true }).inputValue()).toBe('');
    expect(await page.getByText(/^Matches \d.* requests$/).count()).toBe(0);
    await page.getByRole('button', { name: /^Save/, disabled: true }).waitFor();
    await page.getByLabel('Pattern', { exact: true }).fill('*');
    await page.getByText('Matches 3 of 3 requests').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Mine');
    await page.getByLabel('Pattern', { exact: true }).fill(`${origin.http}/v1/*`);
    await page.getByText('Matches 2 of 3 requests').waitFor();
    await page.getByRole('radio', { name: 'Near misses 1' }).click();
    await page.getByText('does not match').waitFor();
    await page.getByRole('button', { name: 'Add header' }).click();
    await page.getByLabel('header 1 name').fill('X-Made');
    await page.getByLabel('header 1 value').fill('here');
    await page.getByRole('textbox', { name: 'Body' }).fill('{"made":true}');
    await page.getByRole('button', { name: /^Save/ }).click();
    await page.getByText('Saved “Mine”').waitFor();
    const { text, headers } = await running.via(`${origin.http}/v1/a`);
    expect([text, headers['x-made']]).toEqual(['{"made":true}', 'here']);
    await page.getByRole('row', { name: /Mine.*1$/ }).waitFor();
    await page.context().close();
  },
);

withBrowser(
  'what is not valid is explained below its field, kept, and not saved',
  { tags: ['full'] },
  async () => {
    const { id } = await save('mapLocal', { name: 'Mine', status: 200 });
    const page = await openTools(`tool=mapLocal&rule=${id}`);
    await page.getByLabel('Status', { exact: true }).fill('9x');
    await page.getByRole('alert').getByText('Give a whole number from 200 to 599').waitFor();
    await page.getByLabel('Pattern', { exact: true }).fill('htps://a/');
    expect(await page.getByRole('button', { name: /^Save/ }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Alerts' }).click();
    await page.getByRole('link', { name: 'Map Local' }).click();
    expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('9x');
    await page.getByLabel('Status', { exact: true }).fill('418');
    await page.getByRole('alert').getByText(/https/).waitFor();
    await page.getByLabel('Pattern', { exact: true }).fill('https://a/');
    await page.getByRole('alert').waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+s');
    await page.getByText('Saved “Mine”').waitFor();
    expect(await rules('mapLocal')).toMatchObject([{ id, status: 418, pattern: 'https://a/' }]);
    await page.context().close();
  },
);

withBrowser('conditions are added and removed, also nested ones', { tags: ['full'] }, async () => {
  await running.via(`${origin.http}/a`, { headers: { 'X-Client': 'ios' } });
  const { id } = await save('blockList', { name: 'Mine', conditions: { app: 'curl' } });
  const page = await openTools(`tool=blockList&rule=${id}`);
  await page.getByRole('button', { name: 'Remove app' }).click();
  await page.getByText('Matches 1 of 1 requests').waitFor();
  const add = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add condition' }).last().click();
    await page.getByRole('menuitem', { name }).first().click();
  };
  await add('Header');
  await page.getByLabel('Header name').fill('x-client');
  await page.getByLabel('Header op').selectOption('equals');
  await page.getByLabel('Header value').fill('android');
  await page.getByText('Matches 0 of 1 requests').waitFor();
  await page.getByLabel('Header value').fill('ios');
  await page.getByText('Matches 1 of 1 requests').waitFor();
  await add('Not');
  await page.getByRole('group', { name: 'Not' }).getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('menuitem', { name: 'Host' }).click();
  await page.getByRole('group', { name: 'Host' }).getByRole('textbox').fill('example.com');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Saved “Mine”').waitFor();
  expect(await rules('blockList')).toMatchObject([
    {
      conditions: {
        headers: [{ name: 'x-client', op: 'equals', value: 'ios' }],
        not: { host: 'example.com' },
      },
    },
  ]);
  expect((await rules('blockList'))[0]).not.toHaveProperty('conditions.app');
  await page.context().close();
});

withBrowser(
  'by keyboard alone: choose, move, duplicate, switch, delete and bring back',
  { tags: ['full'] },
  async () => {
    for (const name of ['one', 'two', 'three']) await save('blockList', { name });
    const page = await openTools('tool=blockList');
    const names = async (): Promise<string> =>
      (await rules('blockList')).map((rule) => rule['name']).join(' ');
    await page.getByRole('row', { name: /one/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { name: 'two', exact: true }).waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(names).toBe('two one three');
    await page.keyboard.press('d');
    await page.getByRole('heading', { name: 'two copy', exact: true }).waitFor();
    expect(await names()).toBe('two two copy one three');
    await page.keyboard.press('x');
    await expect.poll(async () => (await rules('blockList'))[1]?.['enabled']).toBe(false);
    await page.keyboard.press('Delete');
    await page.getByText('Deleted “two copy”').waitFor();
    expect(await names()).toBe('two one three');
    await page.keyboard.press('Control+z');
    await expect.poll(names).toBe('two two copy one three');
    await page.keyboard.press('t');
    await expect.poll(async () => (await running.result('status')).activeTools).toEqual(['blockList']);
    await page.keyboard.press('n');
    await page.getByText('Untitled, not saved').waitFor();
    await page.context().close();
  },
);

withBrowser('a rule is dragged to another place', { tags: ['full'] }, async () => {
  for (const name of ['one', 'two', 'three']) await save('blockList', { name });
  const page = await openTools('tool=blockList');
  await page.getByRole('row', { name: /three/ }).dragTo(page.getByRole('row', { name: /one/ }));
  await expect
    .poll(async () => (await rules('blockList')).map((rule) => rule['name']))
    .toEqual(['three', 'one', 'two']);
  await page.context().close();
});

withBrowser(
  'M and a letter make a rule from the selected request, which is not saved yet',
  { tags: ['full'] },
  async () => {
    await running.via(`${origin.http}/v1/a?x=1`);
    const { page } = await openUi(browser!, running);
    await page.getByRole('row', { name: /v1\/a/ }).click();
    await page.getByRole('grid', { name: 'Requests' }).focus();
    await page.keyboard.press('m');
    await page.keyboard.press('l');
    await page.getByText('Matches 1 of 1 requests').waitFor();
    expect(await page.getByLabel('Pattern', { exact: true }).inputValue()).toBe(`${origin.http}/v1/a`);
    expect(await rules('mapLocal')).toEqual([]);
    await page.getByRole('button', { name: /^Save/ }).click();
    await expect.poll(async () => (await rules('mapLocal')).length).toBe(1);
    await page.context().close();
  },
);

withBrowser('all rules are exported, and imported again', { tags: ['full'] }, async () => {
  await save('blockList', { name: 'kept' });
  const page = await openTools('tool=blockList');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export all' }).click(),
  ]);
  const file = join(running.home, 'tools.json');
  await download.saveAs(file);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    tools: { blockList: { rules: [{ name: 'kept' }] } },
  });
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Add 1 rule' }).click();
  await page.getByText('Imported 1 rule').waitFor();
  expect(await rules('blockList')).toHaveLength(2);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(async () => (await rules('blockList')).length).toBe(1);
  const wrong = join(running.home, 'wrong.json');
  writeFileSync(wrong, '{"version":1,"tools":{"blockList":{"rules":[{"status":1}]}}}');
  await page.locator('input[type=file]').setInputFiles(wrong);
  await page.getByRole('button', { name: 'Replace all rules' }).click();
  await page.getByText(/Import failed: tools.blockList.rules\[0\].*status is 1/).waitFor();
  expect(await rules('blockList')).toHaveLength(1);
  await page.context().close();
});

withBrowser('a new script begins with functions that change nothing', async () => {
  const page = await openTools('tool=scripting&rule=new');
  const editor = page.getByRole('textbox', { name: 'Script', exact: true });
  await editor.getByText('function onRequest').waitFor();
  await page.getByLabel('Name').fill('Fresh');
  await page.getByLabel('Pattern', { exact: true }).fill('*');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText('Saved “Fresh”').waitFor();
  const [saved] = (await rules('scripting')).slice(-1);
  expect(saved).toMatchObject({ code: expect.stringMatching(/function onRequest[^]*function onResponse/) });
  await running.via(`${origin.http}/v1/same`);
  expect(origin.received.at(-1)).toMatchObject({ method: 'GET', url: '/v1/same' });
  await page.context().close();
});

withBrowser(
  'a script is written with completion, tried on a captured request, and logs',
  { tags: ['full'] },
  async () => {
    const hostile = '<img src=x onerror="window.hit=1">';
    await running.via(`${origin.http}/v1/a`, { headers: { 'X-Hostile': hostile } });
    const { id } = await save('scripting', { name: 'Mine', pattern: '*' });
    await running.result('set_tool_enabled', { tool: 'scripting', enabled: true });
    const page = await openTools(`tool=scripting&rule=${id}`);
    const editor = page.getByRole('textbox', { name: 'Script', exact: true });
    await editor.click();
    await page.keyboard.type('onReq');
    await page.getByRole('option', { name: /onRequest/ }).click();
    await page.keyboard.type(
      "request.headers['X-Made'] = 'here'; console.log(request.headers['X-Hostile']); request.me",
    );
    await page.getByRole('option', { name: /method/ }).click();
    await page.keyboard.type(" = 'PUT';");
    await page.keyboard.press('Control+Enter');
    const output = page.getByRole('region', { name: 'Test run' });
    await output.getByText('headers.x-made').waitFor();
    await output.getByText(hostile).waitFor();
    await output.getByText('PUT').waitFor();
    expect(await page.evaluate('window.hit')).toBeUndefined();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved “Mine”').waitFor();
    await running.via(`${origin.http}/v1/b`, { headers: { 'X-Hostile': 'second' } });
    expect(origin.received.at(-1)).toMatchObject({ method: 'PUT', headers: { 'x-made': 'here' } });
    await page.getByRole('radio', { name: 'Console' }).click();
    await output.getByText('second').waitFor();
    await editor.fill('function onRequest(request) {\n  let a = 1;\n  missing();\n}');
    await page.keyboard.press('Control+Enter');
    await output.getByText(/missing.* \(line 3/).waitFor();
    const underlined = page.locator('.cm-lintRange-error');
    await expect.poll(() => underlined.textContent()).toBe('missing();');
    const line = `getComputedStyle(document.querySelector('.cm-lintRange-error')).textDecorationStyle`;
    expect(await page.evaluate(line)).toBe('wavy');
    expect(await page.locator('.cm-lint-marker-error').count()).toBe(1);
    await editor.press('End');
    await page.keyboard.type(' ');
    await expect.poll(() => underlined.count()).toBe(0);
    await editor.fill('function onRequest() {\n  if (true) absent();\n}');
    await page.keyboard.press('Control+s');
    await expect.poll(() => underlined.count()).toBe(0);
    await running.via(`${origin.http}/v1/c`);
    await expect.poll(() => underlined.textContent()).toContain('absent();');
    await editor.fill('function onRequest( {');
    await page
      .getByRole('alert')
      .getByText(/without syntax errors/)
      .waitFor();
    expect(await page.getByRole('button', { name: /^Save/ }).isDisabled()).toBe(true);
    expect(await serious(page)).toEqual([]);
    await page.context().close();
  },
);

withBrowser.each(themes)('axe finds nothing serious: %s', async (colorScheme) => {
  await running.via(`${origin.http}/v1/a`);
  const conditions = {
    headers: [{ name: 'a', op: 'contains', value: 'b' }],
    not: { host: 'a.test' },
    any: [{ app: 'curl' }],
    response: { statuses: ['5xx'] },
  };
  const mapped = await save('mapRemote', {
    name: 'a',
    requestHeaders: [{ op: 'replace', name: 'a', find: 'b' }],
  });
  const mocks = await save('mockSets', { name: 'b', mocks: [{ pattern: '*/a' }, { pattern: '*/b' }] });
  const alert = await save('alerts', {
    name: 'c',
    conditions,
    notify: ['webhook'],
    webhookURL: 'https://a.test',
  });
  await save('alerts', { name: 'off', enabled: false });
  const { page } = await openUi(browser!, running, { colorScheme });
  const places: readonly (readonly [query: string, shows: string])[] = [
    [`tool=mapRemote&rule=${mapped.id}`, 'Preserve host'],
    [`tool=mockSets&rule=${mocks.id}`, 'Add response'],
    [`tool=alerts&rule=${alert.id}`, 'Webhook URL'],
    ['tool=noCaching', 'No Caching is off'],
    ['tool=blockList', 'Block List has no rules'],
    ['tool=mapLocal&rule=new', 'A URL, with * for any text.'],
  ];
  for (const [query, shows] of sampled(places, 2)) {
    await page.evaluate(`location.hash = '#/tools?${query}'`);
    await page.getByText(shows).first().waitFor();
    expect(await serious(page), query).toEqual([]);
  }
  await page.context().close();
});
