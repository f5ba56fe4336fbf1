import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { apiToken, isSameToken } from './token.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'proxyctl-token-'));
});

afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const silent = (): void => undefined;

describe('on first need', () => {
  test('it is made: 64 hexadecimal characters and nothing else in the file', async () => {
    const { token, path } = await apiToken(home, silent);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(path).toBe(join(home, 'api-token'));
    expect(readFileSync(path, 'utf8')).toBe(token);
    expect(readdirSync(home)).toEqual(['api-token']);
  });

  test.skipIf(process.platform === 'win32')('only the user may read it', async () => {
    const { path } = await apiToken(home, silent);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('the data folder is made with it', async () => {
    const { path } = await apiToken(join(home, 'deep', 'folder'), silent);
    expect(existsSync(path)).toBe(true);
  });

  test('each one is another', async () => {
    const other = await apiToken(join(home, 'other'), silent);
    expect((await apiToken(home, silent)).token).not.toBe(other.token);
  });

  test('many at once end with one', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => apiToken(home, silent)));
    expect(new Set(made.map(({ token }) => token)).size).toBe(1);
    expect(made[0]?.token).toBe(readFileSync(join(home, 'api-token'), 'utf8'));
    expect(readdirSync(home)).toEqual(['api-token']);
  });

  test('processes that start at once end with one', async () => {
    const module = fileURLToPath(new URL('token.ts', import.meta.url));
    const script = `const { apiToken } = await import(${JSON.stringify(module)}); process.stdout.write((await apiToken(process.argv[1], () => undefined)).token)`;
    const run = promisify(execFile);
    const args = ['--input-type=module', '-e', script, home];
    const made = await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, args)));
    expect(new Set(made.map(({ stdout }) => stdout))).toEqual(
      new Set([readFileSync(join(home, 'api-token'), 'utf8')]),
    );
  });
});

test('afterwards it stays', async () => {
  const first = await apiToken(home, silent);
  expect(await apiToken(home, silent)).toEqual(first);
});

test('one that an editor ended with a line break is read', async () => {
  writeFileSync(join(home, 'api-token'), `${'0A'.repeat(32)}\r\n`);
  expect((await apiToken(home, silent)).token).toBe('0A'.repeat(32));
});

describe.skipIf(process.platform === 'win32')('a file that other users could read', () => {
  test.each([0o644, 0o640, 0o604, 0o660])('of mode %o is closed to them, and said so once', async (mode) => {
    const { token, path } = await apiToken(home, silent);
    chmodSync(path, mode);
    const lines: string[] = [];
    expect(await apiToken(home, (text) => lines.push(text))).toEqual({ token, path });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(lines).toEqual([
      `The API token ${path} could be read by other users, it is closed to them now. Stop the proxy and remove the file to have a new one made`,
    ]);
    await apiToken(home, (text) => lines.push(text));
    expect(lines).toHaveLength(1);
  });
});

describe('a file that holds no token is reported and left alone', () => {
  test.each([
    '',
    '\n',
    'a'.repeat(63),
    'a'.repeat(65),
    'g'.repeat(64),
    `${'a'.repeat(32)} ${'a'.repeat(31)}`,
  ])('%j', async (text) => {
    const path = join(home, 'api-token');
    writeFileSync(path, text);
    await expect(apiToken(home, silent)).rejects.toThrow(
      `the API token ${path} is damaged: it is not 64 hexadecimal characters; remove the file`,
    );
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(home)).toEqual(['api-token']);
  });

  test('a folder in its place', async () => {
    mkdirSync(join(home, 'api-token'));
    await expect(apiToken(home, silent)).rejects.toThrow(
      `the API token ${join(home, 'api-token')} cannot be read`,
    );
  });

  test('a data folder that is a file', async () => {
    writeFileSync(join(home, 'file'), '');
    await expect(apiToken(join(home, 'file'), silent)).rejects.toThrow(
      `the API token ${join(home, 'file', 'api-token')} cannot be`,
    );
  });
});

describe('comparing', () => {
  const token = 'ab'.repeat(32);

  test('the token equals itself only', () => {
    expect(isSameToken(token, token)).toBe(true);
  });

  test.each([
    '',
    'ab',
    token.toUpperCase(),
    `${token} `,
    token.slice(1),
    `${token}00`,
    `${token.slice(0, -1)}c`,
  ])('%j', (given) => {
    expect(isSameToken(given, token)).toBe(false);
  });
});
