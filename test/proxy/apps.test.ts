// The app of each exchange, also of clients that exit as soon as they have failed.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestEngine } from '../helpers/engine.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin } from '../helpers/origin.ts';
import { until } from '../helpers/waiting.ts';

const origin = await startOrigin();
const proxy = await startTestEngine({ sslProxyingHosts: ['localhost'] });
const { flows } = proxy.engine;

afterAll(async () => {
  await proxy.close();
  await origin.close();
});

beforeEach(() => flows.clear());

/** Port 1 of loopback has no listener. */
const DEAD = '127.0.0.1:1';
const TIMES = 20;

describe.skipIf(process.platform !== 'linux' || missing('curl'))(
  'curl, which exits at once, is known after',
  () => {
    test.each([
      ['a server that refuses connections', [`http://${DEAD}/`], 'failed'],
      ['a tunnel that is refused', [`https://${DEAD}/`], 'failed'],
      ['a name that is unknown', ['http://no-such-host.invalid/'], 'failed'],
      [
        'a request that is refused',
        ['-H', 'Content-Length: 5', '-H', 'Transfer-Encoding: chunked', `${origin.http}/`],
        'failed',
      ],
      ['a certificate that it rejects', [`${origin.https}/`], 'failed'],
      ['a response', [`${origin.http}/`], 'completed'],
    ])('%s', async (_what, args, state) => {
      // Two at a time, as under a little load.
      for (let i = 0; i < TIMES; i += 2) await Promise.all([curl(args), curl(args)]);
      await until('all flows', () => flows.list().filter(({ finished }) => finished).length === TIMES);
      const seen = flows.list().map((flow) => `${flow.app ?? '?'} ${flow.state}`);
      expect(seen).toEqual(Array.from({ length: TIMES }, () => `curl ${state}`));
    });
  },
);

describe.skipIf(process.platform !== 'linux' || missing('curl'))('a refusal of our certificate', () => {
  test('counts for its process, not for others of the same program', async () => {
    await using lenient = await startTestEngine({ passThroughRefused: true });
    const { port, ca, flows: store } = lenient.engine;
    const client = `const http = require('node:http'), tls = require('node:tls');
      const ask = (options) => new Promise((resolve) => {
        http.request({ host: '127.0.0.1', port: ${port}, method: 'CONNECT', path: 'localhost:${origin.httpsPort}' })
          .on('connect', (_, socket) => {
            const secured = tls.connect({ socket, servername: 'localhost', ...options });
            secured.on('error', resolve).on('close', resolve).on('data', () => secured.end());
            secured.on('secureConnect', () => secured.write('GET / HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n'));
          }).end();
      });`;
    const run = async (script: string): Promise<void> => {
      const child = spawn(process.execPath, ['-e', client + script], { stdio: 'ignore' });
      await once(child, 'exit');
    };
    const trusting = JSON.stringify({ ca: ca.certPem });
    await run(`ask({}).then(() => ask({ rejectUnauthorized: false }))`);
    await until('two flows', () => store.list().filter(({ finished }) => finished).length === 2);
    await run(`ask(${trusting})`);
    await until('three flows', () => store.list().filter(({ finished }) => finished).length === 3);
    expect(store.list().map(({ state }) => state)).toEqual(['failed', 'tunneled', 'completed']);
  });
});

function curl(args: readonly string[]): Promise<void> {
  const options = ['-s', '-o', '/dev/null', '--noproxy', '', '-x', proxy.url, ...args];
  return new Promise((resolve) => void execFile('curl', options, () => resolve()));
}
