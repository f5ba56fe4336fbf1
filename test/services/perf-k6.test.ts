// Load tests as k6 scripts: they parse, their options are ours, and run with stand-ins for the modules of k6 they send
// the same requests and check the same things.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'acorn';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { callCli } from '../helpers/called-cli.ts';
import { writeCollection, writeJson } from '../helpers/collections.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';

let home: TemporaryHome;

const STAND_INS = {
  'index.js': `export const seen = { checks: [], groups: [], slept: [] };
export const check = (value, checks) => {
  for (const [name, holds] of Object.entries(checks)) seen.checks.push([name, holds(value)]);
};
export const group = (name, run) => { seen.groups.push(name); run(); };
export const sleep = (seconds) => seen.slept.push(seconds);`,
  'http.js': `export const sent = [];
export default {
  request(method, url, body, params) {
    sent.push({ method, url, body, params });
    const text = JSON.stringify({ id: 7, tags: ['a', 'b'] });
    return { status: 200, status_text: '200 OK', body: text, json: () => JSON.parse(text),
      headers: { 'Content-Type': 'application/json' }, timings: { duration: 3 } };
  },
};`,
  'metrics.js': `export const added = { errors: [], error_count: [] };
class Metric {
  constructor(name) { this.name = name; }
  add(value, tags) { added[this.name].push([value, tags.name]); }
}
export class Rate extends Metric {}
export class Counter extends Metric {}`,
  'encoding.js': `export default { b64encode: (text) => Buffer.from(text).toString('base64') };`,
  'execution.js': `export default {
  scenario: { iterationInTest: 1 },
  instance: { currentTestRunDuration: 12000 },
  vu: { idInTest: 3, metrics: { tags: {} } },
};`,
};

beforeAll(() => {
  home = temporaryHome();
  const k6 = join(home.path, 'node_modules', 'k6');
  mkdirSync(k6, { recursive: true });
  for (const [name, source] of Object.entries(STAND_INS)) writeFileSync(join(k6, name), source);
  writeJson(k6, 'package.json', {
    type: 'module',
    exports: {
      '.': './index.js',
      './http': './http.js',
      './encoding': './encoding.js',
      './execution': './execution.js',
      './metrics': './metrics.js',
    },
  });
  Object.assign(globalThis, { __ENV: { region: 'north' } });
});

afterAll(() => {
  Reflect.deleteProperty(globalThis, '__ENV');
  home.remove();
});

interface Exported {
  readonly stderr: string;
  readonly source: string;
  readonly options: unknown;
  readonly run: () => void;
}

let number = 0;

const moduleOf = z.object({ default: z.custom<() => void>(), options: z.unknown() });

async function exported(file: string, ...args: readonly string[]): Promise<Exported> {
  const path = join(home.path, `load-${number++}.mjs`);
  const { code, stderr } = await callCli(['perf', file, '--export-k6', path, ...args], { home: home.path });
  expect(code).toBe(0);
  const source = readFileSync(path, 'utf8');
  parse(source, { ecmaVersion: 2022, sourceType: 'module' });
  const loaded = moduleOf.parse(await import(/* @vite-ignore */ pathToFileURL(path).href));
  return { stderr, source, options: loaded.options, run: loaded.default };
}

const seenSchema = z.object({
  seen: z.object({
    checks: z.array(z.tuple([z.string(), z.boolean()])),
    groups: z.array(z.string()),
    slept: z.array(z.number()),
  }),
});
const sentSchema = z.object({
  sent: z.array(
    z.looseObject({
      method: z.string(),
      url: z.string(),
      body: z.string().nullable(),
      params: z.looseObject({ headers: z.record(z.string(), z.string()) }),
    }),
  ),
});

async function standIn(name: string): Promise<unknown> {
  return import(/* @vite-ignore */ pathToFileURL(join(home.path, 'node_modules', 'k6', name)).href);
}

test('stages and a random think time', async () => {
  const file = writeCollection(home.path, 'one', [{ name: 'A', url: 'http://127.0.0.1/a' }]);
  const args = ['--stage', '10s:5', '--stage', '1m:5,5s:0', '--think-time', '500-2000'];
  const { options, source } = await exported(file, ...args);
  expect(options).toMatchObject({
    scenarios: {
      load: {
        executor: 'ramping-vus',
        startVUs: 0,
        stages: [
          { duration: '10000ms', target: 5 },
          { duration: '60000ms', target: 5 },
          { duration: '5000ms', target: 0 },
        ],
      },
    },
  });
  expect(source).toContain('sleep(0.5 + Math.random() * 1.5);');
});

test.each([
  ['fixed', [], { executor: 'constant-vus', vus: 8, duration: '10000ms' }],
  [
    'rampUp',
    [],
    {
      executor: 'ramping-vus',
      startVUs: 2,
      stages: [
        { duration: '2500ms', target: 2 },
        { duration: '5000ms', target: 8 },
        { duration: '2500ms', target: 8 },
      ],
    },
  ],
  ['fixed', ['--rate', '50'], { executor: 'constant-arrival-rate', rate: 50, timeUnit: '1s', maxVUs: 8 }],
  ['peak', ['--rate', '50'], { executor: 'ramping-arrival-rate', startRate: 5, preAllocatedVUs: 8 }],
] as const)('the options of %s %j', async (profile, more, scenario) => {
  const file = writeCollection(home.path, 'one', [{ name: 'A', url: 'http://127.0.0.1/a' }]);
  const args = ['--vus', '8', '--duration', '10', '--profile', profile, ...more];
  const conditions = ['--fail-if', 'p95>300', '--fail-if', 'errors>1%', '--fail-if', 'rps<20'];
  const { options } = await exported(file, ...args, ...conditions);
  expect(options).toMatchObject({
    scenarios: { load: scenario },
    thresholds: {
      http_req_duration: ['p(95)<=300'],
      errors: ['rate<=0.01'],
      http_reqs: ['rate>=20'],
    },
  });
});

test('requests, variables, data, scripts and tests do the same', async () => {
  const data = writeJson(home.path, 'rows.json', [{ id: 'x' }, { id: 'y z' }]);
  const file = writeCollection(
    home.path,
    'shop',
    [
      {
        folder: 'Users',
        items: [
          {
            name: 'Read',
            url: 'http://{{host}}/users/{{id}}?region={{region}}',
            header: [{ key: 'X-Trace', value: '{{$guid}}' }],
            before: "pm.environment.set('token', 'secret');",
            test: [
              "pm.test('fits', () => {",
              '  pm.response.to.have.status(200);',
              '  pm.expect(pm.response.json().id).to.equal(7);',
              "  pm.expect(pm.response.json().tags).to.be.an('array').that.includes('b').and.has.lengthOf(2);",
              '});',
              "pm.test('does not fit', () => pm.expect(1).to.be.above(2));",
              "pm.test('not', () => pm.expect('a').to.not.equal('b'));",
              "pm.environment.set('last', pm.response.json().id);",
            ].join('\n'),
          },
        ],
      },
      { name: 'Write', method: 'POST', url: '{{host}}/orders/{{last}}', body: '{"token": "{{token}}"}' },
      { name: 'Odd', url: 'http://{{host}}/odd', test: "const _ = require('lodash');" },
    ],
    {
      variable: [{ key: 'host', value: 'shop.example:81' }],
      auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] },
    },
  );
  const { run, stderr } = await exported(file, '-d', data, '--think-time', '1500');
  run();
  const { sent } = sentSchema.parse(await standIn('http.js'));
  const { seen } = seenSchema.parse(await standIn('index.js'));
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET http://shop.example:81/users/y%20z?region=north',
    'POST http://shop.example:81/orders/7',
    'GET http://shop.example:81/odd',
  ]);
  expect(sent[0]?.params.headers).toEqual({
    'X-Trace': expect.stringMatching(/^[\da-f-]{36}$/),
    Authorization: 'Bearer secret',
  });
  expect(sent[1]?.body).toBe('{"token": "secret"}');
  expect(seen.checks).toEqual([
    ['fits', true],
    ['does not fit', false],
    ['not', true],
    ['status below 400', true],
  ]);
  expect(await standIn('metrics.js')).toMatchObject({
    added: {
      // A failed test is an error, as in a load test of our own.
      errors: [
        [true, 'Read'],
        [false, 'Write'],
        [false, 'Odd'],
      ],
      error_count: [
        [1, 'Read'],
        [0, 'Write'],
        [0, 'Odd'],
      ],
    },
  });
  expect(seen.groups).toEqual(['Users', 'Read', 'Write', 'Odd']);
  expect(seen.slept).toEqual([1.5]);
  expect(stderr).toMatch(/warning: the request Odd: the script of the request is left out: it uses require/);
});

test('what k6 has no equivalent for is named', async () => {
  const file = writeCollection(
    home.path,
    'odd',
    [
      { name: 'A\nB', url: 'http://127.0.0.1/{{$randomCity}}', test: 'this is (not JavaScript' },
      { name: 'C', url: 'http://127.0.0.1/c', test: "'use jetbrains'; client.test('a', () => {})" },
    ],
    { auth: { type: 'digest', digest: [] } },
  );
  const { options, stderr } = await exported(file, '--fail-if', 'errors>5');
  expect(stderr).toContain('{{$randomCity}} is sent as it is');
  expect(stderr).toContain('authorization of the type digest is left out');
  expect(options).toMatchObject({ thresholds: { error_count: ['count<=5'] } });
  expect(stderr).toMatch(/the script of the request is left out: (?:Unexpected|missing)/);
  expect(stderr).toContain('it uses the names of jetbrains, which k6 does not have');
});

test('weights, rows of users, and thresholds of a part that end the test', async () => {
  const data = writeJson(home.path, 'users.json', [{ id: 'x' }, { id: 'y' }]);
  const file = writeCollection(home.path, 'mix', [
    { folder: 'Orders', items: [{ name: 'List', url: 'http://127.0.0.1/list/{{id}}' }] },
    { name: 'Show', url: 'http://127.0.0.1/show/{{id}}' },
  ]);
  const { options, run, stderr } = await exported(
    file,
    ...['-d', data, '--data-per-user', '--weight', 'Show=2', '--stage', '10s:5', '--stage', '10s:5'],
    ...['--fail-if', 'p95{Orders/List}>300', '--fail-if', 'errors{stage:2}>1%', '--fail-if', 'rps<5'],
    ...['--fail-if', 'rps{Show}<5', '--abort-on-fail', '5'],
  );
  expect(options).toMatchObject({
    thresholds: {
      'http_req_duration{request:Orders/List}': [
        { threshold: 'p(95)<=300', abortOnFail: true, delayAbortEval: '5s' },
      ],
      'errors{stage:2}': [{ threshold: 'rate<=0.01', abortOnFail: true, delayAbortEval: '5s' }],
      http_reqs: ['rate>=5'],
    },
  });
  expect(stderr).toContain('the condition rps{Show}<5 is left out');
  const { length: before } = sentSchema.parse(await standIn('http.js')).sent;
  run();
  const { sent } = sentSchema.parse(await standIn('http.js'));
  expect(sent.slice(before).map(({ url }) => url)).toEqual(['http://127.0.0.1/list/x']);
  expect(await standIn('execution.js')).toMatchObject({
    default: { vu: { metrics: { tags: { stage: '2' } } } },
  });
});
