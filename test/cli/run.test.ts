// `proxyctl run` as its users start it: options, output lines, summary, recording, signals and exit codes.
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../helpers/ask.ts';
import { callCli } from '../helpers/called-cli.ts';
import { runCli, startCli, type CliResult, type RunningCli } from '../helpers/cli.ts';
import { fifo } from '../helpers/fifo.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { sampled } from '../helpers/scale.ts';

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

const env = (): NodeJS.ProcessEnv => ({ NODE_EXTRA_CA_CERTS: origin.caPath });
const run = (...args: readonly string[]): Promise<CliResult> =>
  runCli(['run', '--port', '0', ...args], { home: home.path, env: env() });
const start = (...args: readonly string[]): RunningCli =>
  startCli(['run', '--port', '0', ...args], { home: home.path, env: env() });

/** Returns the address that a run prints as its listening address. */
async function listening(cli: RunningCli): Promise<string> {
  return (await cli.saying(/listening on (http:\S+)/))[1] ?? '';
}

interface Recording {
  readonly log: {
    readonly entries: readonly {
      readonly request: { readonly method: string; readonly url: string };
      readonly response: { readonly status: number; readonly content: { readonly text?: string } };
      readonly _proxyClient?: string;
    }[];
  };
}
const recording = (path: string): Recording => JSON.parse(readFileSync(path, 'utf8')) as Recording;

const curl = (...args: readonly string[]): string[] => ['--', 'curl', '-sS', '-o', '/dev/null', ...args];

describe.skipIf(missing('curl'))('with a command', () => {
  test('prints each request, decrypted, with its app, and a summary', { tags: ['full'] }, async () => {
    const { code, stdout, stderr } = await run('--ssl', '*', ...curl(`${origin.https}/users/7`));
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toMatch(
      /^Traffic Proxy is listening on http:\/\/127\.0\.0\.1:\d+\nRoot certificate: .*\/ca\/root\.pem\n#1 \[curl\] 200 GET https:\/\/localhost:\d+\/users\/7 \d+ms \d+B 🔒\n1 request, 1 endpoint, 0 errors, 0 possible secrets, 0 schema changes\n$/,
    );
  });

  test('tunnels HTTPS of hosts that no pattern names', async () => {
    const { code, stderr } = await run(
      '--ssl',
      '*.example.com',
      ...curl('--cacert', origin.caPath, origin.https),
    );
    expect(code).toBe(0);
    expect(stderr).toMatch(/^#1 \[curl\] TUN CONNECT https:\/\/localhost:\d+ \d+ms$/m);
  });

  test('decrypts by app', { tags: ['full'] }, async () => {
    const named = await run('--ssl-app', 'CURL', ...curl(origin.https));
    expect(named.stderr).toContain('🔒');
    const other = await run('--ssl-app', 'wget', ...curl('--cacert', origin.caPath, origin.https));
    expect(other.stderr).toContain(' TUN ');
  });

  test('shows a failure with its reason on a second line', { tags: ['full'] }, async () => {
    const { stderr } = await run('--ssl', '*', ...curl('https://localhost:1/'));
    expect(stderr).toMatch(
      /^#1 \[curl\] ERR GET https:\/\/localhost:1\/ \d+ms 🔒\n {4}The server could not be reached: localhost:1: connection refused/m,
    );
  });

  test('prints nothing per request when quiet', { tags: ['full'] }, async () => {
    expect((await run('--quiet', ...curl(origin.http))).stderr).not.toContain('#1');
  });

  test(
    'leaves standard output to the command, or to what --log and a report name',
    { tags: ['full'] },
    async () => {
      const [plain, line] = [
        ['--', 'curl', '-s', `${origin.http}/a`],
        /^#1 \[curl\] 200 GET \S+\/a \d+ms \d+B$/m,
      ];
      expect((await run(...plain)).stdout).toBe('GET /a\n');
      expect((await run('--log', '-', ...plain)).stdout).toMatch(line);
      const path = join(home.path, 'requests.log');
      const logged = await run('--log', path, ...plain);
      expect(logged).toMatchObject({ code: 0, stdout: 'GET /a\n', stderr: expect.not.stringMatching(line) });
      expect(readFileSync(path, 'utf8')).toMatch(line);
      const reported = await run('--report-json', '-', ...curl(`${origin.http}/a`));
      expect(JSON.parse(reported.stdout)).toMatchObject({ tool: { name: 'Traffic Proxy' } });
      expect(reported.stderr).toMatch(line);
    },
  );

  test.each(
    sampled(
      [
        [['--log', '/no/such/folder/log'], /^error: --log \/no\/such\/folder\/log cannot be written: /],
        [['--log', '-', '--report-html', '-'], /^error: --report-html and --log both name standard output$/m],
        [['--log', 'a', '--quiet'], /^error: --quiet and --log exclude each other: give one$/m],
        [['--record', '-'], /^error: --record - is not possible: a recording is a file/],
      ],
      1,
    ),
  )('%j is an error', async (options, message) => {
    const { code, stderr } = await run(...options, '--', 'true');
    expect(stderr).toMatch(message);
    expect(code).toBe(1);
  });

  test.each(
    sampled(
      [
        ['the command’s own code', ['--', 'sh', '-c', 'exit 7'], 7],
        ['128 and the signal', ['--', 'sh', '-c', 'kill -TERM $$'], 143],
        ['127 for what cannot be started', ['--', 'no-such-program-here'], 127],
      ],
      1,
    ),
  )('ends with %s', async (_, args, code) => {
    expect((await run(...args)).code).toBe(code);
  });

  test('names the command that cannot be started', async () => {
    expect((await run('--', 'no-such-program-here')).stderr).toMatch(/error: .*no-such-program-here/);
  });

  test.each(
    sampled(
      [
        ['--fail-on-5xx', '/status/503', 1],
        ['--fail-on-5xx', '/status/404', 0],
        ['--fail-on-error', '/status/503', 1],
        ['--fail-on-error', '/status/404', 1],
        ['--fail-on-error', '/status/204', 0],
      ],
      1,
    ),
  )('%s after %s: exit code %i', async (flag, path, code) => {
    expect((await run(flag, ...curl(`${origin.http}${path}`))).code).toBe(code);
  });

  test('--fail-on-error counts a failed request', { tags: ['full'] }, async () => {
    expect((await run('--fail-on-error', ...curl('http://127.0.0.1:1/'))).code).toBe(1);
  });

  test('records a HAR, and takes the name only at the end', { tags: ['full'] }, async () => {
    const path = join(home.path, 'out.har');
    const { code } = await run(
      '--ssl',
      '*',
      '--record',
      path,
      ...curl(`${origin.https}/a`, '-o', '/dev/null', `${origin.http}/b`),
    );
    expect(code).toBe(0);
    expect(existsSync(`${path}.part`)).toBe(false);
    expect(recording(path).log.entries).toMatchObject([
      {
        request: { method: 'GET', url: `${origin.https}/a` },
        response: { status: 200, content: { text: 'GET /a\n' } },
        _proxyClient: 'curl',
      },
      {
        request: { method: 'GET', url: `${origin.http}/b` },
        response: { status: 200, content: { text: 'GET /b\n' } },
        _proxyClient: 'curl',
      },
    ]);
  });

  test('writes TLS keys of both sides', { tags: ['full'] }, async () => {
    const path = join(home.path, 'keys.log');
    await run('--ssl', '*', '--keylog', path, ...curl(origin.https));
    const secrets = readFileSync(path, 'utf8').trim().split('\n');
    expect(secrets.filter((line) => line.startsWith('CLIENT_TRAFFIC_SECRET_0 '))).toHaveLength(2);
  });

  test('counts every exchange with --quiet, too', { tags: ['full'] }, async () => {
    const { stderr } = await run(
      '--quiet',
      '--',
      'sh',
      '-c',
      `for i in 1 2 3; do curl -sS -o /dev/null "$0/users/$i"; done`,
      origin.http,
    );
    expect(stderr).toContain('3 requests, 1 endpoint, 0 errors');
  });
});

describe('on its own', () => {
  test.each(sampled(['SIGINT', 'SIGTERM', 'SIGHUP'] as const, 2))(
    'stops on %s with its summary and code 0',
    async (signal) => {
      await using cli = start();
      await listening(cli);
      const { code, stderr } = await cli.stop(signal);
      expect(code).toBe(0);
      expect(stderr).toContain('0 requests, 0 endpoints, 0 errors');
    },
  );

  test('stops after --duration', async () => {
    expect(await run('--duration', '0.2')).toMatchObject({ code: 0 });
  });

  test('leaves a valid, empty HAR when there were no requests', async () => {
    const path = join(home.path, 'empty.har');
    await run('--duration', '0.1', '--record', path);
    expect(recording(path).log.entries).toEqual([]);
  });

  test('a recording that was killed is whole but for its tail', async () => {
    const path = join(home.path, 'killed.har');
    await using cli = start('--record', path);
    const proxy = await listening(cli);
    await throughProxy(proxy, `${origin.http}/kept`);
    await cli.saying(/GET .*\/kept/, 'stdout');
    await throughProxy(proxy, `${origin.http}/second`);
    await cli.saying(/GET .*\/second/, 'stdout');
    await cli.stop('SIGKILL');
    expect(existsSync(path)).toBe(false);
    const part = JSON.parse(`${readFileSync(`${path}.part`, 'utf8')}]}}`) as Recording;
    expect(part.log.entries[0]?.request.url).toBe(`${origin.http}/kept`);
  });

  test('a recording into a pipe is written to it', { tags: ['full'] }, async () => {
    const path = join(home.path, 'pipe.har');
    const received = fifo(path);
    expect((await run('--record', path, ...curl(`${origin.http}/a`))).code).toBe(0);
    expect(JSON.parse(await received)).toHaveProperty('log.entries.length', 1);
    expect(statSync(path).isFIFO()).toBe(true);
  });

  test('an exchange in progress at the end is recorded as failed', { tags: ['full'] }, async () => {
    await using silent = await silentServer();
    const path = join(home.path, 'cut.har');
    await using cli = start('--record', path);
    const proxy = await listening(cli);
    const cut = throughProxy(proxy, `http://127.0.0.1:${silent.port}/never`).catch(() => 'cut');
    await silent.asked;
    const { stderr } = await cli.stop('SIGINT');
    await cut;
    expect(stderr).toContain('1 request, 1 endpoint, 1 error');
    expect(recording(path).log.entries).toHaveLength(1);
  });

  test('does not listen for other devices by default', { tags: ['full'] }, async () => {
    await using closed = start();
    expect(await listening(closed)).toContain('127.0.0.1');
    await using open = start('--all-interfaces');
    // The printed address is the one for this machine.
    expect(await listening(open)).toContain('127.0.0.1');
  });

  test('serves the API, except RPC', async () => {
    await using cli = start();
    const proxy = await listening(cli);
    const token = readFileSync(join(home.path, 'api-token'), 'utf8');
    const status = await ask(`${proxy}/api/status`, { headers: { 'X-Proxy-Token': token } });
    expect(status.status).toBe(200);
    const rpc = await ask(`${proxy}/api/rpc`, {
      method: 'POST',
      headers: { 'X-Proxy-Token': token },
      body: '{"method":"status","params":{}}',
    });
    expect(rpc.status).toBe(501);
  });
});

describe('what is wrong is one error line and exit code 1', () => {
  test.each(
    sampled(
      [
        [['--port', '99999'], /^error: --port "99999" is not a port/],
        [['--port', 'x'], /^error: --port "x" is not a port/],
        [['--duration', '-1'], /^error: .*--duration/],
        [['--duration', '0'], /^error: --duration "0" is not a time/],
        [
          ['--record', '/no/such/folder/out.har'],
          /^error: cannot record to \/no\/such\/folder\/out.har: there is no folder \/no\/such\/folder/,
        ],
        [['--ssl', 'https://example.com/x'], /^error: --ssl "https:\/\/example.com\/x" is not a host/],
        [['--keylog', '/no/such/folder/keys'], /^error: cannot write TLS keys to \/no\/such\/folder\/keys/],
        [['--bogus'], /^error: unknown option '--bogus'/],
      ],
      1,
    ),
  )('run %j', async (args, message) => {
    const { code, stderr, stdout } = await callCli(['run', '--port', '0', ...args], { home: home.path });
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  });

  test.skipIf(!existsSync('/dev/full'))('a recording to a device that takes nothing', async () => {
    const path = join(home.path, 'full.har');
    symlinkSync('/dev/full', path);
    const { code, stderr } = await callCli(['run', '--port', '0', '--record', path], { home: home.path });
    expect(stderr).toMatch(
      /^error: cannot record to .*full\.har: no space is left there: free some \(ENOSPC\)\n$/,
    );
    expect({ code, isDevice: statSync(path).isCharacterDevice() }).toEqual({ code: 1, isDevice: true });
  });

  test('a recording in the place of a folder', async () => {
    const { code, stderr } = await callCli(['run', '--port', '0', '--record', home.path], {
      home: home.path,
    });
    expect(stderr).toBe(`error: cannot record to ${home.path}: it is a folder\n`);
    expect(code).toBe(1);
  });

  test('a port in use; nothing is recorded', async () => {
    await using cli = start();
    const port = new URL(await listening(cli)).port;
    const args = ['run', '--port', port, '--record', join(home.path, 'unused.har')];
    const { code, stderr } = await runCli(args, { home: home.path });
    expect(readdirSync(home.path).filter((name) => name.startsWith('unused'))).toEqual([]);
    expect(stderr).toMatch(
      new RegExp(
        `^error: port ${port} is in use by \\S+ \\(process \\d+\\): stop it or choose another port with --port\\n$`,
      ),
    );
    expect(code).toBe(1);
  });
});

/** Sends one request in absolute form; resolves with the response when the proxy closes the connection. */
function throughProxy(proxy: string, url: string): Promise<string> {
  const { hostname, port } = new URL(proxy);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect(Number(port), hostname, () => {
      socket.write(`GET ${url} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: close\r\n\r\n`);
    });
    socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

interface SilentServer extends AsyncDisposable {
  readonly port: number;
  /** Resolves when a request has arrived. */
  readonly asked: Promise<void>;
}

async function silentServer(): Promise<SilentServer> {
  const sockets: net.Socket[] = [];
  const server = net.createServer();
  const asked = new Promise<void>((resolve) => {
    server.on('connection', (socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.once('data', () => resolve());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    asked,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
