// Clients of a load test, in a process of their own: each opens a tunnel through the proxy and asks inside TLS. All
// start at once. Prints one line: the number of right responses, and the first errors.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type net from 'node:net';
import tls from 'node:tls';

const [proxyPort = '', authority = '', caPath = '', clients = '', requests = ''] = process.argv.slice(2);
const ca = readFileSync(caPath);
const servername = authority.split(':')[0] ?? '';

async function client(index: number): Promise<number> {
  const secured = await open();
  const agent = new OneSocket({ keepAlive: true, maxSockets: 1 }, secured);
  for (let n = 0; n < Number(requests); n += 1) {
    const path = `/${index}/${n}`;
    const text = await ask(agent, path);
    if (text !== `GET ${path}\n`) throw new Error(`${path} was answered with ${JSON.stringify(text)}`);
  }
  secured.destroy();
  return Number(requests);
}

async function open(): Promise<tls.TLSSocket> {
  const request = http.request({
    host: '127.0.0.1',
    port: proxyPort,
    method: 'CONNECT',
    path: authority,
    agent: false,
  });
  request.end();
  const [response, socket] = (await once(request, 'connect')) as [http.IncomingMessage, net.Socket];
  if (response.statusCode !== 200) throw new Error(`CONNECT was answered with ${response.statusCode ?? 0}`);
  const secured = tls.connect({ socket, servername, ca });
  await once(secured, 'secureConnect');
  return secured;
}

async function ask(agent: http.Agent, path: string): Promise<string> {
  const request = http.request({ agent, path, host: servername });
  request.end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  let text = '';
  for await (const piece of response.setEncoding('utf8')) text += String(piece);
  return text;
}

class OneSocket extends http.Agent {
  readonly #socket: tls.TLSSocket;

  constructor(options: http.AgentOptions, socket: tls.TLSSocket) {
    super(options);
    this.#socket = socket;
  }

  override createConnection(): net.Socket {
    return this.#socket;
  }
}

const results = await Promise.allSettled(
  Array.from({ length: Number(clients) }, (_, index) => client(index)),
);
const right = results.reduce((sum, result) => sum + (result.status === 'fulfilled' ? result.value : 0), 0);
const errors = results.flatMap((result) => (result.status === 'rejected' ? String(result.reason) : []));
console.log([`${right} right`, ...new Set(errors)].join('; '));
process.exit(0);
