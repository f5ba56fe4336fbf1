// The network side of a mock server on loopback. It speaks HTTP/1.1; with a certificate it speaks HTTPS, with
// HTTP/1.1 and HTTP/2.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import http2, { type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf, UserError } from '../../base/errors.ts';
import { http } from '../../base/node-http.ts';
import type { ChosenResponse } from './response.ts';
import type { Mock } from './index.ts';

export interface MockServerOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** PEM; null for plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Milliseconds before each response: a random time from `min` to `max`. */
  readonly delay: { readonly min: number; readonly max: number };
  readonly onCall: (call: MockCall) => void;
}

export interface MockCall {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Null when no example fits. */
  readonly exampleName: string | null;
}

export interface MockServer {
  readonly port: number;
  close(): Promise<void>;
}

/** The maximum size of a body that is compared with examples. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

type Request = IncomingMessage | Http2ServerRequest;
type Response = ServerResponse | Http2ServerResponse;

/** The source of the responses. */
export type Responder = Pick<Mock, 'needsBody' | 'respond'>;

/** Starts the server. Rejects with an Error that says why the port is unavailable. */
export async function startMockServer(mock: Responder, options: MockServerOptions): Promise<MockServer> {
  const listener = (request: Request, response: Response): void => {
    respond(mock, options, request, response).catch(() => response.destroy());
  };
  const { tls, port } = options;
  const server =
    tls === null
      ? http.createServer(listener)
      : http2.createSecureServer({ ...tls, allowHTTP1: true }, listener);
  const sockets = new Set<Socket>();
  for (const event of ['connection', 'secureConnection'])
    server.on(event, (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => sockets.delete(socket));
    });
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new UserError('UNAVAILABLE', messageOf(cause), { cause });
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, 'close');
    },
  };
}

async function respond(
  mock: Responder,
  { delay: { min, max }, onCall }: MockServerOptions,
  request: Request,
  response: Response,
): Promise<void> {
  const { method = 'GET', url = '/', headers } = request;
  const body = mock.needsBody({ headers }) ? await bodyOf(request) : null;
  const named = mock.respond({ method, url, headers, body });
  if (max > 0) await delay(min + Math.random() * (max - min));
  write(request, response, named);
  onCall({ method, path: url, status: named.response.status, exampleName: named.exampleName });
}

function write(request: Request, response: Response, chosen: ChosenResponse): void {
  const { status, reason, headers, body } = chosen.response;
  if (response instanceof http.ServerResponse) {
    if (reason === '') response.writeHead(status, headers as string[]);
    else response.writeHead(status, reason, headers as string[]);
  } else {
    for (let index = 0; index < headers.length; index += 2)
      response.appendHeader(headers[index]!, headers[index + 1]!);
    response.writeHead(status);
  }
  // A body that is not compared is read to its end, so that the connection can be reused.
  request.resume();
  if (body.length === 0 || request.method === 'HEAD') response.end();
  else response.end(body);
}

async function bodyOf(request: Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return size > MAX_BODY_BYTES ? Buffer.alloc(0) : Buffer.concat(chunks);
}
