import { once } from 'node:events';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { readlinkSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diagInode, diagRequest, socketDiag } from './linux-diag.ts';
import type { ClientSocket } from './scan.ts';

const diag = socketDiag();

/** Opens a connection to a server on `host` through `address`; both ends are closed at the end of the scope. */
async function connection(
  host: string,
  address: string,
): Promise<{ readonly socket: ClientSocket; readonly client: Socket } & AsyncDisposable> {
  const server = createServer((accepted) => accepted.resume()).listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect({ port, host: address });
  await once(client, 'connect');
  const socket = {
    clientAddress: client.localAddress ?? '',
    clientPort: client.localPort ?? 0,
    proxyAddress: client.remoteAddress ?? '',
    proxyPort: port,
  };
  return {
    socket,
    client,
    [Symbol.asyncDispose]: async () => {
      client.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function ownSockets(): readonly string[] {
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return links.filter((link) => link.startsWith('socket:')).map((link) => link.slice('socket:['.length, -1));
}

describe.skipIf(diag === null)('the kernel, asked for one socket', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['::', '127.0.0.1'],
    ['::', '::ffff:127.0.0.1'],
    ['::1', '::1'],
  ])('knows the inode of a client of %s by %s', async (host, address) => {
    await using open = await connection(host, address);
    const [inode] = diag?.([open.socket]) ?? [];
    expect(ownSockets()).toContain(inode);
  });

  test('tells several apart, and those that are not open', async () => {
    await using one = await connection('127.0.0.1', '127.0.0.1');
    await using other = await connection('127.0.0.1', '127.0.0.1');
    const never = { ...one.socket, clientPort: 1 };
    const [first, second, third, fourth] =
      diag?.([one.socket, never, other.socket, { ...one.socket, proxyPort: 2 }]) ?? [];
    expect(new Set([first, third, ...ownSockets()]).size).toBe(ownSockets().length);
    expect(first).not.toBe(third);
    expect([second, fourth]).toEqual([null, null]);
  });

  test('does not take a server on the port of the client for the client', async () => {
    await using open = await connection('127.0.0.1', '127.0.0.1');
    const { proxyPort, ...rest } = open.socket;
    expect(diag?.([open.socket, { ...rest, clientPort: proxyPort, proxyPort: 1 }])?.[1]).toBeNull();
  });

  test('forgets a connection that its client has closed', async () => {
    await using open = await connection('127.0.0.1', '127.0.0.1');
    await using stays = await connection('127.0.0.1', '127.0.0.1');
    open.client.destroy();
    await once(open.client, 'close');
    const inodes = diag?.([open.socket, stays.socket]) ?? [];
    expect(inodes).toEqual([null, expect.any(String)]);
  });

  test('leaves no descriptor behind', async () => {
    await using open = await connection('127.0.0.1', '127.0.0.1');
    const before = readdirSync('/proc/self/fd').length;
    for (let count = 0; count < 50; count++) diag?.([open.socket]);
    expect(readdirSync('/proc/self/fd').length).toBe(before);
  });
});

describe('what the kernel is not asked', () => {
  const from = (clientAddress: string, proxyAddress = clientAddress): ClientSocket => ({
    clientAddress,
    clientPort: 0x1234,
    proxyAddress,
    proxyPort: 0x5678,
  });

  test('addresses with a zone, and none', () => {
    expect(diagRequest(from('fe80::1%eth0'))).toBeNull();
    expect(diagRequest(from('nowhere'))).toBeNull();
    expect(diagRequest(from('127.0.0.1', '::1'))).toBeNull();
    expect(diagRequest(from('127.0.0.1', '::ffff:127.0.0.1'))?.subarray(24, 28).toString('hex')).toBe(
      '12345678',
    );
  });

  test('one such address leaves all of them to the tables', () => {
    expect(diag?.([from('127.0.0.1'), from('fe80::1%eth0')]) ?? null).toBeNull();
  });

  test('an answer that says no more than that there is none', () => {
    const request = diagRequest(from('127.0.0.1')) ?? Buffer.alloc(0);
    const refusal = (errno: number): Buffer => {
      const answer = Buffer.alloc(36);
      answer.writeUInt16LE(2, 4);
      answer.writeInt32LE(errno, 16);
      return answer;
    };
    expect(diagInode(refusal(-2), request)).toBeNull();
    expect(() => diagInode(refusal(-1), request)).toThrow('not available');
  });
});
