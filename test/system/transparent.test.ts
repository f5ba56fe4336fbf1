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

test.skipIf(lacksNamespaces('dnsmasq', 'python3'))(
  'every port is captured, of servers outside and of the command itself',
  { timeout: 60_000 },
  () => {
    const outside = {
      'http://127.0.0.1:11434/': 'outside 127.0.0.1 11434',
      'http://127.0.0.1:27017/': 'outside 127.0.0.1 27017',
      'http://127.0.0.1:50051/': 'outside 127.0.0.1 50051',
      'http://localhost:65535/': 'outside 127.0.0.1 65535',
      'http://[::1]:27018/': 'outside ::1 27018',
      'http://api.harbor.test:50052/': 'outside 10.9.9.9 50052',
      'http://[fd00:9::9]:50053/': 'outside fd00:9::9 50053',
    };
    const own = [
      ['127.0.0.1', 80, '127.0.0.1'],
      ['0.0.0.0', 8080, 'localhost'],
      ['127.0.0.1', 61_000, 'localhost'],
      ['::', 3000, 'localhost'],
      ['::1', 50_060, 'localhost'],
      // A server of the command comes before one outside, which has the same port.
      ['127.0.0.1', 27_017, '127.0.0.1'],
      // Direct: what is sent to this address cannot leave the network of the command.
      ['::1', 90, '[::1]'],
      ['::1', 8081, '[::1]'],
      ['::1', 61_001, '[::1]'],
    ] as const;
    const run = inNamespace(
      new URL('scenarios/transparent-ports.ts', import.meta.url),
      JSON.stringify([[...Object.keys(outside), 'http://127.0.0.1:40000/'], own]),
    );
    const ownUrls = own.map(([, port, host]) =>
      port === 80 ? `http://${host}/own` : `http://${host}:${port}/own`,
    );
    expect(run).toEqual({
      code: 0,
      got: {
        ...outside,
        // Nobody listens there.
        'http://127.0.0.1:40000/': 'RemoteDisconnected',
        ...Object.fromEntries(
          own.map(([address, port, host]) => [`${host} at ${address}:${port}`, 'own /own']),
        ),
      },
      captured: [...Object.keys(outside), ...ownUrls.filter((url) => !url.includes('[::1]'))],
      apps: ['python3'],
      left: [],
    });
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
