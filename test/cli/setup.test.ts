// `proxyctl setup`: real programs that use a running proxy, by what it prints or starts; and what takes it back.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import chromium from '@sparticuz/chromium';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../helpers/ask.ts';
import { runCli, startCli, type RunningCli } from '../helpers/cli.ts';
import { clients } from '../helpers/clients.ts';
import { missing } from '../helpers/need.ts';
import { isInstalled, recorded, startWrapping, type Wrapping } from '../helpers/wrapping.ts';
import { sampled } from '../helpers/scale.ts';

let wrapping: Wrapping;
let proxy: RunningCli;
let port: string;

const launcher = fileURLToPath(new URL('../../bin/proxyctl.js', import.meta.url));

beforeAll(async () => {
  wrapping = await startWrapping();
  proxy = startCli(
    [
      'run',
      '--port',
      '0',
      '--ssl',
      '*',
      '--insecure',
      'origin.test',
      '--tools',
      join(wrapping.work, 'tools.json'),
    ],
    { home: wrapping.home, env: wrapping.env },
  );
  [, port = ''] = await proxy.saying(/127\.0\.0\.1:(\d+)/);
});

afterAll(async () => {
  await proxy.stop();
  await wrapping[Symbol.asyncDispose]();
});

const setup = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  runCli(['setup', ...args, '--port', port], {
    home: wrapping.home,
    env: { ...wrapping.env, ...env },
    cwd: wrapping.work,
  });

/** Runs a script of a shell in which `setup` stands for the command. Rejects when it fails. */
function sh(script: string, env: NodeJS.ProcessEnv = {}): Promise<{ stdout: string; stderr: string }> {
  const define = `setup() { "${process.execPath}" "${launcher}" setup "$@" --port ${port}; }`;
  return promisify(execFile)('sh', ['-c', `${define}\n${script}`], {
    cwd: wrapping.work,
    timeout: 60_000,
    env: { ...process.env, ...wrapping.env, PROXYCTL_HOME: wrapping.home, ...env },
  });
}

/** The clients by the target that is to suffice for them. */
const TARGETS: Readonly<Record<string, string>> = {
  curl: 'tools',
  wget: 'tools',
  'Python, urllib': 'python',
  'Python, Requests': 'python',
  'this Node.js': 'node',
  Java: 'java',
  'Ruby, Net::HTTP': 'ruby',
  'Go, net/http': 'go',
  'PHP, curl': 'php',
  'Perl, LWP': 'perl',
};

const cases = clients
  .filter(({ name }) => name in TARGETS)
  .map((client) => ({ ...client, target: TARGETS[client.name] ?? '' }));

describe.skipIf(process.platform === 'win32')('a command behind --', () => {
  test('every client has a case', () => {
    expect(cases).toHaveLength(Object.keys(TARGETS).length);
  });

  test.for(sampled(cases, 1))('$target: $name', { timeout: 180_000 }, async (client, { skip }) => {
    if (missing(...client.needs) || !isInstalled(client)) skip();
    const before = recorded(await proxyOutput()).length;
    const result = await runCli(['setup', client.target, '--port', port, '--', ...client.command], {
      home: wrapping.home,
      env: wrapping.env,
      cwd: wrapping.work,
    });
    expect(result).toMatchObject({ code: 0 });
    const requests = recorded(await proxyOutput()).slice(before);
    expect(requests).toMatchObject(client.requests);
  });

  test('its exit code, and one that is not there', async () => {
    expect(
      await runCli(['setup', 'node', '--port', port, '--', 'sh', '-c', 'exit 7'], { home: wrapping.home }),
    ).toMatchObject({ code: 7 });
    const none = await runCli(['setup', 'node', '--port', port, '--', 'no-such-program'], {
      home: wrapping.home,
    });
    expect(none.code).toBe(127);
    expect(none.stderr).toContain('no-such-program');
  });
});

/** The output of the proxy, once it has printed a request that is made now. */
async function proxyOutput() {
  const mark = `/mark-${Math.random()}`;
  await ask(wrapping.origin.http + mark, { via: Number(port) });
  await proxy.saying(new RegExp(mark), 'stdout');
  const stdout = proxy.stdout
    .split('\n')
    .filter((line) => !line.includes('/mark-'))
    .join('\n');
  return { code: 0, signal: null, stdout, stderr: '' };
}

describe.skipIf(process.platform === 'win32')('a shell', () => {
  test.skipIf(missing('curl'))(
    'that evaluates it uses the proxy, and afterwards is as it was',
    { tags: ['full'] },
    async () => {
      const { stdout, stderr } = await sh(
        `before=$(env | sort)
       eval "$(setup terminal)"
       curl -sS "$SECURE/from-shell"
       eval "$(setup node)"
       eval "$(setup node --undo)"
       [ "$(env | sort)" = "$before" ] && echo same || { env | sort; echo "--- $before"; }`,
        { SSL_CERT_FILE: '', NO_PROXY: "it's mine", REQUESTS_CA_BUNDLE: undefined },
      );
      expect(stderr).toBe('');
      expect(stdout).toBe('GET /from-shell\nsame\n');
      expect((await proxyOutput()).stdout).toMatch(/GET https:\/\/localhost:\d+\/from-shell .*🔒/);
    },
  );

  test('undo without a set-up prints nothing', async () => {
    expect(await setup(['terminal', '--undo'])).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  test('the words of fish and PowerShell', { tags: ['full'] }, async () => {
    expect((await setup(['go', '--shell', 'fish'])).stdout).toContain(
      `set -gx HTTPS_PROXY 'http://127.0.0.1:${port}'\n`,
    );
    expect((await setup(['go'], { SHELL: '/usr/bin/fish' })).stdout).toContain('set -gx');
    expect((await setup(['go', '--shell', 'powershell'])).stdout).toContain(
      `$Env:HTTPS_PROXY = 'http://127.0.0.1:${port}'\n`,
    );
    const undo = await setup(['go', '--undo', '--shell', 'powershell'], {
      PROXYCTL_SETUP: 'A,B',
      A: '1',
      B: '2',
      PROXYCTL_BEFORE_B: "it's",
    });
    expect(undo.stdout.trimEnd().split('\n').toSorted()).toEqual([
      "$Env:B = 'it''s'",
      'Remove-Item -ErrorAction Ignore Env:A',
      'Remove-Item -ErrorAction Ignore Env:PROXYCTL_BEFORE_B',
      'Remove-Item -ErrorAction Ignore Env:PROXYCTL_SETUP',
    ]);
  });
});

describe.skipIf(process.platform !== 'linux')('Chromium', () => {
  test('a fresh one, through the proxy that runs', { tags: ['full'] }, async () => {
    const bin = join(wrapping.work, 'bin');
    mkdirSync(bin);
    symlinkSync(await chromium.executablePath(), join(bin, 'google-chrome'));
    const args = [...chromium.args, '--remote-debugging-port=0', `${wrapping.origin.https}/from-browser`];
    await using browser = startCli(['setup', 'chromium', '--port', port, '--', ...args], {
      home: wrapping.home,
      env: { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` },
    });
    await proxy.saying(/ 200 GET https:\/\/localhost:\d+\/from-browser .*🔒/, 'stdout');
    await browser.stop('SIGTERM');
  });
});

describe('Docker', () => {
  test('flags without white space, and files that every user of a container may read', async () => {
    const { stdout, code } = await setup(['docker']);
    expect(code).toBe(0);
    const flags = stdout.trim().split(' ');
    expect(flags.map((flag) => flag.split('=')[0])).toEqual([
      '--add-host',
      '--volume',
      '--volume',
      '--volume',
      '--env-file',
    ]);
    for (const flag of flags.slice(1, 4)) {
      const [, path = ''] = /^--volume=(.+?):\/usr\/local\/share\/proxyctl\/[\w.]+:ro$/.exec(flag) ?? [];
      if (process.platform !== 'win32') expect(statSync(path).mode & 0o044).toBe(0o044);
    }
    const file = readFileSync(flags.at(-1)!.replace('--env-file=', ''), 'utf8');
    expect(file).toContain(`\nHTTPS_PROXY=http://host.docker.internal:${port}\n`);
    expect(file).toContain('\nSSL_CERT_FILE=/usr/local/share/proxyctl/roots.pem\n');
    expect(file).toContain('-Dhttps.proxyHost=host.docker.internal');
    expect(file).not.toContain(wrapping.home);
  });

  test('an override for compose', async () => {
    const { stdout } = await setup(['docker', '--service', 'web', '--service', 'db: x']);
    const { services } = load(stdout) as {
      services: Record<string, { environment: object; extra_hosts: string[]; volumes: string[] }>;
    };
    expect(Object.keys(services)).toEqual(['web', 'db: x']);
    expect(services['web']).toMatchObject({
      extra_hosts: ['host.docker.internal:host-gateway'],
      environment: { NO_PROXY: '', NODE_USE_ENV_PROXY: '1' },
    });
    expect(services['web']?.volumes).toHaveLength(3);
  });
});

describe.skipIf(process.platform === 'win32')('Android, with a program that takes what adb takes', () => {
  let env: NodeJS.ProcessEnv;
  const log = (): readonly string[] =>
    readFileSync(join(wrapping.work, 'adb.log'), 'utf8').trimEnd().split('\n');
  const saved = (): string => join(wrapping.home, 'setup-android.json');

  function fakeAdb(devices: string): void {
    const bin = join(wrapping.work, 'adb-bin');
    mkdirSync(bin, { recursive: true });
    const script = `#!/bin/sh
echo "$*" >> "${join(wrapping.work, 'adb.log')}"
case "$*" in
  devices) printf 'List of devices attached\\n${devices}\\n';;
  *'get global http_proxy') echo 10.0.0.1:3128;;
esac
`;
    writeFileSync(join(bin, 'adb'), script, { mode: 0o755 });
    writeFileSync(join(wrapping.work, 'adb.log'), '');
    env = { PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` };
  }

  test('each device is set up, and gets its own proxy back', async () => {
    fakeAdb('emulator-5554\\tdevice\\nR58\\tunauthorized');
    const { stdout, code } = await setup(['android'], env);
    expect(stdout).toMatch(/^emulator-5554: uses the proxy\. To trust it: /);
    expect(code).toBe(0);
    const device = '-s emulator-5554';
    expect(log()).toEqual([
      'version',
      'devices',
      `${device} shell settings get global http_proxy`,
      `${device} reverse tcp:${port} tcp:${port}`,
      `${device} push ${join(wrapping.home, 'ca', 'root.pem')} /sdcard/Download/proxyctl.pem`,
      `${device} shell settings put global http_proxy 127.0.0.1:${port}`,
    ]);
    expect(JSON.parse(readFileSync(saved(), 'utf8'))).toEqual({ 'emulator-5554': '10.0.0.1:3128' });
    writeFileSync(join(wrapping.work, 'adb.log'), '');
    await setup(['android', '--undo'], env);
    expect(log().slice(2)).toEqual([
      `${device} shell settings put global http_proxy 10.0.0.1:3128`,
      `${device} reverse --remove tcp:${port}`,
      `${device} shell rm -f /sdcard/Download/proxyctl.pem`,
    ]);
    expect(existsSync(saved())).toBe(false);
  });

  test('no device is an error; without adb the commands are printed', async () => {
    fakeAdb('');
    expect((await setup(['android'], env)).stderr).toBe(
      'error: adb knows no device: connect one with USB debugging, or start an emulator\n',
    );
    const none = await setup(['android'], { PATH: '/nowhere' });
    expect(none.stdout).toContain(`adb shell settings put global http_proxy 127.0.0.1:${port}\n`);
    expect(none).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('adb is not installed') as string,
    });
  });
});

test('iPhone: steps with an address and the port', async () => {
  expect((await setup(['ios'])).stdout).toContain(`port ${port}.\n`);
  expect((await setup(['ios', '--undo'])).stdout).toMatch(/remove the profile/);
});

test('the targets are listed, and what is wrong is said', async () => {
  const list = await runCli(['setup'], { home: wrapping.home });
  expect(list.stdout).toMatch(/^chromium .*\n/);
  expect(list.stdout.split('\n').length).toBeGreaterThan(15);
  expect((await setup(['pyton'])).stderr).toBe('error: "pyton" is not a target: did you mean python?\n');
  expect((await setup(['go', '--shell', 'tcsh'])).stderr).toBe(
    'error: --shell "tcsh" is not known: give one of sh, fish, powershell\n',
  );
});
