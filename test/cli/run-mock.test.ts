// `proxyctl run --mock`: a recording replaces servers that no longer exist.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli, type CliResult } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { sampled } from '../helpers/scale.ts';

describe.skipIf(missing('curl'))('a recording in place of servers', () => {
  let home: TemporaryHome;
  let gone: Origin;
  let alive: Origin;
  let answers = 0;

  const run = (...args: readonly string[]): Promise<CliResult> =>
    runCli(['run', '--port', '0', '--quiet', ...args], {
      home: home.path,
      env: { NODE_EXTRA_CA_CERTS: gone.caPath },
      cwd: home.path,
    });
  const curl = (...urls: readonly string[]): readonly string[] => ['--', 'curl', '-sS', ...urls];

  beforeAll(async () => {
    home = temporaryHome();
    gone = await startOrigin((request, response) => response.end(`${request.url ?? ''} ${(answers += 1)}\n`));
    alive = await startOrigin((_request, response) => response.end('alive\n'));
    const urls = [`${gone.http}/a`, `${gone.http}/a`, `${gone.https}/b`];
    for (const file of ['seen.har', 'seen.proxysession']) {
      answers = 0;
      const { code } = await run('--ssl', '*', '--record', file, ...curl(...urls));
      expect(code).toBe(0);
    }
    await gone.close();
  });
  afterAll(async () => {
    await alive.close();
    home.remove();
  });

  describe.each(sampled(['seen.har', 'seen.proxysession'], 1))('from %s', (file) => {
    test(
      'answers in the order in which they were recorded, the last one again',
      { tags: ['full'] },
      async () => {
        const { stdout } = await run('--mock', file, ...curl(...Array<string>(3).fill(`${gone.http}/a`)));
        expect(stdout).toBe('/a 1\n/a 2\n/a 2\n');
      },
    );

    test('responds to HTTPS without an option to decrypt', { tags: ['full'] }, async () => {
      expect((await run('--mock', file, ...curl(`${gone.https}/b`))).stdout).toBe('/b 3\n');
    });

    test(
      '404 for what was not recorded of a recorded host; other hosts are reached',
      { tags: ['full'] },
      async () => {
        const only = ['-w', '%{http_code}\n', '-o', '/dev/null'];
        expect((await run('--mock', file, ...curl(...only, `${gone.http}/none`))).stdout).toBe('404\n');
        expect((await run('--mock', file, ...curl(`${alive.http}/x`))).stdout).toBe('alive\n');
      },
    );
  });

  test('rules of a file go on beside it; sets that are off there stay off', { tags: ['full'] }, async () => {
    const off = { name: 'Off', pattern: '*', mocks: [{ pattern: '*', body: { text: 'off' } }] };
    const blocked = { name: 'No', pattern: '*/blocked', status: 451 };
    writeFileSync(
      join(home.path, 'tools.json'),
      JSON.stringify({
        version: 1,
        tools: {
          mockSets: { enabled: false, rules: [off] },
          blockList: { enabled: true, rules: [blocked] },
        },
      }),
    );
    const use = ['--mock', 'seen.har', '--tools', 'tools.json'];
    expect((await run(...use, ...curl(`${gone.http}/a`))).stdout).toBe('/a 1\n');
    expect((await run(...use, ...curl(`${alive.http}/x`))).stdout).toBe('alive\n');
    const status = curl('-w', '%{http_code}', '-o', '/dev/null', `${gone.http}/blocked`);
    expect((await run(...use, ...status)).stdout).toBe('451');
  });

  describe('a recording that cannot be used ends the run before it began', () => {
    test.each<[string, string | null, RegExp]>([
      ['none.har', null, /the recording none\.har cannot be used: there is no such file/],
      ['text.har', 'text', /the recording text\.har cannot be used: it is no/],
      [
        'empty.har',
        '{"log":{"entries":[]}}',
        /the recording empty\.har cannot be used: there are no requests/,
      ],
    ])('%s', async (file, content, message) => {
      if (content !== null) writeFileSync(join(home.path, file), content);
      const { code, stderr, stdout } = await run('--mock', file, ...curl(`${alive.http}/x`));
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(message);
    });

    test('one that is cut off answers with what is whole', async () => {
      const whole = readFileSync(join(home.path, 'seen.proxysession'));
      writeFileSync(join(home.path, 'cut.proxysession'), whole.subarray(0, whole.length - 60));
      expect((await run('--mock', 'cut.proxysession', ...curl(`${gone.http}/a`))).stdout).toBe('/a 1\n');
    });
  });
});
