import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { oldNode } from '../helpers/old-node.ts';
import { within } from '../helpers/waiting.ts';
import { sampled } from '../helpers/scale.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
const launcher = join(project, 'bin', 'proxyctl.js');
const [node, ...nodeArgs] = oldNode();

let sandbox: string;

beforeAll(() => {
  sandbox = mkdtempSync(join(tmpdir(), 'proxyctl-launcher-'));
});

afterAll(() => {
  rmSync(sandbox, { recursive: true, force: true });
});

/**
 * Creates a package whose command line is `main`, started by a copy of our launcher; returns the launcher's
 * path.
 */
function packageWith(name: string, main: string): string {
  const folder = join(sandbox, name);
  mkdirSync(join(folder, 'bin'), { recursive: true });
  mkdirSync(join(folder, 'src', 'cli'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(join(folder, 'src', 'cli', 'main.ts'), main);
  copyFileSync(launcher, join(folder, 'bin', 'proxyctl.js'));
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'), 'junction');
  return join(folder, 'bin', 'proxyctl.js');
}

const channel = join(project, 'src', 'cli', 'launcher-channel.ts');
const joining = `import { joinLauncher } from ${JSON.stringify(channel)};\njoinLauncher();\n`;

/**
 * A program that prints `ready <pid>`, then each signal it gets, and exits with code 5 when its standard
 * input says so.
 */
const listening = `${joining}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => console.log(signal));
process.stdin.on('data', () => process.exit(5));
console.log('ready ' + process.pid);
`;

/** A program that ends at the first signal, even if nobody reads its output. */
const ending = `${joining}
process.on('SIGTERM', () => { console.log('stopped'); process.exit(); });
setInterval(() => {}, 1000);
console.log('ready ' + process.pid);
`;

const idle = `${joining}\nsetInterval(() => {}, 1000);\nconsole.log('ready ' + process.pid);\n`;

describe('an old Node', () => {
  test('runs the command line in the newer one', () => {
    const version = spawnSync(node, [...nodeArgs, launcher, '--version'], { encoding: 'utf8' });
    expect(version).toMatchObject({ status: 0, stdout: '0.1.0\n', stderr: '' });
    const { stdout } = runOld(packageWith('version', 'console.log(process.versions.node);'));
    expect(Number.parseInt(stdout, 10)).toBeGreaterThanOrEqual(24);
  });

  test('hands on arguments, input, output and the exit code', () => {
    const echo = packageWith(
      'echo',
      `console.log(JSON.stringify(process.argv.slice(2)));
      process.stdin.pipe(process.stderr).on('unpipe', () => { process.exitCode = 7; });`,
    );
    const { status, stdout, stderr } = runOld(echo, ['--', 'a b', ''], 'typed');
    expect({ status, stdout, stderr }).toEqual({ status: 7, stdout: '["--","a b",""]\n', stderr: 'typed' });
  });

  test.skipIf(process.platform === 'win32')('turns a death by signal into 128 plus its number', () => {
    const { status } = runOld(packageWith('killed', "process.kill(process.pid, 'SIGKILL');"));
    expect(status).toBe(137);
  });

  test('without a newer one prints the required version', () => {
    const lonely = join(sandbox, 'lonely.mjs');
    copyFileSync(launcher, lonely);
    const { status, stdout, stderr } = runOld(lonely);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^error: proxyctl needs Node.js 24 or newer, this is [\d.]+; see \S+\n$/);
  });

  test('in a checkout that is not set up prints how to set it up', () => {
    const folder = join(sandbox, 'bare');
    mkdirSync(join(folder, 'bin'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    writeFileSync(join(folder, 'package-lock.json'), '{}');
    copyFileSync(launcher, join(folder, 'bin', 'proxyctl.js'));
    const { status, stderr } = runOld(join(folder, 'bin', 'proxyctl.js'));
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: .*; run "npm ci" in .*bare\/?, which installs one\n$/);
  });
});

describe.skipIf(process.platform === 'win32')('signals', () => {
  const running = new Set<number>();

  afterEach(() => {
    for (const pid of running) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    running.clear();
  });

  /** Starts a package as the leader of its own process group, and waits until it is ready. */
  async function start(path: string): Promise<Running> {
    const launched = spawn(node, [...nodeArgs, path], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
    const ended = once(launched, 'exit').then(([code]) => code as number | null);
    const lines = createInterface(launched.stdout)[Symbol.asyncIterator]();
    const [word, pid] = (await nextLine(lines)).split(' ');
    expect(word).toBe('ready');
    running.add(pidOf(launched)).add(Number(pid));
    return { launched, lines, ended, pid: pidOf(launched) };
  }

  test.each(sampled(['SIGINT', 'SIGTERM', 'SIGHUP'] as const, 2))(
    '%s to the launcher reaches the child',
    async (signal) => {
      const { launched, lines, ended, pid } = await start(packageWith(signal, listening));
      process.kill(pid, signal);
      expect(await nextLine(lines)).toBe(signal);
      process.kill(pid, signal);
      expect(await nextLine(lines)).toBe(signal);
      launched.stdin.end('end');
      expect(await ended).toBe(5);
    },
  );

  test('Ctrl-C, which both get, counts once', async () => {
    const { launched, lines, ended, pid } = await start(packageWith('group', listening));
    for (const order of ['first', 'second', 'third']) {
      process.kill(-pid, 'SIGINT');
      expect(await nextLine(lines), order).toBe('SIGINT');
      // A second copy of the interrupt would come before this on the same channel.
      process.kill(pid, 'SIGHUP');
      expect(await nextLine(lines), order).toBe('SIGHUP');
    }
    launched.stdin.end('end');
    expect(await ended).toBe(5);
  });

  test('a child that does not handle them ends by them', async () => {
    const terminated = await start(packageWith('idle', idle));
    process.kill(terminated.pid, 'SIGTERM');
    expect(await terminated.ended).toBe(143);
    const interrupted = await start(packageWith('idle-group', idle));
    process.kill(-interrupted.pid, 'SIGINT');
    expect(await interrupted.ended).toBe(130);
  });

  test('a launcher killed outright takes the child with it, gracefully', async () => {
    const { launched, lines, pid } = await start(packageWith('orphan', ending));
    process.kill(pid, 'SIGKILL');
    expect(await nextLine(lines)).toBe('stopped');
    await childEnd(launched);
  });

  test('a child that does not handle them does not outlive the launcher either', async () => {
    const { launched, pid } = await start(packageWith('orphan-idle', idle));
    process.kill(pid, 'SIGKILL');
    await childEnd(launched);
  });

  test('nor does one that had not joined the launcher yet', async () => {
    const late = `import { once } from 'node:events';
      console.log('ready ' + process.pid);
      await once(process, 'disconnect');
      setInterval(() => {}, 1000);
      (await import(${JSON.stringify(channel)})).joinLauncher();`;
    const { launched, pid } = await start(packageWith('orphan-late', late));
    process.kill(pid, 'SIGKILL');
    await childEnd(launched);
  });

  test.skipIf(process.platform !== 'linux')("the child's own children know nothing of the channel", () => {
    const listSockets = `readdirSync('/proc/self/fd').flatMap((fd) => {
      try { return [readlinkSync('/proc/self/fd/' + fd)]; } catch { return []; }
    }).filter((target) => target.startsWith('socket:'))`;
    const grandchild = `const { readdirSync, readlinkSync } = require('node:fs');
      const names = Object.keys(process.env).filter((name) => /^(NODE_CHANNEL|PROXYCTL_LAUNCHED)/.test(name));
      console.log(JSON.stringify({ names, sockets: ${listSockets} }));`;
    const { stdout } = runOld(
      packageWith(
        'family',
        `${joining}
        import { readdirSync, readlinkSync } from 'node:fs';
        import { spawnSync } from 'node:child_process';
        const own = ${listSockets};
        const args = ['-e', ${JSON.stringify(grandchild)}];
        const child = spawnSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' });
        const { names, sockets } = JSON.parse(child.stdout);
        const shared = own.filter((socket) => sockets.includes(socket));
        console.log(JSON.stringify({ hasChannel: own.length > 0, names, shared }));`,
      ),
    );
    expect(JSON.parse(stdout)).toEqual({ hasChannel: true, names: [], shared: [] });
  });
});

interface Running {
  readonly launched: ChildProcessByStdio<Writable, Readable, null>;
  readonly lines: AsyncIterator<string>;
  readonly ended: Promise<number | null>;
  readonly pid: number;
}

function runOld(path: string, args: readonly string[] = [], input = '') {
  return spawnSync(node, [...nodeArgs, path, ...args], { encoding: 'utf8', input });
}

async function nextLine(lines: AsyncIterator<string>): Promise<string> {
  const result = await lines.next();
  return result.done === true ? 'end of output' : result.value;
}

function pidOf({ pid }: { readonly pid?: number | undefined }): number {
  if (pid === undefined) throw new Error('the process did not start');
  return pid;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

// Once the launcher is dead, only its child holds the writing end of this pipe: it closes when the child
// ends.
async function childEnd({ stdout }: Running['launched']): Promise<void> {
  if (!stdout.closed) await within('the end of the child', once(stdout.resume(), 'close'));
  expect(stdout.closed).toBe(true);
}
