// The commands that open a terminal, for each system.
import { readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { temporaryHome } from '../../../../test/helpers/home.ts';
import { openCertificateAuthority } from '../../../certs/index.ts';
import { findTerminal, terminalCommand } from './terminal.ts';

const ENV = { PATH: '/nowhere', HOME: '/home/me', NODE_OPTIONS: '--no-warnings' };

async function commandOn(platform: NodeJS.Platform, program: string) {
  const home = temporaryHome();
  const { certPem: caPem, certPath: caPath } = await openCertificateAuthority(home.path);
  const proxy = { port: 9123, caPem, caPath, home: home.path };
  return { home, made: await terminalCommand(program, { proxy, env: ENV, platform }) };
}

test.each([
  ['linux', '/usr/bin/gnome-terminal', ['/usr/bin/gnome-terminal', '--']],
  ['linux', '/usr/bin/kitty', ['/usr/bin/kitty']],
  ['darwin', 'Terminal', ['open', '-a', 'Terminal']],
] as const)('%s, %s: a script of its own sets the variables', async (platform, program, before) => {
  const { home, made } = await commandOn(platform, program);
  const [command, env] = made;
  const script = command.at(-1)!;
  expect(command.slice(0, -1)).toEqual(before);
  expect(env).toBe(ENV);
  expect(statSync(script).mode & 0o777).toBe(0o700);
  const text = readFileSync(script, 'utf8');
  expect(text).toContain(`export HTTPS_PROXY='http://127.0.0.1:9123'\n`);
  expect(text).toContain(`export PROXYCTL_BEFORE_NODE_OPTIONS='--no-warnings'\n`);
  expect(text).not.toContain('export HOME');
  expect(text.trimEnd()).toMatch(/^#!\/bin\/sh\n[^]*\nexec "\$\{SHELL:-\/bin\/sh}" -i$/);
  home.remove();
});

test('Windows: a window of its own, which takes the environment along', async () => {
  const { home, made } = await commandOn('win32', findTerminal(ENV, 'win32'));
  const [command, env] = made;
  expect(command).toEqual(['cmd.exe', '/d', '/c', 'start', 'powershell.exe', '-NoLogo', '-NoExit']);
  expect(env).toMatchObject({ HTTPS_PROXY: 'http://127.0.0.1:9123', HOME: '/home/me' });
  home.remove();
});

test('a system without a terminal says what was looked for', () => {
  expect(() => findTerminal(ENV, 'linux')).toThrow(
    /no terminal is installed: looked for .*xterm on the PATH/,
  );
});
