import { expect, test } from 'vitest';
import { socketKey } from './sockets.ts';
import { netstatOwners, tasklistNames, windowsScan } from './windows.ts';

const NETSTAT = [
  '',
  'Active Connections',
  '',
  '  Proto  Local Address          Foreign Address        State           PID',
  '  TCP    0.0.0.0:135            0.0.0.0:0              LISTENING       1044',
  '  TCP    127.0.0.1:9090         0.0.0.0:0              LISTENING       7312',
  '  TCP    127.0.0.1:9090         127.0.0.1:51234        ESTABLISHED     7312',
  '  TCP    127.0.0.1:51234        127.0.0.1:9090         ESTABLISHED     11660',
  '  TCP    127.0.0.1:51235        127.0.0.1:9090         TIME_WAIT       0',
  '  TCP    [::1]:51236            [::1]:9090             ESTABLISHED     424',
  '  UDP    0.0.0.0:5353           *:*                                    2912',
  '',
].join('\r\n');

const GERMAN = '  TCP    127.0.0.1:51234        127.0.0.1:9090         HERGESTELLT     77\r\n';

const TASKLIST = [
  '"System Idle Process","0","Services","0","8 K"',
  '"svchost.exe","1044","Services","0","14,204 K"',
  '"chrome.exe","11660","Console","1","212,044 K"',
  '"My App, beta.EXE","424","Console","1","9.120 K"',
  '"Memory Compression","2912","Services","0","1,024 K"',
  '',
].join('\r\n');

const from = (clientPort: number, address = '127.0.0.1'): string =>
  socketKey({ clientAddress: address, clientPort, proxyAddress: address, proxyPort: 9090 });

test('netstat: the processes of connections', () => {
  const owners = netstatOwners(NETSTAT);
  expect(owners.get(from(51_234))).toBe('11660');
  expect(owners.get(from(51_236, '::1'))).toBe('424');
  expect(owners.get(from(51_235))).toBeUndefined();
  expect(netstatOwners(GERMAN).get(from(51_234))).toBe('77');
  expect(netstatOwners('').size).toBe(0);
});

test('tasklist: the programs', () => {
  const names = tasklistNames(TASKLIST);
  expect(names.get('11660')).toBe('chrome');
  expect(names.get('424')).toBe('My App, beta');
  expect(names.get('2912')).toBe('Memory Compression');
  expect(tasklistNames('').size).toBe(0);
});

test('without the programs nobody is found', async () => {
  const asked = { clientAddress: '127.0.0.1', clientPort: 1, proxyAddress: '127.0.0.1', proxyPort: 2 };
  expect(await windowsScan('/nowhere')([asked])).toEqual([null]);
});
