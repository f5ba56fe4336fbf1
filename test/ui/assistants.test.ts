// Calls to language models, messages of MCP and GraphQL operations on the traffic screen.
import { afterAll, test } from 'vitest';
import { aiBodies } from '../helpers/ai-bodies.ts';
import { startTestApp } from '../helpers/app.ts';
import { mcpBodies } from '../helpers/mcp-bodies.ts';
import { startOrigin } from '../helpers/origin.ts';
import { openUi, startBrowser } from '../helpers/pages.ts';

const running = await startTestApp();
const browser = await startBrowser();
const origin = await startOrigin((request, response) => {
  const isChat = request.url === '/v1/chat/completions';
  response.writeHead(200, { 'Content-Type': isChat ? aiBodies.chatStream.contentType : 'application/json' });
  response.end(isChat ? aiBodies.chatStream.body : '{}');
});

afterAll(async () => {
  await browser?.close();
  await running.close();
  await origin.close();
});

async function post(path: string, body: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' };
  await running.via(`${origin.http}${path}`, { method: 'POST', body, headers });
}

test.skipIf(browser === null)(
  'a source groups them, the list names them, and a stream is joined',
  async () => {
    await post('/v1/chat/completions', aiBodies.chatRequest.body);
    await post('/rpc', mcpBodies.call2025.body);
    await post('/graphql', JSON.stringify({ query: 'query Cart { items }' }));
    const { page } = await openUi(browser!, running);
    const list = page.getByRole('grid', { name: 'Requests' });
    await list.getByText('· Cart').waitFor();
    await page.getByRole('treeitem', { name: /AI and MCP\D*2/ }).click();
    await list.getByText('· tools/call get_weather').waitFor();
    await list.getByText('· Cart').waitFor({ state: 'hidden' });
    await list.getByText('· gpt-5-mini').click();
    await page.getByText('It is cold.').waitFor();
    await page.getByText('first token').waitFor();
    await page.context().close();
  },
);
