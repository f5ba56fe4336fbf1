import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryHome, type TemporaryHome } from '../../../test/helpers/home.ts';
import type { RunProgram } from '../commands.ts';
import { bypassingApps } from './index.ts';
import { linuxConnections } from './linux.ts';
import { macosConnections } from './macos.ts';
import { windowsConnections } from './windows.ts';

const printing =
  (outputs: Readonly<Record<string, string>>): RunProgram =>
  (program) => {
    const stdout = outputs[program.split(/[/\\]/).at(-1) ?? ''] ?? '';
    return Promise.resolve({ code: 0, stdout, stderr: '', isMissing: false });
  };

describe('macOS, from what lsof and ps print', () => {
  const lsof = [
    'p100',
    'f7',
    'PTCP',
    'n127.0.0.1:9090',
    'p200',
    'f20',
    'PTCP',
    'n192.168.1.5:50001->93.184.216.34:443',
    'f21',
    'PUDP',
    'n192.168.1.5:50002->142.250.1.1:443',
    'f22',
    'PTCP',
    'n[2001:db8::5]:50003->[2001:db8::1]:80',
    'p300',
    'f5',
    'PTCP',
    'n127.0.0.1:50004->127.0.0.1:9090',
    'f6',
    'PTCP',
    'n192.168.1.5:50005->93.184.216.34:443',
    'p100',
    'f9',
    'PTCP',
    'n192.168.1.5:50006->93.184.216.34:443',
    '',
  ].join('\n');
  const ps = '  200 /Applications/Firefox.app/Contents/MacOS/firefox\n  300 /usr/bin/curl\n';

  test('the proxy itself does not count, and each app has its reason', async () => {
    expect(await bypassingApps(9090, 'darwin', printing({ lsof, ps }))).toEqual([
      {
        app: 'curl',
        connections: [
          {
            process: 300,
            protocol: 'tcp',
            address: '93.184.216.34',
            port: 443,
            reason: 'exempts this server from the proxy that it uses, or connected before it was set',
          },
        ],
      },
      {
        app: 'Firefox',
        connections: [
          expect.objectContaining({
            address: '93.184.216.34',
            reason: expect.stringMatching(/^ignores/) as string,
          }),
          expect.objectContaining({ protocol: 'udp', reason: expect.stringMatching(/^QUIC/) as string }),
          expect.objectContaining({ address: '2001:db8::1', port: 80 }),
        ],
      },
    ]);
  });

  test('the command lines', async () => {
    const lines: string[] = [];
    await macosConnections(9090, (program, args) => {
      lines.push([program, ...args].join(' '));
      return printing({ lsof, ps })(program, args);
    });
    expect(lines).toEqual([
      '/usr/sbin/lsof -nPw -iTCP:80,443,9090 -iUDP:443 -sTCP:ESTABLISHED,LISTEN -FpPn',
      '/bin/ps -ww -o pid=,comm= -p 200,300,100',
    ]);
  });
});

test('Windows, from what netstat and tasklist print', async () => {
  const netstat = `
Aktive Verbindungen

  Proto  Lokale Adresse         Remoteadresse          Status           PID
  TCP    0.0.0.0:135            0.0.0.0:0              ABH\u00d6REN         4
  TCP    127.0.0.1:9090         0.0.0.0:0              ABH\u00d6REN         100
  TCP    192.168.1.5:50001      93.184.216.34:443      HERGESTELLT      200
  TCP    192.168.1.5:50002      93.184.216.34:443      HERGESTELLT      100
  TCP    [2001:db8::5]:50003    [2001:db8::1]:80       HERGESTELLT      200
  TCP    192.168.1.5:50004      93.184.216.34:22       HERGESTELLT      300
`.replaceAll('\n', '\r\n');
  const tasks = '"chrome.exe","200","Console","1","100.000 K"\r\n"node.exe","100","Console","1","1 K"\r\n';
  const run = printing({ 'netstat.exe': netstat, 'tasklist.exe': tasks });
  const { opened, proxies } = await windowsConnections(9090, run, { SystemRoot: 'C:\\Windows' });
  expect(
    opened.filter(({ pid }) => !proxies.has(pid)).map(({ app, address, port }) => [app, address, port]),
  ).toEqual([
    ['chrome', '93.184.216.34', 443],
    ['chrome', '2001:db8::1', 80],
  ]);
});

describe('Linux, from a folder like /proc', () => {
  let home: TemporaryHome;

  beforeEach(() => {
    home = temporaryHome();
    mkdirSync(join(home.path, 'net'));
  });

  afterEach(() => home.remove());

  const row = (local: string, remote: string, state: string, inode: number): string =>
    `   0: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0 20 4 30 10 -1\n`;

  function addProcess(pid: number, name: string, environment: string, ...inodes: readonly number[]): void {
    const folder = join(home.path, String(pid));
    mkdirSync(join(folder, 'fd'), { recursive: true });
    writeFileSync(join(folder, 'cmdline'), `/usr/bin/${name}\0-x\0`);
    writeFileSync(join(folder, 'environ'), environment);
    inodes.forEach((inode, index) => symlinkSync(`socket:[${inode}]`, join(folder, 'fd', String(index + 3))));
  }

  test.skipIf(process.platform === 'win32')('tables of both versions, TCP and UDP', () => {
    writeFileSync(
      join(home.path, 'net', 'tcp'),
      'head\n' +
        row('0100007F:2382', '00000000:0000', '0A', 1) +
        row('0501A8C0:C351', '22D8B85D:01BB', '01', 2) +
        row('0501A8C0:C352', '22D8B85D:01BB', '01', 0) +
        row('0501A8C0:C353', '22D8B85D:0016', '01', 3) +
        row('0501A8C0:C354', '22D8B85D:0050', '01', 4),
    );
    writeFileSync(
      join(home.path, 'net', 'tcp6'),
      row('B80D0120000000000000000005000000:C355', 'B80D0120000000000000000001000000:01BB', '01', 5) +
        row('0000000000000000FFFF00000501A8C0:C356', '0000000000000000FFFF000022D8B85D:01BB', '01', 6),
    );
    writeFileSync(join(home.path, 'net', 'udp'), row('0501A8C0:C357', '22D8B85D:01BB', '01', 7));
    addProcess(10, 'proxyctl', '', 1, 4);
    addProcess(20, 'curl', 'A=1\0https_proxy=http://127.0.0.1:9090\0', 2, 6);
    addProcess(30, 'firefox', 'HTTPS_PROXY=http://127.0.0.1:90901\0', 5, 7);
    const { opened, proxies } = linuxConnections(9090, home.path);
    expect([...proxies]).toEqual([10]);
    expect(
      opened.map(({ pid, app, protocol, address, port, hasVariable }) =>
        [pid, app, protocol, address, port, hasVariable].join(' '),
      ),
    ).toEqual([
      '20 curl tcp 93.184.216.34 443 true',
      '10 proxyctl tcp 93.184.216.34 80 ',
      '30 firefox tcp 2001:db8::1 443 false',
      '20 curl tcp 93.184.216.34 443 true',
      '30 firefox udp 93.184.216.34 443 false',
    ]);
  });

  test.skipIf(process.platform === 'win32')('a process that may not be inspected', () => {
    writeFileSync(join(home.path, 'net', 'tcp'), row('0501A8C0:C351', '22D8B85D:01BB', '01', 2));
    expect(linuxConnections(9090, home.path).opened).toMatchObject([{ pid: 0, app: null }]);
  });

  test('a folder without tables', () => {
    const none = join(home.path, 'none');
    expect(() => linuxConnections(9090, none)).toThrow(
      `connections cannot be listed: ${none}/net does not exist`,
    );
  });
});

// An address of loopback that no other test uses, so that port 443 is free there.
const HOST = '127.77.15.3';

describe.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)('real processes', () => {
  const servers: net.Server[] = [];
  const children: ChildProcess[] = [];

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    for (const server of servers.splice(0)) server.close();
  });

  async function listen(port: number, host: string): Promise<number> {
    const server = net.createServer((socket) => socket.on('error', () => undefined)).listen(port, host);
    servers.push(server);
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  /** Starts a process that keeps the sockets that its script opens. */
  async function holding(script: string): Promise<number> {
    const child = spawn(process.execPath, ['-e', `${script}; setInterval(() => {}, 1000)`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    await once(child.stdout, 'data');
    return child.pid ?? 0;
  }

  test('a TCP connection, a connected UDP socket, and one through the proxy', async () => {
    await listen(443, HOST);
    const proxy = await listen(0, '127.0.0.1');
    const ready = "() => process.stdout.write('ready')";
    const tcp = await holding(`require('net').connect(443, '${HOST}', ${ready})`);
    const udp = await holding(`require('dgram').createSocket('udp4').connect(443, '${HOST}', ${ready})`);
    const proxied = await holding(`require('net').connect(${proxy}, '127.0.0.1', ${ready})`);
    const found = (await bypassingApps(proxy)).flatMap(({ connections }) => connections);
    const ofHost = found.filter(({ address }) => address === HOST);
    expect(new Set(ofHost.map(({ process, protocol }) => `${process} ${protocol}`))).toEqual(
      new Set([`${tcp} tcp`, `${udp} udp`]),
    );
    expect(ofHost.find(({ protocol }) => protocol === 'udp')?.reason).toMatch(/^QUIC/);
    expect(found.some(({ process }) => process === proxied)).toBe(false);
  });
});
