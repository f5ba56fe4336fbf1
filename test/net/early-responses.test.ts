// Servers that answer an upload before it has arrived, and reset the connection.
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trustedAuthority } from '../helpers/authority.ts';
import { openTunnel } from '../helpers/ask.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { Raw } from '../helpers/raw.ts';
import { flowAt } from '../helpers/settled.ts';

const authority = trustedAuthority();
const TIMES = 15;
const UPLOAD_BYTES = 8 * 1024 * 1024;
const TOO_LARGE = 'HTTP/1.1 413 Content Too Large\r\nContent-Length: 9\r\nConnection: close\r\n\r\ntoo large';

let proxy: TestEngine;
beforeAll(async () => {
  proxy = await startTestEngine();
});
afterAll(() => proxy.close());

describe.each([
  ['in plain text', false],
  ['decrypted', true],
])('an upload, %s', (_how, isSecure) => {
  let server: net.Server;
  let port = 0;
  beforeAll(async () => {
    // It reads the head, responds, and closes with the rest unread, which resets the connection.
    const refuse = (socket: net.Socket): void => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.pause();
        socket.write(TOO_LARGE, () => socket.destroy());
      });
    };
    server = isSecure ? tls.createServer(authority.issue('localhost'), refuse) : net.createServer(refuse);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(() => server.close());

  test('gets the response that came before the reset', async () => {
    const statuses: unknown[] = [];
    for (let i = 0; i < TIMES; i += 1) statuses.push(await upload(`/upload/${i}`));
    expect(statuses).toEqual(Array.from({ length: TIMES }, () => '413 too large'));
    expect(await flowAt(proxy.engine.flows, `/upload/${TIMES - 1}`)).toMatchObject({ status: 413 });
    proxy.engine.flows.clear();
  });

  async function upload(path: string): Promise<string> {
    const { engine } = proxy;
    const socket = isSecure
      ? await secured(await openTunnel(engine.port, `localhost:${port}`), engine.ca.certPem)
      : net.connect(engine.port, '127.0.0.1');
    const client = new Raw(socket);
    const target = isSecure ? path : `http://localhost:${port}${path}`;
    client.write(
      `POST ${target} HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Length: ${UPLOAD_BYTES}\r\n\r\n`,
    );
    const sending = setInterval(() => client.write(Buffer.alloc(64 * 1024)), 1);
    const { head, body } = await client.response();
    clearInterval(sending);
    client.reset();
    return `${head.slice('HTTP/1.1 '.length, 12)} ${body}`;
  }
});

async function secured(socket: net.Socket, ca: string): Promise<tls.TLSSocket> {
  const inside = tls.connect({ socket, servername: 'localhost', ca });
  await once(inside, 'secureConnect');
  return inside;
}
