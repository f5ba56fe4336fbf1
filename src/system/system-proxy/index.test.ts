import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryHome, type TemporaryHome } from '../../../test/helpers/home.ts';
import {
  fakeGnome,
  fakeKde,
  fakeMac,
  fakeWindows,
  type FakeSystem,
} from '../../../test/helpers/proxy-systems.ts';
import type { RunProgram } from '../commands.ts';
import { guard, wouldRestore } from './guard.ts';
import { proxySettings, SystemProxy } from './index.ts';

let home: TemporaryHome;

beforeEach(() => {
  home = temporaryHome();
});

afterEach(() => home.remove());

const path = (): string => join(home.path, 'system-proxy.json');

function systemProxy(
  system: FakeSystem,
  run?: RunProgram,
  startGuard: (port: number) => void = () => undefined,
  say?: (text: string) => void,
) {
  return new SystemProxy({ home: home.path, startGuard, settings: () => system.settings(run), say });
}

const INTERNET = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings';
const KIO = 'kwriteconfig5 --file kioslaverc --group Proxy Settings --key';

const SYSTEMS: readonly (readonly [string, () => FakeSystem, readonly string[], readonly string[]])[] = [
  [
    'macOS',
    fakeMac,
    [
      'networksetup -setwebproxy Wi-Fi 127.0.0.1 9090',
      'networksetup -setsecurewebproxy Wi-Fi 127.0.0.1 9090',
      'networksetup -setwebproxy USB 10/100 LAN 127.0.0.1 9090',
      'networksetup -setsecurewebproxy USB 10/100 LAN 127.0.0.1 9090',
      'networksetup -setautoproxystate USB 10/100 LAN off',
    ],
    [
      'networksetup -setautoproxystate USB 10/100 LAN on',
      'networksetup -setsecurewebproxystate USB 10/100 LAN off',
      'networksetup -setwebproxy USB 10/100 LAN 10.0.0.1 3128',
      'networksetup -setsecurewebproxystate Wi-Fi off',
      'networksetup -setwebproxystate Wi-Fi off',
    ],
  ],
  [
    'GNOME',
    fakeGnome,
    [
      "gsettings set org.gnome.system.proxy.http host '127.0.0.1'",
      'gsettings set org.gnome.system.proxy.http port 9090',
      "gsettings set org.gnome.system.proxy.https host '127.0.0.1'",
      'gsettings set org.gnome.system.proxy.https port 9090',
      "gsettings set org.gnome.system.proxy mode 'manual'",
    ],
    [
      "gsettings set org.gnome.system.proxy mode 'none'",
      'gsettings set org.gnome.system.proxy.https port 0',
      "gsettings set org.gnome.system.proxy.https host ''",
      'gsettings set org.gnome.system.proxy.http port 8080',
      "gsettings set org.gnome.system.proxy.http host 'cache.example'",
    ],
  ],
  [
    'KDE',
    fakeKde,
    [
      `${KIO} httpProxy http://127.0.0.1 9090`,
      `${KIO} httpsProxy http://127.0.0.1 9090`,
      `${KIO} ProxyType 1`,
      expect.stringContaining('dbus-send') as string,
    ],
    [
      `${KIO} ProxyType --delete`,
      `${KIO} httpsProxy --delete`,
      `${KIO} httpProxy --delete`,
      'dbus-send --type=signal /KIO/Scheduler org.kde.KIO.Scheduler.reparseSlaveConfiguration string:',
    ],
  ],
  [
    'Windows',
    fakeWindows,
    [
      `reg.exe add ${INTERNET} /v ProxyOverride /t REG_SZ /d <local>;*.example.com;<-loopback> /f`,
      `reg.exe add ${INTERNET} /v ProxyServer /t REG_SZ /d 127.0.0.1:9090 /f`,
      `reg.exe delete ${INTERNET} /v AutoConfigURL /f`,
      `reg.exe add ${INTERNET} /v ProxyEnable /t REG_DWORD /d 0x1 /f`,
      expect.stringMatching(/^node .*announce-change\.ts$/) as string,
    ],
    [
      `reg.exe add ${INTERNET} /v ProxyEnable /t REG_DWORD /d 0x0 /f`,
      `reg.exe add ${INTERNET} /v AutoConfigURL /t REG_SZ /d http://wpad.example/wpad.dat /f`,
      `reg.exe delete ${INTERNET} /v ProxyServer /f`,
      `reg.exe add ${INTERNET} /v ProxyOverride /t REG_SZ /d <local>;*.example.com /f`,
      expect.stringMatching(/^node /) as string,
    ],
  ],
];

/** macOS keeps the address of a proxy that was never set; nothing uses it while the proxy is off. */
function visible(system: FakeSystem): unknown {
  return JSON.parse(
    JSON.stringify(system.values(), (_, value: unknown) => {
      if (value instanceof Map) return Object.fromEntries(value) as unknown;
      const isOff = typeof value === 'object' && value !== null && 'on' in value && value.on === false;
      return isOff ? 'off' : value;
    }),
  );
}

describe.each(SYSTEMS)('%s', (_, create, on, off) => {
  test('every command line of on and of off, and the values before are back', async () => {
    const system = create();
    const before = visible(system);
    const proxy = systemProxy(system);
    expect(await proxy.pointsTo(9090)).toBe(false);
    await proxy.on(9090);
    expect(system.changes).toEqual(on);
    expect(await proxy.pointsTo(9090)).toBe(true);
    expect(await proxy.pointsTo(9091)).toBe(false);
    if (process.platform !== 'win32') expect(statSync(path()).mode & 0o777).toBe(0o600);
    await proxy.off();
    expect(system.changes.slice(on.length)).toEqual(off);
    expect(visible(system)).toEqual(before);
    expect(existsSync(path())).toBe(false);
    expect(await proxy.pointsTo(9090)).toBe(false);
  });

  test('a program that fails at any step: the error names it, and the values before are back', async () => {
    const steps = await stepsOf(create);
    for (let failing = 0; failing < steps; failing += 1) {
      const system = create();
      const before = visible(system);
      const proxy = systemProxy(system, failingAt(system, failing));
      const error = await proxy.on(9090).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      // Announcing cannot fail.
      if (error !== null) {
        expect(error).toMatchObject({
          name: 'UserError',
          message: expect.stringMatching(/broken|not installed/) as string,
        });
        expect(visible(system)).toEqual(before);
        expect(existsSync(path())).toBe(false);
      }
      await proxy.off();
      expect(visible(system)).toEqual(before);
    }
    expect(steps).toBeGreaterThan(on.length);
  });

  test('a crash at any step of on: the next start restores the values', async () => {
    const steps = await stepsOf(create);
    for (let last = 0; last <= steps; last += 1) {
      const system = create();
      const before = visible(system);
      await crashAfter(last, system, (run) => systemProxy(system, run).on(9090));
      await systemProxy(system).off();
      expect(visible(system)).toEqual(before);
      expect(existsSync(path())).toBe(false);
    }
  });

  test('a crash at any step of off: the next start restores the rest', async () => {
    const steps = await stepsOf(create);
    for (let last = 0; last <= steps; last += 1) {
      const system = create();
      const before = visible(system);
      await systemProxy(system).on(9090);
      await crashAfter(last, system, (run) => systemProxy(system, run).off());
      await systemProxy(system).off();
      expect(visible(system)).toEqual(before);
    }
  });

  test('another port: the values before are those of the first', async () => {
    const system = create();
    const before = visible(system);
    const proxy = systemProxy(system);
    await proxy.on(9090);
    await proxy.on(9091);
    expect(await proxy.pointsTo(9091)).toBe(true);
    await proxy.off();
    expect(visible(system)).toEqual(before);
  });
});

test('what the user has changed meanwhile stays, and keeps its switch', async () => {
  const system = fakeGnome();
  const proxy = systemProxy(system);
  await proxy.on(9090);
  await system.userSets('gsettings', 'set', 'org.gnome.system.proxy.http', 'host', "'mine.example'");
  await proxy.off();
  expect(visible(system)).toMatchObject({
    'org.gnome.system.proxy mode': "'manual'",
    'org.gnome.system.proxy.http host': "'mine.example'",
    'org.gnome.system.proxy.https host': "''",
  });
});

test('a network service that is gone is no obstacle', async () => {
  const system = fakeMac();
  await systemProxy(system).on(9090);
  const without: RunProgram = async (program, args) => {
    const result = await system.run(program, args);
    return args[0] === '-listallnetworkservices'
      ? { ...result, stdout: result.stdout.replace('Wi-Fi\n', '') }
      : result;
  };
  await systemProxy(system, without).off();
  expect(existsSync(path())).toBe(false);
  expect(visible(system)).toMatchObject({ 'USB 10/100 LAN': { webproxy: { host: '10.0.0.1' } } });
});

describe('a network service that cannot be changed', () => {
  /** networksetup as it is for an account that may not administer the Mac: exit code 14, and the reason in the output. */
  const refusing =
    (system: FakeSystem, refused: (args: readonly string[]) => boolean): RunProgram =>
    (program, args) =>
      refused(args)
        ? Promise.resolve({ ...FAILED, stdout: '** Error: Command requires admin privileges.\n' })
        : system.run(program, args);
  const FAILED = { code: 14, stderr: '', isMissing: false };

  test.each(['-setwebproxy', '-setsecurewebproxy', '-getautoproxyurl'])(
    'is left out and named when %s fails for it, and the others are set',
    async (failing) => {
      const system = fakeMac();
      const before = visible(system);
      const lines: string[] = [];
      const run = refusing(system, ([option, service]) => option === failing && service === 'USB 10/100 LAN');
      const proxy = systemProxy(system, run, undefined, (text) => lines.push(text));
      await proxy.on(9090);
      expect(lines).toEqual([
        expect.stringMatching(
          /^USB 10\/100 LAN was left out .*USB 10\/100 LAN: .*\*\* Error: Command requires admin privileges\..*: use an account/,
        ),
      ]);
      expect(visible(system)).toMatchObject({
        'Wi-Fi': { webproxy: { host: '127.0.0.1' }, securewebproxy: { host: '127.0.0.1' } },
        'USB 10/100 LAN': { webproxy: { host: '10.0.0.1', on: true }, securewebproxy: 'off' },
      });
      await proxy.off();
      expect(visible(system)).toEqual(before);
    },
  );

  test('is an error when there is no other, with each of them named', async () => {
    const system = fakeMac();
    const run = refusing(system, ([option = '']) => option.startsWith('-set'));
    await expect(systemProxy(system, run).on(9090)).rejects.toThrow(/Wi-Fi: .*; USB 10\/100 LAN: /);
    expect(existsSync(path())).toBe(false);
  });
});

test('what a system sends past any proxy is said, except where it is set', async () => {
  expect((await fakeMac().settings()).remark).toMatch(/^it reaches localhost .*another name$/);
  for (const system of [fakeGnome(), fakeKde()])
    expect((await system.settings()).remark).toMatch(/exceptions/);
  expect((await fakeWindows().settings()).remark).toBeUndefined();
});

test('Windows: loopback hosts are taken out of the list of exceptions once, and where there is no list', async () => {
  for (const list of ['<local>;<-loopback>', null]) {
    const system = fakeWindows();
    if (list === null) await system.userSets('reg.exe', 'delete', INTERNET, '/v', 'ProxyOverride', '/f');
    else await system.userSets('reg.exe', 'add', INTERNET, '/v', 'ProxyOverride', '/t', 'REG_SZ', '/d', list);
    const before = visible(system);
    const proxy = systemProxy(system);
    await proxy.on(9090);
    expect(visible(system)).toMatchObject({ ProxyOverride: ['REG_SZ', list ?? '<-loopback>'] });
    await proxy.off();
    expect(visible(system)).toEqual(before);
  }
});

test('the guard is started before anything is written', async () => {
  const system = fakeGnome();
  const started: unknown[] = [];
  const proxy = systemProxy(system, undefined, (port) => {
    started.push(port, existsSync(path()), [...system.changes]);
  });
  await proxy.on(9090);
  expect(started).toEqual([9090, false, []]);
});

describe('the guard', () => {
  /** A process that has ended. */
  const pid = 2 ** 22 + 1;

  async function leftBehind(system: FakeSystem): Promise<void> {
    await systemProxy(system).on(9090);
    const saved = readFileSync(path(), 'utf8');
    writeFileSync(path(), saved.replace(`"pid": ${process.pid}`, `"pid": ${pid}`));
  }

  test('restores what a dead app left, and says before what it would do', async () => {
    const system = fakeGnome();
    const before = visible(system);
    await leftBehind(system);
    const guarded = { home: home.path, pid, port: 9090 };
    expect((await wouldRestore(guarded, system.settings)).map(({ key }) => key)).toHaveLength(5);
    expect(await guard(guarded, system.settings)).toBe(true);
    expect(visible(system)).toEqual(before);
    expect(await guard(guarded, system.settings)).toBe(false);
    expect(await wouldRestore(guarded, system.settings)).toEqual([]);
  });

  test('leaves what another app has switched since', async () => {
    const system = fakeGnome();
    await leftBehind(system);
    for (const other of [
      { pid: pid + 1, port: 9090 },
      { pid, port: 9091 },
    ])
      expect(await guard({ home: home.path, ...other }, system.settings)).toBe(false);
    expect(existsSync(path())).toBe(true);
  });

  test('ends when the app has restored the values itself', async () => {
    const system = fakeGnome();
    const proxy = systemProxy(system);
    await proxy.on(9090);
    const guarding = guard({ home: home.path, pid: process.pid, port: 9090 }, system.settings);
    await proxy.off();
    expect(await guarding).toBe(false);
  });
});

test('a lock that a dead process left is no obstacle', async () => {
  writeFileSync(join(home.path, 'system-proxy.lock'), String(2 ** 22 + 1));
  const system = fakeGnome();
  await Promise.all([systemProxy(system).on(9090), systemProxy(system).on(9091)]);
  expect(existsSync(join(home.path, 'system-proxy.lock'))).toBe(false);
});

test.each([
  ['a desktop without settings', {}, /no desktop session runs.*setup terminal/],
  ['no gsettings', { DBUS_SESSION_BUS_ADDRESS: 'x' }, /gsettings is not installed/],
  ['no programs of KDE', { XDG_CURRENT_DESKTOP: 'KDE' }, /kreadconfig6 and kreadconfig5 are not installed/],
])('%s: a clear error', async (_, env, message) => {
  const missing: RunProgram = () => Promise.resolve({ code: null, stdout: '', stderr: '', isMissing: true });
  await expect(proxySettings('linux', env, missing)).rejects.toThrow(message);
});

test('a proxy with a password is not replaced', async () => {
  const system = fakeMac();
  const run: RunProgram = async (program, args) => {
    const result = await system.run(program, args);
    return { ...result, stdout: result.stdout.replace('Proxy Enabled: 0', 'Proxy Enabled: 1') };
  };
  await expect(systemProxy(system, run).on(9090)).rejects.toThrow(
    /USB 10\/100 LAN uses a proxy with a password/,
  );
  expect(system.changes).toEqual([]);
});

test('settings that do not take their values are an error', async () => {
  const system = fakeGnome();
  const locked: RunProgram = (program, args) =>
    args.includes('mode') && args[0] === 'set'
      ? Promise.resolve({ code: 0, stdout: '', stderr: '', isMissing: false })
      : system.run(program, args);
  const before = visible(system);
  await expect(systemProxy(system, locked).on(9090)).rejects.toThrow(/mode did not take its value/);
  expect(visible(system)).toEqual(before);
});

test('saved settings that cannot be read are left where they are', async () => {
  writeFileSync(path(), '{"version":1,"pid":');
  const proxy = systemProxy(fakeGnome());
  await expect(proxy.off()).rejects.toThrow(/system-proxy\.json cannot be used/);
  await expect(proxy.on(9090)).rejects.toThrow(/system-proxy\.json cannot be used/);
  expect(existsSync(path())).toBe(true);
});

/** The number of programs that on runs. */
async function stepsOf(create: () => FakeSystem): Promise<number> {
  const system = create();
  let steps = 0;
  const proxy = systemProxy(system, (program, args) => {
    steps += 1;
    return system.run(program, args);
  });
  await proxy.on(9090);
  const taken = steps;
  await proxy.off();
  return taken;
}

/** Fails once, so that taking back what was done can work. */
function failingAt(system: FakeSystem, failing: number): RunProgram {
  let step = 0;
  return (program, args) => {
    step += 1;
    return step === failing + 1
      ? Promise.resolve({ code: 5, stdout: '', stderr: 'broken', isMissing: false })
      : system.run(program, args);
  };
}

/** Runs `work`, whose process ends after so many programs: nothing that it does later happens. */
async function crashAfter(
  last: number,
  system: FakeSystem,
  work: (run: RunProgram) => Promise<void>,
): Promise<void> {
  let step = 0;
  await new Promise<void>((resolve) => {
    const run: RunProgram = (program, args) => {
      step += 1;
      if (step <= last) return system.run(program, args);
      resolve();
      return new Promise(() => {});
    };
    void work(run).then(resolve);
  });
  // The lock of a process that has died.
  const lock = join(home.path, 'system-proxy.lock');
  if (existsSync(lock)) writeFileSync(lock, String(2 ** 22 + 1));
}
