// Apps that bypass the proxy, as the API and `proxyctl bypass-scan` report them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { runCli } from '../helpers/cli.ts';
import { temporaryHome } from '../helpers/home.ts';
import { closedPort } from '../helpers/ports.ts';

/** An address of loopback that no other test uses. */
const HOST = '127.77.15.4';

test.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'a process with a direct connection',
  async () => {
    using home = temporaryHome();
    const server = net.createServer((socket) => socket.on('error', () => undefined)).listen(80, HOST);
    await once(server, 'listening');
    const script = `require('net').connect(80, '${HOST}', () => process.stdout.write('ready')); setInterval(() => {}, 1000)`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await once(child.stdout, 'data');
      await using app = await startTestApp();
      const { direct, captured } = await app.result('bypassing_apps');
      const names = direct
        .filter(({ connections }: { connections: { process: number }[] }) =>
          connections.some(({ process }) => process === child.pid),
        )
        .map(({ app: name }: { app: string }) => name);
      expect(names).toEqual([expect.stringMatching(/^node/)]);
      expect(captured).toEqual([]);
      expect((await app.result('status')).bypassingApps).toContain(names[0]);
      const { stdout, code } = await runCli(['bypass-scan', '--port', String(app.port())], {
        home: home.path,
      });
      expect(stdout).toContain(`  ${HOST}:80 tcp: a server of this computer`);
      expect(stdout).toContain(String(child.pid));
      expect(code).toBe(0);
    } finally {
      child.kill('SIGKILL');
      server.close();
    }
  },
);

test('domains that are captured through DNS', async () => {
  await using app = await startTestApp();
  const domains = [
    { domain: 'a.example', app: 'Slack' },
    'example.org',
    { domain: 'b.example', app: 'Slack' },
  ];
  const [dnsPort, httpPort, httpsPort] = [await closedPort(), await closedPort(), await closedPort()];
  const dnsCapture = { isEnabled: true, dnsPort, httpPort, httpsPort, domains };
  await app.result('update_settings', { changes: { dnsCapture } });
  expect((await app.result('bypassing_apps')).captured).toEqual([
    { app: 'Slack', domains: ['a.example', 'b.example'] },
    { app: null, domains: ['example.org'] },
  ]);
});

test('a port that is not one', async () => {
  using home = temporaryHome();
  const { stderr, code } = await runCli(['bypass-scan', '--port', '0'], { home: home.path });
  expect(stderr).toBe('error: --port "0" is not a port: give a number from 1 to 65535\n');
  expect(code).toBe(1);
});
