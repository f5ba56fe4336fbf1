// `import` and `collection export` on the command line: what they refuse, and with which messages.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { type CliResult } from '../helpers/cli.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-'));
  await writeFile(join(folder, 'shop.json'), JSON.stringify({ info: { name: 'Shop' }, item: [] }));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function cli(...args: string[]): Promise<CliResult> {
  return callCli(args, { home: join(folder, 'home'), cwd: folder });
}

function* endless(): Generator<Buffer, void, undefined> {
  for (;;) yield Buffer.alloc(1024 * 1024, 0x20);
}

describe('import', () => {
  test('takes what is there, and tells of what is not', async () => {
    const { code, stdout, stderr } = await cli('import', 'none.json', 'shop.json', '.');
    expect([code, stdout]).toEqual([1, 'shop.json: collection Shop, 0 requests\n']);
    expect(stderr.split('\n')).toEqual([
      'error: none.json: there is no such file',
      'warning: shop.json: the schema names no version: it was read as 2.1',
      'error: .: it holds no collection in any of the formats Postman folder, Bruno or OpenCollection folder',
      '',
    ]);
  });

  test('an empty file is reported', async () => {
    await writeFile(join(folder, 'none.json'), '{"_postman_variable_scope":"globals","values":[]}');
    const { code, stdout, stderr } = await cli('import', 'none.json');
    expect([code, stdout, stderr]).toEqual([0, '', 'warning: none.json: there is nothing in it\n']);
  });

  test('into no folder is not into this one', async () => {
    const { code, stderr } = await cli('import', 'shop.json', '--workspace', '');
    expect([code, stderr]).toEqual([1, 'error: --workspace is empty: give a folder\n']);
    expect(await readdir(folder)).toEqual(['shop.json']);
  });

  test('a setting that is empty is none', async () => {
    await mkdir(join(folder, 'home'));
    await writeFile(join(folder, 'home', 'settings.json'), '{"workspaceFolder":""}');
    expect((await cli('import', 'shop.json')).code).toBe(0);
    expect(await readdir(join(folder, 'home', 'Workspace', 'collections'))).toEqual(['shop']);
  });

  test('standard input without an end', { tags: ['full'] }, async () => {
    const launcher = fileURLToPath(new URL('../../bin/proxyctl.js', import.meta.url));
    const importing = spawn(process.execPath, [launcher, 'import', '-'], {
      stdio: ['pipe', 'ignore', 'pipe'],
      env: { ...process.env, PROXYCTL_HOME: join(folder, 'home') },
    });
    let said = '';
    importing.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = once(importing, 'close');
    // The reader stops, which breaks the pipe.
    await expect(pipeline(Readable.from(endless()), importing.stdin)).rejects.toThrow();
    await ended;
    expect([importing.exitCode, said]).toEqual([
      1,
      'error: -: it is larger than the import limit of 67108864 bytes\n',
    ]);
  });
});

test.each(['-', '/dev/stdout'])('an export to standard output, as %s', async (out) => {
  await cli('import', 'shop.json');
  const { code, stdout, stderr } = await cli('collection', 'export', 'Shop', '--out', out);
  expect([code, stderr, JSON.parse(stdout)]).toEqual([
    0,
    '',
    expect.objectContaining({ info: expect.objectContaining({ name: 'Shop' }) as object }),
  ]);
  expect((await readdir(folder)).sort()).toEqual(['home', 'shop.json']);
});

test('an export into a folder that is not there makes no file of its name', async () => {
  await cli('import', 'shop.json');
  const { code, stderr } = await cli('collection', 'export', 'Shop', '--out', 'out/');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^error: Export failed: cannot write .*: there is no folder /),
  ]);
  expect((await readdir(folder)).sort()).toEqual(['home', 'shop.json']);
});
