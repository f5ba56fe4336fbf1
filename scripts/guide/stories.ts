// The stories of docs/guide/, played through with the real app and real clients: each step has to work for its picture
// to be taken.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestApp } from '../../test/helpers/app.ts';
import { askThroughTunnel } from '../../test/helpers/ask.ts';
import type { Origin } from '../../test/helpers/origin.ts';
import { apiClient } from './api-client.ts';
import { editBody, requestTab, show, type Scene } from './scene.ts';

export const stories: Readonly<Record<string, (scene: Scene) => Promise<void>>> = {
  python: failingScript,
  mobile: mobileApp,
  agent: aiAgent,
  client: apiClient,
};

async function failingScript({ app, server, page, picture }: Scene): Promise<void> {
  await show(page, '/setup?page=terminal');
  await page.getByText('Nothing has arrived').waitFor();
  await runPython(app, server, '184.5');
  await page.getByText('Plain HTTP seen').waitFor();
  await picture('python-setup');
  await page.getByRole('link', { name: 'Show its requests' }).click();
  await page.getByRole('row', { name: /POST 422 .*orders/ }).click();
  await page.getByText('amount must be a whole number of cents').waitFor();
  await requestTab(page, /^Body/);
  await picture('python-error');
  await page.getByRole('grid', { name: 'Requests' }).focus();
  await page.keyboard.press('e');
  await editBody(page, () => '{"amount": 18450, "currency": "EUR"}');
  await page.keyboard.press('Control+Enter');
  await page.getByText('ord_81').waitFor();
  await picture('python-edit');
  await show(page, '/traffic');
  await page.getByRole('combobox', { name: 'Filter' }).fill('');
  await runPython(app, server, '18450');
  await page
    .getByRole('row', { name: /POST 201 .*orders/ })
    .nth(1)
    .waitFor();
  await picture('python-fixed');
}

async function runPython(app: TestApp, server: Origin, amount: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'proxyctl-guide-'));
  const script = join(folder, 'order.py');
  writeFileSync(
    script,
    `import json, urllib.request
order = {"amount": ${amount}, "currency": "EUR"}
request = urllib.request.Request("${server.http}/v1/orders", json.dumps(order).encode(),
                                 {"Content-Type": "application/json"})
print(urllib.request.urlopen(request).read().decode())
`,
  );
  const env = { ...process.env, http_proxy: `http://127.0.0.1:${app.port()}`, no_proxy: '' };
  // The story begins with a script that fails.
  await promisify(execFile)('python3', [script], { env }).catch(() => undefined);
  rmSync(folder, { recursive: true });
}

async function mobileApp(scene: Scene): Promise<void> {
  const { app, page, picture } = scene;
  await app.result('update_settings', { changes: { insecureUpstreamHosts: ['localhost'] } });
  await show(page, '/setup?page=simulator');
  await page.getByText('Nothing has arrived').waitFor();
  await fromPhone(scene, '/v1/home', false);
  await fromPhone(scene, '/v1/cart');
  await page.getByText('HTTPS not decrypted').waitFor();
  await picture('mobile-setup');
  await page.getByRole('link', { name: 'Traffic' }).click();
  await page
    .getByRole('row', { name: /tunnel/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Decrypt this host' }).waitFor();
  await picture('mobile-tunnel');
  await page.getByRole('button', { name: 'Decrypt this host' }).click();
  await page.getByText('is decrypted from the next connection on').waitFor();
  for (const path of ['/v1/home', '/v1/cart']) await fromPhone(scene, path);
  await page
    .getByRole('row', { name: /GET 401 .*cart/ })
    .first()
    .click();
  await page.getByText('token_expired').waitFor();
  await picture('mobile-error');
  await page.getByRole('grid', { name: 'Requests' }).focus();
  await page.keyboard.press('m');
  await page.keyboard.press('l');
  await page.getByRole('textbox', { name: 'Status' }).fill('200');
  await page.getByRole('textbox', { name: 'Reason' }).fill('');
  const body = page.getByRole('textbox', { name: 'Body', exact: true }).last();
  await body.click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('{"items": [], "total": 0}');
  await page.keyboard.press('Control+s');
  await page
    .getByText(/^Saved|^Made|is saved/)
    .first()
    .waitFor();
  await picture('mobile-rule');
  await fromPhone(scene, '/v1/cart');
  await show(page, '/traffic');
  await page.getByRole('row', { name: /GET 200 .*cart/ }).click();
  await page.getByText('items').first().waitFor();
  await picture('mobile-mapped');
}

/** Sends a request as an app in the simulator does, where the root certificate is trusted. */
async function fromPhone({ app, server }: Scene, path: string, isSecure = true): Promise<void> {
  const headers = {
    'User-Agent': 'Harbor/2.4 (iPhone; iOS 18.0) CFNetwork/1568 Darwin/24.0',
    Authorization: 'Bearer app-1',
  };
  if (!isSecure) {
    await app.via(`${server.http}${path}`, { headers });
    return;
  }
  const { pem } = (await app.result('certificate')) as { readonly pem: string };
  const trusted = `${pem}\n${readFileSync(server.caPath, 'utf8')}`;
  await askThroughTunnel(app.port(), `${server.https}${path}`, trusted, headers);
}

async function aiAgent({ app, server, page, picture }: Scene): Promise<void> {
  const post = async (path: string, value: object): Promise<void> => {
    const headers = { 'Content-Type': 'application/json' };
    await app.via(`${server.http}${path}`, { method: 'POST', headers, body: JSON.stringify(value) });
  };
  const question = { role: 'user', content: 'How cold is it in Oslo?' };
  const call = {
    id: 'call_1',
    type: 'function',
    function: { name: 'get_weather', arguments: '{"town":"Oslo"}' },
  };
  const result = { role: 'tool', tool_call_id: 'call_1', content: 'Missing argument: city' };
  const chat = { model: 'gpt-5-mini', stream: true };
  const params = { name: 'get_weather', arguments: { town: 'Oslo' } };
  await post('/v1/chat/completions', { ...chat, messages: [question] });
  await post('/mcp', { jsonrpc: '2.0', id: 2, method: 'tools/call', params });
  const messages = [question, { role: 'assistant', content: null, tool_calls: [call] }, result];
  await post('/v1/chat/completions', { ...chat, messages });
  await show(page, '/traffic');
  await page.getByRole('treeitem', { name: /AI and MCP/ }).click();
  await page
    .getByRole('row', { name: /completions/ })
    .last()
    .click();
  await page.getByText('I could not find out.').waitFor();
  await requestTab(page, /^Body/);
  await picture('agent-answer');
  await page.getByRole('tree', { name: 'Agent runs' }).getByRole('treeitem').first().click();
  await page.getByRole('treegrid', { name: 'Steps' }).locator('[data-kind=tool]').click();
  await page.getByRole('tablist', { name: 'Step' }).getByRole('tab', { name: /^Step/ }).click();
  await page.getByText('Joined by ids and arguments of tool calls').first().waitFor();
  await picture('agent-run');
  await page.getByRole('treeitem', { name: /AI and MCP/ }).click();
  await page.getByRole('row', { name: /mcp/ }).click();
  await page.getByText('Missing argument: city').first().waitFor();
  await picture('agent-tool');
  await page.getByRole('grid', { name: 'Requests' }).focus();
  await page.keyboard.press('e');
  await editBody(page, (text) => text.replace('town', 'city'));
  await page.keyboard.press('Control+Enter');
  await page.getByText('-2 °C in Oslo').first().waitFor();
  await picture('agent-fixed');
}
