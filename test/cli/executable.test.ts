// The single executable, built from the package and started where there is no Node.js.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildExecutable } from '../../scripts/executable/build.ts';
import { launcher, type CliResult } from '../helpers/cli.ts';
import { lacksNamespaces } from '../helpers/namespace.ts';
import { startOrigin } from '../helpers/origin.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'proxyctl-executable-test-'));
const origin = await startOrigin();
let executable: string;

beforeAll(async () => {
  const built = dirname(dirname(launcher));
  const source = join(folder, 'package');
  mkdirSync(source);
  for (const part of ['assets', 'bin', 'dist', 'package.json'])
    cpSync(join(built, part), join(source, part), { recursive: true });
  for (const part of ['schemas', 'types', 'CHANGELOG.md', 'LICENSE'])
    cpSync(join(project, part), join(source, part), { recursive: true });
  mkdirSync(join(folder, 'home'));
  executable = await buildExecutable(source, join(folder, 'built'));
  rmSync(source, { recursive: true });
}, 300_000);

afterAll(async () => {
  await origin.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Leaves only the programs of the system to be found, and nothing of this project. */
function environment(): NodeJS.ProcessEnv {
  return {
    PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
    HOME: join(folder, 'home'),
    PROXYCTL_HOME: join(folder, 'data'),
    NO_COLOR: '1',
  };
}

async function run(...args: readonly string[]): Promise<CliResult> {
  const child = spawn(executable, args, {
    env: environment(),
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code: child.exitCode, signal: child.signalCode, stdout, stderr };
}

const full = { tags: ['full'], timeout: 120_000 };

test('it unpacks itself once', full, async () => {
  const versions = [await run('--version'), await run('--version')];
  for (const each of versions) expect(each).toMatchObject({ code: 0, stderr: '' });
  const unpacked = join(folder, 'home', '.cache', 'proxyctl');
  expect(readdirSync(unpacked).filter((name) => name.startsWith('executable-'))).toHaveLength(1);
});

test('requests of a command are seen', full, async () => {
  const seen = await run('run', '--port', '0', '--', 'curl', '-s', `${origin.http}/seen`);
  expect(seen).toMatchObject({ code: 0 });
  expect(seen.stderr).toContain(`200 GET ${origin.http}/seen`);
});

test.skipIf(lacksNamespaces())('it starts itself in a network of its own', full, async () => {
  expect(await run('run', '--port', '0', '--quiet', '--transparent', '--', 'echo', '42')).toMatchObject({
    code: 0,
    stdout: '42\n',
  });
});

test('scripts have their libraries, and databases their process', full, async () => {
  const collection = join(folder, 'shop');
  mkdirSync(collection);
  new DatabaseSync(join(collection, 'shop.db')).exec(
    'create table pets (name text); insert into pets values (1)',
  );
  writeFileSync(join(collection, 'collection.yaml'), 'name: Shop\n');
  writeFileSync(
    join(collection, 'pets.request.yaml'),
    'url: shop.db\nsql: { driver: sqlite, statement: select count(*) as pets from pets }\n',
  );
  writeFileSync(
    join(collection, 'list.request.yaml'),
    `url: ${origin.http}/list\nscripts:\n  test: |\n    pm.test('libraries', () => pm.expect(require('lodash').chunk([1, 2])).to.eql([[1], [2]]));\n`,
  );
  const ran = await run('collection', 'run', collection);
  expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining('✓ libraries') as string });
  expect(ran.stdout).toContain('SQL sqlite:shop.db 0 OK');
});

test('the app runs in the background, and ends', full, async () => {
  expect(await run('app', '--detach', '--port', '0', '--no-open')).toMatchObject({ code: 0 });
  expect(await run('status')).toMatchObject({ code: 0 });
  expect(await run('stop')).toMatchObject({ code: 0 });
});

test('an assistant is served, and the configuration names the executable alone', full, async () => {
  const server: ChildProcess = spawn(executable, ['mcp'], {
    env: environment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const client = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  server.stdin!.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: client })}\n`);
  const [line] = (await once(createInterface(server.stdout!), 'line')) as [string];
  expect(JSON.parse(line)).toMatchObject({ id: 1, result: { serverInfo: expect.anything() } });
  const ended = once(server, 'exit');
  server.stdin!.end();
  await ended;
  expect(JSON.parse((await run('mcp', 'config', 'cursor')).stdout)).toMatchObject({
    mcpServers: { 'proxy-server': { command: executable, args: ['mcp'] } },
  });
});

test('it is complete: nothing of the package is looked for elsewhere', full, async () => {
  expect(existsSync(join(folder, 'package'))).toBe(false);
  expect((await run('schema', 'request')).stdout).toContain('"$schema"');
  expect((await run('doctor')).stdout).toContain('Node.js');
});
