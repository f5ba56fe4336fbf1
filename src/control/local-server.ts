// Serves a local handler on its own loopback port, without a proxy.
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { LocalHandler, LocalRequest, LocalResponse } from '../base/local-http.ts';
import { http } from '../base/node-http.ts';
import { failure } from './response.ts';

export interface LocalServer {
  readonly port: number;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Starts to listen; `port` 0 takes any free port. Rejects with the system's error when the port is not available. */
export async function serveLocally(handler: LocalHandler, port: number): Promise<LocalServer> {
  const server = http.createServer((request, response) => void respond(handler, request, response));
  server.listen(port, HOST);
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => closed(server) };
}

async function closed(server: Server): Promise<void> {
  const end = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await end;
}

async function respond(
  handler: LocalHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const disconnect = new AbortController();
  response.once('close', () => disconnect.abort());
  const localResponse = await handler(localRequest(request, disconnect.signal)).catch(() =>
    failure(500, 'The request failed for an unexpected reason'),
  );
  try {
    await send(localResponse, request, response);
  } catch {
    // The client has left.
    response.destroy();
  }
}

async function send(
  { status, headers, body }: LocalResponse,
  { method }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.writeHead(
    status,
    headers.flatMap(({ name, value }) => [name, value]),
  );
  if (method === 'HEAD' || typeof body === 'string' || Buffer.isBuffer(body)) {
    response.end(method === 'HEAD' ? undefined : body);
    return;
  }
  response.flushHeaders();
  await pipeline(Readable.from(body, { objectMode: true }), response);
}

function localRequest(request: IncomingMessage, signal: AbortSignal): LocalRequest {
  const { method = 'GET', url = '/', rawHeaders, socket } = request;
  // A client that takes this server for a proxy names its target in full, and is told that this is none.
  const absolute = url.startsWith('/') ? null : URL.parse(url);
  const headers = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [{ name, value: rawHeaders[at + 1] ?? '' }] : [],
  );
  return {
    method,
    path: absolute === null ? url : absolute.pathname + absolute.search,
    headers,
    authority: absolute?.host ?? request.headers.host ?? '',
    openedBy: { address: socket.remoteAddress ?? '', port: socket.remotePort ?? 0, isLoopback: true },
    secure: false,
    signal,
    body: (limit) => readBody(request, limit),
  };
}

async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
