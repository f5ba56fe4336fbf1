// Calls to language models and messages of MCP in a real browser, as people read them.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aiBodies } from '../helpers/ai-bodies.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { serious } from '../helpers/axe.ts';
import { images } from '../helpers/images.ts';
import { mcpBodies } from '../helpers/mcp-bodies.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const PNG = images.find(([, mime]) => mime === 'image/png')![4];
const RUN = '<img src=x onerror="window.executed=1"><script>window.executed=1</script>';
const SVG = `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" onload="window.executed=1"><script>window.executed=1</script></svg>`)}`;

const TALK = {
  model: 'claude-sonnet-4-5',
  max_tokens: 1024,
  system: `You handle refunds for a shop. ${'Refund at most 20 EUR on your own. '.repeat(80)}The end.`,
  messages: [
    { role: 'user', content: 'Find late orders.\n\nRefund their shipping,\nup to 20 EUR.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'I need the late orders first.' },
        { type: 'text', text: 'I look them up.' },
        {
          type: 'tool_use',
          id: 'a',
          name: 'orders_search',
          input: {
            status: 'late',
            days: 5,
            limit: 50,
            fields: ['id', 'total', 'customer.mail', 'shipping.price', 'shipping.promised'],
          },
        },
        { type: 'tool_use', id: 'b', name: 'refund_create', input: { orderId: 'ord_1', amount: 64.5 } },
      ],
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'b',
          is_error: true,
          content: 'amount 64.5 is over the limit of 20 EUR',
        },
        { type: 'tool_result', tool_use_id: 'a', content: '{"orders":[{"id":"ord_1"}]}' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } },
      ],
    },
  ],
};
const HOSTILE = {
  model: RUN,
  messages: [
    { role: RUN, content: `${RUN}\n\njavascript:window.executed=1 \u202egnp.exe \u0000\u001b[31m` },
    { role: 'user', content: 'long '.repeat(200_000) },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'שלום עולם' },
        { type: 'image_url', image_url: { url: SVG } },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${btoa(RUN)}` } },
        { type: 'image_url', image_url: { url: 'https://tracker.test/pixel.png' } },
      ],
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: RUN, function: { name: RUN, arguments: `{"${RUN.replaceAll('"', '')}":` } }],
    },
  ],
};
const MCP_RESULT = [
  {
    jsonrpc: '2.0',
    method: 'notifications/progress',
    params: { progressToken: 1, progress: 50, total: 100, message: 'Asking Oslo' },
  },
  {
    jsonrpc: '2.0',
    id: 2,
    result: {
      content: [
        { type: 'text', text: '-2 °C' },
        { type: 'image', mimeType: 'image/png', data: PNG },
      ],
      structuredContent: { degrees: -2 },
    },
  },
]
  .map((each) => `data: ${JSON.stringify(each)}\n\n`)
  .join('');

const origin = await startOrigin((request, response) => {
  const { type, body } = {
    '/v1/messages': { type: aiBodies.anthropicStream.contentType, body: aiBodies.anthropicStream.body },
    '/v1/chat/completions': { type: 'application/json', body: aiBodies.chatResponse.body },
    '/mcp': { type: 'text/event-stream', body: MCP_RESULT },
  }[request.url!] ?? { type: 'application/json', body: mcpBodies.error.body };
  response.writeHead(200, { 'Content-Type': type }).end(body);
});
const browser: Browser | null = await startBrowser();
let running: TestApp;

beforeAll(async () => {
  running = await startTestApp();
  if (browser !== null) await (await openUi(browser, running)).page.context().close();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

const job = test.skipIf(browser === null);

interface Shown {
  readonly page: Page;
  readonly request: Locator;
  readonly response: Locator;
}

/** Sends a call, and opens the bodies of both sides. */
async function withCall(
  path: string,
  body: string,
  work: (shown: Shown) => Promise<void>,
  options = {},
): Promise<void> {
  running.app.traffic.clear();
  await running.via(`${origin.http}${path}`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json' },
  });
  const { page, errors } = await openUi(browser!, running, options);
  page.setDefaultTimeout(10_000);
  await page.getByRole('grid', { name: 'Requests' }).locator('[data-id]').click();
  const side = (name: string): Locator => page.getByRole('region', { name, exact: true });
  const isWide = page.viewportSize()!.width > 1100;
  if (isWide) {
    await side('Request').getByRole('tab', { name: /^Body/ }).click();
    await side('Response').getByRole('tab', { name: /^Body/ }).click();
  } else {
    await page.getByRole('radio', { name: path === '/mcp' ? 'Response' : 'Request', exact: true }).click();
    await page.getByRole('tab', { name: /^Body/ }).click();
  }
  await work({ page, request: side('Request'), response: side('Response') });
  expect(errors).toEqual([]);
  await page.context().close();
}

const turns = (side: Locator) => side.getByRole('region', { name: / body$/ }).getByRole('listitem');

job('a conversation in paragraphs, each call with its result, folded and opened by keyboard', async () => {
  await withCall('/v1/messages', JSON.stringify(TALK), async ({ request, response }) => {
    await expect.poll(() => turns(request).count()).toBe(4);
    const user = turns(request).nth(1);
    expect(await user.getByRole('paragraph').allInnerTexts()).toEqual([
      'Find late orders.',
      'Refund their shipping,\nup to 20 EUR.',
    ]);
    const assistant = turns(request).nth(2);
    await assistant.getByText('I look them up.').waitFor();
    await assistant.getByRole('group', { name: 'Result', exact: true }).getByText('ord_1').waitFor();
    await assistant
      .getByRole('group', { name: 'Failed result' })
      .getByText(/over the limit/)
      .waitFor();
    await turns(request).nth(3).getByRole('img', { name: 'Sent as image/png' }).waitFor();
    const given = assistant.getByRole('button', { name: /^Arguments/ });
    expect(await given.getAttribute('aria-expanded')).toBe('false');
    await given.press('Enter');
    await assistant.getByText('"shipping.promised"').waitFor();
    await assistant.getByRole('button', { name: /^Thinking/ }).press('Space');
    await assistant.getByText('I need the late orders first.', { exact: true }).waitFor();
    const system = turns(request).nth(0);
    expect(await system.getByText(/The end\.$/).count()).toBe(0);
    await system.getByRole('button', { name: /^Show all/ }).press('Enter');
    await system.getByText(/The end\.$/).waitFor();

    await expect.poll(() => turns(response).allInnerTexts()).toHaveLength(1);
    await turns(response).getByText('It is cold.').waitFor();
    const figures = response.getByRole('group', { name: 'Usage' });
    await expect.poll(() => figures.innerText()).toMatch(/35 in, 10 cached\s+15 out\s.*ended by tool_use/s);
    await running.result('update_settings', {
      changes: {
        modelPrices: [{ model: 'claude-*', input: 3, cachedInput: 0.3, output: 15, currency: 'USD' }],
      },
    });
    await figures.getByText('$0.000303').waitFor();
  });
});

job('what strangers have written is text, whatever it is', async () => {
  await withCall('/v1/chat/completions', JSON.stringify(HOSTILE), async ({ page, request }) => {
    await expect.poll(() => turns(request).count()).toBe(4);
    await turns(request).nth(0).getByText('⟨U+202E⟩gnp.exe ⟨U+0000⟩⟨U+001B⟩[31m').waitFor();
    await turns(request).nth(1).getByRole('button', { name: 'Show more of 1.0 MB' }).click();
    await turns(request).nth(1).getByRole('button', { name: 'Show less' }).waitFor();
    const hebrew = turns(request).nth(2).getByText('שלום עולם');
    expect(await hebrew.evaluate((element) => element.matches(':dir(rtl)'))).toBe(true);
    await turns(request).nth(2).getByRole('img', { name: 'Sent as image/svg+xml' }).waitFor();
    await turns(request).nth(2).getByText('image/png: these bytes are not an image').waitFor();
    await turns(request).nth(2).getByText('image: https://tracker.test/pixel.png').waitFor();
    await turns(request).nth(3).getByText('<script>').first().waitFor();
    expect(await page.evaluate('window.executed')).toBeUndefined();
    expect(await request.locator('script, iframe, img[src^="http"]').count()).toBe(0);
  });
});

job('a call of MCP with its result, progress, errors', async () => {
  await withCall('/mcp', mcpBodies.call2025.body, async ({ request, response }) => {
    await turns(request).getByText('get_weather').waitFor();
    await turns(request).getByText('"Oslo"').waitFor();
    await expect.poll(() => turns(response).count()).toBe(2);
    await turns(response).nth(0).getByText('50 of 100').waitFor();
    await turns(response).nth(0).getByText('Asking Oslo').waitFor();
    const answer = turns(response).nth(1);
    await answer.getByText('get_weather').waitFor();
    const result = answer.getByRole('group', { name: 'Result' });
    await result.getByText('-2 °C').waitFor();
    await result.getByRole('img', { name: 'Sent as image/png' }).waitFor();
    await result.getByText('structured content').waitFor();
  });
  await withCall('/other/mcp', mcpBodies.call2025.body.replace('"id":2', '"id":3'), async ({ response }) => {
    await turns(response)
      .getByRole('group', { name: 'Failed result' })
      .getByText('-32602 Unknown tool: x')
      .waitFor();
  });
});

job.each(themes)('looks right, %s', async (colorScheme) => {
  const calls = [
    ['/v1/messages', JSON.stringify(TALK)],
    ['/mcp', mcpBodies.call2025.body],
  ] as const;
  for (const [path, body] of calls)
    for (const width of [1440, 390])
      await withCall(
        path,
        body,
        async ({ page }) => {
          await turns(page.locator('body')).first().waitFor();
          if (process.env['SHOTS'] !== undefined)
            await page.screenshot({
              path: `${process.env['SHOTS']}/talk${path.replaceAll('/', '-')}-${width}-${colorScheme}.png`,
            });
          expect(await serious(page)).toEqual([]);
        },
        { colorScheme, viewport: { width, height: 900 } },
      );
});
