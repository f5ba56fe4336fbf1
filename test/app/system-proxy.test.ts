// The system proxy of the app: switched and restored through RPC, at start, at exit, and by the guard after a kill. In
// the second half with the real settings of a GNOME session of its own.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../helpers/ask.ts';
import { startTestApp } from '../helpers/app.ts';
import { runCli, startCli, type RunningCli } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { closedPort } from '../helpers/ports.ts';
import { fakeMac, fakeWindows } from '../helpers/proxy-systems.ts';
import { apiToken } from '../../src/control/token.ts';

/** Number of kills; the environment may ask for more. */
const KILLS = Number(process.env['GUARD_KILLS'] ?? 2);

describe('through RPC', () => {
  test('status tells the truth before, during and after', async () => {
    const system = fakeWindows();
    const before = system.values();
    await using app = await startTestApp({ proxySettings: system.settings });
    expect(await app.result('status')).toMatchObject({ macOSProxy: false });
    expect(await app.result('set_macos_proxy', { on: true })).toEqual({ on: true });
    expect(await app.result('status')).toMatchObject({ macOSProxy: true });
    expect(await app.result('set_macos_proxy', { on: false })).toEqual({ on: false });
    expect(await app.result('status')).toMatchObject({ macOSProxy: false });
    expect(system.values()).toEqual(before);
  });

  test('another port is followed, and closing restores', async () => {
    const system = fakeWindows();
    const before = system.values();
    const app = await startTestApp({ proxySettings: system.settings });
    await app.result('set_macos_proxy', { on: true });
    const port = await closedPort();
    await app.result('update_settings', { changes: { port } });
    expect(system.changes.some((line) => line.includes(`127.0.0.1:${port}`))).toBe(true);
    expect(await app.result('status')).toMatchObject({ macOSProxy: true, port });
    await app.close();
    expect(system.values()).toEqual(before);
  });

  test('autoEnableMacOSProxy switches at the start', async () => {
    using home = temporaryHome();
    const first = await startTestApp({ home: home.path });
    await first.result('update_settings', { changes: { autoEnableMacOSProxy: true } });
    expect(await first.result('status')).toMatchObject({ macOSProxy: false });
    await first.close();
    const second = await startTestApp({ home: home.path });
    expect(await second.result('status')).toMatchObject({ macOSProxy: true });
    await second.close();
  });

  test('what cannot be switched is an error of the call, and of the start a message', async () => {
    using home = temporaryHome();
    const proxySettings = () => Promise.reject(new Error('no network service'));
    const app = await startTestApp({ home: home.path, proxySettings });
    expect(await app.rpc('set_macos_proxy', { on: true })).toMatchObject({ error: 'no network service' });
    expect(await app.result('status')).toMatchObject({ macOSProxy: false });
    await app.result('update_settings', { changes: { autoEnableMacOSProxy: true } });
    await app.close();
    const second = await startTestApp({ home: home.path, proxySettings });
    expect(second.said).toContain('system proxy: no network service');
    await second.close();
  });

  test('the settings of a Mac are restored by the next start', async () => {
    using home = temporaryHome();
    const system = fakeMac();
    const app = await startTestApp({ home: home.path, proxySettings: system.settings });
    await app.result('set_macos_proxy', { on: true });
    // As after a kill: the file stays, and so do the settings.
    const path = join(home.path, 'system-proxy.json');
    expect(existsSync(path)).toBe(true);
    await app.close();
    expect(existsSync(path)).toBe(false);
  });
});

describe.skipIf(process.platform !== 'linux' || missing('gsettings', 'dbus-daemon'))(
  'in a GNOME session',
  () => {
    let session: TemporaryHome;
    let env: NodeJS.ProcessEnv;
    let stopBus: () => Promise<void>;

    beforeAll(async () => {
      session = temporaryHome();
      const [configuration, runtime] = ['config', 'run'].map((name) => join(session.path, name));
      mkdirSync(runtime!, { mode: 0o700 });
      env = { XDG_CONFIG_HOME: configuration, XDG_RUNTIME_DIR: runtime, XDG_CURRENT_DESKTOP: 'GNOME' };
      const args = ['--session', '--nofork', '--print-address'];
      const bus = spawn('dbus-daemon', args, {
        stdio: ['ignore', 'pipe', 'ignore'],
        env: { ...process.env, ...env },
      });
      const [address] = (await once(createInterface(bus.stdout), 'line')) as [string];
      env['DBUS_SESSION_BUS_ADDRESS'] = address;
      stopBus = async () => {
        bus.kill();
        if (bus.exitCode === null) await once(bus, 'exit');
      };
    });

    afterAll(async () => {
      await stopBus();
      session.remove();
    });

    const gsettings = (...args: readonly string[]): string =>
      spawnSync('gsettings', args, { env: { ...process.env, ...env }, encoding: 'utf8' }).stdout.trim();
    const proxyOf = (): string => gsettings('list-recursively', 'org.gnome.system.proxy');

    async function startApp(home: string): Promise<{
      cli: RunningCli;
      port: string;
      call: (method: string, params: object) => Promise<unknown>;
    }> {
      const cli = startCli(['app', '--port', '0', '--no-open'], { home, env });
      const [, port = ''] = await cli.saying(/127\.0\.0\.1:(\d+)/);
      const { token } = await apiToken(home, () => undefined);
      const call = async (method: string, params: object): Promise<unknown> => {
        const { status, text } = await ask(`http://127.0.0.1:${port}/api/rpc`, {
          method: 'POST',
          headers: { 'X-Proxy-Token': token },
          body: JSON.stringify({ method, params }),
        });
        if (status !== 200) throw new Error(`${method}: ${text}`);
        return (JSON.parse(text) as { readonly result: unknown }).result;
      };
      return { cli, port, call };
    }

    test('on, off and the end of the app', { tags: ['full'] }, async () => {
      using home = temporaryHome();
      gsettings('set', 'org.gnome.system.proxy.http', 'host', 'cache.example');
      const before = proxyOf();
      const { cli, port, call } = await startApp(home.path);
      await call('set_macos_proxy', { on: true });
      expect(gsettings('get', 'org.gnome.system.proxy', 'mode')).toBe("'manual'");
      expect(gsettings('get', 'org.gnome.system.proxy.https', 'port')).toBe(port);
      expect(await call('status', {})).toMatchObject({ macOSProxy: true });
      const dry = await runCli(['proxy-guard', '--pid', String(cli.child.pid), '--port', port, '--dry-run'], {
        home: home.path,
        env,
      });
      expect(dry.stdout).toContain("set org.gnome.system.proxy.http host to 'cache.example'\n");
      await cli.stop('SIGTERM');
      expect(proxyOf()).toBe(before);
    });

    test(
      'stopped by its command, from a process that knows only the data folder',
      { tags: ['full'] },
      async () => {
        using home = temporaryHome();
        const before = proxyOf();
        const { cli, call } = await startApp(home.path);
        await call('set_macos_proxy', { on: true });
        expect(proxyOf()).not.toBe(before);
        const stopped = await runCli(['stop'], { home: home.path });
        expect(stopped).toMatchObject({ code: 0, stderr: 'Traffic Proxy has stopped\n' });
        expect(proxyOf()).toBe(before);
        expect(await cli.ended).toMatchObject({ code: 0, signal: null });
      },
    );

    test('killed: the guard restores within 5 s', { tags: ['full'] }, async () => {
      const before = proxyOf();
      let switched = 0;
      let slowest = 0;
      for (let time = 0; time < KILLS; time += 1) {
        using home = temporaryHome();
        const { cli, call } = await startApp(home.path);
        const switching = call('set_macos_proxy', { on: true }).then(
          () => {
            switched += 1;
          },
          () => undefined,
        );
        // Afterwards, or at a moment in the middle.
        if (time % 2 === 0) await switching;
        else await wait(Math.random() * 250);
        await cli.stop('SIGKILL');
        const killedAt = performance.now();
        await switching;
        const saved = join(home.path, 'system-proxy.json');
        while (existsSync(saved) && performance.now() - killedAt < 5000) await wait(20);
        slowest = Math.max(slowest, performance.now() - killedAt);
        expect(existsSync(saved)).toBe(false);
        expect(proxyOf()).toBe(before);
      }
      expect(switched).toBeGreaterThanOrEqual(KILLS / 2);
      if (KILLS > 2)
        process.stderr.write(`${switched} switched; the slowest took ${Math.round(slowest)} ms\n`);
    });
  },
);

describe('the guard', () => {
  test('has nothing to do for an app that never switched', async () => {
    using home = temporaryHome();
    const args = ['proxy-guard', '--pid', '4194305', '--port', '9090'];
    expect(await runCli(args, { home: home.path })).toMatchObject({ code: 0, stdout: '', stderr: '' });
    const dry = await runCli([...args, '--dry-run'], { home: home.path });
    expect(dry).toMatchObject({ code: 0, stdout: 'nothing to restore\n' });
  });

  test.each([
    [['--pid', 'x', '--port', '1'], /--pid "x" is not a number/],
    [['--pid', '1', '--port', '0'], /--port "0" is not a port/],
    [['--pid', '1'], /--port/],
  ])('%j is an error', async (args, message) => {
    using home = temporaryHome();
    const { code, stderr } = await runCli(['proxy-guard', ...args], { home: home.path });
    expect(stderr).toMatch(message);
    expect(code).not.toBe(0);
  });
});
