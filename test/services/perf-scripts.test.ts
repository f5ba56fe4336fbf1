// Load tests whose requests have test scripts: they see what a run would show them, and each starts clean.
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import zlib from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { runCli } from '../helpers/cli.ts';
import { writeJson } from '../helpers/collections.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';

let home: TemporaryHome;
let server: http.Server;
let base: string;
let answer: RequestListener;
/** The requests as `path cookie`. */
let received: string[] = [];

beforeAll(async () => {
  home = temporaryHome();
  server = http.createServer((request, response) => {
    received.push(`${request.url} ${request.headers.cookie ?? ''}`.trim());
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  received = [];
  answer = (_, response) => response.end('hello');
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  home.remove();
});

const resultFile = z.looseObject({
  requests: z.number(),
  iterations: z.number(),
  perRequest: z.array(z.looseObject({ requests: z.number(), reasons: z.record(z.string(), z.number()) })),
});

interface Item {
  readonly path: string;
  readonly test?: string;
}

function requestItem({ path, test: script }: Item): object {
  const event = script === undefined ? [] : [{ listen: 'test', script: { exec: script.split('\n') } }];
  return { name: path, request: { method: 'GET', url: `${base}${path}` }, event };
}

async function perf(items: readonly object[]): Promise<z.output<typeof resultFile>> {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const file = writeJson(home.path, 'scripts.json', { info: { name: 'Scripts', schema }, item: items });
  const report = join(home.path, 'result.json');
  const options = ['--duration', '1', '--vus', '2', '--report-json', report];
  const { stderr } = await runCli(['perf', file, ...options], { home: home.path, cwd: home.path });
  expect(stderr).toBe('');
  return resultFile.parse(JSON.parse(readFileSync(report, 'utf8')));
}

test('tests see the request as sent and the response decoded, as in a run', { tags: ['full'] }, async () => {
  answer = (_, response) => {
    response.writeHead(201, 'Made', { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(zlib.gzipSync('{"a":[1,"ü"]}'));
  };
  const script = `pm.test('all', () => {
  pm.expect(pm.response.code).to.equal(201);
  pm.expect(pm.response.status).to.equal('Made');
  pm.expect(pm.response.json()).to.eql({ a: [1, 'ü'] });
  pm.expect(pm.response.headers.get('Content-Type')).to.equal('application/json');
  pm.expect(pm.response.responseTime).to.be.a('number');
  pm.expect(pm.request.url.toString()).to.equal('${base}/a?x=1');
  pm.expect(pm.request.headers.get('Host')).to.equal('${base.slice('http://'.length)}');
  pm.expect(pm.info.requestName).to.equal('/a?x=1');
});`;
  const { requests, perRequest } = await perf([requestItem({ path: '/a?x=1', test: script })]);
  expect(perRequest[0]?.reasons).toEqual({});
  expect(requests).toBe(received.length);
  expect(requests).toBeGreaterThan(10);
});

test('a body that is not in its content coding fails the request', { tags: ['full'] }, async () => {
  answer = (_, response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end('no gzip');
  };
  const { requests, perRequest } = await perf([
    requestItem({ path: '/a', test: "pm.test('any', () => true);" }),
  ]);
  expect(Object.keys(perRequest[0]?.reasons ?? {})[0]).toMatch(/not valid gzip/);
  expect(Object.values(perRequest[0]?.reasons ?? {})).toEqual([requests]);
});

test('nothing that a script leaves behind is there in the next iteration', { tags: ['full'] }, async () => {
  const script = `pm.test('clean', () => {
  pm.expect(globalThis.left).to.equal(undefined);
  pm.expect([].left).to.equal(undefined);
  pm.expect(pm.left).to.equal(undefined);
});
globalThis.left = Array.prototype.left = pm.left = pm.response.constructor.prototype.left = 1;
Object.defineProperty(Object.prototype, 'status', { value: 500 });
pm.expect = JSON.stringify = undefined;`;
  const { requests, perRequest } = await perf([requestItem({ path: '/a', test: script })]);
  expect(requests).toBeGreaterThan(10);
  expect(perRequest[0]?.reasons).toEqual({});
});

test('redirects are followed, and streams of events are messages', { tags: ['full'] }, async () => {
  answer = (request, response) => {
    if (request.url === '/from') response.writeHead(302, { location: '/to' });
    if (request.url === '/events') response.setHeader('content-type', 'text/event-stream');
    response.end(request.url === '/events' ? 'data: one\n\ndata: two\n\n' : '');
  };
  const { perRequest } = await perf([
    requestItem({ path: '/from', test: "pm.test('to', () => pm.response.to.have.status(200));" }),
    requestItem({
      path: '/events',
      test: "pm.test('two', () => pm.expect(pm.response.messages.all().length).to.equal(2));",
    }),
  ]);
  expect(perRequest.map(({ reasons }) => reasons)).toEqual([{}, {}]);
});

test('cookies of responses and of scripts are seen and sent', { tags: ['full'] }, async () => {
  answer = (request, response) => {
    if (request.url === '/login') response.setHeader('set-cookie', 'id=1');
    response.end();
  };
  const first = requestItem({
    path: '/login',
    test: "pm.test('cookie', () => pm.expect(pm.cookies.get('id')).to.equal('1'));",
  });
  const second = requestItem({
    path: '/page',
    test: `pm.cookies.jar().set('${base}', 'mine', '2', () => undefined);`,
  });
  const { perRequest } = await perf([first, second, requestItem({ path: '/last' })]);
  expect(perRequest.map(({ reasons }) => reasons)).toEqual([{}, {}, {}]);
  expect(received).toContain('/page id=1');
  expect(received).not.toContain('/page');
  expect(received).toContain('/last id=1; mine=2');

  received = [];
  await perf([second, requestItem({ path: '/last' })]);
  expect(received).not.toContain('/last');
});

test('a test chooses what comes next, and tests run without a response too', { tags: ['full'] }, async () => {
  answer = (request, response) => {
    if (request.url === '/cut') request.socket.destroy();
    else response.end();
  };
  const { perRequest, iterations } = await perf([
    requestItem({ path: '/first', test: "pm.execution.setNextRequest('/last');" }),
    requestItem({ path: '/never' }),
    requestItem({ path: '/last', test: 'pm.execution.setNextRequest("/cut");' }),
    requestItem({ path: '/cut', test: 'pm.execution.setNextRequest(null);' }),
  ]);
  const [first = 0, never = 0, , cut = 0] = perRequest.map(({ requests }) => requests);
  expect(never).toBe(0);
  expect(first).toBeGreaterThan(10);
  expect(iterations - first).toBeLessThanOrEqual(2);
  expect(first - cut).toBeLessThanOrEqual(2);
});

test(
  'requests have the variables of their folders, with and without scripts',
  { tags: ['full'] },
  async () => {
    const folder = join(home.path, 'bruno');
    mkdirSync(folder);
    writeJson(folder, 'bruno.json', { version: '1', name: 'Folders', type: 'collection' });
    for (const name of ['a', 'b', 'c']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'folder.bru'), `vars:pre-request {\n  place: ${name}\n}\n`);
      const script =
        name === 'c' ? `\ntests {\n  test('own', () => expect(res.status).to.equal(200));\n}\n` : '';
      const lines = `meta {\n  name: R\n  type: http\n}\n\nget {\n  url: ${base}/{{place}}\n}\n${script}`;
      writeFileSync(join(folder, name, 'r.bru'), lines);
    }
    const { code } = await runCli(['perf', folder, '--duration', '1', '--vus', '2'], {
      home: home.path,
      cwd: home.path,
    });
    expect(code).toBe(0);
    expect([...new Set(received)].sort()).toEqual(['/a', '/b', '/c']);
  },
);
