// `proxyctl mcp wrap`: an assistant's file, changed at the commands of its servers alone, and taken back.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { readRecording } from '../../src/traffic/recordings.ts';
import { launcher, runCli, type CliResult } from '../helpers/cli.ts';
import { temporaryHome } from '../helpers/home.ts';

const own = temporaryHome();
let user: string;
let turn = 0;

beforeEach(() => {
  user = join(own.path, `user-${(turn += 1)}`);
  mkdirSync(user);
});

afterAll(() => own.remove());

const wrap = (...args: readonly string[]): Promise<CliResult> =>
  runCli(['mcp', 'wrap', ...args], { home: own.path, env: { HOME: user }, cwd: user });

function write(name: string, text: string): string {
  const file = join(user, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text, { mode: 0o640 });
  return file;
}

const JSON_FILE = `{
  // my servers
  "other": [1, 2,],
  "mcpServers": {
    "File System": {
      "command": "npx",
      "args": [
        "-y", // yes
        "@mcp/server-filesystem",
      ],
      "env": { "KEY": "secret" }
    },
    "plain": {"command":"uvx","args":["git \\"x\\""]},
    "bare": { "command": "bare-server" },
    "empty": { "command": "empty-server", "args": [] },
    "zed": { "command": { "path": "zed-server", "args": ["a"], "env": {} } },
    "remote": { "url": "https://example.com/mcp" },
    "odd": { "command": 7 },
  },
}
`;

const TOML_FILE = `model = "x" # mine

[mcp_servers.files]
command = "npx" # runs it
args = [
  "-y", # yes
  'server-files',
]

[mcp_servers.files.env]
command = "not this one"

[mcp_servers."with space"]
command = 'bare'

[mcp_servers.remote]
url = "https://example.com/mcp"

[[lists]]
command = "nor this"
`;

const INLINE_FILE = `mcp_servers.first = { command = "npx", args = ["-y", 'server-files'] } # yes
other = { command = "not this one" }

[mcp_servers]
"with space" = { command = 'bare', env = { command = "nor this", list = ["a, }"] }, timeout = 5 }
remote = { url = "https://example.com/mcp" }

[profiles.x]
second = { command = "nor this" }
`;

describe.each([
  ['cursor', '.cursor/mcp.json', JSON_FILE],
  ['codex', '.codex/config.toml', TOML_FILE],
  ['codex', '.codex/config.toml', INLINE_FILE],
])('%s', (assistant, name, text) => {
  test('wrapped, again, and back to the byte', async () => {
    const file = write(name, text);
    const first = await wrap(assistant);
    expect(first).toMatchObject({ code: 0 });
    const after = readFileSync(file, 'utf8');
    expect(after).not.toBe(text);
    expect(after.replaceAll(JSON.stringify(launcher), '"PROGRAM"')).toMatchSnapshot();
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(first.stdout).toContain('+');
    expect(first.stdout).not.toContain('secret');
    expect(first.stderr).toContain('remote has a URL, https://example.com/mcp');
    expect(readFileSync(`${file}.before-proxyctl-wrap`, 'utf8')).toBe(text);

    expect((await wrap(assistant)).stderr).toContain('stays as it is');
    expect(readFileSync(file, 'utf8')).toBe(after);

    expect(await wrap(assistant, '--undo')).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(existsSync(`${file}.before-proxyctl-wrap`)).toBe(false);
  });

  test('of a file that has changed meanwhile, the rest stays', async () => {
    const file = write(name, text);
    await wrap(assistant);
    const changed = readFileSync(file, 'utf8').replace('yes', 'changed by hand');
    writeFileSync(file, changed);
    expect(await wrap(assistant, '--undo')).toMatchObject({ code: 0 });
    const after = readFileSync(file, 'utf8');
    expect(after).toContain('changed by hand');
    expect(after).not.toContain('--mcp');
    expect(after).toContain('npx');
  });
});

test('one server, one after the other, and nothing for a dry run', async () => {
  const file = write('.cursor/mcp.json', JSON_FILE);
  expect(await wrap('cursor', '--dry-run')).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toBe(JSON_FILE);
  await wrap('cursor', '--server', 'bare');
  await wrap('cursor', '--server', 'plain');
  const after = readFileSync(file, 'utf8');
  expect(after.match(/--mcp/g)).toHaveLength(2);
  expect(after).toContain(
    `{ "command": ${JSON.stringify(launcher)}, "args": ["run", "--mcp", "bare", "--", "bare-server"] }`,
  );
  await wrap('cursor', '--server', 'bare', '--undo');
  expect(readFileSync(file, 'utf8').match(/--mcp/g)).toHaveLength(1);
  await wrap('cursor', '--undo');
  expect(readFileSync(file, 'utf8')).toBe(JSON_FILE);
});

test.each([
  ['{"mcpServers": {"a": {"command": "x"', 'line 1, column 37'],
  ['[]', 'does not hold a JSON object'],
  ['{"mcpServers": 7}', 'mcpServers is not an object'],
  ['{"mcpServers": {}}', 'names no MCP servers'],
])('%j is left as it is', async (text, reason) => {
  const file = write('.cursor/mcp.json', text);
  const { code, stderr } = await wrap('cursor');
  expect(code).toBe(1);
  expect(stderr).toContain(file);
  expect(stderr).toContain(reason);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('wrong names', async () => {
  expect((await wrap('cursor')).stderr).toContain('has no file');
  write('.cursor/mcp.json', JSON_FILE);
  expect((await wrap('cursor', '--server', 'plan')).stderr).toContain('did you mean plain?');
  expect((await wrap('curser')).stderr).toContain('did you mean cursor?');
});

test('a client that follows the file gets its server, and the messages are recorded', async () => {
  const server = fileURLToPath(new URL('../helpers/mcp-server.ts', import.meta.url));
  const entry = { command: process.execPath, args: [server, 'legacy'] };
  const file = write('.cursor/mcp.json', JSON.stringify({ mcpServers: { shop: entry } }));
  await wrap('cursor');
  const { mcpServers } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly mcpServers: { readonly shop: typeof entry };
  };
  const client = new Client({ name: 'editor', version: '1' });
  const env = { ...(process.env as Record<string, string>), PROXYCTL_HOME: user };
  await client.connect(new StdioClientTransport({ ...mcpServers.shop, env, stderr: 'ignore' }));
  const sum = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } });
  expect(sum).toMatchObject({ structuredContent: { sum: 3 } });
  await client.close();
  const [session = ''] = readdirSync(join(user, 'traffic'));
  const flows = await readRecording(join(user, 'traffic', session));
  expect(flows.map(({ url, app }) => [url, app])).toContainEqual(['mcp://shop/tools/call/add', 'editor']);
});

test('the servers of all projects, where the assistant has them in a file of its own', async () => {
  const file = write(
    '.claude.json',
    '{ "projects": {}, "mcpServers": { "a": { "type": "stdio", "command": "x" } } }',
  );
  expect((await wrap('claude-code')).stderr).toContain('has no file');
  expect(await wrap('claude-code', '--user')).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toContain('"args": ["run", "--mcp", "a", "--", "x"]');
  expect((await wrap('vscode', '--user')).stderr).toContain('leave --user out');
});
