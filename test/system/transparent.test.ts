import { expect, test } from 'vitest';
import { runCli } from '../helpers/cli.ts';
import { temporaryHome } from '../helpers/home.ts';
import { inNamespace, lacksNamespaces } from '../helpers/namespace.ts';
import { isFull } from '../helpers/scale.ts';
import { findProgram } from '../helpers/need.ts';

test.skipIf(process.platform !== 'linux').each([
  [['--transparent'], '--transparent is for a command'],
  [['--transparent', '--browser', 'chromium', '--', 'a'], '--transparent is for a command'],
])('%j is refused', async (options, reason) => {
  using home = temporaryHome();
  const { code, stderr } = await runCli(['run', '--port', '0', ...options], { home: home.path });
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(reason) });
});

test.skipIf(process.platform !== 'linux')(
  'a system without the programs is told which one is missing',
  async () => {
    using home = temporaryHome();
    const env = { PATH: home.path };
    const { code, stderr } = await runCli(['run', '--port', '0', '--transparent', '--', 'true'], {
      home: home.path,
      env,
    });
    expect(code).toBe(1);
    expect(stderr).toContain('unshare is not installed: install util-linux');
  },
);

test.skipIf(lacksNamespaces('dnsmasq', 'curl', 'python3'))(
  'a transparent run captures programs that ignore proxies, and passes other protocols on',
  { timeout: 120_000, tags: ['full'] },
  () => {
    const optional = isFull ? ['java', 'go'].filter((program) => findProgram(program) !== undefined) : [];
    expect(inNamespace(new URL('scenarios/transparent.ts', import.meta.url))).toEqual({
      code: 7,
      output: [
        'origin /curl',
        'origin /python',
        '220 harbor ready',
        ...optional.map((program) => `origin /${program}`),
      ],
      urls: [
        'https://api.harbor.test/curl',
        'http://api.harbor.test/python',
        ...optional.map((program) => `http://api.harbor.test/${program}`),
      ],
    });
  },
);
