// Tests exports of real exchanges with the programs that read them: HAR by its published schema, OpenAPI by a
// linter, Postman collections by Newman, which sends the requests again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportFile } from '../../src/traffic/export/export-file.ts';
import type { Flow } from '../../src/flow/flow.ts';
import { har } from '../../src/traffic/formats/har/index.ts';
import { openApi } from '../../src/traffic/formats/open-api/index.ts';
import { postman } from '../../src/traffic/formats/postman.ts';
import { ask, askThroughTunnel, type Ask } from '../helpers/ask.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { collected } from '../helpers/collect.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { connectHttp2, http2Origin, type Http2Origin } from '../helpers/http2.ts';
import { startOrigin, type Origin, type Received } from '../helpers/origin.ts';
import { closedPort } from '../helpers/ports.ts';
import { connectSocket, startSocketOrigin, type SocketOrigin } from '../helpers/web-socket.ts';
import { settled } from '../helpers/settled.ts';

const require = createRequire(import.meta.url);

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const users = [{ id: 7, name: 'Jörg "J" O\'Neil', tags: [], address: { city: null }, score: 1.5 }];

const answer: RequestListener = (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://origin');
  const json = { 'Content-Type': 'application/json; charset=utf-8' };
  if (pathname.startsWith('/users')) response.writeHead(200, json).end(JSON.stringify(users));
  else if (pathname === '/packed')
    response.writeHead(200, { ...json, 'Content-Encoding': 'gzip' }).end(gzipSync('{"packed":true}'));
  else if (pathname === '/image') response.writeHead(200, { 'Content-Type': 'image/png' }).end(PNG);
  else if (pathname === '/moved') response.writeHead(302, { Location: '/users?from=there' }).end();
  else if (pathname === '/none') response.writeHead(204).end();
  else if (pathname === '/missing') response.writeHead(404, json).end('{"error":"no such thing"}');
  else if (pathname === '/events')
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('id: 1\ndata: one\n\ndata: two\n\n');
  else response.writeHead(200, { 'Content-Type': 'text/plain', 'Set-Cookie': 'sid=1; Path=/' }).end('plain');
};

const JSON_TYPE = { 'Content-Type': 'application/json' };
/** Requests that Newman can send again. */
const plain: readonly (Ask & { readonly path: string })[] = [
  { path: '/users/7?q=a%20b&q=%C3%BC&empty=&flag' },
  { path: '/users/8?q=plus+sign&list[]=1&json={"a":1}&quote=\'x\'|y' },
  {
    path: '/users',
    method: 'POST',
    headers: JSON_TYPE,
    body: '{"name":"Jörg","note":"line\\nbreak {{not}} $x"}',
  },
  { path: '/users/9', method: 'PUT', headers: JSON_TYPE, body: '{ "a" : [1.5, 2.50, 1e3] }\n' },
  {
    path: '/users/9',
    method: 'PATCH',
    headers: { 'Content-Type': 'application/merge-patch+json' },
    body: '{"a":null}',
  },
  { path: '/users/9', method: 'DELETE' },
  { path: '/users', method: 'HEAD' },
  { path: '/users', method: 'OPTIONS', headers: { Origin: 'http://other.test' } },
  {
    path: '/form',
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'a=b+c&d=%26&e',
  },
  {
    path: '/parts',
    method: 'POST',
    headers: { 'Content-Type': 'multipart/form-data; boundary=xyz' },
    body: '--xyz\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--xyz--\r\n',
  },
  {
    path: '/text',
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: '  leading\r\nand trailing \t',
  },
  {
    path: '/query',
    method: 'GET',
    headers: { ...JSON_TYPE, 'Content-Length': 19 },
    body: '{"a body":"of GET"}',
  },
  {
    path: '/fields',
    headers: { Cookie: 'a=1; b=2', Authorization: 'Basic dXNlcjpwYXNz', 'X-Twice': ['1', '2'] },
  },
  { path: '/a/:id/b;c=d/%2F/./x//y/' },
  { path: '/packed', headers: { 'Accept-Encoding': 'gzip' } },
  { path: '/moved' },
  { path: '/none' },
  { path: '/missing' },
  { path: '/image' },
  { path: '/events' },
];

let origin: Origin;
let sockets: SocketOrigin;
let http2: Http2Origin;
let proxy: TestEngine;
/** The flows of `plain`, and all flows. */
let again: readonly Flow[];
let flows: readonly Flow[];
let captured: readonly Received[];

beforeAll(async () => {
  const credentials = trustedAuthority().issue('localhost');
  origin = await startOrigin(answer);
  sockets = await startSocketOrigin();
  http2 = await http2Origin((stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/json' });
    stream.end('{"over":"HTTP/2"}');
  }, credentials);
  proxy = await startTestEngine();
  const { port, ca, flows: list } = proxy.engine;
  for (const { path, ...asked } of plain)
    await ask(origin.http, { ...asked, via: port, target: origin.http + path });
  captured = [...origin.received];
  again = [...list.list()];
  const body = Buffer.from([0, 1, 2, 255]);
  const binary = { 'Content-Type': 'application/octet-stream' };
  await ask(`${origin.http}/upload`, { via: port, method: 'PUT', headers: binary, body });
  await askThroughTunnel(port, `${origin.https}/users/1?over=TLS`, ca.certPem);
  await ask(`http://127.0.0.1:${await closedPort()}/users/refused`, { via: port });
  await using client = await connectHttp2(port, http2.authority, ca.certPem);
  await client.ask({
    path: '/users/2?over=h2',
    method: 'POST',
    fields: ['content-type', 'application/json'],
    body: '{}',
  });
  await talk(port);
  flows = list.list();
});
afterAll(async () => {
  await proxy.close();
  await http2[Symbol.asyncDispose]();
  await sockets[Symbol.asyncDispose]();
  await origin.close();
});

async function talk(port: number): Promise<void> {
  const client = await connectSocket(port, `ws://127.0.0.1:${sockets.origin.httpPort}/talk`);
  client.socket.send('hello');
  await client.hears('text hello');
  client.socket.close(1000);
  await client.hears('close 1000 ');
  await settled(proxy.engine.flows);
}

test('the traffic has an exchange of every kind', () => {
  expect(again).toHaveLength(plain.length);
  const requests = flows.filter(({ request }) => request !== null);
  expect(requests).toHaveLength(plain.length + 5);
  expect(requests.map(({ state }) => state)).toContain('failed');
  expect(requests.filter(({ webSocket }) => webSocket !== null)).toHaveLength(1);
  expect(requests.filter(({ serverSentEvents }) => serverSentEvents !== null)).toHaveLength(1);
  expect(requests.filter(({ decrypted }) => decrypted)).toHaveLength(2);
  expect(requests.map(({ request }) => request?.startLine).join()).toContain('HTTP/2');
});

test('HAR is valid by the schema of HAR 1.2', async () => {
  const schemas = Object.values(require('har-schema') as Record<string, object>);
  // The HAR schemas use keywords of no JSON Schema draft, such as `optional`.
  const ajv = new Ajv({ schemas: [], strict: false, allErrors: true });
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json') as object);
  formats.default(ajv);
  ajv.addSchema(schemas);
  const validate = ajv.getSchema('har.json#')!;
  const file = JSON.parse((await collected(har.export.write(flows))).toString()) as {
    log: { entries: object[] };
  };
  expect(file.log.entries).toHaveLength(plain.length + 5);
  // A request target that is not a valid URL by RFC 3986 is exported as it was sent.
  const sent = '/log/entries/1/request/url must match format "uri"';
  expect(validate(file)).toBe(false);
  expect(
    (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`),
  ).toEqual([sent]);
  file.log.entries[0] = { ...file.log.entries[0], startedDateTime: 'yesterday' };
  expect(validate(file), 'what is wrong is noticed').toBe(false);
});

test('OpenAPI passes a linter', async () => {
  const source = (await collected(openApi.export.write(flows))).toString();
  // Rules about information that traffic does not show: a licence, authorization, responses that were not
  // captured, and naming conventions of paths and servers.
  const IGNORED_RULES = new Set([
    'info-license',
    'security-defined',
    'operation-2xx-response',
    'operation-4xx-response',
    'no-path-trailing-slash',
    'no-server-example.com',
  ]);
  const config = await createConfig({ extends: ['spec', 'recommended'] });
  const lint = async (text: string): Promise<readonly string[]> =>
    (await lintFromString({ source: text, config }))
      .filter(({ ruleId }) => !IGNORED_RULES.has(ruleId))
      .map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
  expect(source).toContain('/users/{userId}');
  expect(await lint(source)).toEqual([]);
  expect(await lint(source.replace('responses:', 'answers:')), 'what is wrong is noticed').not.toEqual([]);
});

describe('Newman sends what was captured', () => {
  interface Run {
    readonly code: number | null;
    readonly said: string;
    readonly received: readonly Received[];
  }

  async function newman(file: string): Promise<Run> {
    const first = origin.received.length;
    const program = require.resolve('newman/bin/newman.js');
    const args = [program, 'run', file, '--ignore-redirects', '--color', 'off', '--disable-unicode'];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: proxy.home },
    });
    const said = [collected(child.stdout), collected(child.stderr)] as const;
    const [code] = (await once(child, 'close')) as [number | null];
    return {
      code,
      said: Buffer.concat(await Promise.all(said)).toString(),
      received: origin.received.slice(first),
    };
  }

  /** Header fields that Newman writes itself. */
  const OWN = new Set([
    'host',
    'connection',
    'content-length',
    'user-agent',
    'accept',
    'accept-encoding',
    'cache-control',
    'postman-token',
  ]);
  const shown = ({ method, url, headers, body }: Received): object => ({
    method,
    url,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.has(name))),
    body: body.toString('latin1'),
  });

  test('the requests that arrive are equal', { tags: ['full'] }, async () => {
    const path = join(proxy.home, 'collection.json');
    await exportFile(path, postman, again, false);
    const { code, said, received } = await newman(path);
    expect(received.map(shown), said).toEqual(captured.map(shown));
    expect(code, said).toBe(0);
  });
});
