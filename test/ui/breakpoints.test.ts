// The breakpoints screen in a real browser: held messages are edited, sent on and aborted.
import { request } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { dropDrafts } from '../helpers/drafts.ts';
import { serious } from '../helpers/axe.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const HOSTILE = '"><img src=x onerror="window.hit=1"><script>window.hit=1</script>';
const origin = await startOrigin((request, response) => {
  response
    .writeHead(200, { 'Content-Type': 'application/json', 'X-Kept': HOSTILE })
    .end(JSON.stringify({ url: request.url, hostile: HOSTILE }));
});
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

afterEach(async () => {
  for (const { id } of await running.result('list_paused'))
    await running.result('resolve_paused', { id, action: 'send_original' });
  await dropDrafts(running);
});

async function holdAt(stage: string): Promise<void> {
  const rules = [{ name: 'Hold', pattern: `${origin.http}/*`, stage }];
  const state = { version: 1, tools: { breakpoint: { enabled: true, rules } } };
  await running.result('ui.import_rules', { state, mode: 'replace' });
}

/** Opens the page on another screen, and goes where the pill leads once a message is held. */
async function openHeld(colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  const { page } = await openUi(browser!, running, { colorScheme });
  await page.getByRole('banner').getByText(/held/).click();
  await page.getByRole('button', { name: /^Send/ }).first().waitFor();
  return page;
}

withBrowser(
  'a held request is visible from every screen, edited in full, and sent',
  { tags: ['full'] },
  async () => {
    await holdAt('request');
    const answer = running.via(`${origin.http}/before`, { method: 'POST', body: 'old' });
    const page = await openHeld();
    await page.getByLabel('Method').fill('PUT');
    await page.getByLabel('URL').fill(`${origin.http}/after?x=1`);
    await page.getByRole('textbox', { name: 'Body of the request' }).fill('new body');
    await page.getByRole('tab', { name: /Headers/ }).click();
    const headers = page.getByRole('grid', { name: 'Headers' });
    await headers.locator('[data-row]').last().locator('[data-column=name]').click();
    await page.keyboard.type('X-Added');
    await page.keyboard.press('Tab');
    await page.keyboard.type('yes {{literal}}');
    await page.keyboard.press('Enter');
    // One that is switched off stays in the editor, and is not sent.
    await headers.getByRole('checkbox', { name: /content-length/i }).uncheck();
    await page.getByText('Changed: method was POST').waitFor();
    await page.getByRole('button', { name: /^Send edited/ }).click();
    expect((await answer).status).toBe(200);
    expect(origin.received.at(-1)).toMatchObject({
      method: 'PUT',
      url: '/after?x=1',
      headers: { 'x-added': 'yes {{literal}}' },
    });
    expect(origin.received.at(-1)?.body.toString()).toBe('new body');
    await page.getByText('Nothing is held').waitFor();
    await page.context().close();
  },
);

withBrowser('an edit becomes a rule in one step, which edits what follows', async () => {
  await holdAt('response');
  const answer = running.via(`${origin.http}/made`);
  const page = await openHeld();
  await page.getByRole('textbox', { name: 'Body of the response' }).fill('edited');
  await page.getByRole('button', { name: /^Make a rule/ }).click();
  await page.getByText(/Made the Map Local rule “GET .*\/made”/).waitFor();
  await page.getByRole('button', { name: /^Send edited/ }).click();
  await answer;
  await running.result('set_tool_enabled', { tool: 'breakpoint', enabled: false });
  expect((await running.via(`${origin.http}/made`)).text).toBe('edited');
  await holdAt('request');
  const held = running.via(`${origin.http}/asked`, { method: 'POST', body: 'old' });
  await page.getByRole('textbox', { name: 'Body of the request' }).fill('new');
  await page.getByRole('button', { name: /^Make a rule/ }).click();
  await page.getByText(/Made the Scripting rule/).waitFor();
  expect(await serious(page)).toEqual([]);
  await page.getByRole('button', { name: 'Send original' }).click();
  await held;
  await running.result('set_tool_enabled', { tool: 'breakpoint', enabled: false });
  await running.via(`${origin.http}/asked`, { method: 'POST', body: 'old' });
  expect(origin.received.at(-1)?.body.toString()).toBe('new');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect
    .poll(async () => (await running.result('list_rules', { tool: 'scripting' }))[0]?.rules)
    .toEqual([]);
  await page.context().close();
});

withBrowser(
  'a held response by keyboard: a wrong status is explained and kept, then it is sent',
  { tags: ['full'] },
  async () => {
    await holdAt('response');
    const answer = running.via(`${origin.http}/a`);
    const page = await openHeld();
    await page.getByText('Sent, read only').waitFor();
    await page.getByLabel('Status').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('999');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alert').getByText('give a whole number from 200 to 599').waitFor();
    expect(await page.getByLabel('Status').inputValue()).toBe('999');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('418');
    await page.getByRole('textbox', { name: 'Body of the response' }).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type('teapot');
    await page.keyboard.press('Control+Enter');
    const { status, text } = await answer;
    expect([status, text]).toEqual([418, 'teapot']);
    await page.context().close();
  },
);

withBrowser(
  'messages are chosen by keyboard; the original is sent, the other one aborted',
  { tags: ['full'] },
  async () => {
    await holdAt('request');
    const first = running.via(`${origin.http}/first`);
    await expect.poll(async () => (await running.result('list_paused')).length).toBe(1);
    const second = running.via(`${origin.http}/second`).then(
      ({ status }) => status,
      () => 'closed',
    );
    await expect.poll(async () => (await running.result('list_paused')).length).toBe(2);
    const page = await openHeld();
    await page.getByLabel('URL').fill(`${origin.http}/changed`);
    await page.getByRole('link', { name: '/second' }).focus();
    await page.keyboard.press('j');
    await expect.poll(() => page.getByLabel('URL').inputValue()).toBe(`${origin.http}/second`);
    await page.keyboard.press('Control+Backspace');
    await page.getByText('Aborted GET /second').waitFor();
    expect(await second).toBe('closed');
    await expect.poll(() => page.getByLabel('URL').inputValue()).toBe(`${origin.http}/changed`);
    await page.keyboard.press('Control+Alt+Enter');
    expect((await first).status).toBe(200);
    expect(origin.received.at(-1)?.url).toBe('/first');
    await page.context().close();
  },
);

withBrowser(
  'edits outlast the client: they are kept, said from another screen, and sent as a new request',
  { tags: ['full'] },
  async () => {
    await holdAt('request');
    const client = request({ port: running.port(), path: `${origin.http}/left`, method: 'POST' });
    client.on('error', () => undefined).end('typed');
    const page = await openHeld();
    await page.getByLabel('URL').fill(`${origin.http}/kept`);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Insights' }).click();
    client.destroy();
    await page.getByText('Your edits are kept in Breakpoints').waitFor();
    await page.evaluate(`location.hash = '#/breakpoints'`);
    await page.getByText('Held no more', { exact: true }).waitFor();
    expect(await page.getByLabel('URL').inputValue()).toBe(`${origin.http}/kept`);
    await running.result('set_tool_enabled', { tool: 'breakpoint', enabled: false });
    await page.getByRole('button', { name: 'Send as a new request' }).click();
    await page.getByRole('row', { name: /POST 200 .*kept/ }).waitFor();
    expect(origin.received.at(-1)).toMatchObject({ method: 'POST', url: '/kept' });
    await page.evaluate(`location.hash = '#/breakpoints'`);
    await page.getByText('Nothing is held').waitFor();
    await page.context().close();
  },
);

withBrowser('the time-out of a held message is shown, and what it does', { tags: ['full'] }, async () => {
  const rules = [
    { name: 'Hold', pattern: `${origin.http}/*`, stage: 'request', timeoutSeconds: 600, onTimeout: 'abort' },
  ];
  const state = { version: 1, tools: { breakpoint: { enabled: true, rules } } };
  await running.result('ui.import_rules', { state, mode: 'replace' });
  const answer = running.via(`${origin.http}/slow`);
  const page = await openHeld();
  await page.getByText(/waiting 0:\d\d, aborted in (?:9:5\d|10:00)/).waitFor();
  await page.getByRole('button', { name: /^Send/ }).first().click();
  expect((await answer).status).toBe(200);
  await page.context().close();
});

withBrowser('captured text never runs; axe finds nothing serious', { tags: ['full'] }, async () => {
  await holdAt('response');
  const answer = running.via(`${origin.http}/x?q=${encodeURIComponent(HOSTILE)}`);
  for (const scheme of themes) {
    const page = await openHeld(scheme);
    await page.getByRole('textbox', { name: 'Body of the response' }).getByText('onerror').last().waitFor();
    expect(await serious(page), scheme).toEqual([]);
    for (const tab of await page.getByRole('tab', { name: /Headers/ }).all()) await tab.click();
    await page.getByRole('grid', { name: 'Headers' }).first().waitFor();
    expect(await serious(page), scheme).toEqual([]);
    expect(await page.evaluate('window.hit')).toBeUndefined();
    await page.context().close();
  }
  for (const { id } of await running.result('list_paused')) await running.result('resolve_paused', { id });
  expect((await answer).status).toBe(200);
});
