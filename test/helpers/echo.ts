// A server that echoes requests under the paths of public echo services. It also acts as a proxy for every
// host, so that collections run against it unchanged.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { deflateSync, gzipSync } from 'node:zlib';

export interface Echoed {
  readonly method: string;
  /** Host, path and query. */
  readonly url: string;
  /** Keyed by lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Echo extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** In order of arrival. */
  readonly received: Echoed[];
}

export async function startEcho(): Promise<Echo> {
  const received: Echoed[] = [];
  const server = createServer((request, response) => void answer(request, response, received));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, received: Echoed[]): Promise<void> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const body = Buffer.concat(pieces).toString();
  const { method = '', headers } = request;
  const url = new URL(request.url ?? '', `http://${headers.host ?? 'localhost'}`);
  const values = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  received.push({ method, url: `${url.host}${url.pathname}${url.search}`, headers: values, body });
  const exchange: Exchange = { method, url, headers: values, body, response };
  const [, first = '', second = ''] = url.pathname.split('/');
  const path = PATHS[`${first}/${second}`] ?? PATHS[first] ?? echo;
  await path(exchange, second);
}

interface Exchange {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly response: ServerResponse;
}

type Path = (exchange: Exchange, rest: string) => void | Promise<void>;

const PATHS: Readonly<Record<string, Path>> = {
  status: (exchange, code) => sendJson(exchange, { status: Number(code) }, Number(code)),
  delay: async (exchange, amount) => {
    await delay(20);
    sendJson(exchange, { delay: amount });
  },
  never: () => undefined,
  type: ({ response }) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hello</p>');
  },
  stream: (exchange, count) => {
    exchange.response.writeHead(200, { 'Content-Type': 'application/json' });
    for (let at = 0; at < Number(count); at += 1) exchange.response.write(`{"at":${at}}\n`);
    exchange.response.end();
  },
  binary: ({ response }) => {
    response.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.from([0, 255, 1, 128]));
  },
  headers: (exchange) => sendJson(exchange, { headers: exchange.headers }),
  'response-headers': (exchange) => {
    const asked = Object.fromEntries(exchange.url.searchParams);
    exchange.response
      .writeHead(200, { 'Content-Type': 'application/json', ...asked })
      .end(JSON.stringify(asked));
  },
  gzip: (exchange) =>
    sendCoded(exchange, 'gzip', gzipSync(JSON.stringify({ gzipped: true, ...told(exchange) }))),
  deflate: (exchange) =>
    sendCoded(exchange, 'deflate', deflateSync(JSON.stringify({ deflated: true, ...told(exchange) }))),
  'basic-auth': (exchange) => authorized(exchange, 'Basic cG9zdG1hbjpwYXNzd29yZA==', 'Basic realm="Users"'),
  'digest-auth': (exchange) => {
    const isRight = digestIsRight(exchange);
    if (!isRight)
      exchange.response.setHeader('WWW-Authenticate', 'Digest realm="Users", nonce="fixed", qop="auth"');
    sendJson(exchange, { authenticated: isRight }, isRight ? 200 : 401);
  },
  'oauth2/token': (exchange) => sendJson(exchange, { access_token: 'token', token_type: 'bearer' }),
  cookies: (exchange) => sendJson(exchange, { cookies: cookiesOf(exchange) }),
  'cookies/set': (exchange) => {
    const set = [...exchange.url.searchParams].map(([name, value]) => `${name}=${value}; Path=/`);
    redirect(exchange, '/cookies', set);
  },
  // Responds without a redirect, after which Newman would send again the cookie that was just deleted.
  'cookies/delete': (exchange) => {
    const names = [...exchange.url.searchParams.keys()];
    exchange.response.setHeader(
      'Set-Cookie',
      names.map((name) => `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`),
    );
    const left = Object.entries(cookiesOf(exchange)).filter(([name]) => !names.includes(name));
    sendJson(exchange, { cookies: Object.fromEntries(left) });
  },
  redirect: (exchange, code) => redirect(exchange, '/get?redirected=1', [], Number(code)),
};

const echo: Path = (exchange) => sendJson(exchange, told(exchange));

function told({ method, url, headers, body }: Exchange) {
  const form = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
  return {
    method,
    headers,
    url: url.href,
    data: body,
    files: {},
    args: Object.fromEntries(url.searchParams),
    form: form ? Object.fromEntries(new URLSearchParams(body)) : {},
  };
}

function sendJson({ response }: Exchange, value: unknown, status = 200): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
    .end(JSON.stringify(value));
}

function sendCoded({ response }: Exchange, coding: string, bytes: Buffer): void {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': coding }).end(bytes);
}

function authorized(exchange: Exchange, expected: string, challenge: string): void {
  const isRight = exchange.headers['authorization'] === expected;
  if (!isRight) exchange.response.setHeader('WWW-Authenticate', challenge);
  sendJson(exchange, { authenticated: isRight }, isRight ? 200 : 401);
}

/** RFC 7616 with MD5, for postman and password. */
function digestIsRight({ method, headers }: Exchange): boolean {
  const given = Object.fromEntries(
    [...(headers['authorization'] ?? '').matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(
      ([, name = '', quoted, plain = '']) => [name, quoted ?? plain],
    ),
  );
  const { nonce, nc, cnonce, qop, uri = '', response } = given;
  const first = md5('postman:Users:password');
  const second = md5(`${method}:${uri}`);
  const middle = qop === undefined ? [nonce] : [nonce, nc, cnonce, qop];
  return response === md5([first, ...middle, second].join(':'));
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}

function cookiesOf({ headers }: Exchange): Readonly<Record<string, string>> {
  const pairs = (headers['cookie'] ?? '').split(/; */).filter((pair) => pair !== '');
  return Object.fromEntries(pairs.map((pair) => pair.split('=', 2) as [string, string]));
}

function redirect({ response }: Exchange, location: string, cookies: readonly string[], status = 302): void {
  response.writeHead(status, { Location: location, 'Set-Cookie': [...cookies] }).end();
}

export interface RawEcho extends AsyncDisposable {
  readonly port: number;
}

/** Responds with the bytes of the request, for any method. */
export async function startRawEcho(): Promise<RawEcho> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    let request = '';
    socket.on('error', () => socket.destroy());
    socket.setEncoding('latin1').on('data', (text: string) => {
      request += text;
      if (!isWhole(request)) return;
      const length = Buffer.byteLength(request, 'latin1');
      const head = `HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: ${length}\r\n\r\n`;
      socket.write(head + request, 'latin1');
      request = '';
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function isWhole(request: string): boolean {
  const end = request.indexOf('\r\n\r\n');
  const length = Number(/^content-length: *(\d+)/im.exec(request)?.[1] ?? 0);
  return end >= 0 && request.length >= end + 4 + length;
}
