// The reference: a minimal decrypting proxy on node:http. It keeps connections to origins, answers CONNECT
// with one prepared certificate, and captures nothing. Its arguments are the port to listen on and the folder
// with the origin's certificate.
import { readFileSync } from 'node:fs';
import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { join } from 'node:path';

const [, , port, folder = ''] = process.argv;
const plainAgent = new http.Agent({ keepAlive: true });
const secureAgent = new https.Agent({ keepAlive: true });

const outer = http.createServer((request, response) => {
  const { method, headers } = request;
  const { hostname, port, pathname, search } = new URL(request.url ?? '');
  const path = pathname + search;
  forward(request, response, http.request({ agent: plainAgent, hostname, port, path, method, headers }));
});

const inner = https.createServer(
  { cert: readFileSync(join(folder, 'origin.pem')), key: readFileSync(join(folder, 'origin.key')) },
  (request, response) => {
    const { method, headers, url: path } = request;
    const { hostname, port } = new URL(`https://${headers.host ?? ''}`);
    forward(request, response, https.request({ agent: secureAgent, hostname, port, path, method, headers }));
  },
);

outer.on('connect', (_: IncomingMessage, socket: Socket) => {
  socket.on('error', () => socket.destroy());
  socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  inner.emit('connection', socket);
});
outer.listen({ port: Number(port), host: '127.0.0.1', backlog: 4096 });

function forward(request: IncomingMessage, response: ServerResponse, upstream: ClientRequest): void {
  upstream.on('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  upstream.on('error', () => response.destroy());
  if (request.headers['content-length'] === undefined) upstream.end();
  else request.pipe(upstream);
}
