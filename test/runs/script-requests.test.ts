// Scripts that run requests of the collection, share modules in it, fetch, and read the secrets of the workspace.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import type { CliResult } from '../helpers/cli.ts';
import { writeJson } from '../helpers/collections.ts';
import { startEcho, type Echo } from '../helpers/echo.ts';
import { temporaryHome } from '../helpers/home.ts';

const home = temporaryHome();
let echo: Echo;

beforeAll(async () => {
  echo = await startEcho();
});

afterAll(async () => {
  await echo[Symbol.asyncDispose]();
  home.remove();
});

beforeEach(() => {
  echo.received.length = 0;
});

interface Scripts {
  readonly before?: string;
  readonly after?: string;
}

function item(name: string, path: string, { before = '', after = '' }: Scripts = {}): object {
  const event = [
    { listen: 'prerequest', script: { exec: [before] } },
    { listen: 'test', script: { exec: [after] } },
  ];
  return { name, event, request: { method: 'GET', url: `${echo.url}${path}` } };
}

function run(items: readonly object[], ...args: readonly string[]): Promise<CliResult> {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  const file = writeJson(home.path, 'c.json', { info: { name: 'C', schema }, item: items });
  return callCli(['collection', 'run', file, ...args], { home: home.path, cwd: home.path });
}

function write(path: string, text: string): void {
  mkdirSync(join(home.path, path, '..'), { recursive: true });
  writeFileSync(join(home.path, path), text);
}

const asked = (): readonly string[] => echo.received.map(({ url }) => url.replace(/^[^/]*/, ''));

test('pm.execution.runRequest runs a request with its scripts, and variables go both ways', async () => {
  const login = {
    before: `pm.test('sees', () => pm.expect(pm.environment.get('from')).to.equal('main'));`,
    after: `pm.environment.set('token', 't-' + pm.variables.get('user')); pm.test('logs in', () => pm.response.to.have.status(200));`,
  };
  const main = `
    pm.environment.set('from', 'main');
    const response = await pm.execution.runRequest('Auth/Login', { variables: { user: 'ann' } });
    pm.test('answers', () => pm.expect(response.json().args.user).to.equal('ann'));
    pm.test('sets', () => pm.expect(pm.environment.get('token')).to.equal('t-ann'));`;
  const auth = { name: 'Auth', item: [item('Login', '/get?user={{user}}', login)] };
  const { code, stdout } = await run(
    [item('Main', '/get?token={{token}}', { before: main }), auth],
    '--folder',
    'Main',
  );
  expect(stdout).toContain('4 tests (0 failed)');
  expect([code, asked()]).toEqual([0, ['/get?user=ann', '/get?token=t-ann']]);
});

test('a failure of a request that a script runs is a failure of the run', async () => {
  const main = `await pm.execution.runRequest('Other')`;
  const other = { after: `pm.test('is right', () => pm.expect(1).to.equal(2))` };
  const { code, stdout } = await run(
    [item('Main', '/get', { after: main }), item('Other', '/get', other)],
    '--folder',
    'Main',
  );
  expect(code).toBe(1);
  expect(stdout).toContain('✗ is right (test script of request Other, line 1)');
});

test('requests that run themselves end, and unknown ones are named', async () => {
  const again = await run([item('Again', '/get', { before: `await pm.execution.runRequest('Again')` })]);
  expect(again.code).toBe(1);
  expect(again.stdout).toContain('more than 10 deep');
  const { stdout } = await run([item('Main', '/get', { before: `await pm.execution.runRequest('Mian')` })]);
  expect(stdout).toContain('runRequest: there is no request "Mian" in the collection; did you mean "Main"?');
});

test('bru.runRequest answers as axios does', async () => {
  write('api/bruno.json', '{"version":"1","name":"Api","type":"collection"}');
  write(
    'api/users/Login.bru',
    `meta {\n  name: Login\n  type: http\n}\n\nget {\n  url: ${echo.url}/get?login\n}\n`,
  );
  write(
    'api/lib/ids.js',
    `const { prefix } = require('./words');\nmodule.exports = { id: (n) => prefix + n };\n`,
  );
  write('api/lib/words.js', `export const prefix = 'id-';\n`);
  write(
    'api/Main.bru',
    `meta {\n  name: Main\n  type: http\n}\n\nget {\n  url: ${echo.url}/get?{{id}}\n}\n\nscript:pre-request {\n  const { id } = require('./lib/ids');\n  const { status, data } = await bru.runRequest('users/Login');\n  bru.setVar('id', id(status) + Object.keys(data.args));\n}\n`,
  );
  const { code } = await callCli(['collection', 'run', 'api', '--folder', 'Main'], {
    home: home.path,
    cwd: home.path,
  });
  expect([code, asked()]).toEqual([0, ['/get?login', '/get?id-200login']]);
});

test('modules of the collection are required by their paths, and only these', async () => {
  write(
    'lib/sum.js',
    `exports.sum = (a, b) => a + b + require('./data.json').more + require('lodash').size([1]);`,
  );
  write('lib/data.json', '{"more":100}');
  write('lib/broken.js', 'exports.x = ;');
  const tests = [
    `pm.test('sum', () => pm.expect(require('./lib/sum').sum(1, 2)).to.equal(104));`,
    `pm.test('same', () => pm.expect(pm.require('lib/sum')).to.equal(require('./lib/sum')));`,
    `pm.test('lodash', () => pm.expect(pm.require('lodash').size([1, 2])).to.equal(2));`,
    `pm.test('missing', () => pm.expect(() => require('./lib/none')).to.throw(/Cannot find the module lib\\/none in the folder/));`,
    `pm.test('outside', () => pm.expect(() => require('../../../etc/hosts.json')).to.throw(/Cannot find|outside/));`,
    `pm.test('broken', () => pm.expect(() => require('./lib/broken')).to.throw(SyntaxError));`,
    `pm.test('dynamic', () => { const name = './lib/' + 'sum2'; pm.expect(() => require(name)).to.throw(/in quotes/); });`,
  ];
  const { stdout } = await run([item('A', '/get', { after: tests.join('\n') })]);
  expect(stdout).toContain('7 tests (0 failed)');
});

test('fetch goes over the connections of the run', async () => {
  const script = `
    const response = await fetch('${echo.url}/post', { method: 'POST', headers: new Headers({ 'X-A': 'b', 'Content-Type': 'application/json' }), body: JSON.stringify({ a: 1 }) });
    const { url, headers, data } = await response.json();
    pm.test('sends', () => pm.expect([url, headers['x-a'], data]).to.eql(['${echo.url}/post', 'b', '{"a":1}']));
    pm.test('answers', () => pm.expect([response.ok, response.status, response.headers.get('Content-Type')]).to.eql([true, 200, 'application/json; charset=utf-8']));
    const form = await (await fetch('${echo.url}/post', { method: 'POST', body: new URLSearchParams({ q: 'a b' }) })).json();
    pm.test('form', () => pm.expect([form.form, form.headers['content-type']]).to.eql([{ q: 'a b' }, 'application/x-www-form-urlencoded;charset=UTF-8']));
    let error; try { await fetch('http://127.0.0.1:1/'); } catch (thrown) { error = thrown; }
    pm.test('fails', () => pm.expect(error).to.be.instanceOf(TypeError));`;
  const { stdout } = await run([item('A', '/get', { after: script })]);
  expect(stdout).toContain('4 tests (0 failed)');
});

test('pm.vault has the secrets of the workspace', async () => {
  write('secrets.env', 'KEY=s3cret-1');
  const script = `
    pm.test('reads', async () => pm.expect(await pm.vault.get('KEY')).to.equal('s3cret-1'));
    pm.test('none', async () => pm.expect(await pm.vault.get('none')).to.equal(undefined));
    await pm.vault.set('new', 'set-2');
    await pm.vault.unset('none');`;
  const { code } = await run(
    [item('A', '/get?{{vault:KEY}}&{{vault:new}}', { before: script })],
    '--env-file',
    'secrets.env',
  );
  expect([code, asked()]).toEqual([0, ['/get?s3cret-1&set-2']]);
});
