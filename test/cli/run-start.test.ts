// The start of `proxyctl run`: which port it takes, through which proxy it reaches servers, which of them it trusts, and
// what it says about that.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli, type CliResult } from '../helpers/cli.ts';
import { startTestEngine } from '../helpers/engine.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';

let origin: Origin;
let home: TemporaryHome;

beforeAll(async () => {
  origin = await startOrigin();
  home = temporaryHome();
});

afterAll(async () => {
  await origin.close();
  home.remove();
});

function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CliResult> {
  return runCli(['run', ...args], { home: home.path, env });
}

const curl = (...args: readonly string[]): readonly string[] => [
  '--',
  'curl',
  '-s',
  '-o',
  '/dev/null',
  ...args,
];

describe('a port that another program has', () => {
  /** Takes 9090, unless somebody has it already. */
  async function withUsualPortTaken(work: () => Promise<void>): Promise<void> {
    const server = net.createServer().listen(9090, '127.0.0.1');
    await once(server, 'listening').catch(() => undefined);
    await work();
    server.close();
  }

  test(
    'is no reason not to run a command: the next free one is taken, and said',
    { tags: ['full'] },
    async () => {
      await withUsualPortTaken(async () => {
        const print = `process.stdout.write(process.env.HTTP_PROXY)`;
        const { code, stdout, stderr } = await run(['--quiet', '--', process.execPath, '-e', print]);
        expect(code).toBe(0);
        expect(stderr).toMatch(/^Port 9090 is in use by .+ \(process \d+\): another one is taken\n/);
        const [, address = ''] = /listening on (http:\S+)/.exec(stderr) ?? [];
        expect(stdout).toBe(address);
        expect(new URL(address).port).not.toBe('9090');
      });
    },
  );

  test('is an error without a command, and the holder is named', async () => {
    await withUsualPortTaken(async () => {
      const { code, stderr } = await run([]);
      expect(stderr).toMatch(
        /^error: port 9090 is in use by .+ \(process \d+\): stop it or choose another port/,
      );
      expect(code).toBe(1);
    });
  });

  test('is an error when it was asked for', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    const { code, stderr } = await run(['--port', String(port), '--', 'true']);
    server.close();
    expect(stderr).toMatch(
      new RegExp(`^error: port ${port} is in use by \\S+ \\(process ${process.pid}\\): stop it or`),
    );
    expect(code).toBe(1);
  });
});

describe.skipIf(missing('curl'))('a proxy that the environment names', () => {
  test('is used for servers elsewhere, and said', async () => {
    await using outer = await startTestEngine({
      resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    });
    const env = { HTTPS_PROXY: `http://127.0.0.1:${outer.engine.port}`, NO_PROXY: 'exempt.test' };
    const url = `http://origin.test:${origin.httpPort}/through`;
    const { code, stderr } = await run(['--port', '0', ...curl(url, `${origin.http}/direct`)], env);
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(
        `Servers are reached through 127.0.0.1:${outer.engine.port}, which HTTPS_PROXY names\n`,
      ),
    });
    expect(stderr).toContain(`200 GET ${url}`);
    expect(outer.engine.flows.list().map((flow) => flow.url)).toEqual([url]);
  });

  test('is not used when it is this proxy itself, which is said', { tags: ['full'] }, async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    server.close();
    await once(server, 'close');
    const env = { https_proxy: `http://localhost:${port}` };
    const { code, stderr } = await run(['--port', String(port), ...curl(`${origin.http}/a`)], env);
    expect(stderr).toContain('https_proxy names this proxy itself: servers are reached without it\n');
    expect(stderr).toContain('200 GET');
    expect(code).toBe(0);
  });

  test('that is none is an error', async () => {
    const { code, stderr } = await run(['--port', '0'], { HTTPS_PROXY: 'ftp://proxy.test' });
    expect(stderr).toMatch(/^error: HTTPS_PROXY is not the URL of a proxy: give one such as/);
    expect(code).toBe(1);
  });
});

describe.skipIf(missing('curl'))('a server that is not trusted', () => {
  const url = (): string => `${origin.https}/secret`;

  test('gets no request, and the response names the option', { tags: ['full'] }, async () => {
    const args = ['--port', '0', '--ssl', '*', '--', 'curl', '-s', url()];
    expect((await run(args)).stdout).toContain('"run --insecure localhost"');
  });

  test('is reached with --insecure', { tags: ['full'] }, async () => {
    const { stderr } = await run(['--port', '0', '--ssl', '*', '--insecure', 'local*', ...curl(url())]);
    expect(stderr).toContain('200 GET');
    const other = await run(['--port', '0', '--ssl', '*', '--insecure', 'other.test', ...curl(url())]);
    expect(other.stderr).toContain(' ERR GET');
  });

  test('a pattern that is none is an error', async () => {
    const { code, stderr } = await run(['--insecure', 'https://a.test/']);
    expect(stderr).toMatch(/^error: --insecure "https:\/\/a\.test\/" is not a host: give a name/);
    expect(code).toBe(1);
  });
});

describe.skipIf(missing('curl'))('tunnels that nobody asked to decrypt', () => {
  const command = (): readonly string[] => curl('--cacert', origin.caPath, origin.https, origin.https);

  test('are counted at the end, with the option that helps', async () => {
    const { stderr } = await run(['--port', '0', ...command()]);
    expect(stderr).toContain(
      "1 tunnel not decrypted: add --ssl '*', or --ssl HOST, to see the requests inside\n",
    );
  });

  test('are not when there was none, or they were not to be decrypted', { tags: ['full'] }, async () => {
    expect((await run(['--port', '0', ...curl(origin.http)])).stderr).not.toContain('not decrypted');
    const settings = join(home.path, 'bypass.json');
    writeFileSync(settings, JSON.stringify({ bypassHosts: ['localhost'] }));
    const args = ['--port', '0', '--ssl', '*', '--settings', settings];
    const { stderr } = await run([...args, ...command()]);
    expect(stderr).toContain('TUN');
    expect(stderr).not.toContain('not decrypted');
  });
});
