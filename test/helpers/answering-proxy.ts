// A proxy that answers every request itself, whatever its host, so that collections of others can run without a network.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { selfSigned } from './authority.ts';

export interface AnsweringProxy extends AsyncDisposable {
  /** Variables of the environment that lead clients to it. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The first byte of a TLS handshake (RFC 8446 section 5.1). */
const TLS_HANDSHAKE = 22;

/** Answers with the body of the request, or a JSON object for none. */
export async function startAnsweringProxy(): Promise<AnsweringProxy> {
  const plain = createServer(answer);
  const secure = createSecureServer({ ...selfSigned('any.test') }, answer);
  for (const server of [plain, secure]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  plain.on('connect', (_, socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.once('data', (first: Buffer) => {
      const { port } = (first[0] === TLS_HANDSHAKE ? secure : plain).address() as AddressInfo;
      const tunnel = connect(port, '127.0.0.1');
      tunnel.write(first);
      socket.pipe(tunnel).pipe(socket);
      const end = (): void => {
        socket.destroy();
        tunnel.destroy();
      };
      for (const side of [socket, tunnel]) side.on('error', end).on('close', end);
    });
    socket.on('error', () => socket.destroy());
  });
  const address = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`;
  return {
    environment: { http_proxy: address, https_proxy: address },
    [Symbol.asyncDispose]: async () => {
      for (const server of [plain, secure]) {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      }
    },
  };
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    const body = Buffer.concat(pieces);
    const isJson = body.length === 0;
    response.setHeader(
      'content-type',
      isJson ? 'application/json' : (request.headers['content-type'] ?? 'text/plain'),
    );
    response.end(isJson ? '{"id":1,"results":[]}' : body);
  });
}
