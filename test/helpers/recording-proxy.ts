// An HTTP proxy that refuses everything, and remembers what it was asked for.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RefusingProxy extends AsyncDisposable {
  readonly port: number;
  /** The targets of all requests, CONNECT included. */
  readonly targets: readonly string[];
}

export async function startRefusingProxy(): Promise<RefusingProxy> {
  const targets: string[] = [];
  const server = http.createServer((request, response) => {
    targets.push(request.url ?? '');
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    targets.push(request.url ?? '');
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    targets,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
