// Messages of an MCP server on pipes in a real browser: in the list, and as a conversation.
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const running = await startTestApp();
const browser = await startBrowser();

afterAll(async () => {
  await browser?.close();
  await running.close();
});

const line = (value: object): Buffer => Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...value })}\n`);

test.skipIf(browser === null)('a call of a tool with its progress and its result', async () => {
  const { pipe } = await running.app.openPipe('shop', null);
  const params = { name: 'add', arguments: { a: 2, b: 3 }, _meta: { progressToken: 'p' } };
  pipe.passed('sent', line({ id: 1, method: 'tools/call', params }));
  const report = { progressToken: 'p', progress: 1, total: 2, message: 'half way' };
  pipe.passed('received', line({ method: 'notifications/progress', params: report }));
  pipe.passed('received', line({ id: 1, result: { content: [{ type: 'text', text: 'It is 5' }] } }));
  pipe.passed('sent', line({ id: 2, method: 'tools/call', params: { name: 'fail' } }));
  pipe.passed(
    'received',
    line({ id: 2, result: { isError: true, content: [{ type: 'text', text: 'No stock' }] } }),
  );
  pipe.printed(Buffer.from('listening on standard input\n'));
  const { page, errors } = await openUi(browser!, running);
  await page.getByText('tools/call add').first().click();
  await page.getByText('It is 5').first().waitFor();
  await page.getByText('half way').first().waitFor();
  expect(await page.getByRole('button', { name: 'Replay' }).isDisabled()).toBe(true);
  expect(await page.getByRole('tab', { name: 'Code' }).count()).toBe(0);
  const filter = page.getByPlaceholder(/^Filter/);
  await filter.fill('is:mcp is:error');
  await page.getByText('tools/call add').first().waitFor({ state: 'detached' });
  expect(await page.getByText('tools/call fail').count()).toBeGreaterThan(0);
  expect(errors).toEqual([]);
  await page.context().close();
});
