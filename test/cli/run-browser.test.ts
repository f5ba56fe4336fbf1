// `proxyctl run --browser`: real browsers with a fresh profile, which trust the proxy and send everything through it.
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli, startCli } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';

let origin: Origin;
let home: TemporaryHome;
let bin: string;
/** Temporary files of the runs, apart from those of other tests. */
let temporary: string;

beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    response.setHeader('Content-Type', 'text/html').end(`<title>page</title>${request.url ?? ''}`);
  });
  home = temporaryHome();
  bin = join(home.path, 'bin');
  mkdirSync(bin);
  temporary = join(home.path, 'tmp');
  mkdirSync(temporary);
});

afterAll(async () => {
  await origin.close();
  home.remove();
});

const profiles = (): readonly string[] =>
  readdirSync(temporary).filter((name) => name.startsWith('proxyctl-browser-'));

const env = (): NodeJS.ProcessEnv => ({
  NODE_EXTRA_CA_CERTS: origin.caPath,
  PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`,
  TMPDIR: temporary,
});

const browse = (name: string, ...args: readonly string[]) =>
  runCli(['run', '--port', '0', '--ssl', 'localhost', '--browser', name, '--', ...args], {
    home: home.path,
    env: env(),
  });

describe.skipIf(process.platform !== 'linux')('Chromium', () => {
  beforeAll(async () => {
    // The first name that is looked for, so that this one is found also where another is installed.
    symlinkSync(await chromium.executablePath(), join(bin, 'google-chrome'));
  });

  test(
    'loads a decrypted page, ends with the run, and leaves no profile behind',
    { tags: ['full'] },
    async () => {
      const args = ['run', '--port', '0', '--ssl', 'localhost', '--browser', 'chromium', '--'];
      const command = [...args, ...chromium.args, '--remote-debugging-port=0', `${origin.https}/stays`];
      await using cli = startCli(command, { home: home.path, env: env() });
      await cli.saying(/ 200 GET https:\/\/localhost:\d+\/stays .*🔒/, 'stdout');
      expect(profiles()).toHaveLength(1);
      await cli.stop('SIGTERM');
      expect(profiles()).toEqual([]);
    },
  );
});

describe.skipIf(process.platform !== 'linux' || missing('firefox-esr'))('Firefox', () => {
  test.each(['certutil of NSS', 'the browser itself'])(
    'trusts the root, added by %s',
    { tags: ['full'] },
    async (by) => {
      if (by !== 'certutil of NSS')
        writeFileSync(join(bin, 'certutil'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
      else if (missing('certutil')) return;
      const shot = join(home.path, `${by}.png`);
      const { stdout, stderr } = await browse(
        'firefox',
        '--headless',
        '--screenshot',
        shot,
        `${origin.https}/fox`,
      );
      expect(stdout + stderr).toMatch(/ 200 GET https:\/\/localhost:\d+\/fox .*🔒/);
      expect(profiles()).toEqual([]);
    },
  );
});

/** Seconds in which the updates and accounts of a fresh profile are looked for. */
const WATCHED = '20';

test.skipIf(process.platform !== 'linux' || missing('chromium', 'firefox-esr'))(
  'a browser sends only what its pages ask for, so that --fail-on-error is about them',
  { timeout: 120_000, tags: ['full'] },
  async () => {
    const watch = async (name: string, ...headless: readonly string[]) => {
      const args = ['--port', '0', '--ssl', '*', '--fail-on-error', '--duration', WATCHED, '--browser', name];
      const { stdout, stderr } = await runCli(['run', ...args, '--', ...headless, `${origin.http}/mine`], {
        home: home.path,
        env: { NODE_EXTRA_CA_CERTS: origin.caPath, TMPDIR: temporary },
      });
      const paths = [...stdout.matchAll(/^#\d+ \[[^\]]*\] \S+ \S+ (\S+)/gm)].map(([, url]) => url);
      expect(paths[0], name).toBe(`${origin.http}/mine`);
      expect(
        paths.filter((url) => !url?.startsWith(origin.http)),
        name,
      ).toEqual([]);
      expect(stderr, name).not.toContain('--fail-on-error');
    };
    await Promise.all([watch('chromium', '--headless=new', '--disable-gpu'), watch('firefox', '--headless')]);
  },
);

test('one that is not known is an error', async () => {
  const { code, stderr } = await runCli(['run', '--browser', 'netscape'], { home: home.path });
  expect(stderr).toBe('error: --browser "netscape" is not a browser: give chromium or firefox\n');
  expect(code).toBe(1);
});

test.skipIf(process.platform !== 'linux')(
  'one that is not installed is an error that says where it was looked for',
  async () => {
    const { code, stderr } = await runCli(['run', '--browser', 'firefox'], {
      home: home.path,
      env: { PATH: '/nowhere' },
    });
    expect(stderr).toBe(
      'error: no browser of the kind firefox is installed: looked for firefox on the PATH, firefox-esr on the PATH\n',
    );
    expect(code).toBe(1);
  },
);
