// An origin, a capturing proxy, and the proxy's Control API.
import { once } from 'node:events';
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { ask, openTunnel, type Ask, type Response } from './ask.ts';
import { startTestEngine, type TestEngine } from './engine.ts';
import { startOrigin, type Origin } from './origin.ts';

/** The body of `/gzip`, before compression; and of `/binary`. */
export const zipped = 'compressed text, '.repeat(100);
export const binary = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));

export interface Controlled {
  /** `/hang` gets no response, `/status/<number>` that status, all others a body of `<method> <url>`. */
  readonly origin: Origin;
  readonly proxy: TestEngine;
  /** Sends a request to the API, with the token. */
  readonly api: (path: string, options?: Ask) => Promise<Response>;
  readonly json: (path: string, options?: Ask) => Promise<ReturnType<typeof asJson>>;
  /** Sends a request to the origin through the proxy, and returns the id of the flow. */
  readonly capture: (path: string, options?: Ask) => Promise<number>;
  /** Opens and ends a tunnel that is not decrypted. */
  readonly captureTunnel: () => Promise<number>;
  /** Sends a request that gets no response; the returned function closes its client. */
  readonly captureHanging: () => Promise<() => void>;
  /** 0 when there is no flow. */
  readonly newestId: () => number;
  readonly close: () => Promise<void>;
}

export async function startControlled(): Promise<Controlled> {
  const origin = await startOrigin(answer);
  const proxy = await startTestEngine();
  const { port, flows } = proxy.engine;
  const newestId = () => flows.list().at(-1)?.id ?? 0;
  const api = (path: string, options: Ask = {}) =>
    ask(proxy.url + path, { ...options, headers: { 'X-Proxy-Token': proxy.token, ...options.headers } });
  return {
    origin,
    proxy,
    api,
    json: async (path, options) => asJson(await api(path, options)),
    async capture(path, options) {
      await ask(origin.http + path, { via: port, ...options });
      return newestId();
    },
    async captureTunnel() {
      const socket = await openTunnel(port, `127.0.0.1:${origin.httpPort}`);
      const gone = once(socket, 'close');
      // Neither TLS nor HTTP: nothing that could be parsed.
      socket.resume().end('\0\0\0\0');
      await gone;
      return newestId();
    },
    async captureHanging() {
      const added = new Promise<void>((resolve) => {
        const stop = flows.subscribe((flow) => {
          if (!flow.url.endsWith('/hang')) return;
          stop();
          resolve();
        });
      });
      const request = http.get({ host: '127.0.0.1', port, path: `${origin.http}/hang`, agent: false });
      request.on('error', () => {});
      await added;
      // An orderly end may mean that the client has nothing more to send.
      return () => request.socket?.resetAndDestroy();
    },
    newestId,
    async close() {
      await proxy.close();
      await origin.close();
    },
  };
}

const answer: http.RequestListener = (request, response) => {
  const [path = ''] = (request.url ?? '').split('?');
  switch (path) {
    case '/hang':
      return;
    case '/gzip':
      response.setHeader('Content-Encoding', 'gzip').setHeader('Content-Type', 'text/plain');
      response.end(gzipSync(zipped));
      return;
    case '/binary':
      response.setHeader('Content-Type', 'application/octet-stream').end(binary);
      return;
  }
  const status = /^\/status\/(\d{3})$/.exec(path)?.[1];
  response.writeHead(Number(status ?? 200), { 'Content-Type': 'text/plain' });
  response.end(`${request.method ?? ''} ${request.url ?? ''}`);
};

function asJson({ status, text }: Response) {
  return { status, value: JSON.parse(text) };
}
