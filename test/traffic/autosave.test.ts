// Rolling recordings of runs and of the app, with real clients, and what a killed run leaves.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readRecording } from '../../src/traffic/recordings.ts';
import { startTestApp } from '../helpers/app.ts';
import { ask } from '../helpers/ask.ts';
import { runCli, startCli } from '../helpers/cli.ts';
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

async function pathsIn(folder: string): Promise<readonly string[]> {
  const files = readdirSync(folder).filter(isOurs).toSorted();
  const recordings = await Promise.all(files.map((name) => readRecording(join(folder, name))));
  return recordings.flatMap((flows) => flows.map(({ path }) => path));
}

/** False for the files that SQLite keeps beside one that is written. */
const isOurs = (name: string): boolean => !/-(?:wal|shm)$/.test(name);

const isComplete = (name: string): boolean =>
  /^proxyctl-[\dTZ.]+-\d+-[\da-f]{8}\.(?:har|proxysession)$/.test(name);

describe.skipIf(missing('curl'))('a run', () => {
  test('writes what the filter finds', async () => {
    const folder = join(home.path, 'filtered');
    const urls = ['/status/200', '/status/503', '/status/404'].map((path) => `${origin.http}${path}`);
    const options = [
      '--autosave',
      folder,
      '--autosave-format',
      'har',
      '--autosave-filter',
      'is:error -status:404',
    ];
    const { code } = await runCli(['run', '--port', '0', ...options, '--', 'curl', '-sS', ...urls], {
      home: home.path,
    });
    expect(code).toBe(0);
    expect(readdirSync(folder).every(isComplete)).toBe(true);
    expect(await pathsIn(folder)).toEqual(['/status/503']);
  });

  test('that is killed loses nothing that had ended, and the next one completes its file', async () => {
    const folder = join(home.path, 'killed');
    const options = ['run', '--port', '0', '--autosave', folder];
    const killed = startCli(options, { home: home.path });
    const [, port] = await killed.saying(/:(\d+)\n/);
    await ask(`${origin.http}/before`, { via: Number(port) });
    await killed.saying(/\/before/, 'stdout');
    await until('the exchange is written', async () => (await pathsIn(folder).catch(() => [])).length === 1);
    await killed.stop('SIGKILL');
    expect(readdirSync(folder).filter(isOurs)).toEqual([expect.stringMatching(/\.part$/)]);
    await runCli([...options, '--', 'curl', '-sS', `${origin.http}/after`], { home: home.path });
    expect(readdirSync(folder).every(isComplete)).toBe(true);
    expect(await pathsIn(folder)).toEqual(['/before', '/after']);
  });

  test.each([
    [['--autosave', '/dev/null/x'], /--autosave \/dev\/null\/x cannot be written/],
    [['--autosave', 'f', '--autosave-filter', 'sttus:error'], /did you mean status\?/],
    [['--autosave', 'f', '--autosave-size', 'big'], /a whole number of bytes/],
    [['--autosave-files', '3'], /are for --autosave/],
  ])('refuses %j before the command starts', async (options, error) => {
    const { code, stderr } = await runCli(
      ['run', '--port', '0', ...options, '--', 'curl', `${origin.http}/never`],
      {
        home: home.path,
        cwd: home.path,
      },
    );
    expect({ code, isNamed: error.test(stderr) }).toEqual({ code: 1, isNamed: true });
    expect(origin.received.map(({ url }) => url)).not.toContain('/never');
  });
});

test('the setting of the app: another folder, none', async () => {
  await using app = await startTestApp();
  const [first, second] = [join(app.home, 'first'), join(app.home, 'second')];
  const set = (autosave: object): Promise<unknown> =>
    app.result('update_settings', { changes: { autosave } });
  for (const [folder, path] of [
    [first, '/a'],
    [second, '/b'],
    [null, '/c'],
  ] as const) {
    await set({ folder });
    await app.via(`${origin.http}${path}`);
  }
  expect(await pathsIn(first)).toEqual(['/a']);
  expect(await pathsIn(second)).toEqual(['/b']);
  expect(
    await app.rpc('update_settings', { changes: { autosave: { folder: '/dev/null/x' } } }),
  ).toMatchObject({
    status: 422,
    field: 'autosave.folder',
  });
});
