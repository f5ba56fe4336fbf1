// An HTTP client that adds and hides nothing: any Host, absolute form through a proxy, tunnels.
import { once } from 'node:events';
import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import type net from 'node:net';
import tls from 'node:tls';

export interface Ask {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  /** Port of a proxy on 127.0.0.1; the request is then sent in absolute form. */
  readonly via?: number;
  /** The connection to use; by default a new one, closed afterwards. */
  readonly agent?: http.Agent;
  /** The request target, in place of that of the URL. */
  readonly target?: string;
}

export interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Sends one request to an `http:` URL. A response that comes before the whole body was sent is accepted. */
export async function ask(url: string, options: Ask = {}): Promise<Response> {
  const { hostname, port, host, pathname, search } = new URL(url);
  const { method = 'GET', headers, body, via, agent = false } = options;
  const request = http.request({
    host: via === undefined ? hostname.replace(/^\[(.*)\]$/, '$1') : '127.0.0.1',
    port: via ?? (port || 80),
    path: options.target ?? (via === undefined ? pathname + search : url),
    method,
    headers: { Host: host, ...headers },
    agent,
  });
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
  // After the response, errors of sending the body do not matter.
  request.on('error', () => {});
  request.end(body);
  const [response] = await answered;
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  return { status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() };
}

/** Opens a tunnel through the proxy on `port` to `target`, such as `localhost:443`; rejects when it is refused. */
export async function openTunnel(port: number, target: string): Promise<net.Socket> {
  const request = http.request({ host: '127.0.0.1', port, method: 'CONNECT', path: target, agent: false });
  request.end();
  const [response, socket] = (await once(request, 'connect')) as [http.IncomingMessage, net.Socket];
  if (response.statusCode === 200) return socket;
  socket.destroy();
  throw new Error(`CONNECT ${target}: ${response.statusCode ?? 0}`);
}

/** Sends one request inside TLS, through a tunnel; `ca` is the trusted CA in PEM. */
export async function askThroughTunnel(
  proxyPort: number,
  url: string,
  ca: string,
  headers: OutgoingHttpHeaders = {},
): Promise<Response> {
  const { hostname, port } = new URL(url);
  const socket = await openTunnel(proxyPort, `${hostname}:${port || 443}`);
  const secured = tls.connect({ socket, servername: hostname, ca });
  await once(secured, 'secureConnect');
  const agent = new OneSocketAgent(secured);
  try {
    return await ask(url.replace(/^https/, 'http'), { headers: { Connection: 'close', ...headers }, agent });
  } finally {
    socket.destroy();
  }
}

class OneSocketAgent extends http.Agent {
  readonly #socket: net.Socket;

  constructor(socket: net.Socket) {
    super();
    this.#socket = socket;
  }

  override createConnection(): net.Socket {
    return this.#socket;
  }
}
