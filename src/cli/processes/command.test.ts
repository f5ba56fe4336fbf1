import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryHome } from '../../../test/helpers/home.ts';
import { runCommand } from './command.ts';

const node = (script: string, env: NodeJS.ProcessEnv = process.env) =>
  runCommand([process.execPath, '-e', script], env);

describe('the end of a command', () => {
  test.each([0, 1, 42, 255])('exit code %i', async (code) => {
    expect(await node(`process.exit(${code})`).exited).toEqual({ code });
  });

  test('it sees the environment given, and its arguments as they are', async () => {
    const check = 'process.exit(process.env.ONE === "1" && process.argv[1] === "$HOME * \\"x\\"" ? 3 : 4)';
    const command = runCommand([process.execPath, '-e', check, '$HOME * "x"'], { ...process.env, ONE: '1' });
    expect(await command.exited).toEqual({ code: 3 });
  });

  test.skipIf(process.platform === 'win32')('a signal gives 128 and its number', async () => {
    expect(await node('process.kill(process.pid, "SIGKILL")').exited).toEqual({ code: 137 });
    expect(await node('process.kill(process.pid, "SIGTERM")').exited).toEqual({ code: 143 });
  });
});

describe('a signal handed on', () => {
  test.skipIf(process.platform === 'win32').each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGKILL', 137],
  ] as const)('%s ends it', async (signal, code) => {
    const command = runCommand(['sleep', '60'], process.env);
    expect(command.pid).toBeGreaterThan(0);
    command.signal(signal);
    expect(await command.exited).toEqual({ code });
    command.signal(signal);
  });
});

describe('what cannot be started', () => {
  test('a program that is not there', async () => {
    const command = runCommand(['no-such-program-here', 'x'], process.env);
    expect(command.pid).toBeUndefined();
    command.signal('SIGTERM');
    expect(await command.exited).toEqual({
      code: 127,
      error: 'cannot start "no-such-program-here": there is no such program; check its name and PATH',
    });
  });

  test.skipIf(process.platform === 'win32')('a file that may not be executed', async () => {
    using home = temporaryHome();
    const path = join(home.path, 'script');
    writeFileSync(path, 'exit 0');
    chmodSync(path, 0o600);
    expect(await runCommand([path], process.env).exited).toEqual({
      code: 127,
      error: `cannot start ${JSON.stringify(path)}: it may not be executed by this user`,
    });
  });

  test.skipIf(process.platform === 'win32')('arguments beyond what the system takes', async () => {
    const { code, error } = await runCommand(['true', 'x'.repeat(9_000_000)], process.env).exited;
    expect({ code, error }).toEqual({
      code: 127,
      error: 'cannot start "true": its arguments and environment are too long for this system',
    });
  });

  test.each([[[]], [['']], [['true', 'nul\0byte']]])('%j', async (argv) => {
    const { code, error } = await runCommand(argv, process.env).exited;
    expect(code).toBe(127);
    expect(error).toMatch(/^cannot start ".*": ./);
  });
});
