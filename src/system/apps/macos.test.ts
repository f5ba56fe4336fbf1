import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { friendlyName, lsofOwners, macosScan, psProcesses } from './macos.ts';
import { socketKey } from './sockets.ts';

const LSOF = `p512
f23
n127.0.0.1:51234->127.0.0.1:9090
f24
n[::1]:51236->[::1]:9090
p734
f12
n*:9090
f14
n127.0.0.1:9090->127.0.0.1:51234
p901
f5
n127.0.0.1:51240->127.0.0.1:9090
p902
f5
n127.0.0.1:51240->127.0.0.1:9090
`;
const PS = `  512     1 /Applications/Google Chrome.app/Contents/Frameworks/Google Chrome Framework.framework/Versions/141.0.7390.55/Helpers/Google Chrome Helper.app/Contents/MacOS/Google Chrome Helper
  902   512 -zsh
    1     0 /sbin/launchd
`;

const from = (clientPort: number, address = '127.0.0.1'): string =>
  socketKey({ clientAddress: address, clientPort, proxyAddress: address, proxyPort: 9090 });

test('lsof: the processes at the ends of clients', () => {
  const owners = lsofOwners(LSOF);
  expect(owners.get(from(51_234))).toBe('512');
  expect(owners.get(from(51_236, '::1'))).toBe('512');
  expect(owners.get(from(51_240))).toBe('902');
  expect(owners.get(from(51_238))).toBeUndefined();
  expect(lsofOwners('').size).toBe(0);
});

test('ps: the programs and their parents', () => {
  const processes = psProcesses(PS);
  expect(processes.get('512')?.path).toMatch(/^\/Applications\/Google Chrome\.app\/.+ Helper$/);
  expect(processes.get('902')).toEqual({ parent: '512', path: '-zsh' });
  expect(processes.get('1')?.path).toBe('/sbin/launchd');
  expect(psProcesses('').size).toBe(0);
});

test.each([
  ['/Applications/Safari.app/Contents/MacOS/Safari', 'Safari'],
  [
    '/Applications/Google Chrome.app/Contents/Helpers/Google Chrome Helper.app/Contents/MacOS/Google Chrome Helper',
    'Google Chrome',
  ],
  ['/usr/bin/curl', 'curl'],
  ['/opt/homebrew/bin/node', 'node'],
  [
    '/opt/homebrew/Frameworks/Python.framework/Versions/3.13/Resources/Python.app/Contents/MacOS/Python',
    'Python',
  ],
  ['/Applications/Xcode.app/Contents/Developer/usr/libexec/git-core/git-remote-https', 'git-remote-https'],
  ['/Applications/Xcode.app/Contents/MacOS/Xcode', 'Xcode'],
  ['-zsh', 'zsh'],
  ['', null],
])('%s is %s', (path, name) => {
  expect(friendlyName(path)).toBe(name);
});

describe.skipIf(spawnSync('lsof', ['-v']).status !== 0 || spawnSync('ps', ['-e']).status !== 0)(
  'with a real lsof',
  () => {
    test('a client is found, one that never was is not', async () => {
      const server = createServer().listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const script = `require('node:net').connect(${port}, '127.0.0.1')`;
      const client = spawn(process.execPath, ['-e', script], { stdio: 'ignore' });
      const [socket] = (await once(server, 'connection')) as [Socket];
      try {
        const asked = {
          clientAddress: '127.0.0.1',
          clientPort: socket.remotePort ?? 0,
          proxyAddress: '127.0.0.1',
          proxyPort: port,
        };
        const apps = await macosScan('lsof', 'ps')([asked, { ...asked, clientPort: 1 }]);
        const name: unknown = expect.stringMatching(/^(node|MainThread)/);
        const parents: unknown = expect.arrayContaining([String(process.pid)]);
        expect(apps).toEqual([{ name, process: String(client.pid), parents }, null]);
      } finally {
        client.kill('SIGKILL');
        socket.destroy();
        server.close();
      }
    });
  },
);

test('without the programs nobody is found', async () => {
  const asked = { clientAddress: '127.0.0.1', clientPort: 1, proxyAddress: '127.0.0.1', proxyPort: 2 };
  expect(await macosScan('/nowhere/lsof', '/nowhere/ps')([asked])).toEqual([null]);
});
