// The screen of assistants in a real browser: connecting one, the log of its calls, and taking a change back.
import { afterAll, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { startAssistant } from '../helpers/assistant.ts';
import { serious } from '../helpers/axe.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';
import { themes } from '../helpers/scale.ts';

const running = await startTestApp();
const browser = await startBrowser({ alone: true });

afterAll(async () => {
  await browser?.close();
  await running.close();
});

test.skipIf(browser === null)('an assistant is connected by a command or a configuration', async () => {
  const { page, errors } = await openUi(browser!, running);
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await page.getByText('No assistant has called anything yet').waitFor();
  // Nothing else has the focus, such as a sash, or a button whose tooltip covers something.
  await expect.poll(() => page.evaluate("document.activeElement.getAttribute('aria-current')")).toBe('page');
  await page.getByRole('link', { name: 'Cursor' }).press('Enter');
  const section = page.getByRole('region', { name: 'Connect Cursor' });
  await section.getByText('proxyctl mcp config cursor --write').waitFor();
  await section.getByText('proxyctl mcp wrap cursor').waitFor();
  await section.getByRole('button', { name: 'Copy the configuration' }).press('Enter');
  await page.getByText('Copied the configuration').waitFor();
  const copied = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()')) as object;
  expect(copied).toMatchObject({
    mcpServers: { 'proxy-server': { args: expect.arrayContaining(['mcp']) as unknown } },
  });
  await page.getByRole('link', { name: /Claude Code/ }).press('Enter');
  await page.getByText('run in the folder of your project').waitFor();
  expect(errors).toEqual([]);
  await page.context().close();
});

test.skipIf(browser === null)('calls are listed, and a change is taken back once', async () => {
  const { page, errors } = await openUi(browser!, running, { fragment: 'target=mcp' });
  await using assistant = await startAssistant({ home: running.home });
  await assistant.call('list_rules');
  const rule = { pattern: 'https://a.test/<b>bold</b>/*' };
  expect((await assistant.call('upsert_rule', { tool: 'blockList', rule })).isError).toBe(false);
  await assistant.call('get_request', { id: 99_999 });
  const table = page.getByRole('table', { name: 'Calls' });
  await table.getByRole('cell', { name: 'list_rules', exact: true }).waitFor();
  await table.getByText('<b>bold</b>').waitFor();
  await page.getByRole('radio', { name: 'Errors' }).click();
  await table.getByRole('cell', { name: 'get_request' }).waitFor();
  expect(await table.getByRole('row').count()).toBe(2);
  await page.getByRole('radio', { name: 'Changes' }).click();
  expect(running.app.tools.list('blockList')[0]!.rules).toHaveLength(1);
  await table.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('upsert_rule is taken back').waitFor();
  await table.getByText('Taken back').waitFor();
  expect(running.app.tools.list('blockList')[0]!.rules).toHaveLength(0);
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await serious(page)).toEqual([]);
  }
  expect(errors).toEqual([]);
  await page.context().close();
});
