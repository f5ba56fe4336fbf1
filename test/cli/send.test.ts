// `send` as a process: which request it finds, what goes to which output, and the exit codes.
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newRequest } from '../../src/collections/model/request.ts';
import { Workspace } from '../../src/collections/storage/workspace.ts';
import { callCli } from '../helpers/called-cli.ts';
import { startCli, type CliResult } from '../helpers/cli.ts';
import { aiBodies } from '../helpers/ai-bodies.ts';
import { writeCollection } from '../helpers/collections.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';

let home: TemporaryHome;
let server: Server;
let base: string;
/** Ends the stream of events that is open. */
let endStream: () => void = () => undefined;

beforeAll(async () => {
  home = temporaryHome();
  server = createServer((request, response) => {
    if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: tick\ndata: {"n":1}\n\n');
      endStream = () => response.end('data: last\n\n');
    } else if (request.url?.startsWith('/v1/') === true) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(aiBodies.chatResponse.body);
    } else response.end(`{"path":"${request.url ?? ''}"}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const workspace = new Workspace(home.path);
  const saved = (name: string, url: string, script = '') =>
    newRequest({ id: `id-${name}`, name, url: `{{base}}${url}`, scripts: { test: script } });
  await workspace.import({
    collections: [
      {
        id: 'shop',
        name: 'Shop',
        docs: '',
        auth: { type: 'none' },
        variables: [],
        scripts: { preRequest: '', test: '' },
        items: [
          {
            kind: 'request',
            request: saved('Get', '/get', "pm.test('is 200', () => pm.response.to.have.status(200));"),
          },
          { kind: 'request', request: saved('Twice', '/a') },
          {
            kind: 'request',
            request: newRequest({
              id: 'id-Ask',
              name: 'Ask',
              type: 'ai',
              url: '{{base}}',
              ai: { model: 'gpt-5-mini', messages: [{ role: 'user', text: 'How is it?' }] },
            }),
          },
          {
            kind: 'request',
            request: saved(
              'Events',
              '/events',
              "pm.test('two events', () => { pm.expect(pm.response.messages.count()).to.equal(2); pm.expect(pm.response.messages.idx(0).data.n).to.equal(1); });",
            ),
          },
          {
            kind: 'folder',
            folder: {
              id: 'f',
              name: 'Sub',
              docs: '',
              auth: { type: 'inherit' },
              variables: [],
              scripts: { preRequest: '', test: '' },
              items: [{ kind: 'request', request: { ...saved('Twice', '/b'), id: 'id-other' } }],
            },
          },
        ],
      },
    ],
    environments: [],
    globals: [],
    requests: [],
    specs: [],
    broken: [],
    warnings: [],
  });
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  home.remove();
});

const args = (name: string): string[] => [
  'send',
  name,
  '--workspace',
  home.path,
  '--env-var',
  `base=${base}`,
];

function send(name: string): Promise<CliResult> {
  return callCli(args(name), { home: home.path });
}

test('the body goes to standard output as it is, everything else to standard error', async () => {
  const { code, stdout, stderr } = await send('Get');
  expect([code, stdout]).toEqual([0, '{"path":"/get"}']);
  expect(stderr).toContain(`GET ${base}/get 200 OK`);
  expect(stderr).toContain('✓ is 200');
});

test('events are printed while the server still sends', { tags: ['full'] }, async () => {
  await using cli = startCli(args('Events'), { home: home.path });
  await cli.saying(/\{"n":1\}\n/, 'stdout');
  endStream();
  const { code, stdout, stderr } = await cli.ended;
  expect([code, stdout]).toEqual([0, '{"n":1}\nlast\n']);
  expect(stderr).toContain('✓ two events');
});

test('a path chooses between requests of one name', { tags: ['full'] }, async () => {
  const both = await send('Twice');
  expect([both.code, both.stdout]).toEqual([1, '']);
  expect(both.stderr).toContain('there are 2 requests called "Twice": give a path or an id');
  expect((await send('Sub/Twice')).stdout).toBe('{"path":"/b"}');
  expect((await send('id-Twice')).stdout).toBe('{"path":"/a"}');
});

test('an unknown name is an error with the nearest one', async () => {
  const { code, stderr } = await send('Gett');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: there is no request "Gett" in .*; did you mean "Get"\?\n$/);
});

test('a request of a collection file', async () => {
  const file = writeCollection(home.path, 'file', [{ name: 'One', url: `${base}/one` }]);
  const { stdout } = await callCli(['send', 'One', '--collection', file], { home: home.path });
  expect(stdout).toBe('{"path":"/one"}');
});

test('1 when there is no response', { tags: ['full'] }, async () => {
  const { code, stderr } = await callCli(
    ['send', 'Get', '--workspace', home.path, '--env-var', 'base=http://127.0.0.1:1'],
    { home: home.path },
  );
  expect(code).toBe(1);
  expect(stderr).toContain('127.0.0.1:1');
});

test('the cost of an answer comes from the prices in the settings', { tags: ['full'] }, async () => {
  const path = join(home.path, 'settings.json');
  const price = { model: 'gpt-5-mini*', input: 1, cachedInput: 0.5, output: 10 };
  writeFileSync(path, JSON.stringify({ modelPrices: [price] }));
  const answered = await send('Ask');
  expect(answered.stderr).toContain('31 tokens in (8 cached), 12 out, 0.000147 USD\n');
  expect(answered.stdout).toBe('Cold.\n');
  writeFileSync(path, JSON.stringify({ modelPrices: [{ model: 'x' }] }));
  const refused = await send('Ask');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(
    `the prices of models in ${path} cannot be used: modelPrices[0].input is missing: give a number`,
  );
  rmSync(path);
});
