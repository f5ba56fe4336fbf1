import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AppLookup, type ClientSocket, startAppLookup } from './index.ts';

const NODE = basename(process.execPath);
const SOURCES = new URL('../../', import.meta.url);
const isInstalled = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

let folder = '';
const programs: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proxyctl-apps-'));
});
afterAll(async () => {
  for (const child of programs) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

describe.skipIf(process.platform !== 'linux')('clients of a listener', () => {
  let lookup: AppLookup;
  let server: Server;
  let port = 0;
  const sockets: Socket[] = [];
  const children: ChildProcess[] = [];
  const asked = new EventEmitter<{ found: [string | null] }>();

  beforeAll(async () => {
    lookup = startAppLookup();
    server = createServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => null);
      void lookup.find(ends(socket)).then((app) => asked.emit('found', app?.name ?? null));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const socket of sockets.splice(0)) socket.destroy();
  });
  afterAll(async () => {
    server.close();
    await lookup.close();
  });

  const ends = (socket: Socket): ClientSocket => ({
    clientAddress: socket.remoteAddress ?? '',
    clientPort: socket.remotePort ?? 0,
    proxyAddress: socket.localAddress ?? '',
    proxyPort: socket.localPort ?? 0,
  });

  const start = (command: string, args: readonly string[], argv0 = command): ChildProcess => {
    const child = spawn(command, args, { stdio: 'ignore', argv0 });
    children.push(child);
    return child;
  };

  const found = async (count: number): Promise<readonly (string | null)[]> => {
    const names: (string | null)[] = [];
    await new Promise<void>((resolve) => {
      asked.on('found', (name) => {
        names.push(name);
        if (names.length === count) resolve();
      });
    });
    asked.removeAllListeners();
    return names;
  };

  test.skipIf(!isInstalled('curl'))('curl', async () => {
    start('curl', ['-s', '--noproxy', '*', `http://127.0.0.1:${port}/`]);
    expect(await found(1)).toEqual(['curl']);
  });

  test.skipIf(!isInstalled('git'))('git', async () => {
    start('git', ['-c', 'http.proxy=', 'ls-remote', `http://127.0.0.1:${port}/repository.git`]);
    expect(await found(1)).toEqual([expect.stringMatching(/^git-remote-http/)]);
  });

  test.skipIf(!isInstalled('python3'))('Python', async () => {
    start('python3', [
      '-c',
      `import socket, time; s = socket.create_connection(("127.0.0.1", ${port})); time.sleep(600)`,
    ]);
    expect(await found(1)).toEqual(['python3']);
  });

  test('Node', async () => {
    start(process.execPath, ['-e', `require('node:net').connect(${port}, '127.0.0.1')`]);
    expect(await found(1)).toEqual([NODE]);
  });

  test('this process itself', async () => {
    const own = connect(port, '127.0.0.1');
    expect(await found(1)).toEqual([NODE]);
    own.destroy();
  });

  test('fifty connections at once, from five processes', async () => {
    const script = `for (let i = 0; i < 10; i += 1) require('node:net').connect(${port}, '127.0.0.1')`;
    const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon'];
    for (const name of names) start(process.execPath, ['-e', script], name);
    expect((await found(50)).toSorted()).toEqual(
      names.flatMap((name) => Array.from({ length: 10 }, () => name)).toSorted(),
    );
  });

  test('another connection of the same client', async () => {
    const script = `const net = require('node:net'); net.connect(${port}, '127.0.0.1').once('data', () => net.connect(${port}, '127.0.0.1'))`;
    start(process.execPath, ['-e', script], 'twice');
    expect(await found(1)).toEqual(['twice']);
    sockets[0]?.write('again');
    expect(await found(1)).toEqual(['twice']);
  });

  test('a client that is gone', async () => {
    const child = start(process.execPath, ['-e', `require('node:net').connect(${port}, '127.0.0.1')`]);
    const [socket] = (await once(server, 'connection')) as [Socket];
    const question = ends(socket);
    child.kill('SIGKILL');
    socket.resume();
    await once(socket, 'close');
    expect(await lookup.find(question)).toBeNull();
  });

  test('another device, and what is no address', async () => {
    const question = {
      clientAddress: '192.0.2.1',
      clientPort: 1,
      proxyAddress: '192.0.2.2',
      proxyPort: port,
    };
    expect(await lookup.find(question)).toBeNull();
    expect(await lookup.find({ ...question, clientAddress: '' })).toBeNull();
  });

  test('after closing, nobody', async () => {
    const closing = startAppLookup();
    const socket = connect(port, '127.0.0.1');
    await found(1);
    const [accepted] = sockets;
    const question = accepted ? ends(accepted) : null;
    expect(question).not.toBeNull();
    if (!question) return;
    const waiting = closing.find(question);
    await closing.close();
    expect(await waiting).toBeNull();
    expect(await closing.find(question)).toBeNull();
    socket.destroy();
  });
});

describe('the thread', () => {
  const question = { clientAddress: '127.0.0.1', clientPort: 1, proxyAddress: '127.0.0.1', proxyPort: 2 };

  test.each([
    ['cannot start', `throw new Error('broken');`],
    [
      'ends when it is asked',
      `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => process.exit(1));`,
    ],
  ])('that %s is started three times, and nobody is found', async (_, code) => {
    const [file, log] = [join(folder, 'broken.mjs'), join(folder, 'starts')];
    await writeFile(log, '');
    await writeFile(
      file,
      `import { appendFileSync } from 'node:fs'; appendFileSync(${JSON.stringify(log)}, 'start ');\n${code}`,
    );
    const lookup = startAppLookup({ file: pathToFileURL(file) });
    const starts = async (): Promise<string> => {
      expect(await lookup.find(question)).toBeNull();
      return readFile(log, 'utf8');
    };
    await expect.poll(starts, { timeout: 10_000 }).toBe('start '.repeat(3));
    for (let time = 0; time < 3; time += 1) expect(await starts()).toBe('start '.repeat(3));
    await lookup.close();
  });

  test('is not asked about connections that are over', async () => {
    const [file, log] = [join(folder, 'mute.mjs'), join(folder, 'asked')];
    const code = `
      import { appendFileSync } from 'node:fs';
      import { parentPort } from 'node:worker_threads';
      parentPort.on('message', (sockets) => {
        if (sockets.length > 0) appendFileSync(${JSON.stringify(log)}, JSON.stringify(sockets.map(({ clientPort }) => clientPort)));
        parentPort.postMessage({ apps: sockets.map(({ clientPort }) => ({ name: 'app ' + clientPort, process: '1' })), elapsed: 0 });
      });`;
    await writeFile(file, code);
    const lookup = startAppLookup({ file: pathToFileURL(file) });
    const ask = async (clientPort: number, isOpen: boolean): Promise<string | undefined> =>
      (await lookup.find({ ...question, clientPort }, () => isOpen))?.name;
    await expect.poll(() => ask(9, true), { timeout: 10_000 }).toBe('app 9');
    await writeFile(log, '');
    expect(await Promise.all([ask(1, false), ask(2, false)])).toEqual([undefined, undefined]);
    expect(await Promise.all([ask(3, true), ask(4, false), ask(5, true)])).toEqual([
      'app 3',
      undefined,
      'app 5',
    ]);
    expect(await readFile(log, 'utf8')).toBe('[3,5]');
    await lookup.close();
  });

  const outcome = async (index: URL): Promise<string> => {
    const script = `
      const { startAppLookup } = await import(${JSON.stringify(index.href)});
      const { createServer, connect } = await import('node:net');
      const { readdirSync, readFileSync } = await import('node:fs');
      const { setTimeout: delay } = await import('node:timers/promises');
      const lookup = startAppLookup();
      const threads = () => readdirSync('/proc/self/task').map((id) => readFileSync('/proc/self/task/' + id + '/comm', 'utf8').trim());
      const hasThread = () => threads().includes('app look-up');
      const server = createServer(async (socket) => {
        const { remoteAddress: clientAddress, remotePort: clientPort, localAddress: proxyAddress, localPort: proxyPort } = socket;
        const name = async () => (await lookup.find({ clientAddress, clientPort, proxyAddress, proxyPort })).name;
        console.log('alone', await name(), hasThread());
        for (let time = 0; time < 10; time += 1) {
          await name();
          await delay(30);
        }
        console.log('then', await name(), hasThread());
        socket.destroy();
        server.close();
      });
      server.listen(0, '127.0.0.1', () => connect(server.address().port, '127.0.0.1').resume());`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    programs.push(child);
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return `${output}${errors}${String(code)}`;
  };
  const EXPECTED = `alone ${NODE} false\nthen ${NODE} true\n0`;

  test.skipIf(process.platform !== 'linux')(
    'starts with the second scan, and does not keep the process alive',
    async () => {
      expect(await outcome(new URL('index.ts', import.meta.url))).toBe(EXPECTED);
    },
  );

  test.skipIf(process.platform !== 'linux')(
    'runs from what is published, too',
    { tags: ['full'] },
    async () => {
      await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
      for (const room of ['base', 'system/apps']) await transpile(room);
      expect(await outcome(pathToFileURL(join(folder, 'system', 'apps', 'index.js')))).toBe(EXPECTED);
    },
  );

  async function transpile(room: string): Promise<void> {
    const names = (await readdir(new URL(`${room}/`, SOURCES))).filter((name) =>
      /(?<!\.test)\.ts$/.test(name),
    );
    await mkdir(join(folder, room), { recursive: true });
    for (const name of names) {
      const { outputText } = ts.transpileModule(await readFile(new URL(`${room}/${name}`, SOURCES), 'utf8'), {
        compilerOptions: {
          module: ts.ModuleKind.ESNext,
          target: ts.ScriptTarget.ESNext,
          verbatimModuleSyntax: true,
          rewriteRelativeImportExtensions: true,
        },
      });
      await writeFile(join(folder, room, name.replace(/\.ts$/, '.js')), outputText);
    }
  }
});
