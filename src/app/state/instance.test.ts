import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryHome, type TemporaryHome } from '../../../test/helpers/home.ts';
import { closedPort } from '../../../test/helpers/ports.ts';
import { claimInstance, isAppReachable, runningPort } from './instance.ts';

let home: TemporaryHome;

beforeEach(() => {
  home = temporaryHome();
});

afterEach(() => home.remove());

const path = (): string => join(home.path, 'app.json');
const writeEntry = (entry: unknown): void => writeFileSync(path(), JSON.stringify(entry));

test('stores the port until the instance is released', async () => {
  const instance = await claimInstance(home.path);
  expect(await runningPort(home.path)).toBeNull();
  await instance.listensOn(4321);
  expect(await runningPort(home.path)).toBe(4321);
  await instance.release();
  expect(existsSync(path())).toBe(false);
});

test('a process that listens on its port blocks the folder', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  writeEntry({ pid: process.ppid, port, startedAt: Date.now() });
  await expect(claimInstance(home.path)).rejects.toThrow(`is already running on port ${port} with`);
  expect(await isAppReachable(home.path)).toBe(true);
  server.close();
});

test('a process that is starting blocks the folder', async () => {
  writeEntry({ pid: process.ppid, port: null, startedAt: Date.now() });
  await expect(claimInstance(home.path)).rejects.toThrow('is already starting with');
  expect(await isAppReachable(home.path)).toBe(true);
});

test.each<readonly [string, () => Promise<unknown>]>([
  ['a process that is gone', () => Promise.resolve({ pid: 2 ** 22 + 5, port: 9090, startedAt: Date.now() })],
  [
    'a number that this process has now',
    () => Promise.resolve({ pid: process.pid, port: 9090, startedAt: 0 }),
  ],
  [
    'a number that another has now',
    async () => ({ pid: process.ppid, port: await closedPort(), startedAt: 0 }),
  ],
  [
    'a start that never came to its end',
    () => Promise.resolve({ pid: process.ppid, port: null, startedAt: 1 }),
  ],
  ['something else', () => Promise.resolve('nonsense')],
])('a file that is left from %s does not block the folder', async (_, left) => {
  writeEntry(await left());
  expect(await isAppReachable(home.path)).toBe(false);
  const instance = await claimInstance(home.path);
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toMatchObject({ pid: process.pid });
  await instance.release();
});

test('a file of another process is not removed', async () => {
  const instance = await claimInstance(home.path);
  writeEntry({ pid: process.ppid, port: 1, startedAt: 0 });
  await instance.release();
  expect(existsSync(path())).toBe(true);
});

/** Claims the folder in so many processes at the same moment, and returns how it went for each. */
async function claimAtOnce(count: number): Promise<readonly string[]> {
  const program = `
    const { claimInstance } = await import(process.argv[1]);
    while (Date.now() < Number(process.argv[3]));
    console.log(await claimInstance(process.argv[2]).then(() => 'claimed', (error) => error.message));
    process.stdin.resume(); // until all have tried
  `;
  const module = new URL('./instance.ts', import.meta.url).href;
  const at = String(Date.now() + 1500);
  const args = ['--input-type=module', '-e', program, module, home.path, at];
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const lines = await Promise.all(
    children.map(async ({ stdout }) => String((await once(stdout, 'data'))[0]).trim()),
  );
  for (const child of children) child.kill();
  return lines;
}

test('of starts in the same millisecond one gets the folder', { tags: ['full'] }, async () => {
  for (const left of [null, { pid: 2 ** 22 + 5, port: 9090, startedAt: 1 }]) {
    if (left !== null) writeEntry(left);
    const lines = await claimAtOnce(8);
    expect(lines.filter((line) => line === 'claimed')).toHaveLength(1);
    expect(lines.filter((line) => line.includes('is already starting with'))).toHaveLength(7);
  }
});
