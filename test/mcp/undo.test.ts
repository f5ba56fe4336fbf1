// Changes that an assistant made and others changed since, and those of secrets, are taken back by the log.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { startAssistant } from '../helpers/assistant.ts';
import { callCli } from '../helpers/called-cli.ts';

const running = await startTestApp();
const { home, result } = running;
const assistant = await startAssistant({ home });
const { call } = assistant;

afterAll(async () => {
  await assistant[Symbol.asyncDispose]();
  await running.close();
});

beforeEach(async () => {
  for (const { name } of await result('list_collections'))
    await result('delete_collection', { collection: name });
  await result('create_collection', { name: 'Shop' });
  await result('create_request', { collection: 'Shop', name: 'Get', url: 'https://a.test/one' });
  await result('save_environment', { name: 'Test', variables: [{ name: 'host', value: 'a.test' }] });
});

interface Entry {
  readonly id: string;
  readonly tool: string;
  readonly undo: boolean;
}

async function undo(tool: string): Promise<void> {
  const { stdout } = await callCli(['mcp', 'log', '--json'], { home });
  const entry = (JSON.parse(stdout) as readonly Entry[]).findLast((each) => each.tool === tool)!;
  expect(entry.undo).toBe(true);
  expect(await callCli(['mcp', 'undo', entry.id], { home })).toMatchObject({ code: 0 });
}

test('what was changed again since is left alone', async () => {
  const params = { collection: 'Shop', request: 'Get', changes: { url: 'https://b.test/two' } };
  await call('update_request', params);
  await result('update_request', { ...params, changes: { url: 'https://c.test/three' } });
  const { stdout } = await callCli(['mcp', 'log', '--json'], { home });
  const { id } = (JSON.parse(stdout) as readonly Entry[]).at(-1)!;
  const refused = await callCli(['mcp', 'undo', id], { home });
  expect(refused).toMatchObject({ code: 1 });
  expect(refused.stderr).toContain('was changed again since');
});

test('secrets that a change replaced are not in the log, and come back', async () => {
  const secret = [{ name: 'word', value: 'correct horse', secret: true }];
  await call('save_environment', { name: 'Test', variables: secret });
  const before = await result('list_environments', { environment: 'Test' });
  await call('save_environment', { name: 'Test', variables: [{ ...secret[0], value: 'battery staple' }] });
  const { stdout } = await callCli(['mcp', 'log', '--json'], { home });
  for (const text of [stdout, readFileSync(join(home, 'mcp-log.ndjson'), 'utf8')])
    expect(text).not.toMatch(/correct horse|battery staple/);
  await undo('save_environment');
  expect(await result('list_environments', { environment: 'Test' })).toEqual(before);
});
