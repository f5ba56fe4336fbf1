// The samples of a command: the processes that belong to it, and the connections that they have opened.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryHome, type TemporaryHome } from '../../../../test/helpers/home.ts';
import { commandSampler } from './index.ts';
import { LinuxCommand } from './linux.ts';

describe.skipIf(process.platform === 'win32')('Linux, from a folder like /proc', () => {
  let home: TemporaryHome;

  beforeEach(() => {
    home = temporaryHome();
    mkdirSync(join(home.path, 'net'));
    addProcess(1, 0, '');
    addProcess(7, 1, 'HTTP_PROXY=http://127.0.0.1:9090\0');
  });

  afterEach(() => home.remove());

  function addProcess(pid: number, parent: number, environment: string, ...inodes: readonly number[]): void {
    const folder = join(home.path, String(pid));
    mkdirSync(join(folder, 'fd'), { recursive: true });
    writeFileSync(join(folder, 'cmdline'), `/usr/bin/app${pid}\0-x\0`);
    writeFileSync(join(folder, 'stat'), `${pid} (an (odd) name) S ${parent} 1 1 0`);
    writeFileSync(join(folder, 'environ'), environment);
    for (const inode of inodes) open(pid, inode);
  }

  function open(pid: number, inode: number): void {
    symlinkSync(`socket:[${inode}]`, join(home.path, String(pid), 'fd', String(inode)));
  }

  const row = (port: string, state: string, inode: number, local = 'C351'): string =>
    `   0: 0501A8C0:${local} 22D8B85D:${port} ${state} 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0 20 4 30 10 -1\n`;

  function tables(...rows: readonly string[]): void {
    writeFileSync(join(home.path, 'net', 'tcp'), `head\n${rows.join('')}`);
  }

  /** A command that starts as process 10. */
  function command(): LinuxCommand {
    const sampler = new LinuxCommand(9090, home.path);
    addProcess(10, 7, '');
    return sampler;
  }

  const shown = async (sampler: LinuxCommand): Promise<readonly string[]> =>
    (await sampler.sample(10)).map(({ pid, app, address, port }) => `${pid} ${app ?? ''} ${address}:${port}`);

  test('children count, daemons that have the variables, and nothing that ran before', async () => {
    const sampler = command();
    open(7, 70);
    addProcess(11, 10, 'PATH=/bin\0', 110);
    addProcess(12, 11, 'PATH=/bin\0', 120);
    addProcess(13, 1, 'A=1\0https_proxy=http://127.0.0.1:9090\0', 130);
    addProcess(14, 1, 'https_proxy=http://127.0.0.1:9091\0', 140);
    tables(...[70, 110, 120, 130, 140].map((inode) => row('01BB', '01', inode)));
    expect(await shown(sampler)).toEqual([
      '11 app11 93.184.216.34:443',
      '12 app12 93.184.216.34:443',
      '13 app13 93.184.216.34:443',
    ]);
    expect(await shown(sampler)).toEqual([]);
    // The parent has ended; the child still belongs to the command, with what it starts.
    rmSync(join(home.path, '11'), { recursive: true });
    open(12, 121);
    addProcess(15, 12, 'PATH=/bin\0', 150);
    tables(row('01BB', '01', 121), row('0050', '08', 150));
    expect(await shown(sampler)).toEqual(['12 app12 93.184.216.34:443', '15 app15 93.184.216.34:80']);
  });

  test('a connection counts when it is open, and when it was not accepted', async () => {
    const sampler = command();
    for (const inode of [1, 2, 3, 4, 5]) open(10, inode);
    tables(
      row('0000', '0A', 1, '0BB8'),
      row('D431', '01', 2, '0BB8'),
      row('01BB', '02', 3),
      row('01BB', '01', 4),
    );
    expect(await shown(sampler)).toHaveLength(1);
    // A socket of the file system is not looked for.
    writeFileSync(
      join(home.path, 'net', 'unix'),
      'Num       RefCount Protocol Flags    Type St Inode Path\n' +
        '0000000000000000: 00000003 00000000 00000000 0001 03 5\n' +
        '0000000000000000: 00000002 00000000 00010000 0001 01     6 /run/a\n',
    );
    open(10, 6);
    // What was connecting is connected, and what was not there yet is.
    open(10, 7);
    tables(row('01BB', '01', 3), row('0050', '01', 5), row('0050', '01', 6), row('0050', '01', 7));
    expect(await shown(sampler)).toHaveLength(2);
    expect(await shown(sampler)).toEqual([]);
  });
});

test('macOS, from what ps and lsof print', async () => {
  const lines: string[] = [];
  let trees = '    1     0\n   10     7\n   11    10\n   12    11\n   90     1\n';
  let sockets = [
    'p11 f3 PTCP n192.168.1.5:50001->93.184.216.34:443',
    'f4 PTCP n*:3000 f5 PTCP n127.0.0.1:3000->127.0.0.1:50007',
    'p12 f3 PTCP n[2001:db8::5]:50003->[2001:db8::1]:8443',
  ].flatMap((line) => line.split(' '));
  const sampler = commandSampler(9090, 'darwin', (program, args) => {
    lines.push([program, ...args].join(' '));
    const names = '   11 /usr/local/bin/node\n   12 /Applications/Some App.app/Contents/MacOS/helper\n';
    const stdout = program.endsWith('lsof') ? sockets.join('\n') : args[0] === '-axo' ? trees : names;
    return Promise.resolve({ code: 0, stdout, stderr: '', isMissing: false });
  });
  expect(await sampler!.sample(10)).toEqual([
    { pid: 11, app: 'node', address: '93.184.216.34', port: 443 },
    { pid: 12, app: 'Some App', address: '2001:db8::1', port: 8443 },
  ]);
  expect(lines).toEqual([
    '/bin/ps -axo pid=,ppid=',
    '/usr/sbin/lsof -nPw -a -p 10,11,12 -iTCP -sTCP:ESTABLISHED,CLOSE_WAIT,LISTEN -FpPn',
    '/bin/ps -ww -o pid=,comm= -p 10,11,12',
  ]);
  // The parents have ended.
  trees = '    1     0\n   12     1\n   90     1\n';
  sockets = sockets.slice(-4);
  expect(await sampler!.sample(10)).toEqual([]);
  expect(lines.at(-1)).toMatch(/lsof -nPw -a -p 12 /);
});

test('a system without means has no sampler', () => {
  expect(commandSampler(9090, 'win32')).toBeNull();
});
