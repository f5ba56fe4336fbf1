// Sends requests of the API client as its runner does, to servers of the test.
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Auth } from '../../src/workspace/model/auth.ts';
import { requestSettings } from '../../src/workspace/model/request.ts';
import { CookieStore } from '../../src/workspace/protocols/http/cookies.ts';
import type { ProtocolExchange } from '../../src/workspace/protocols/shared/response.ts';
import { sendRequest } from '../../src/workspace/protocols/http/exchange.ts';
import { HttpSender } from '../../src/workspace/protocols/http/sender.ts';
import { buildUrl } from '../../src/workspace/protocols/http/url.ts';

export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
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
      const { method = '', url = '', headers } = request;
      const whole = { method, url, headers, body: Buffer.concat(pieces) };
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

export interface Client extends Disposable {
  send(auth: Auth, url: string, more?: Outgoing): Promise<ProtocolExchange>;
}

export interface Outgoing {
  readonly method?: string;
  readonly body?: string;
  readonly contentType?: string | null;
}

/** A run, which shares cached authorization between its requests. */
export function clientOf(
  more: { readonly showPage?: (url: string) => void; readonly signal?: AbortSignal } = {},
): Client {
  const sender = new HttpSender({ environment: {} });
  const context = { sender, cookies: new CookieStore(), authCache: new Map<string, unknown>(), ...more };
  return {
    send: (auth, url, { method = 'GET', body = '', contentType = null } = {}) =>
      sendRequest(
        {
          method,
          auth,
          contentType,
          headers: [],
          body: Buffer.from(body),
          url: buildUrl({ url, query: [], path: [], encode: true }),
          settings: requestSettings.parse({ timeoutMs: 20_000 }),
        },
        context,
      ),
    [Symbol.dispose]: () => sender.close(),
  };
}
