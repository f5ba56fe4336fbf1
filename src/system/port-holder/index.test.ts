import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { closedPort } from '../../../test/helpers/ports.ts';
import { portHolder } from './index.ts';
import { listeningInodes } from './linux.ts';
import { lsofHolder } from './macos.ts';
import { listeningProcess } from './windows.ts';

test.each(['127.0.0.1', '::'])('the program that listens on %s', async (host) => {
  const script = `require('net').createServer().listen(0, ${JSON.stringify(host)}, function () { process.stdout.write(String(this.address().port)); });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [port] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    expect(await portHolder(Number(port))).toEqual({
      pid: child.pid,
      name: expect.stringMatching(/^node/) as unknown,
    });
  } finally {
    child.kill();
  }
});

test('nobody', async () => {
  expect(await portHolder(await closedPort())).toBeNull();
});

test('a connection to the port does not count', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1');
  await once(client, 'connect');
  expect(await portHolder(client.localPort ?? 0)).toBeNull();
  client.destroy();
  server.close();
});

test('the tables of the systems', () => {
  const tcp = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:2382 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 12345 1 0 100 0 0 10 0
   1: 0100007F:2382 0100007F:C001 01 00000000:00000000 00:00000000 00000000     0        0 12346 1 0 20 4 30 10 -1
`;
  expect(listeningInodes(tcp, 9090)).toEqual(['12345']);
  expect(listeningInodes(tcp, 49153)).toEqual([]);
  expect(lsofHolder('p812\ncprometheus\nf7\n')).toEqual({ pid: 812, name: 'prometheus' });
  expect(lsofHolder('')).toBeNull();
  const netstat = `  Proto  Local Address          Foreign Address        State           PID\r
  TCP    127.0.0.1:9090         127.0.0.1:50000        ESTABLISHED     11\r
  TCP    0.0.0.0:9090           0.0.0.0:0              ABH\u00d6REN         4711\r
`;
  expect(listeningProcess(netstat, 9090)).toBe(4711);
  expect(listeningProcess(netstat, 50_000)).toBeNull();
});
