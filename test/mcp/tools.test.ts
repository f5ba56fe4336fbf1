// An assistant and a running app: each tool over the protocol, in both of its eras.
import { writeFileSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startAssistant, type Assistant } from '../helpers/assistant.ts';
import { startTestApp } from '../helpers/app.ts';
import { callCli } from '../helpers/called-cli.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';

const SECRET = 'hunter2-Qx81-long-enough';
const origin = await startOrigin((request, response) => {
  const body =
    request.url === '/large' ? 'x'.repeat(300_000) : JSON.stringify({ url: request.url, password: SECRET });
  response.writeHead(request.url === '/broken' ? 500 : 200, { 'Content-Type': 'application/json' }).end(body);
});
const running = await startTestApp();
const { app, via, home } = running;
let assistant: Assistant;

beforeAll(async () => {
  assistant = await startAssistant({ home });
});

afterAll(async () => {
  await assistant[Symbol.asyncDispose]();
  await running.close();
  await origin.close();
});

beforeEach(() => {
  app.traffic.clear();
  app.engine.flows.clear();
});

describe.each(['modern', 'legacy'] as const)('%s', (era) => {
  test('lists its tools within 60 KB, each with both schemas and all hints', { tags: ['full'] }, async () => {
    await using own = await startAssistant({ home, era });
    const { tools } = await own.client.listTools();
    expect(JSON.stringify(tools).length).toBeLessThan(60_000);
    for (const { name, description, annotations, inputSchema, outputSchema } of tools) {
      expect((description ?? '').length, name).toBeLessThanOrEqual(160);
      expect(Object.keys(annotations ?? {}).sort(), name).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
      expect(outputSchema, name).toMatchObject({ type: 'object' });
    }
    expect(await own.client.listResources()).toMatchObject({ resources: { length: 5 } });
    expect(await own.client.listResourceTemplates()).toMatchObject({ resourceTemplates: { length: 1 } });
    expect(await own.client.listPrompts()).toMatchObject({ prompts: { length: 5 } });
  });

  test('a request is listed, read, and sent again', { tags: ['full'] }, async () => {
    await using own = await startAssistant({ home, era });
    await via(`${origin.http}/orders?id=1`);
    const listed = await own.call('list_requests', { search: 'orders' });
    expect(listed.value.items).toHaveLength(1);
    const [{ id, status, untrusted }] = listed.value.items;
    expect({ status, url: untrusted.url }).toEqual({ status: 200, url: `${origin.http}/orders?id=1` });
    const read = await own.call('get_request', { id });
    expect(read.value).toMatchObject({ id, status: 200, method: 'GET' });
    expect(read.value.untrusted.response.body).toContain('"url":"/orders?id=1"');
    expect((await own.call('get_request_curl', { id })).value.untrusted.curl).toContain('curl');
    const replayed = await own.call('replay_request', { id });
    expect(replayed.value).toMatchObject({ status: 200 });
    expect(replayed.value.id).toBeGreaterThan(id);
  });
});

test('secrets are masked, and the result says so', { tags: ['full'] }, async () => {
  await via(`${origin.http}/login`, { headers: { Authorization: 'Bearer abcdefghijklmnop123456' } });
  const { id } = app.traffic.newest()[0]!;
  const read = await assistant.call('get_request', { id });
  expect(JSON.stringify(read)).not.toContain(SECRET);
  expect(JSON.stringify(read)).not.toContain('abcdefghijklmnop123456');
  expect(read.value.masked).toBe(true);
  expect(read.text).toContain('--show-secrets');
  await using open = await startAssistant({ home, args: ['--show-secrets'] });
  const shown = await open.call('get_request', { id });
  expect(JSON.stringify(shown)).toContain(SECRET);
  expect(shown.value.masked).toBeUndefined();
});

test(
  'a long body is read in slices, and no result is larger than 100 KB unless asked',
  { timeout: 60_000, tags: ['full'] },
  async () => {
    await via(`${origin.http}/large`);
    const { id } = app.traffic.newest()[0]!;
    const first = await assistant.call('get_request', { id });
    expect(first.value.untrusted.response.bodyBytes).toEqual({ offset: 0, length: 4000, total: 300_000 });
    const last = await assistant.call('get_request', { id, offset: 299_990, length: 100 });
    expect(last.value.untrusted.response).toMatchObject({
      body: 'x'.repeat(10),
      bodyBytes: { offset: 299_990, length: 10, total: 300_000 },
    });
    const whole = await assistant.call('get_request', { id, length: 300_000 });
    expect(whole.value.untrusted.response.body).toContain('x'.repeat(300_000));
    for (let at = 0; at < 300; at += 1) await via(`${origin.http}/${'long-'.repeat(150)}${at}`);
    const many = await assistant.call('list_requests', { limit: 1000 });
    expect(JSON.stringify(many.value).length).toBeLessThanOrEqual(100_000);
    expect(many.text).toMatch(/Left out, ask for less or page on: items: the first \d+ of 301/);
  },
);

test('a rule is made, changed, and taken back by the log', { tags: ['full'] }, async () => {
  await via(`${origin.http}/mocked`);
  const { id } = app.traffic.newest()[0]!;
  const made = await assistant.call('rule_from_request', { tool: 'mapLocal', id });
  expect(made.isError).toBe(false);
  const [rule] = app.tools.list('mapLocal')[0]!.rules as readonly { readonly id: string }[];
  const changed = await assistant.call('upsert_rule', {
    tool: 'mapLocal',
    rule: { id: rule!.id, status: 418 },
  });
  expect(changed).toMatchObject({ isError: false });
  expect(await (await assistant.call('replay_request', { id })).value).toMatchObject({ status: 418 });
  const log = JSON.parse((await callCli(['mcp', 'log', '--json'], { home })).stdout) as readonly {
    readonly id: string;
    readonly tool: string;
    readonly undo: unknown;
  }[];
  const entry = log.findLast(({ tool }) => tool === 'upsert_rule')!;
  expect(entry.undo).not.toBeNull();
  expect((await callCli(['mcp', 'undo', entry.id], { home })).code).toBe(0);
  expect(await (await assistant.call('replay_request', { id })).value).toMatchObject({ status: 200 });
  const twice = await callCli(['mcp', 'undo', entry.id], { home });
  expect(twice).toMatchObject({ code: 1 });
  expect(twice.stderr).toContain('was taken back');
});

test('relative paths are those of the working directory, and a link to a folder above stalls nothing', async () => {
  using home = temporaryHome();
  const folder = join(home.path, 'Workspace');
  mkdirSync(join(folder, 'inner'), { recursive: true });
  symlinkSync('..', join(folder, 'inner', 'loop'));
  const own = await startTestApp({ home: home.path });
  await own.via(`${origin.http}/one`);
  await using beside = await startAssistant({ home: own.home, cwd: folder });
  const written = await beside.call('export_session', { format: 'har', path: 'out.har' });
  expect(written).toMatchObject({
    isError: false,
    value: { path: join(realpathSync(folder), 'out.har'), count: 1 },
  });
  expect(await beside.call('import_session', { path: './out.har' })).toMatchObject({ value: { count: 1 } });
  expect(await beside.call('create_collection', { name: 'Made' })).toMatchObject({ isError: false });
  const unknown = await beside.call('get_collection', { collection: 'Nope' });
  expect(unknown.text).toContain('there is no collection "Nope"');
  expect(unknown.text).toContain('there are "Made"');
  const { text } = await beside.call('export_session', { format: 'har', path: '/etc/out.har' });
  expect(text.split(realpathSync(folder))).toHaveLength(2);
  await own.close();
});

test('a rule of an assistant needs a bound, and its answer says what it matches', async () => {
  const refused = await assistant.call('upsert_rule', { tool: 'mapLocal', rule: { conditions: {} } });
  expect(refused).toMatchObject({
    isError: true,
    text: expect.stringContaining('the rule would take all traffic'),
  });
  const made = await assistant.call('upsert_rule', {
    tool: 'blockList',
    rule: { pattern: 'https://none.test/*' },
  });
  expect(made.value.matches).toMatch(/^matches 0 of the last (?:\d+ )?requests?$|^there are no requests yet/);
  const { id } = made.value;
  // Changed, it has the pattern that it had.
  const all = await assistant.call('upsert_rule', { tool: 'blockList', rule: { id, enabled: false } });
  expect(all.isError).toBe(false);
  const { isError } = await assistant.call('upsert_rule', { tool: 'blockList', rule: { id, pattern: '' } });
  expect(isError).toBe(true);
  const off = await assistant.call('set_tool_enabled', { tool: 'blockList', enabled: false });
  expect(off.value.matches).toBe('matches nothing');
  await assistant.call('delete_rule', { tool: 'blockList', id });
});

test('a mask that comes back keeps the value, and another place refuses it', async () => {
  type Rules = readonly { readonly id: string; readonly body: { readonly text: string } }[];
  const rules = (): Rules => app.tools.list('mapLocal')[0]!.rules as unknown as Rules;
  const given = { pattern: 'https://a.test/*', body: { text: JSON.stringify({ password: SECRET }) } };
  const made = await assistant.call('upsert_rule', { tool: 'mapLocal', rule: given });
  expect(JSON.stringify(made)).not.toContain(SECRET);
  const masked = { text: made.value.untrusted.body.text as string };
  expect(masked.text).toContain('[redacted]');
  const { id } = rules().at(-1)!;
  const rule = { id, name: 'Kept', body: masked };
  expect((await assistant.call('upsert_rule', { tool: 'mapLocal', rule })).isError).toBe(false);
  expect(rules().at(-1)).toMatchObject({ name: 'Kept', body: given.body });
  const moved = await assistant.call('upsert_rule', { tool: 'mapLocal', rule: { body: masked } });
  expect(moved).toMatchObject({ isError: true });
  expect(moved.text).toContain('rule.body.text contains the mask');
});

test('files are those that assistants may use', async () => {
  await via(`${origin.http}/one`);
  const secret = await assistant.call('import_session', { path: join(home, 'api-token') });
  expect(secret).toMatchObject({ isError: true });
  expect(secret.text).toContain('may not be used');
  const outside = await assistant.call('export_session', { format: 'har', path: '/tmp/outside.har' });
  expect(outside.text).toContain('--allow-path');
  mkdirSync(join(home, 'exports'), { recursive: true });
  const path = join(home, 'exports', 'all.har');
  expect(await assistant.call('export_session', { format: 'har', path })).toMatchObject({
    isError: false,
    value: { count: 1 },
  });
  writeFileSync(join(home, 'exports', '.hidden.har'), '{}');
  const hidden = await assistant.call('import_session', { path: join(home, 'exports', '.hidden.har') });
  expect(hidden.text).toContain('hidden files');
  for (const rule of [{ filePath: '/etc/passwd', source: 'file' }, { body: { file: '/etc/passwd' } }])
    expect((await assistant.call('upsert_rule', { tool: 'mapLocal', rule })).text).toContain(
      '/etc/passwd may not be',
    );
});

test('resources are read, completed and watched; prompts bring theirs', { tags: ['full'] }, async () => {
  await via(`${origin.http}/broken`);
  const { id } = app.traffic.newest()[0]!;
  const { client } = assistant;
  const read = async (uri: string): Promise<string> => {
    const [content] = (await client.readResource({ uri })).contents;
    return (content as { readonly text: string }).text;
  };
  expect(JSON.parse(await read('proxy://status'))).toMatchObject({ recording: true });
  expect(JSON.parse(await read('proxy://requests/recent')).items).toHaveLength(1);
  expect(JSON.parse(await read(`proxy://requests/${id}`))).toMatchObject({ id, status: 500 });
  expect(await read('proxy://insights/report')).toContain('traffic report');
  expect(await read('proxy://rules')).toContain('mapLocal');
  expect(JSON.parse(await read('proxy://collections'))).toMatchObject({ items: [] });
  await expect(read('proxy://nothing')).rejects.toThrow();
  const { completion } = await client.complete({
    ref: { type: 'ref/resource', uri: 'proxy://requests/{id}' },
    argument: { name: 'id', value: String(id).slice(0, 1) },
  });
  expect(completion.values).toContain(String(id));
  const prompt = await client.getPrompt({ name: 'debug_request', arguments: { id: String(id) } });
  expect(prompt.messages).toHaveLength(2);
  expect(JSON.stringify(prompt.messages[1])).toContain(`proxy://requests/${id}`);
  await expect(client.getPrompt({ name: 'debug_request', arguments: {} })).rejects.toThrow('needs id');
});

test('unknown tools, parameters and wrong values are named', async () => {
  await expect(assistant.call('list_request')).rejects.toThrow('did you mean list_requests');
  expect(await assistant.call('list_requests', { limitt: 3 })).toMatchObject({
    isError: true,
    text: expect.stringContaining('limitt') as string,
  });
  expect(await assistant.call('get_request', { id: 'seven' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('id') as string,
  });
  expect((await assistant.call('get_request', { id: 987_654 })).text).toContain('987654');
});
