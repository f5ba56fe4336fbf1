// Each error is made by the system where that is possible.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  symlink,
  writeFile,
} from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { messageOf, UserError } from './errors.ts';

const folder = await mkdtemp(join(tmpdir(), 'proxyctl-errors-'));
const file = join(folder, 'file');
const loop = join(folder, 'loop');
await writeFile(file, '');
await symlink(loop, loop);

afterAll(() => rm(folder, { recursive: true }));

const messageFrom = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'it worked',
    (error: unknown) => messageOf(error),
  );

test.each([
  ['a missing file', () => readFile(join(folder, 'a')), `there is no ${folder}/a (ENOENT)`],
  [
    'a temporary file of ours in a missing folder',
    () => open(join(folder, 'none', 'out.har.part'), 'wx'),
    `there is no folder ${folder}/none (ENOENT)`,
  ],
  ['a folder read as a file', () => readFile(folder), `${folder} is a folder (EISDIR)`],
  ['a folder written as a file', () => writeFile(folder, ''), `${folder} is a folder (EISDIR)`],
  ['a file in place of a folder', () => readdir(file), `${file} is a file, not a folder (ENOTDIR)`],
  ['a file on the way', () => open(join(file, 'a', 'b'), 'w'), `${file} is a file, not a folder (ENOTDIR)`],
  ['a file that exists', () => writeFile(file, '', { flag: 'wx' }), `${file} exists already (EEXIST)`],
  ['a folder that is not empty', () => rmdir(folder), `the folder ${folder} is not empty (ENOTEMPTY)`],
  ['a loop of links', () => readFile(loop), `${loop} leads through too many links (ELOOP)`],
  ['a long name', () => mkdir(join(folder, 'x'.repeat(300))), /^the name x+… is too long \(ENAMETOOLONG\)$/],
  [
    'a port in use',
    inUse,
    /^port \d+ is in use by another program: stop it, or choose another port \(EADDRINUSE\)$/,
  ],
  [
    'a foreign address',
    () => listen({ host: '192.0.2.1', port: 0 }),
    'this machine does not have the address 192.0.2.1 (EADDRNOTAVAIL)',
  ],
  [
    'nobody listens',
    () => once(net.connect(1, '127.0.0.1'), 'connect'),
    '127.0.0.1:1 refused the connection (ECONNREFUSED)',
  ],
  [
    'a missing program',
    () => once(spawn('no-such-program'), 'spawn'),
    'the program no-such-program is not installed, or not in PATH (ENOENT)',
  ],
  [
    'a file that is no program',
    () => once(spawn(file), 'spawn'),
    `this user may not run the program ${file} (EACCES)`,
  ],
] as const)('%s', async (_, work, sentence) => {
  const message = await messageFrom(work());
  if (typeof sentence === 'string') expect(message).toBe(sentence);
  else expect(message).toMatch(sentence);
});

/** Errors that need another user, a full disk or a network. */
describe('as Node reports them', () => {
  test.each([
    [
      { code: 'EACCES', syscall: 'open', path: file },
      `this user may not use ${file}: change its permissions, or give another one`,
    ],
    [
      { code: 'EACCES', syscall: 'open', path: `${file}.part` },
      `this user may not use the folder ${folder}: change its permissions, or give another one`,
    ],
    [
      { code: 'EACCES', syscall: 'listen', port: 80 },
      'this user may not listen on port 80: choose one above 1023',
    ],
    [{ code: 'ENOSPC', syscall: 'write' }, 'no space is left there: free some'],
    [
      { code: 'EROFS', syscall: 'open', path: '/x' },
      '/x is on a file system that is read-only: give a path on another one',
    ],
    [{ code: 'ECONNRESET', syscall: 'read' }, 'the other side closed the connection'],
    [{ code: 'ETIMEDOUT', syscall: 'connect', address: '::1', port: 9 }, '[::1]:9 did not answer in time'],
    [{ code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname: 'a.test' }, 'the host a.test is not known'],
  ])('%j', (fields, sentence) => {
    expect(messageOf(Object.assign(new Error('raw'), fields))).toBe(`${sentence} (${fields.code})`);
  });
});

test('other errors keep their message', () => {
  expect(messageOf(Object.assign(new Error('raw'), { code: 'EWHAT', syscall: 'open', path: file }))).toBe(
    'raw',
  );
  expect(messageOf(Object.assign(new Error('raw'), { code: 'ENOENT' }))).toBe('raw');
  expect(messageOf(new UserError('NOT_FOUND', 'ours'))).toBe('ours');
  expect(messageOf(new AggregateError([new Error('first')]))).toBe('first');
});

test('a rename names what cannot be done', async () => {
  expect(await messageFrom(rename(join(folder, 'a'), join(folder, 'b')))).toBe(
    `there is no ${folder}/a (ENOENT)`,
  );
});

async function inUse(): Promise<void> {
  const server = await listen({ host: '127.0.0.1', port: 0 });
  try {
    await listen({ host: '127.0.0.1', port: (server.address() as net.AddressInfo).port });
  } finally {
    server.close();
  }
}

async function listen(options: net.ListenOptions): Promise<net.Server> {
  const server = net.createServer().listen(options);
  await once(server, 'listening');
  return server;
}
