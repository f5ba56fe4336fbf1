import { once } from 'node:events';
import net from 'node:net';
import { endianness } from 'node:os';
import { expect, test } from 'vitest';
import { listeningSockets, parseListening } from './listening-sockets.ts';

const HEAD =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const row = (local: string, state: string): string =>
  `   0: ${local} ${'0'.repeat(8)}:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 5 1\n`;

test.skipIf(endianness() !== 'LE')('rows of sockets that listen', () => {
  const table = HEAD + row('0100007F:0BB8', '0A') + row('0200007F:0BB9', '01') + row('00000000:FFFF', '0A');
  expect(parseListening(table)).toEqual([
    { address: '7f000001', port: 3000 },
    { address: '00000000', port: 65_535 },
  ]);
  expect(parseListening(row('00000000000000000000000001000000:0050', '0A'))).toEqual([
    { address: `${'0'.repeat(31)}1`, port: 80 },
  ]);
});

test.skipIf(process.platform !== 'linux')('the sockets of this machine', async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  expect(await listeningSockets()).toContainEqual({ address: '7f000001', port });
  server.close();
});
