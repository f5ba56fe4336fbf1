// Folders of Postman and Bruno that are run where they are, against a real server.
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { type CliResult } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { serverOf, type Arrived, type Reply, type TestServer } from '../helpers/small-server.ts';
import { writeFiles } from '../helpers/written-files.ts';

let home: TemporaryHome;
let server: TestServer;
let base: string;

beforeEach(async () => {
  home = temporaryHome();
  server = await serverOf(answer);
  base = server.url;
});

afterEach(async () => {
  await server[Symbol.asyncDispose]();
  home.remove();
});

/** Returns the requests that have arrived, each as one line. */
function seen(): readonly string[] {
  return server.arrived.map(({ method, url, headers }) =>
    `${method} ${url} ${headers.authorization ?? ''}`.trim(),
  );
}

function write(files: Readonly<Record<string, string>>): void {
  writeFiles(home.path, files);
}

function answer({ body, headers }: Arrived): Reply {
  const items = [{ name: 'a' }, { name: 'b' }];
  return {
    status: 200,
    headers: { 'Set-Cookie': 'sid=1; Path=/', 'Content-Type': 'application/json' },
    body: JSON.stringify({ items, token: 'T', sent: body.toString(), headers }),
  };
}

const run = (...args: readonly string[]): Promise<CliResult> =>
  callCli(['collection', 'run', ...args], { home: join(home.path, 'data'), cwd: home.path });

describe('a folder of Postman', () => {
  const files = (): Record<string, string> => ({
    'postman/collections/Shop/.resources/definition.yaml':
      '$kind: collection\nname: Shop\nauth:\n  - type: bearer\n    credentials:\n      token: "{{token}}"',
    'postman/collections/Shop/Folder/.resources/definition.yaml': 'variables:\n  id: 7\norder: 2',
    'postman/collections/Shop/Folder/two.request.yaml':
      '$kind: http-request\nurl: "{{base}}/two/{{id}}"\nmethod: GET\nscripts:\n  - type: afterResponse\n    code: |-\n' +
      "      pm.test('variables of the folder', () => pm.expect(pm.variables.get('id')).to.equal('7'));",
    'postman/collections/Shop/one.request.yaml':
      '$kind: http-request\nurl: "{{base}}/one"\nmethod: POST\nbody:\n  type: json\n  content: "{}"\norder: 1',
    'postman/environments/Local.environment.yaml': `name: Local\nvalues:\n  - key: base\n    value: ${base}`,
    'postman/globals/workspace.globals.yaml': 'values:\n  - key: token\n    value: secret',
  });

  test('is run in its order, with the environment and globals beside it', { tags: ['full'] }, async () => {
    write(files());
    const { code, stdout, stderr } = await run('postman/collections/Shop', '-e', 'local');
    expect(stderr).toBe('');
    expect(stdout).toContain('✓ variables of the folder');
    expect([code, seen()]).toEqual([0, ['POST /one Bearer secret', 'GET /two/7 Bearer secret']]);
  });

  test('a broken file ends the run before it starts, with file and line', async () => {
    write({ ...files(), 'postman/collections/Shop/x.request.yaml': 'url: a\nurl: b' });
    const { code, stderr } = await run('postman/collections/Shop', '-e', 'Local');
    expect([code, seen()]).toEqual([1, []]);
    expect(stderr).toMatch(/^error: postman\/collections\/Shop\/x\.request\.yaml: .*line 2/);
  });

  test('an environment that is not there is an error that names the others', async () => {
    write(files());
    const { code, stderr } = await run('postman/collections/Shop', '-e', 'Locla');
    expect([code, seen()]).toEqual([1, []]);
    expect(stderr).toMatch(/there are Local: did you mean Local\?/);
  });
});

describe('a folder of Bruno', () => {
  const request = (name: string, seq: number, blocks: string): string =>
    `meta {\n  name: ${name}\n  type: http\n  seq: ${seq}\n}\n\npost {\n  url: {{base}}/${name}\n  body: json\n}\n\nbody:json {\n  {"n": 1}\n}\n\n${blocks}\n`;
  const block = (name: string, ...lines: readonly string[]): string =>
    `${name} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n`;
  const collection = (blocks: string, more: Readonly<Record<string, string>> = {}): void =>
    write({
      'api/bruno.json': '{"version":"1","name":"Api","type":"collection"}',
      'api/environments/Local.bru': `vars {\n  base: ${base}\n}\n`,
      'api/one.bru': request('one', 1, blocks),
      'api/two.bru': request('two', 2, ''),
      ...more,
    });

  test('bru, req, res, test, expect and the variables of each level', { tags: ['full'] }, async () => {
    collection(
      block('vars:pre-request', 'own: mine') +
        block('vars:post-response', 'token: res.body.token') +
        block(
          'script:pre-request',
          "req.setHeader('X-A', bru.getRequestVar('own'));",
          "req.setBody({ ...req.getBody(), env: bru.getEnvName(), secret: bru.getProcessEnv('KEY') });",
          "bru.setVar('late', 5);",
        ) +
        block(
          'script:post-response',
          "bru.setEnvVar('first', res('items[0].name'));",
          "const same = 'declared twice';",
        ) +
        block(
          'tests',
          "const same = 'declared twice';",
          "test('request', () => { expect(JSON.parse(res.body.sent)).to.eql({ n: 1, env: 'Local', secret: 'k' }); });",
          "test('header', () => { expect(res.body.headers['x-a']).to.equal('mine'); });",
          "test('variables', () => { expect([bru.getVar('token'), bru.getEnvVar('first'), bru.getVar('late')]).to.eql(['T', 'a', 5]); });",
          "test('query', () => { expect(res('..name')).to.eql(['a', 'b']); });",
          "test('cookie', () => { expect(res.getHeader('set-cookie')).to.eql(['sid=1; Path=/']); });",
          "test('sent', async () => { const { status, data } = await bru.sendRequest({ url: bru.interpolate('{{base}}/x'), method: 'POST', data: { a: 1 } }); expect([status, data.sent]).to.eql([200, '{\"a\":1}']); });",
          "test('axios', async () => { const axios = require('axios'); expect((await axios.get(bru.interpolate('{{base}}/y'))).data.token).to.equal('T'); });",
        ),
      { 'api/.env': 'KEY=k' },
    );
    const { code, stdout, stderr } = await run('api', '-e', 'Local');
    expect(stderr).toBe('');
    // The last two wait at the same time: either may end first.
    expect(stdout.match(/[✓✗] .*/g)?.sort()).toEqual(
      ['axios', 'cookie', 'header', 'query', 'request', 'sent', 'variables'].map((name) => `✓ ${name}`),
    );
    expect([code, seen().toSorted()]).toEqual([0, ['GET /y', 'POST /one', 'POST /two', 'POST /x']]);
  });

  test('assertions are tests, and those that are switched off are not', { tags: ['full'] }, async () => {
    collection(
      block(
        'assert',
        'res.status: eq 200',
        'res.body.items: length 2',
        'res.body.items[0].name: in a, b',
        'res.body.token: matches ^T$',
        'res.body.none.at.all: isUndefined',
        'res.body.items: isArray',
        'res.status: between 199, 201',
        'res.body.token: T',
        '~res.status: eq 500',
        'res.status: eq 201',
      ),
    );
    const { code, stdout } = await run('api', '-e', 'Local');
    expect(code).toBe(1);
    expect(stdout.match(/✓/g)).toHaveLength(8);
    expect(stdout).toMatch(/✗ res\.status: eq 201\s+AssertionError: expected 200 to equal 201/);
  });

  test('scripts choose the next request, and skip their own', async () => {
    collection(block('script:pre-request', 'bru.runner.skipRequest();'), {
      'api/three.bru': request('three', 3, block('script:post-response', 'bru.runner.stopExecution();')),
      'api/four.bru': request('four', 4, ''),
    });
    expect((await run('api', '-e', 'Local')).code).toBe(0);
    expect(seen()).toEqual(['POST /two', 'POST /three']);
  });

  test(
    'the sandbox holds: no files, no modules of Node.js, no other environment',
    { tags: ['full'] },
    async () => {
      collection(
        block(
          'tests',
          "test('fs', () => { expect(() => require('fs')).to.throw(/Cannot find module/); });",
          "test('constructor', () => { expect(() => bru.constructor.constructor('return process')().mainModule.x).to.throw(); });",
          "test('environment', () => { expect(bru.getProcessEnv('PATH')).to.equal(undefined); });",
        ),
      );
      const { code, stdout } = await run('api', '-e', 'Local');
      expect(stdout).not.toContain('✗');
      expect(code).toBe(0);
    },
  );

  test('the same collection as OpenCollection, imported into the workspace', { tags: ['full'] }, async () => {
    write({
      'oc/opencollection.yml': 'opencollection: "1.0.0"\ninfo:\n  name: Oc',
      'oc/environments/Local.yml': `name: Local\nvariables:\n  - name: base\n    value: ${base}`,
      'oc/one.yml':
        'info:\n  name: one\n  type: http\nhttp:\n  method: GET\n  url: "{{base}}/one"\nruntime:\n  assertions:\n' +
        '    - { expression: res.status, operator: eq, value: "200" }',
    });
    const direct = await run('oc', '-e', 'Local');
    const data = join(home.path, 'data');
    expect((await callCli(['import', 'oc'], { home: data, cwd: home.path })).code).toBe(0);
    const imported = await run('Oc', '-e', 'Local');
    expect([direct.code, imported.code, seen()]).toEqual([0, 0, ['GET /one', 'GET /one']]);
    expect(imported.stdout).toContain('✓ res.status: eq 200');
  });
});
