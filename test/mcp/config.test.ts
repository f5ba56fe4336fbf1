// Configurations of assistants: printed, and merged into their files.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { runCli, type CliResult } from '../helpers/cli.ts';
import { temporaryHome } from '../helpers/home.ts';

const own = temporaryHome();
const user = join(own.path, 'user');

beforeEach(() => {
  mkdirSync(user, { recursive: true });
});

afterAll(() => {
  own.remove();
});

const config = (...args: readonly string[]): Promise<CliResult> =>
  runCli(['mcp', 'config', ...args], { home: own.path, env: { HOME: user }, cwd: user });

test('each assistant has a configuration in its form', { tags: ['full'] }, async () => {
  const names = (await config()).stdout.split('\n').flatMap((line) => line.split(/\s/)[0] || []);
  expect(names).toEqual(expect.arrayContaining(['claude-desktop', 'cursor', 'vscode', 'codex']));
  for (const name of names) {
    const { code, stdout } = await config(name, '--port', '9123');
    expect(code).toBe(0);
    expect(stdout).toContain('proxy-server');
    expect(stdout).toContain('9123');
  }
  expect(JSON.parse((await config('vscode')).stdout)).toMatchObject({
    servers: { 'proxy-server': { type: 'stdio', args: ['mcp'] } },
  });
  expect(JSON.parse((await config('cursor')).stdout)).toMatchObject({
    mcpServers: { 'proxy-server': { command: expect.stringContaining('proxyctl') as string } },
  });
});

test('a file keeps what it has, and a copy', async () => {
  const file = join(user, '.cursor', 'mcp.json');
  mkdirSync(dirname(file), { recursive: true });
  const before = JSON.stringify({ other: 1, mcpServers: { mine: { command: 'x' } } });
  writeFileSync(file, before, { mode: 0o640 });
  expect(await config('cursor', '--write')).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    other: 1,
    mcpServers: { mine: { command: 'x' }, 'proxy-server': { args: ['mcp'] } },
  });
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(readFileSync(`${file}.before-proxy-server`, 'utf8')).toBe(before);
});

test.each(['// mine\n{}', '[]', '{"mcpServers": 7}'])('%j is left as it is', async (text) => {
  const file = join(user, '.cursor', 'mcp.json');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  const { code, stderr } = await config('cursor', '--write');
  expect(code).toBe(1);
  expect(stderr).toContain(file);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('a table of TOML is added once', async () => {
  const file = join(user, '.codex', 'config.toml');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, 'model = "x" # mine\n');
  expect((await config('codex', '--write')).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toMatch(
    /^model = "x" # mine\n\n\[mcp_servers\.proxy-server\]\ncommand = "/,
  );
  expect(await config('codex', '--write')).toMatchObject({ code: 1 });
});

test('an unknown assistant is named', async () => {
  expect((await config('cursr')).stderr).toContain('did you mean cursor');
});
