// `collection run` as CI uses it: a part by tags and shards, variables from files, reports without secrets, annotations,
// and faults of the network.
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import type { CliResult } from '../helpers/cli.ts';
import { writeJson } from '../helpers/collections.ts';
import { temporaryHome } from '../helpers/home.ts';

const home = temporaryHome();
const asked: string[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.sendDate = false;
  answer(request, response);
});
let base: string;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  home.remove();
});

beforeEach(() => {
  asked.length = 0;
  answer = (_, response) => response.end('{"token":"q7Zx9-answer-4421"}');
});

function run(name: string, ...args: readonly string[]): Promise<CliResult> {
  return callCli(['collection', 'run', name, ...args], { home: home.path, cwd: home.path });
}

function read(name: string): string {
  return readFileSync(join(home.path, name), 'utf8');
}

/** Writes a collection of Bruno with tags on requests and a folder. */
function writeBruno(): void {
  const request = (name: string, tags: string, rest = ''): string =>
    `meta {\n  name: ${name}\n  type: http\n  tags: [${tags}]\n}\n\nget {\n  url: {{base}}/${name}\n}\n${rest}`;
  const test1 = '\ntests {\n  test("is two", () => {\n    expect(1).to.equal(2)\n  })\n}\n';
  mkdirSync(join(home.path, 'api/slow'), { recursive: true });
  const files = {
    'bruno.json': '{"version":"1","name":"Api","type":"collection"}',
    'one.bru': request('one', '\n    smoke\n    daily\n  '),
    'two.bru': request('two', '\n    daily\n  ', test1),
    'slow/folder.bru': 'meta {\n  name: slow\n  tags: [\n    slow\n  ]\n}\n',
    'slow/three.bru': request('three', '\n    smoke\n  '),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home.path, 'api', name), text);
}

test('tags of requests and folders select what is run', async () => {
  writeBruno();
  const with1 = (...args: readonly string[]) => run('api', '--env-var', `base=${base}`, ...args);
  await with1('--tags', 'smoke');
  expect(asked.toSorted()).toEqual(['/one', '/three']);
  asked.length = 0;
  await with1('--tags', 'smoke, daily', '--exclude-tags', 'slow');
  expect(asked.toSorted()).toEqual(['/one', '/two']);
  const { code, stderr } = await with1('--tags', 'nightly');
  expect([code, stderr]).toEqual([
    1,
    'error: nothing is selected with nightly: its tags are daily, slow, smoke\n',
  ]);
});

test('failures are annotations at the lines of their tests', async () => {
  writeBruno();
  const { stdout } = await run('api', '--env-var', `base=${base}`, '--tags', 'daily', '-r', 'github,gitlab');
  expect(stdout).toBe(
    '::error file=api/two.bru,line=14,title=two%3A is two::expected 1 to equal 2 (GET answered 200)\n',
  );
  expect(JSON.parse(read('gl-code-quality-report.json'))).toMatchObject([
    { severity: 'major', location: { path: 'api/two.bru', lines: { begin: 14 } } },
  ]);
});

/** Ids and times are others in each run. */
const VARYING: ReadonlySet<string> = new Set([
  'id',
  'startedAt',
  'durationMs',
  'timeMs',
  'averageMs',
  'responseMs',
]);

function postman(name: string, ...items: readonly object[]): string {
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
  return writeJson(home.path, `${name}.json`, { info: { name, schema }, item: items });
}

function item(name: string, path: string, tests = '', header: readonly object[] = []): object {
  const event = [{ listen: 'test', script: { exec: [tests] } }];
  return { name, event, request: { method: 'GET', url: `${base}${path}`, header } };
}

test('report files are without secrets unless they are asked for', async () => {
  writeFileSync(join(home.path, 'ci.env'), `KEY=q7Zx9-from-file-8812\nexport PART=part # two\n`);
  const shown =
    "console.log(pm.environment.get('KEY')); pm.test('t', () => pm.expect(pm.environment.get('KEY')).to.equal('x'))";
  const header = [
    { key: 'Authorization', value: 'Bearer q7Zx9-typed-token-5533' },
    { key: 'X-Plain', value: '{{PART}}' },
  ];
  const file = postman('secrets', item('A', '/{{PART}}?api_key={{KEY}}', shown, header));
  const reports = ['json', 'junit', 'html'].flatMap((name) => [`--reporter-${name}-export`, `s.${name}`]);
  const args = ['--env-file', 'ci.env', '-r', 'json,junit,html', ...reports];
  await run(file, ...args);
  expect(asked).toEqual(['/part?api_key=q7Zx9-from-file-8812']);
  for (const name of ['s.json', 's.junit', 's.html']) {
    const text = read(name);
    expect(text).not.toMatch(/from-file-8812|typed-token-5533|answer-4421/);
    expect(text).toContain('/part');
  }
  expect(read('s.json')).toContain('X-Plain');
  const newman = ['--reporter-json-structure', 'newman', '--reporter-json-export', 'n.json', '-r', 'json'];
  await run(file, '--env-file', 'ci.env', ...newman);
  const summary = read('n.json');
  expect(summary).not.toMatch(/from-file-8812|typed-token-5533/);
  const streams = [...summary.matchAll(/"data": \[([\d,\s]+)\]/g)].map(([, bytes = '']) =>
    Buffer.from(bytes.split(',').map(Number)).toString(),
  );
  expect(streams.join()).toMatch(/token/);
  expect(streams.join()).not.toMatch(/answer-4421/);

  await run(file, ...args, '--reporter-omit', 'none');
  expect(read('s.json')).toMatch(/from-file-8812[^]*typed-token-5533[^]*answer-4421/);
  await run(file, ...args, '--reporter-omit', 'bodies,headers');
  expect(read('s.json')).not.toMatch(/typed-token|answer-4421|X-Plain/);
  expect((await run(file, '--reporter-omit', 'cookies')).stderr).toMatch(
    /^error: --reporter-omit "cookies" is unknown: give any of bodies, headers, secrets, or none/,
  );
});

test('the parts of a run are one report', async () => {
  const folder = (name: string, ...names: readonly string[]): object => ({
    name,
    item: names.map((each) =>
      item(each, `/${each}`, `pm.test('${each}', () => pm.expect('${each}').to.not.equal('d'))`),
    ),
  });
  const file = postman('parts', folder('F', 'a', 'b'), folder('G', 'c', 'd'), folder('H', 'e'));
  const part = (shard: string) =>
    run(file, '--shard', shard, '-r', 'json', '--reporter-json-export', `part-${shard[0]}.json`);
  expect((await part('1/2')).code).toBe(0);
  expect(asked).toEqual(['/a', '/b']);
  expect((await part('2/2')).code).toBe(1);
  expect(asked).toEqual(['/a', '/b', '/c', '/d', '/e']);
  const whole = await run(file, '-r', 'json', '--reporter-json-export', 'whole.json');
  expect(whole.code).toBe(1);
  const merged = await callCli(
    [
      'report',
      'merge',
      'part-1.json',
      'part-2.json',
      '-r',
      'cli,json,junit',
      '--reporter-json-export',
      'merged.json',
    ],
    { home: home.path, cwd: home.path },
  );
  expect(merged.code).toBe(1);
  expect(merged.stdout).toContain('5 requests (0 failed), 5 tests (1 failed)');
  const steady = (name: string): unknown =>
    JSON.parse(read(name), (key, value: unknown) => (VARYING.has(key) ? undefined : value));
  expect(steady('merged.json')).toEqual(steady('whole.json'));
  const wrong = await callCli(['report', 'merge', file], { home: home.path, cwd: home.path });
  expect(wrong.stderr).toContain('is no JSON report of a run');
});

test('rows of data are dealt out to the parts', async () => {
  const file = postman('by-rows', item('A', '/{{n}}'));
  writeFileSync(join(home.path, 'rows.json'), '[{"n":1},{"n":2},{"n":3}]');
  await run(file, '-d', 'rows.json', '--shard', '2/2');
  expect(asked).toEqual(['/2']);
  await run(file, '-d', 'rows.json', '--shard', '1/2');
  expect(asked).toEqual(['/2', '/1', '/3']);
});

test('faults of the network are tried again only where that is asked for', async () => {
  const file = postman('faults', item('A', '/a'));
  let failures = 2;
  answer = (request, response) => {
    if (failures-- > 0) request.socket.destroy();
    else response.end('there');
  };
  expect((await run(file)).code).toBe(1);
  expect(asked).toHaveLength(1);
  failures = 2;
  const { code, stdout } = await run(file, '--retries', '2');
  expect(code).toBe(0);
  expect(asked).toHaveLength(4);
  expect(stdout).toContain('try 2 has failed, and it is sent again');
});

test('--fail counts the status of an error where there is no test', async () => {
  const file = postman(
    'fail',
    item('A', '/a'),
    item('B', '/b', "pm.test('404', () => pm.response.to.have.status(404))"),
  );
  answer = (_, response) => response.writeHead(404).end();
  expect((await run(file)).code).toBe(0);
  const { code, stdout } = await run(file, '--fail');
  expect(code).toBe(1);
  expect(stdout).toContain('StatusError: 404 Not Found');
  expect(stdout).toContain('2 requests (0 failed), 2 tests (1 failed)');
});
