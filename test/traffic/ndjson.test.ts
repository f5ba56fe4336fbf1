// Finished exchanges as lines of JSON: of runs, and of the app while its setting changes.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { runCli, type CliResult } from '../helpers/cli.ts';
import { temporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin } from '../helpers/origin.ts';
import { until } from '../helpers/waiting.ts';

const origin = await startOrigin();
const home = temporaryHome();

afterAll(async () => {
  await origin.close();
  home.remove();
});

interface Line {
  readonly url: string;
  readonly status: number | null;
  readonly requestHeaders: readonly (readonly [string, string])[];
}
const linesIn = (text: string): readonly Line[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
const linesOf = (path: string): readonly Line[] => linesIn(readFileSync(path, 'utf8'));

describe.skipIf(missing('curl'))('a run', () => {
  const run = (...args: readonly string[]): Promise<CliResult> =>
    runCli(['run', '--port', '0', ...args], { home: home.path, cwd: home.path });
  const curl = (path: string): readonly string[] => [
    '--',
    'curl',
    '-sS',
    '-o',
    join(home.path, 'body'),
    '-H',
    'Authorization: Bearer 8f3kd92mfl20dk39fj20',
    `${origin.http}${path}`,
  ];

  test('appends a line for each exchange, for this user only', async () => {
    const path = join(home.path, 'appended.ndjson');
    for (const each of ['/one', '/two']) expect((await run('--ndjson', path, ...curl(each))).code).toBe(0);
    expect(linesOf(path).map(({ url, status }) => [url, status])).toEqual([
      [`${origin.http}/one`, 200],
      [`${origin.http}/two`, 200],
    ]);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test('writes to standard output, and lines of requests elsewhere', async () => {
    const { code, stdout, stderr } = await run('--ndjson', '-', ...curl('/out'));
    expect(code).toBe(0);
    expect(linesIn(stdout)).toMatchObject([{ url: `${origin.http}/out` }]);
    expect(stderr).toContain('/out');
  });

  test('leaves secrets out with --redact', async () => {
    const path = join(home.path, 'redacted.ndjson');
    expect((await run('--redact', '--ndjson', path, ...curl('/secret'))).code).toBe(0);
    const [line] = linesOf(path);
    expect(line?.requestHeaders).toContainEqual(['Authorization', 'Bearer [redacted]']);
    expect(readFileSync(path, 'utf8')).not.toContain('8f3kd92mfl20dk39fj20');
  });

  test.each([
    ['a folder that is not there', '/no/such/folder/a.ndjson', /--ndjson \S+ cannot be written/],
    ['a file that another option writes', 'same', /--ndjson and --log name the same file/],
  ])('%s is refused before the command starts', async (_, path, error) => {
    const log = path === 'same' ? ['--log', path] : [];
    const { code, stderr } = await run('--ndjson', path, ...log, ...curl('/never'));
    expect({ code, isNamed: error.test(stderr) }).toEqual({ code: 1, isNamed: true });
    expect(origin.received.map(({ url }) => url)).not.toContain('/never');
  });
});

test('the setting of the app: another file, none, and one that cannot be opened', async () => {
  await using app = await startTestApp();
  const [first, second] = [join(app.home, 'first.ndjson'), join(app.home, 'second.ndjson')];
  const send = async (path: string, file: string, count: number): Promise<void> => {
    await app.via(`${origin.http}${path}`);
    await until(`${count} lines in ${file}`, () => linesOf(file).length === count);
  };
  await app.result('update_settings', { changes: { ndjson: { file: first } } });
  await send('/a', first, 1);
  await app.result('update_settings', { changes: { ndjson: { file: second } } });
  await send('/b', second, 1);
  expect(
    await app.rpc('update_settings', { changes: { ndjson: { file: '/no/such/folder/x' } } }),
  ).toMatchObject({
    status: 422,
    field: 'ndjson.file',
  });
  await send('/c', second, 2);
  await app.result('update_settings', { changes: { ndjson: { file: null } } });
  await app.via(`${origin.http}/d`);
  expect(linesOf(first).map(({ url }) => url)).toEqual([`${origin.http}/a`]);
  expect(linesOf(second).map(({ url }) => url)).toEqual([`${origin.http}/b`, `${origin.http}/c`]);
});

// Every write to this device fails.
const FULL = '/dev/full';

describe.skipIf(!existsSync(FULL))('a disk that is full', () => {
  test('is said once by the app, which works on and can write elsewhere', async () => {
    await using app = await startTestApp();
    await app.result('update_settings', { changes: { ndjson: { file: FULL } } });
    await app.via(`${origin.http}/lost`);
    await until('the app to say it', () => app.said.length > 0);
    expect((await app.via(`${origin.http}/lost-too`)).status).toBe(200);
    const file = join(app.home, 'elsewhere.ndjson');
    await app.result('update_settings', { changes: { ndjson: { file } } });
    await app.via(`${origin.http}/kept`);
    await until('a line elsewhere', () => linesOf(file).length === 1);
    expect(app.said).toEqual([expect.stringMatching(/^the setting ndjson: \/dev\/full cannot be written: /)]);
  });

  test.skipIf(missing('curl'))('ends a run with the error, after its command', async () => {
    const { code, stderr } = await runCli(
      ['run', '--port', '0', '--ndjson', FULL, '--', 'curl', '-sS', `${origin.http}/full`],
      { home: home.path },
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(/error: --ndjson \/dev\/full cannot be written: /);
    expect(origin.received.map(({ url }) => url)).toContain('/full');
  });
});
