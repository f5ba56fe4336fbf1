// `collection run FILE` with files in bodies: which of them are sent, and which are refused.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { type CliResult } from '../helpers/cli.ts';
import { writeJson } from '../helpers/collections.ts';
import { startEcho, type Echo } from '../helpers/echo.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';

let echo: Echo;
let home: TemporaryHome;
let folder: string;

beforeAll(async () => {
  echo = await startEcho();
  home = temporaryHome();
  folder = join(home.path, 'work');
  for (const name of ['work/collections', 'data']) mkdirSync(join(home.path, name), { recursive: true });
  writeFileSync(join(folder, 'a.txt'), 'of the working directory');
  writeFileSync(join(folder, '.env'), 'SECRET=1');
  writeFileSync(join(folder, 'collections', 'b.txt'), 'of the collection');
  writeFileSync(join(home.path, 'data', 'a.txt'), 'of the data');
});

afterAll(async () => {
  await echo[Symbol.asyncDispose]();
  home.remove();
});

beforeEach(() => {
  echo.received.length = 0;
});

/** Runs a collection that sends the file in a form and as a whole body. */
function run(src: string, args: readonly string[] = [], cwd = folder): Promise<CliResult> {
  const request = (name: string, body: object) => ({
    name,
    request: { method: 'POST', url: `${echo.url}/post`, body },
  });
  const file = writeJson(join(folder, 'collections'), 'files.json', {
    info: { name: 'files', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      request('form', { mode: 'formdata', formdata: [{ key: 'f', type: 'file', src }] }),
      request('whole', { mode: 'file', file: { src } }),
    ],
  });
  return callCli(['collection', 'run', file, ...args], { home: home.path, cwd });
}

function bodies(): readonly string[] {
  return echo.received.map(({ body }) => body);
}

test('a relative path begins at the working directory', { tags: ['full'] }, async () => {
  const { code, stderr } = await run('a.txt');
  expect([code, stderr]).toEqual([0, '']);
  expect(bodies()[0]).toContain('name="f"; filename="a.txt"');
  expect(bodies()[0]).toContain('of the working directory');
  expect(bodies()[1]).toBe('of the working directory');
});

test('--working-dir is another one', { tags: ['full'] }, async () => {
  expect((await run('a.txt', ['--working-dir', join(home.path, 'data')])).code).toBe(0);
  expect(bodies()[1]).toBe('of the data');
  const { code, stderr } = await run('a.txt', ['--working-dir', 'nowhere']);
  expect(stderr).toBe('error: --working-dir "nowhere" is not a folder\n');
  expect([code, echo.received.length]).toEqual([1, 2]);
});

test.each([
  ['../data/a.txt', 'is outside of'],
  ['.env', 'is hidden'],
  ['missing.txt', 'cannot be sent: there is no such file'],
])('%s is not sent', async (src, reason) => {
  const { code, stdout } = await run(src);
  expect(stdout.split(reason)).toHaveLength(5);
  expect([code, echo.received.length]).toEqual([1, 0]);
});

test('--no-insecure-file-read leaves only the working directory', { tags: ['full'] }, async () => {
  const src = join(folder, 'collections', 'b.txt');
  const elsewhere = join(home.path, 'data');
  expect((await run(src, [], elsewhere)).code).toBe(0);
  expect(bodies()[1]).toBe('of the collection');
  const { code, stdout } = await run(src, ['--no-insecure-file-read'], elsewhere);
  expect(stdout).toContain('is outside of');
  expect([code, echo.received.length]).toEqual([1, 2]);
});

test(
  'an import into the workspace notes the path down, and sends the file when its folder is given',
  { tags: ['full'] },
  async () => {
    await run('a.txt');
    const workspace = join(home.path, 'Own');
    const file = join(folder, 'collections', 'files.json');
    const { stderr } = await callCli(['import', file, '--workspace', workspace], { home: home.path });
    expect(stderr).toContain('the file "a.txt" must be selected again');
    echo.received.length = 0;
    const runThere = (...args: readonly string[]): Promise<CliResult> =>
      callCli(['collection', 'run', 'files', '--workspace', workspace, ...args], {
        home: home.path,
        cwd: folder,
      });
    const refused = await runThere();
    expect(refused.stdout).toContain('the file a.txt of its body has not been selected');
    expect([refused.code, echo.received.length]).toEqual([1, 0]);
    expect((await runThere('--working-dir', join(home.path, 'data'))).code).toBe(0);
    expect(bodies()[1]).toBe('of the data');
    const { stdout } = await callCli(
      ['collection', 'export', 'files', '--out', '-', '--workspace', workspace],
      {
        home: home.path,
      },
    );
    expect(stdout.match(/"src": "a.txt"/g)).toHaveLength(2);
  },
);

test('a file that nobody has chosen is empty, as in Newman', async () => {
  const request = (body: object) => ({
    name: 'r',
    request: { method: 'POST', url: `${echo.url}/post`, body },
  });
  const formdata = [
    { key: 'f', type: 'file', src: null },
    { key: 'g', type: 'file', src: [] },
    { key: 'h', src: null },
  ];
  const file = writeJson(join(folder, 'collections'), 'none.json', {
    info: { name: 'none', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [request({ mode: 'formdata', formdata }), request({ mode: 'file', file: { src: null } })],
  });
  expect((await callCli(['collection', 'run', file], { home: home.path, cwd: folder })).code).toBe(0);
  expect(bodies()[0]?.match(/Content-Disposition.*/g)).toEqual([
    'Content-Disposition: form-data; name="f"; filename=""',
    'Content-Disposition: form-data; name="g"; filename=""',
    'Content-Disposition: form-data; name="h"',
  ]);
  expect(bodies()[1]).toBe('');
});
