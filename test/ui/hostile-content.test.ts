// Captured content that tries to run in the page: in every place where it is shown, it is text.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { capturedFlow } from '../helpers/flows.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { startOrigin } from '../helpers/origin.ts';
import { scaled } from '../helpers/scale.ts';

const RUN = 'window.executed=(window.executed||0)+1';
const PAYLOADS = [
  `<script>${RUN}</script>`,
  `"><script>${RUN}</script>`,
  `'><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `"><img src=x onerror=${RUN}>`,
  `<svg onload="${RUN}">`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin="${RUN}" attributeName=x dur=1s>`,
  `<body onload="${RUN}">`,
  `<iframe src="javascript:${RUN}"></iframe>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<a href="javascript:${RUN}">x</a>`,
  `javascript:${RUN}`,
  `data:text/html,<script>parent.${RUN}</script>`,
  `<input autofocus onfocus="${RUN}">`,
  `<select autofocus onfocus="${RUN}"></select>`,
  `<details open ontoggle="${RUN}">`,
  `<video><source onerror="${RUN}"></video>`,
  `<audio src=x onerror="${RUN}">`,
  `<marquee onstart="${RUN}">`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${RUN}">`,
  `<link rel=stylesheet href="javascript:${RUN}">`,
  `<meta http-equiv=refresh content="0;url=javascript:${RUN}">`,
  `<base href="javascript:${RUN}//">`,
  `<form action="javascript:${RUN}"><button>x</button></form>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `\u003cscript\u003e${RUN}\u003c/script\u003e`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `{{constructor.constructor('${RUN}')()}}`,
  '${' + RUN + '}',
  `<x style="animation-name:x" onanimationstart="${RUN}">`,
  `<style>@import 'javascript:${RUN}';*{background:url(javascript:${RUN})}</style>`,
  `<div onmouseover="${RUN}" style="position:fixed;inset:0">x</div>`,
];

const browser = await startBrowser();
const origin = await startOrigin((request, response) => {
  const index = Number(new URL(request.url ?? '/', 'http://origin').searchParams.get('n') ?? 0);
  const payload = PAYLOADS[index] ?? '';
  const type = ['text/html', 'image/svg+xml', 'application/json', 'text/xml', 'image/png'][index % 5]!;
  response
    .writeHead(200, {
      'Content-Type': type,
      'X-Payload': Buffer.from(payload).toString('latin1'),
      'Set-Cookie': `name=${encodeURIComponent(payload)}`,
    })
    .end(type === 'application/json' ? JSON.stringify({ [payload]: payload, list: [payload] }) : payload);
});
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

async function assertNothingRan(page: Page): Promise<void> {
  expect(await page.evaluate('window.executed')).toBeUndefined();
}

test.skipIf(browser === null)(
  '40 payloads in URL, method, headers, cookies, bodies, comment, app and error',
  { timeout: 180_000 },
  async () => {
    expect(PAYLOADS).toHaveLength(40);
    for (const [n, payload] of PAYLOADS.entries()) {
      await running.via(
        `${origin.http}/${encodeURIComponent(payload)}?n=${n}&q=${encodeURIComponent(payload)}`,
        {
          method: 'POST',
          headers: { 'Content-Type': 'text/html', 'X-Sent': payload.replaceAll(/[^\x20-\x7e]/g, '') },
          body: payload,
        },
      );
    }
    const ids = running.app.traffic.newest().map(({ id }) => id);
    for (const [n, id] of ids.entries())
      await running.result('annotate_request', { id, comment: PAYLOADS[n], color: 'red' });
    // An imported file may have anything in its fields.
    running.app.traffic.open(
      PAYLOADS.slice(0, 10).map((payload) => {
        const flow = capturedFlow({
          id: running.app.traffic.takeId(),
          app: payload,
          response: null,
          state: 'failed',
          error: payload,
        });
        flow.openedFrom = payload;
        return flow;
      }),
    );
    await running.result('rule_from_request', { tool: 'blockList', id: ids[0] });
    const { page, errors } = await openUi(browser!, running);
    const rows = page.getByRole('grid', { name: 'Requests' }).locator('[data-id]');
    await rows.first().waitFor();
    await page.getByRole('grid', { name: 'Requests' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    for (const tab of ['Overview', 'Rules', 'Code', 'Exchange']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByRole('grid', { name: 'Requests' }).focus();
      await page.keyboard.press('Home');
      for (let at = 0; at < PAYLOADS.length; at += tab === 'Exchange' ? scaled({ quick: 4, full: 1 }) : 5) {
        await page.waitForTimeout(tab === 'Exchange' ? 60 : 30);
        await page.keyboard.press('ArrowDown');
      }
      await assertNothingRan(page);
    }
    for (const side of ['Request', 'Response']) {
      const region = page.getByRole('region', { name: side, exact: true });
      for (const tab of ['Headers', 'Cookies', 'Raw', 'Body']) {
        await page.getByRole('grid', { name: 'Requests' }).focus();
        await page.keyboard.press('Home');
        await region.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
        await page.waitForTimeout(100);
      }
    }
    await page.keyboard.press('Control+k');
    await page.keyboard.type('script');
    await page.waitForTimeout(100);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: 'Filter' }).fill(PAYLOADS[0]!);
    await page.getByRole('combobox', { name: 'Filter' }).fill('app:');
    await page.waitForTimeout(100);
    await assertNothingRan(page);
    expect(errors).toEqual([]);
    await page.context().close();
  },
);
