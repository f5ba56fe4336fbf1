// The preload in a real Node.js, between a real proxy and a real origin: in an old release where there is one, and in
// this one, which is made to pass for an old one where that suffices.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../../../test/helpers/engine.ts';
import { temporaryHome, type TemporaryHome } from '../../../../test/helpers/home.ts';
import { oldNode } from '../../../../test/helpers/old-node.ts';
import { startOrigin, type Origin } from '../../../../test/helpers/origin.ts';
import { nodeOptions } from '../node-options.ts';

let origin: Origin;
let engine: TestEngine;
let folder: TemporaryHome;

beforeAll(async () => {
  origin = await startOrigin();
  // 127.0.0.1 stays in tunnels, so that a refused tunnel can be seen.
  engine = await startTestEngine({ sslProxyingHosts: ['localhost'] });
  folder = temporaryHome();
  writeFileSync(
    join(folder.path, 'both.pem'),
    engine.engine.ca.certPem + readFileSync(origin.caPath, 'utf8'),
  );
  writeFileSync(
    join(folder.path, 'pretend.cjs'),
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } });",
  );
});

afterAll(async () => {
  await engine.close();
  await origin.close();
  folder.remove();
});

const [old] = oldNode();
const hasOld = old !== process.execPath;
if (!hasOld) process.stderr.write('skipped: no Node.js before 24 is installed\n');

const clients = [
  { name: 'this Node.js as version 20', node: process.execPath, pretends: true, skip: false },
  { name: 'an old Node.js', node: old, pretends: false, skip: !hasOld },
];

/** The functions that the scripts below use: `ask` sends a request and `say` prints its result, a line each. */
const PRELUDE = `
  const [http, https] = [require('http'), require('https')];
  const { PLAIN, SECURE, SECURE_IP, PROXY } = process.env;
  const at = (url, path) => ({ host: new URL(url).hostname, port: new URL(url).port, path });
  const ask = (module, target, body) => new Promise((resolve) => {
    const request = module.request(target, (response) => {
      let text = '';
      response.on('data', (piece) => (text += piece));
      response.on('end', () => resolve(response.statusCode + ' ' + text.trim() + (request.reusedSocket ? ' again' : '')));
    });
    request.on('error', (error) => resolve((error.code || '') + ' ' + error.message));
    request.end(body);
  });
  const say = async (answer) => console.log(await answer);
`;

describe.each(clients)('$name', ({ node, pretends, skip }) => {
  test.skipIf(skip)('http and https go through the proxy', async () => {
    const seen = await run(`
      await say(ask(http, PLAIN + '/plain'));
      await say(ask(https, SECURE + '/secure'));
      await say(ask(https, SECURE_IP + '/tunneled'));
      await say(ask(https, { ...at(SECURE, '/posted'), method: 'POST', headers: { 'X-Mine': '1' } }, 'body'));
      await say(ask(https, { ...at(SECURE, '/no-agent'), agent: false }));
      await say(ask(http, { ...at(PLAIN, '/other-host'), headers: { Host: 'other.test' } }));
    `);
    expect(seen.lines.map((line) => line.replace(' again', ''))).toEqual([
      '200 GET /plain',
      '200 GET /secure',
      '200 GET /tunneled',
      '200 POST /posted',
      '200 GET /no-agent',
      '200 GET /other-host',
    ]);
    expect(seen.flows).toEqual([
      'completed GET http://127.0.0.1/plain',
      'completed GET https://localhost/secure',
      'tunneled CONNECT https://127.0.0.1',
      'completed POST https://localhost/posted',
      'completed GET https://localhost/no-agent',
      'completed GET http://other.test/other-host',
    ]);
  });

  test.skipIf(skip)(
    'connections are kept where the agent keeps them, and shared with no other host',
    async () => {
      const seen = await run(`
      Object.assign(https.globalAgent, { keepAlive: true, maxSockets: 1 });
      await say(ask(https, SECURE + '/first'));
      await say(ask(https, SECURE + '/second'));
      await say(ask(https, SECURE_IP + '/elsewhere'));
      await say(ask(https, SECURE + '/third'));
      https.globalAgent.destroy();
    `);
      expect(seen.lines).toEqual([
        '200 GET /first',
        '200 GET /second again',
        '200 GET /elsewhere',
        '200 GET /third again',
      ]);
    },
  );

  test.skipIf(skip)('what cannot be reached is an error, or the answer of the proxy', async () => {
    const seen = await run(`
      await say(ask(https, 'https://127.0.0.1:9/tunneled'));
      await say(ask(https, 'https://localhost:9/decrypted'));
    `);
    expect(seen.lines[0]).toBe(
      'ERR_PROXY_TUNNEL the proxy answered CONNECT 127.0.0.1:9 with 502 Bad Gateway',
    );
    expect(seen.lines[1]).toMatch(/^502 /);
  });

  test.skipIf(skip)('a library keeps its own agent, and its own proxy', async () => {
    const seen = await run(`
      await say(ask(https, { ...at(SECURE, '/direct'), agent: new https.Agent() }));
      await say(ask(http, at(PROXY, PLAIN + '/absolute')));
      const tunnel = http.request({ ...at(PROXY, 'localhost:443'), method: 'CONNECT', agent: false });
      tunnel.on('connect', ({ statusCode }, socket) => {
        console.log('tunnel', statusCode);
        socket.destroy();
      });
      tunnel.end();
    `);
    expect(seen.lines).toEqual(['200 GET /direct', '200 GET /absolute', 'tunnel 200']);
    expect(seen.flows).toEqual(['completed GET http://127.0.0.1/absolute']);
  });

  test.skipIf(skip)(
    'without proxy variables, or with a proxy of another kind, everything is direct',
    { tags: ['full'] },
    async () => {
      const script = `await say(ask(http, PLAIN + '/direct')); await say(ask(https, SECURE + '/direct'));`;
      for (const url of ['', 'socks5://127.0.0.1:9', 'http://name:secret@127.0.0.1:9', 'nonsense']) {
        const seen = await run(script, { HTTP_PROXY: url, HTTPS_PROXY: url });
        expect(seen).toEqual({ lines: ['200 GET /direct', '200 GET /direct'], flows: [] });
      }
    },
  );

  test.skipIf(skip)('HTTP/2 goes through the proxy, of libraries that open TLS themselves too', async () => {
    const seen = await run(`
      const session = (connection) => new Promise((resolve) => {
        connection.on('error', (error) => resolve((error.code || '') + ' ' + error.message));
        const stream = connection.request({ ':path': '/http2' });
        let text = '';
        stream.setEncoding('utf8').on('data', (piece) => (text += piece)).on('error', () => undefined);
        stream.on('end', () => { connection.close(); resolve(text.trim()); });
      });
      const [http2, tls] = [require('http2'), require('tls')];
      await say(session(http2.connect(SECURE)));
      const { hostname: host, port } = new URL(SECURE);
      const socket = tls.connect({ host, port, servername: host, ALPNProtocols: ['h2', 'http/1.1'] });
      await new Promise((resolve) => socket.once('secureConnect', resolve));
      await say(session(http2.connect(SECURE, { createConnection: () => socket })));
      await say(session(http2.connect('https://127.0.0.1:9')));
    `);
    expect(seen.lines).toEqual([
      'GET /http2',
      'GET /http2',
      'ERR_PROXY_TUNNEL the proxy answered CONNECT 127.0.0.1:9 with 502 Bad Gateway',
    ]);
    expect(seen.flows).toEqual([
      'completed GET https://localhost/http2',
      'completed GET https://localhost/http2',
      'failed CONNECT https://127.0.0.1',
    ]);
  });

  // The dispatcher of this release is of another kind.
  if (pretends) return;

  test.skipIf(skip)('fetch goes through the proxy', async () => {
    const seen = await run(`
      new Headers();
      const text = (url, init) => fetch(url, init).then(
        async (response) => response.status + ' ' + (await response.text()).trim(),
        (error) => error.message + ': ' + error.cause.message);
      await say(text(PLAIN + '/plain'));
      await say(text(SECURE + '/secure'));
      await say(text(SECURE_IP + '/tunneled'));
      await say(text(SECURE + '/posted', { method: 'POST', body: 'x'.repeat(100000) }));
      await say(text('https://127.0.0.1:18'));
    `);
    expect(seen.lines).toEqual([
      '200 GET /plain',
      '200 GET /secure',
      '200 GET /tunneled',
      '200 POST /posted',
      'fetch failed: the proxy answered CONNECT 127.0.0.1:18 with 502 Bad Gateway',
    ]);
    expect(seen.flows.slice(0, 2)).toEqual([
      'completed GET http://127.0.0.1/plain',
      'completed GET https://localhost/secure',
    ]);
  });

  test.skipIf(skip)('modules and workers are no exception', async () => {
    const seen = await run(`
      const { Worker } = require('worker_threads');
      const inWorker = "require('https').get(process.env.SECURE + '/worker', (response) => response.resume())";
      const inModule = "import { get } from 'https'; get(process.env.SECURE + '/module', (response) => response.resume())";
      new Worker(inWorker, { eval: true }).on('exit', () => {
        require('child_process').spawnSync(process.execPath, ['--input-type=module', '-e', inModule]);
      });
    `);
    expect(seen.flows).toEqual([
      'completed GET https://localhost/worker',
      'completed GET https://localhost/module',
    ]);
  });

  /** Runs a script with the preload, and gives the lines it printed and the exchanges the proxy saw. */
  async function run(script: string, env: NodeJS.ProcessEnv = {}) {
    engine.engine.flows.clear();
    const preloads = pretends ? `--require ${join(folder.path, 'pretend.cjs')}` : undefined;
    const child = spawn(node, ['-e', `${PRELUDE}(async () => {${script}})()`], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        HTTP_PROXY: engine.url,
        HTTPS_PROXY: engine.url,
        NODE_EXTRA_CA_CERTS: join(folder.path, 'both.pem'),
        NODE_OPTIONS: nodeOptions(preloads),
        PLAIN: origin.http,
        SECURE: origin.https,
        SECURE_IP: origin.https.replace('localhost', '127.0.0.1'),
        PROXY: engine.url,
        ...env,
      },
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    await once(child, 'close');
    return { lines: printed.split('\n').filter(Boolean), flows: await flows() };
  }
});

async function flows(): Promise<readonly string[]> {
  const summaries = (await (await engine.api('/api/flows?limit=100')).json()) as {
    state: string;
    method: string;
    url: string;
  }[];
  return summaries.map(({ state, method, url }) => `${state} ${method} ${url.replace(/:\d+(?=\/|$)/, '')}`);
}
