// `collection run` with broken files in the workspace: what the run needs ends it, what it does not need is a warning.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { type CliResult } from '../helpers/cli.ts';
import { startEcho, type Echo } from '../helpers/echo.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';

let echo: Echo;
let home: TemporaryHome;
let workspace: string;

beforeAll(async () => {
  echo = await startEcho();
  home = temporaryHome();
  workspace = join(home.path, 'shop');
});

afterAll(async () => {
  await echo[Symbol.asyncDispose]();
  home.remove();
});

beforeEach(() => {
  echo.received.length = 0;
  rmSync(workspace, { recursive: true, force: true });
  write('workspace.yaml', 'name: W\nactiveEnvironment: e1\n');
  write('globals.yaml', 'variables: []\n');
  write('environments/test.yaml', 'id: e1\nname: Test\n');
  write('collections/shop/collection.yaml', 'id: c1\nname: Shop\n');
  write('collections/shop/a.request.yaml', `id: r1\nname: A\nurl: ${echo.url}/get\n`);
  write('collections/shop/more/folder.yaml', 'id: f1\nname: More\n');
  write('collections/shop/more/b.request.yaml', `id: r2\nname: B\nurl: ${echo.url}/get\n`);
  write('collections/other/collection.yaml', 'id: c2\nname: Other\n');
});

function write(file: string, text: string): void {
  const path = join(workspace, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function run(...args: readonly string[]): Promise<CliResult> {
  return callCli(['collection', 'run', 'Shop', '--workspace', workspace, ...args], { home: home.path });
}

const CONFLICT = '<<<<<<< HEAD\nname: Mine\n=======\nname: Theirs\n>>>>>>> main\n';

test.each([
  ['a misspelt field', 'collections/shop/a.request.yaml', 'id: r1\nnaem: A\n', /a\.request\.yaml:2: .*naem/],
  ['a merge conflict', 'collections/shop/more/b.request.yaml', CONFLICT, /b\.request\.yaml:\d+: /],
  ['a broken folder', 'collections/shop/more/folder.yaml', 'id: f1\nname: More\nx: 1\n', /folder\.yaml:3: /],
  [
    'a broken collection',
    'collections/shop/collection.yaml',
    CONFLICT,
    /no collection "Shop".*collection\.yaml:\d+: /,
  ],
  ['a broken active environment', 'environments/test.yaml', CONFLICT, /test\.yaml:\d+: /],
  ['broken globals', 'globals.yaml', CONFLICT, /globals\.yaml:\d+: /],
  ['a broken workspace file', 'workspace.yaml', CONFLICT, /workspace\.yaml:\d+: /],
])('%s ends the run before anything is sent', async (_, file, text, message) => {
  write(file, text);
  const { code, stdout, stderr } = await run();
  expect(stderr).toMatch(/^error: [^\n]*\n$/);
  expect(stderr).toMatch(message);
  expect([code, stdout, echo.received.length]).toEqual([1, '', 0]);
});

test('a folder that has lost its own file is an error, an empty one is not', { tags: ['full'] }, async () => {
  mkdirSync(join(workspace, 'collections/shop/empty'));
  expect((await run()).code).toBe(0);
  rmSync(join(workspace, 'collections/shop/more/folder.yaml'));
  const { code, stderr } = await run();
  expect(stderr).toMatch(/^error: .*more.folder\.yaml: it is missing/);
  expect(code).toBe(1);
});

test(
  'an active environment that does not exist is an error; -e takes another',
  { tags: ['full'] },
  async () => {
    write('workspace.yaml', 'name: W\nactiveEnvironment: gone\n');
    const { code, stderr } = await run();
    expect(stderr).toMatch(/active environment "gone", which does not exist/);
    expect([code, (await run('-e', 'Test')).code]).toEqual([1, 0]);
  },
);

test('broken files of others, and a duplicate id, are warnings', async () => {
  write('collections/other/collection.yaml', CONFLICT);
  write('environments/old.yaml', CONFLICT);
  write('collections/shop/copy.request.yaml', `id: r1\nname: Copy\nurl: ${echo.url}/get\n`);
  const { code, stderr } = await run();
  expect(stderr.split('\n').filter((line) => line.startsWith('warning: '))).toHaveLength(3);
  expect([code, echo.received.length]).toEqual([0, 3]);
});

test('--allow-broken names what cannot be read, and runs the rest', async () => {
  write('collections/shop/more/b.request.yaml', CONFLICT);
  const result = await run('--allow-broken');
  expect(result.stderr).toMatch(/b\.request\.yaml:\d+: /);
  expect(result.stdout).toContain('GET');
  expect(result.code).toBe(0);
  expect(echo.received).toHaveLength(1);
});
