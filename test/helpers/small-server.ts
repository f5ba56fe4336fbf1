// A server of the test that answers each request by a function, and remembers what has arrived.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  /** The connection that it came over. */
  readonly socket: Socket;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly arrived: readonly Arrived[];
}

export async function serverOf(reply: (request: Arrived) => Reply): Promise<TestServer> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url = '', headers, socket } = request;
      const whole = { method, url, headers, socket, body: Buffer.concat(pieces) };
      arrived.push(whole);
      const { status, headers: fields = {}, body = '' } = reply(whole);
      response.writeHead(status, fields).end(body);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
