// Flows of several steps, run by the command line against a real server.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { startCli, type CliResult } from '../helpers/cli.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { until } from '../helpers/waiting.ts';

let folder: string;
let origin: Origin;
let polls = 0;

beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    const { url = '' } = request;
    if (url === '/hang') return;
    response.setHeader('Content-Type', url === '/text' ? 'text/plain' : 'application/json');
    if (url === '/text') response.end('plain');
    else if (url === '/orders')
      response.setHeader('X-Trace', 'abc').end('{"id":7,"items":[{"n":1},{"n":2},{"n":3}]}');
    else if (url.startsWith('/state'))
      response.end(JSON.stringify({ state: ++polls >= 3 ? 'done' : 'open', polls }));
    else response.end(JSON.stringify({ url }));
  });
});

afterAll(async () => {
  await origin.close();
});

beforeEach(async () => {
  polls = 0;
  folder = mkdtempSync(join(tmpdir(), 'proxyctl-flows-'));
  mkdirSync(join(folder, 'ws', 'flows'), { recursive: true });
  const item = (name: string, path: string): object => ({
    name,
    request: { method: 'GET', url: `${origin.http}${path}` },
  });
  const collection = (name: string, items: readonly object[], variable: object[] = []): string =>
    JSON.stringify({
      info: { name, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      item: items,
      variable,
    });
  const shop = [
    item('Create', '/orders'),
    item('Item', '/items/{{item}}?of={{order}}'),
    item('State', '/state/{{order}}'),
  ];
  writeFileSync(
    join(folder, 'shop.json'),
    collection('Shop', [...shop, item('Text', '/text'), item('Hang', '/hang')]),
  );
  const own = [{ key: 'place', value: 'other' }];
  writeFileSync(
    join(folder, 'other.json'),
    collection('Other', [item('Place', '/at/{{place}}'), item('Text', '/text')], own),
  );
  const made = await callCli(['import', 'shop.json', 'other.json', '--workspace', 'ws'], options());
  expect(made).toMatchObject({ code: 0 });
  return () => {
    rmSync(folder, { recursive: true, force: true });
  };
});

const options = (): { home: string; cwd: string } => ({ home: join(folder, 'home'), cwd: folder });

/** Writes a flow, and runs it. */
async function run(steps: string, ...args: readonly string[]): Promise<CliResult> {
  writeFileSync(
    join(folder, 'ws/flows/own.yaml'),
    `id: own\nname: Own\nsteps:\n${steps.replace(/^/gm, '  ')}\n`,
  );
  return callCli(['flow', 'run', 'Own', '--workspace', 'ws', ...args], options());
}

const paths = (): readonly string[] => origin.received.map(({ url }) => url);

test('every kind of step', { tags: ['full'] }, async () => {
  const before = paths().length;
  const { code, stdout, stderr } = await run(
    `- { type: send, request: Create }
- { type: extract, path: $.id, variable: order }
- { type: extract, path: '$.items[*].n', variable: items }
- { type: extract, from: header, path: x-trace, variable: trace }
- { type: extract, from: status, variable: status }
- type: loop
  over: items
  variable: item
  steps: [{ type: send, collection: Shop, request: Item }]
- type: loop
  while: { left: '{{state}}', op: notEquals, right: done }
  steps:
    - { type: send, request: State }
    - { type: extract, path: $.state, variable: state }
    - { type: delay, ms: 1 }
- type: condition
  when: { left: '{{status}}', op: less, right: '300' }
  then: [{ type: send, request: Place }]
  else: [{ type: send, request: Create }]
- type: script
  code: |
    pm.test('variables', () => pm.expect(pm.variables.get('trace')).to.equal('abc'));
    pm.test('the response before', () => pm.expect(pm.response.json().url).to.equal('/at/other'));`,
    '-r',
    'cli,json,junit,html',
    '--reporter-json-export',
    'run.json',
    '--reporter-junit-export',
    'run.xml',
    '--reporter-html-export',
    'run.html',
  );
  expect(stderr).toBe('');
  expect(code).toBe(0);
  const sent = [
    '/orders',
    '/items/1?of=7',
    '/items/2?of=7',
    '/items/3?of=7',
    '/state/7',
    '/state/7',
    '/state/7',
    '/at/other',
  ];
  expect(paths().slice(before)).toEqual(sent);
  expect(stdout).toContain('8 requests (0 failed), 2 tests (0 failed)');
  for (const file of ['run.json', 'run.xml', 'run.html']) {
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text).toContain('the response before');
    expect(text).toContain('Own');
  }
});

test.each<[string, string, string]>([
  [
    'a path that is not there',
    '- { type: send, request: Create }\n- { type: extract, path: $.no, variable: a }',
    'step 2 (extract): $.no is not in the response of Create',
  ],
  [
    'a response that is no JSON',
    '- { type: send, collection: Shop, request: Text }\n- { type: extract, path: $.a, variable: a }',
    'is not JSON',
  ],
  [
    'a wrong path',
    '- { type: send, request: Create }\n- { type: extract, path: a.b, variable: a }',
    'step 2 (extract): path "a.b" cannot be used',
  ],
  ['nothing before', '- { type: extract, path: $.a, variable: a }', 'no request was sent before'],
  [
    'a list that is none',
    '- { type: loop, over: none, variable: a }',
    'step 1 (loop): over: the variable none has no value',
  ],
  ['no number of rounds', '- { type: loop, steps: [] }', 'say how often'],
  [
    'numbers that are none',
    "- { type: condition, when: { left: abc, op: less, right: '1' } }",
    '"abc" is not a number',
  ],
  [
    'a pattern that is none',
    "- { type: condition, when: { left: abc, op: matches, right: '(' } }",
    'is not a pattern',
  ],
  [
    'a step in a step',
    '- type: loop\n  times: 1\n  steps: [{ type: extract, path: $.a, variable: a }]',
    'step 1.steps.1 (extract)',
  ],
])('%s ends the flow with a sentence', async (_, steps, message) => {
  const { code, stdout } = await run(steps);
  expect(code).toBe(1);
  expect(stdout).toContain(message);
});

test('an endless loop has an end', { tags: ['full'] }, async () => {
  const { code, stdout } = await run(`- { type: loop, while: { left: a, right: a }, steps: [] }`);
  expect(code).toBe(1);
  expect(stdout).toContain('gone round 10000 times');
});

test.each<[string, string, string]>([
  ['an unknown request', '- { type: send, request: Creat }', 'step 1: there is no request "Creat"'],
  ['an unknown collection', '- { type: send, collection: Shpo, request: Create }', 'did you mean Shop'],
  [
    'two requests of one name',
    '- { type: send, request: Text }',
    '"Text" is in the collections Other and Shop',
  ],
  ['an unknown step', '- { type: jump }', 'own.yaml'],
])('%s is told before anything is sent', async (_, steps, message) => {
  const before = paths().length;
  const { code, stderr } = await run(steps);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(paths()).toHaveLength(before);
});

test(
  'a failing test fails the run, --bail ends it, and rows of data go through it',
  { tags: ['full'] },
  async () => {
    const failing = `- { type: send, request: Create }
- { type: script, code: "pm.test('no', () => { throw new Error('not this one') })" }
- { type: send, request: Place }`;
    const all = await run(failing);
    expect(all).toMatchObject({ code: 1 });
    expect(all.stdout).toContain('2 requests');
    const bailed = await run(failing, '--bail');
    expect(bailed.stdout).toContain('1 request ');
    writeFileSync(join(folder, 'rows.csv'), 'item\na\nb\n');
    const before = paths().length;
    expect(await run('- { type: send, request: Item }', '-d', 'rows.csv')).toMatchObject({ code: 0 });
    expect(
      paths()
        .slice(before)
        .map((path) => path.split('?')[0]),
    ).toEqual(['/items/a', '/items/b']);
  },
);

test('Ctrl-C ends a flow with its totals', async () => {
  const steps = '- { type: send, request: Create }\n- { type: send, request: Hang }';
  writeFileSync(
    join(folder, 'ws/flows/own.yaml'),
    `id: own\nname: Own\nsteps:\n${steps.replace(/^/gm, '  ')}\n`,
  );
  const before = paths().length;
  await using running = startCli(['flow', 'run', 'own', '--workspace', 'ws'], options());
  await until('the request that hangs', () => paths().length === before + 2);
  const { code, stdout } = await running.stop('SIGINT');
  expect(code).toBe(1);
  expect(stdout).toContain('it was interrupted');
});

test('flows are listed with their steps', { tags: ['full'] }, async () => {
  await run('- { type: send, request: Create }\n- { type: delay, ms: 1 }');
  const { stdout } = await callCli(['flow', 'list', '--workspace', 'ws'], options());
  expect(stdout).toContain('Own (own)\n  1  send Create\n  2  delay 1 ms');
  const unknown = await callCli(['flow', 'run', 'Onw', '--workspace', 'ws'], options());
  expect(unknown.stderr).toContain('did you mean "Own"');
});

test('variables of the command line, and a value of the wrong kind', { tags: ['full'] }, async () => {
  const steps = "- type: script\n  code: console.log(pm.environment.get('who'), pm.variables.get('who'))";
  expect((await run(steps, '--env-var', 'who=me')).stdout).toContain('log: me me');
  const wrong = await run('- type: loop\n  times: many\n  steps: []');
  expect(wrong.stderr).toContain('own.yaml:5: steps[0].times is a text: give a number');
});

test('a flow begins at a step, and tells what each step did', async () => {
  const before = paths().length;
  const result = await run(
    `- { type: send, request: Create }
- type: loop
  times: 2
  steps: [{ type: send, request: State }, { type: extract, path: $.polls, variable: polls }]
- { type: extract, path: $.none, variable: none }`,
    '--from',
    '2',
    '--steps',
    '--silent',
  );
  expect(result.code).toBe(1);
  expect(paths().slice(before)).toEqual(['/state/%7B%7Border%7D%7D', '/state/%7B%7Border%7D%7D']);
  const lines = result.stdout.split('\n').filter((line) => line.startsWith('step '));
  expect(lines.map((line) => line.replace(/\d+ ms$/, 'ms'))).toEqual([
    'step 2.steps.1 (round 1)  200  ms',
    'step 2.steps.2 (round 1)  polls = 1  ms',
    'step 2.steps.1 (round 2)  200  ms',
    'step 2.steps.2 (round 2)  polls = 2  ms',
    'step 2  polls = 2  ms',
    'step 3  step 3 (extract): $.none is not in the response of State  ms',
  ]);
  expect(await run('- { type: send, request: Create }', '--from', '2')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('has no step 2'),
  });
});
