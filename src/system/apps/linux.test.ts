import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { endianness, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { linuxScan } from './linux.ts';
import { friendlyName } from './linux-names.ts';
import { tableEnds, tableInodes } from './linux-tables.ts';
import { type ClientSocket, type FoundApps } from './scan.ts';

const TCP = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode                                                     
   0: 0100007F:2382 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 1051 1 00000000646d9cd5 100 0 0 10 0                      
   1: 0100007F:C822 0100007F:2382 01 00000000:00000000 00:00000000 00000000  1000        0 26417 1 000000007a1f3f0e 20 4 30 10 -1                    
   2: 0100007F:2382 0100007F:C822 01 00000000:00000000 00:00000000 00000000     0        0 26418 1 00000000c79c6881 20 4 1 10 -1                     
   3: 0100007F:C824 0100007F:2382 06 00000000:00000000 03:00000AC5 00000000     0        0 0 3 000000005da89beb                                      
   4: 0100007F:2382 0100007F:C832 01 00000000:00000000 00:00000000 00000000     0        0 26419 1 00000000c79c6882 20 4 1 10 -1                     
`;
const TCP6 = `  sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000000000000000000001000000:C830 00000000000000000000000001000000:2382 01 00000000:00000000 00:00000000 00000000     0        0 31001 1 00000000a5450dac 20 4 30 10 -1
   1: 0000000000000000FFFF00000100007F:C832 0000000000000000FFFF00000100007F:2382 01 00000000:00000000 00:00000000 00000000     0        0 31002 1 00000000a5450dad 20 4 30 10 -1
`;

const from = (clientPort: number, address = '127.0.0.1'): ClientSocket => ({
  clientAddress: address,
  clientPort,
  proxyAddress: address,
  proxyPort: 9090,
});

describe.skipIf(endianness() !== 'LE')('the tables of the kernel', () => {
  test('hold the inodes of connections', () => {
    expect([...tableInodes(TCP).values()]).toEqual(['1051', '26417', '26418', '0', '26419']);
    expect([...tableInodes(TCP6).values()]).toEqual(['31001', '31002']);
    expect(tableInodes('').size).toBe(0);
  });

  test('are asked in their own writing', () => {
    expect(tableInodes(TCP).get(tableEnds(from(0xc822)).tcp ?? '')).toBe('26417');
    expect(tableInodes(TCP).get(tableEnds(from(0xc822, '::ffff:127.0.0.1')).tcp ?? '')).toBe('26417');
    expect(tableInodes(TCP6).get(tableEnds(from(0xc830, '::1')).tcp6 ?? '')).toBe('31001');
    expect(tableInodes(TCP6).get(tableEnds(from(0xc832)).tcp6 ?? '')).toBe('31002');
    expect(tableEnds(from(1, '::1')).tcp).toBeNull();
    expect(tableEnds(from(1, 'nowhere'))).toEqual({ tcp: null, tcp6: null });
  });
});

describe('names', () => {
  test.each([
    ['curl', '/usr/bin/curl', 'curl', 'curl'],
    ['/usr/bin/python3', '/usr/bin/python3.11', 'python3.11', 'python3'],
    ['node', '/usr/local/bin/node', 'MainThread', 'node'],
    [
      '/usr/lib/chromium/chromium --type=utility --x=/a/b',
      '/usr/lib/chromium/chromium',
      'chromium',
      'chromium',
    ],
    ['/proc/self/exe', '/opt/google/chrome/chrome', 'chrome', 'chrome'],
    ['-bash', '/usr/bin/bash', 'bash', 'bash'],
    ['sshd: user@pts/0', '/usr/sbin/sshd', 'sshd', 'sshd'],
    ['nginx: worker process', '/usr/sbin/nginx (deleted)', 'nginx', 'nginx'],
    ['', '/usr/bin/wget', 'wget', 'wget'],
    ['my fancy title', '', 'fancy\n', 'fancy'],
    ['folder/', '/usr/bin/tool', 'tool', 'tool'],
  ])('%j running %s, called %s', (argument, program, short, name) => {
    expect(friendlyName({ argument, program, short })).toBe(name);
  });

  test('nothing known', () => {
    expect(friendlyName({ argument: '', program: '', short: '' })).toBeNull();
  });
});

describe.skipIf(process.platform !== 'linux' || endianness() !== 'LE')(
  'a scan of a folder like /proc',
  () => {
    let proc = '';
    beforeEach(async () => {
      proc = await mkdtemp(join(tmpdir(), 'proxyctl-proc-'));
      await mkdir(join(proc, 'net'));
      await writeFile(join(proc, 'net', 'tcp'), TCP);
      await writeFile(join(proc, 'net', 'tcp6'), TCP6);
    });
    afterEach(async () => {
      await rm(proc, { recursive: true, force: true });
    });

    const addProcess = async (pid: number, argument: string, inodes: readonly number[]): Promise<void> => {
      await mkdir(join(proc, String(pid), 'fd'), { recursive: true });
      await writeFile(join(proc, String(pid), 'cmdline'), `${argument}\0--flag\0`);
      await symlink('/dev/null', join(proc, String(pid), 'fd', '0'));
      for (const [index, inode] of inodes.entries()) {
        await symlink(`socket:[${inode}]`, join(proc, String(pid), 'fd', String(index + 3)));
      }
    };

    const names = (scan: ReturnType<typeof linuxScan>, sockets: readonly ClientSocket[]): (string | null)[] =>
      (scan(sockets) as FoundApps).map((app) => app?.name ?? null);

    test('finds each client, over both protocols', async () => {
      await addProcess(100, '/usr/bin/curl', [26_417]);
      await addProcess(200, 'java', [31_001, 31_002]);
      const scan = linuxScan(proc);
      expect(names(scan, [from(0xc832), from(0xc822), from(0xc830, '::1')])).toEqual([
        'java',
        'curl',
        'java',
      ]);
    });

    test.each([
      ['/opt/gr\xc3\xb6\xc3\x9fe', 'größe'],
      ['/opt/gr\xf6\xdfe', 'größe'],
    ])('names are UTF-8 where they can be, else ISO-8859-1: %j', async (octets, name) => {
      await addProcess(100, '', [26_417]);
      await writeFile(join(proc, '100', 'cmdline'), `${octets}\0\xff\0`, 'latin1');
      expect(names(linuxScan(proc), [from(0xc822)])).toEqual([name]);
    });

    test('knows nobody behind a connection that is over, or never was', async () => {
      await addProcess(100, 'curl', [26_417]);
      expect(names(linuxScan(proc), [from(0xc824), from(0xc822), from(1)])).toEqual([null, 'curl', null]);
    });

    test('does not take the end of the proxy for that of the client', async () => {
      await addProcess(100, 'proxyctl', [26_418]);
      expect(names(linuxScan(proc), [from(0xc822)])).toEqual([null]);
    });

    test('takes the newest of several that share a connection', async () => {
      await addProcess(99, 'older', [26_417]);
      await addProcess(1000, 'newer', [26_417]);
      expect(names(linuxScan(proc), [from(0xc822)])).toEqual(['newer']);
    });

    test('tells processes of one program apart, also when a number is used again', async () => {
      await addProcess(100, 'curl', [26_417]);
      await addProcess(200, 'curl', [31_001]);
      const stat = (start: number): Promise<void> =>
        writeFile(join(proc, '100', 'stat'), `100 (c ) url) S ${'0 '.repeat(18)}${start} 0`);
      await stat(777);
      const scan = linuxScan(proc);
      const processes = (): unknown[] =>
        (scan([from(0xc822), from(0xc830, '::1')]) as FoundApps).map((app) => app?.process);
      expect(processes()).toEqual(['100@777', '200@']);
      await stat(888);
      expect(processes()).toEqual(['100@888', '200@']);
    });

    test('tells the processes that one descends from, up to that of the system', async () => {
      await addProcess(100, 'curl', [26_417]);
      await addProcess(50, 'sh', []);
      const stat = (pid: number, parent: number): Promise<void> =>
        writeFile(join(proc, String(pid), 'stat'), `${pid} (x) S ${parent} ${'0 '.repeat(17)}${pid * 10} 0`);
      await stat(100, 50);
      await stat(50, 1);
      expect((linuxScan(proc)([from(0xc822)]) as FoundApps)[0]).toMatchObject({
        process: '100@1000',
        parents: ['50@500'],
      });
    });

    test('finds clients on both sides of where the kernel stops a read', async () => {
      const row = (index: number): string =>
        `${String(index).padStart(4)}: 0100007F:${(0x2000 + index).toString(16).toUpperCase()} 0100007F:2382 01 00000000:00000000 00:00000000 00000000  1000        0 ${50_000 + index} 1 000000007a1f3f0e 20 4 30 10 -1`.padEnd(
          149,
        );
      const rows = Array.from({ length: 2000 }, (_, index) => row(index));
      await writeFile(join(proc, 'net', 'tcp'), ['  sl  local_address', ...rows, ''].join('\n'));
      await addProcess(100, 'curl', [50_000, 50_436, 50_437, 51_999]);
      const scan = linuxScan(proc);
      const ports = [0x2000, 0x2000 + 436, 0x2000 + 437, 0x2000 + 1999, 0x2000 + 5];
      expect(
        names(
          scan,
          ports.map((port) => from(port)),
        ),
      ).toEqual(['curl', 'curl', 'curl', 'curl', null]);
    });

    test('reads that table first which had the last hit', async () => {
      await addProcess(200, 'java', [31_002]);
      const scan = linuxScan(proc);
      expect(names(scan, [from(0xc832)])).toEqual(['java']);
      await rm(join(proc, 'net', 'tcp'));
      expect(names(scan, [from(0xc832)])).toEqual(['java']);
    });

    test('reads a table only when the kernel cannot be asked', async () => {
      await addProcess(100, 'curl', [26_417]);
      await addProcess(200, 'wget', [70_000]);
      const sockets = [from(0xc822), from(1)];
      expect(
        names(
          linuxScan(proc, () => [null, '70000']),
          sockets,
        ),
      ).toEqual([null, 'wget']);
      expect(
        names(
          linuxScan(proc, () => null),
          sockets,
        ),
      ).toEqual(['curl', null]);
    });

    test('finds all connections of many processes, whatever it remembers', async () => {
      const pids = Array.from({ length: 20 }, (_, index) => 100 + index);
      for (const pid of pids) await addProcess(pid, `app${pid}`, [pid * 10, pid * 10 + 1, pid * 10 + 2]);
      const asked = pids.flatMap((pid) => [pid * 10 + 2, pid * 10]);
      const scan = linuxScan(proc, (sockets) => sockets.map(({ clientPort }) => String(clientPort)));
      for (const inodes of [asked, asked.toReversed(), [1011, 1191, 1011]]) {
        const expected = inodes.map((inode) => `app${Math.floor(inode / 10)}`);
        expect(
          names(
            scan,
            inodes.map((inode) => from(inode)),
          ),
        ).toEqual(expected);
      }
    });

    test('sees that a process has become another program', async () => {
      await addProcess(100, 'sh', [26_417, 31_001]);
      const stat = (name: string): Promise<void> =>
        writeFile(join(proc, '100', 'stat'), `100 (${name}) S ${'0 '.repeat(18)}777 0`);
      await stat('sh');
      const scan = linuxScan(proc);
      expect(names(scan, [from(0xc822)])).toEqual(['sh']);
      await writeFile(join(proc, '100', 'cmdline'), 'curl\0');
      await stat('curl');
      expect(names(scan, [from(0xc822)])).toEqual(['curl']);
    });

    test('does not believe what it remembers', async () => {
      await addProcess(100, 'curl', [26_417]);
      const scan = linuxScan(proc);
      expect(names(scan, [from(0xc822)])).toEqual(['curl']);
      await rm(join(proc, '100'), { recursive: true });
      expect(names(scan, [from(0xc822)])).toEqual([null]);
      await addProcess(100, 'another', []);
      await addProcess(50, 'wget', [26_417]);
      expect(names(scan, [from(0xc822)])).toEqual(['wget']);
    });

    test('finds nobody where there is nothing to read', async () => {
      await rm(proc, { recursive: true });
      expect(names(linuxScan(proc), [from(0xc822)])).toEqual([null]);
      expect(names(linuxScan(proc), [])).toEqual([]);
    });
  },
);
