// Hostile scripts of collections: each has one of its allowed outcomes within its limits, reaches nothing of
// the machine, and the next script finds a clean state.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScriptHost, ScriptOutcome, ScriptTask } from '../../src/runs/scripts/contract.ts';
import { ScriptRunner, type ScriptLimits } from '../../src/runs/scripts/index.ts';
import { PLAIN_PROBES, RULES_PROBES, type Allowed, type Probe } from '../helpers/sandbox-probes.ts';
import { sampled } from '../helpers/scale.ts';

const MIB = 1024 * 1024;
const LIMITS: Partial<ScriptLimits> = {
  memoryBytes: 32 * MIB,
  outputBytes: MIB,
  consoleLines: 20,
  consoleBytes: 4096,
  hostCalls: 10,
  requests: 3,
  waitMs: 500,
};

const patient = new ScriptRunner({ threads: 1, limits: { ...LIMITS, timeoutMs: 10_000 } });
const hurried = new ScriptRunner({ threads: 1, limits: { ...LIMITS, timeoutMs: 200 } });
let sent = 0;
const host: ScriptHost = {
  sendRequest: async () => {
    sent += 1;
    return Promise.resolve({
      status: 200,
      reason: 'OK',
      headers: [],
      body: Buffer.from('{}'),
      timeMs: 1,
      size: 2,
      cookies: [],
      trailers: [],
      messages: [],
      httpVersion: 'HTTP/1.1',
      url: 'http://a.test/',
    });
  },
  cookies: {
    of: () => Promise.resolve([]),
    set: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    clear: () => Promise.resolve(),
    clearAll: () => Promise.resolve(),
  },
};

function run(runner: ScriptRunner, script: string): Promise<ScriptOutcome> {
  const task: ScriptTask = {
    phase: 'test',
    script,
    where: 'request R',
    environmentName: 'E',
    settings: {},
    requestDocs: '',
    info: { iteration: 0, iterationCount: 1, requestName: 'R', requestId: 'id', eventName: 'test' },
    scopes: { globals: {}, collection: {}, environment: { list: [1] }, request: {}, data: {}, local: {} },
    request: {
      id: 'id',
      name: 'R',
      method: 'GET',
      url: 'http://a.test/',
      query: [],
      path: [],
      headers: [],
      body: { type: 'none' },
      auth: { type: 'none' },
    },
    response: {
      status: 200,
      reason: 'OK',
      headers: [],
      body: Buffer.from('{"a":1}'),
      timeMs: 1,
      size: 7,
      cookies: [],
      trailers: [],
      messages: [],
      httpVersion: 'HTTP/1.1',
      url: 'http://a.test/',
    },
    cookies: [],
    location: ['C', 'R'],
  };
  return runner.run(task, host);
}

const runnerFor = (allowed: Allowed): ScriptRunner =>
  Array.isArray(allowed) && allowed.includes('timeout') ? hurried : patient;

/** Stores the probe's result in a variable, with functions that it cannot have replaced. */
const looking = (code: string): string => `
  const { stringify } = JSON, set = pm.globals.set.bind(pm.globals), input = { list: [1] };
  const found = await (async () => { ${code} })();
  set('found', stringify([found]));`;

const names = ['process', 'require', 'module', 'global', 'Buffer', 'navigator', 'WebAssembly', 'setTimeout'];
const HERE = 'undefined function undefined object function undefined undefined function';
const NOTHING = names.map(() => 'undefined').join(' ');

/** Probes for other globals: no `hostCall`, no messages, `fetch` and `sleep` of a rule; `require`, `Buffer` and timers. */
const probes = [...PLAIN_PROBES, ...RULES_PROBES].filter(
  ({ code }) =>
    !/hostCall|globalThis\.env|sharedState|\brequest\b|\burl\b|\bcontext\b|\bbase64\.|\bhash\.|\buuid\(|\bfetch\(|\bsleep\(/.test(
      code,
    ),
);

/** Parts of our runtime that a script destroys are missing for its own variables only. */
const EXCEPTIONS: Readonly<Record<string, Allowed>> = {
  require: { error: /Cannot find module 'fs'/ },
  timers: { value: ['function', 'function', 'function', 'function'] },
  'Object.prototype': ['error'],
  'Array.prototype': ['error'],
  'freezing everything': ['error'],
  'deleting everything': ['error'],
  'setting env': ['value'],
};

function allowedHere({ name, allowed }: Probe): Allowed {
  if ('value' in allowed && allowed.value === NOTHING) return { value: HERE };
  return EXCEPTIONS[name] ?? allowed;
}

function check(outcome: ScriptOutcome, allowed: Allowed): void {
  const { error } = outcome;
  if ('value' in allowed) {
    expect(error).toBeNull();
    const [value = null] = JSON.parse(String(outcome.scopes.globals?.['found']));
    expect(value).toEqual(allowed.value ?? null);
  } else if ('error' in allowed) expect(`${error?.name}: ${error?.message}`).toMatch(allowed.error);
  else expect(allowed, `${error?.name}: ${error?.message}`).toContain(kindOf(error));
}

function kindOf(error: ScriptOutcome['error']): string {
  if (error === null) return 'value';
  return { TimeoutError: 'timeout', MemoryError: 'memory' }[error.name] ?? 'error';
}

function checkBounds({ console, error, tests }: ScriptOutcome): void {
  expect(console.length).toBeLessThanOrEqual(21);
  expect(console.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(4096 + 100);
  expect(JSON.stringify(tests).length).toBeLessThan(2 * MIB);
  expect(error?.stack ?? '').not.toMatch(/node_modules|\/src\/|\/dist\/|file:/);
}

/** Everything reachable from the global object: names, kinds and attributes, and source texts. */
const FINGERPRINT = `
  const seen = new Set(); let count = 0, sum = 0;
  const add = (text) => { count += 1; for (let i = 0; i < text.length; i += 1) sum = (sum * 31 + text.charCodeAt(i)) | 0; };
  const walk = (value) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    for (const key of Reflect.ownKeys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      add(String(key) + typeof property.value + property.enumerable + property.configurable + property.writable);
      walk(property.value); walk(property.get); walk(property.set);
    }
    walk(Object.getPrototypeOf(value));
  };
  walk(globalThis);
  pm.globals.set('fingerprint', count + '/' + sum);`;

const fingerprint = async (runner: ScriptRunner): Promise<unknown> =>
  (await run(runner, FINGERPRINT)).scopes.globals?.['fingerprint'];

const fresh = new Map<ScriptRunner, unknown>();
beforeAll(async () => {
  fresh.set(patient, await fingerprint(patient));
  fresh.set(hurried, fresh.get(patient));
  // A new thread takes time to start.
  await run(hurried, '');
}, 60_000);
afterAll(async () => {
  await patient.close();
  await hurried.close();
});

test('there are enough probes', () => {
  expect(probes.length).toBeGreaterThanOrEqual(100);
  expect(fresh.get(patient)).toMatch(/^\d{4,}\//);
});

test.each(sampled(probes, 16))('$name', async (probe) => {
  const allowed = allowedHere(probe);
  const outcome = await run(runnerFor(allowed), looking(probe.code));
  check(outcome, allowed);
  checkBounds(outcome);
  expect(await fingerprint(patient)).toBe(fresh.get(patient));
});

describe('by what these scripts have', () => {
  test.each(
    sampled<readonly [string, Allowed, RegExp | null]>(
      [
        [`import('x').catch(e => e.constructor.constructor('return process')())`, ['value'], null],
        [
          `await import('x').catch(e => e.constructor.constructor('return process')())`,
          ['error'],
          /'process' is not defined/,
        ],
        [
          `await pm.sendRequest('http://a').then((r) => r.constructor.constructor('return process')())`,
          ['error'],
          /'process' is not defined/,
        ],
        [`pm.response.json.constructor('return process')()`, ['error'], /'process' is not defined/],
        [`require('lodash').template('<%= process.env %>')()`, ['error'], /'process' is not defined/],
        [
          `require('util').inspect.constructor('return process.binding')()`,
          ['error'],
          /'process' is not defined/,
        ],
        [`require('child_process')`, ['error'], /Cannot find module 'child_process'/],
        [`require('../../../../package.json')`, ['error'], /Cannot find the module .* in the folder/],
        [`require('__proto__')`, ['error'], /Cannot find module '__proto__'/],
        [`require('constructor')`, ['error'], /Cannot find module 'constructor'/],
        [`for (;;) pm.sendRequest('http://a')`, ['error'], /a script may send at most 3 requests/],
        [`for (;;) { try { pm.sendRequest('http://a') } catch {} }`, ['timeout'], null],
        [`for (;;) setTimeout(() => {}, 1)`, ['error'], /more than 10 calls/],
        [`setInterval(() => {}, 1)`, ['error'], /more than 10 calls/],
        [`setTimeout(() => {}, 1e9)`, ['timeout'], null],
        [`setTimeout(() => { for (;;); }, 0)`, ['timeout'], null],
        [`(function again() { Promise.resolve().then(again) })()`, ['timeout'], null],
        [`await new Promise(() => {})`, ['error'], /never settles/],
        [`for (;;) pm.test('x', () => {})`, ['error', 'timeout', 'memory'], null],
        [
          `for (let i = 0; ; i += 1) pm.environment.set('k' + i, 'x'.repeat(1000))`,
          ['memory', 'timeout'],
          null,
        ],
        [`pm.environment.set('a', 'x'.repeat(3e6))`, ['error'], /larger than/],
        [`const a = {}; a.a = a; pm.environment.set('a', a)`, ['error'], /circular/],
        [`for (;;) console.log('x'.repeat(1e5))`, ['timeout'], null],
        [
          `pm.variables.set('a', '{{a}}{{a}}'); pm.variables.replaceIn('{{a}}')`,
          ['memory', 'timeout', 'error'],
          null,
        ],
        [`pm.expect('a'.repeat(40) + '!').to.match(/^(a+)+$/)`, ['timeout'], null],
        [`require('cheerio').load('<p>'.repeat(1e5))`, ['value', 'timeout', 'memory', 'error'], null],
        [`xml2Json('<a>'.repeat(1e5))`, ['value', 'timeout', 'memory', 'error'], null],
        [`pm.response.to.have.jsonSchema({ $ref: '#' })`, ['value', 'timeout', 'memory', 'error'], null],
        [`JSON.stringify = () => 'nothing'; pm.environment.set('a', 1)`, ['value'], null],
        [`Object.prototype.toJSON = () => 'x'; pm.environment.set('a', 1)`, ['error', 'value'], null],
        [
          `Array.prototype.map = Array.prototype.flatMap = Object.entries = () => { throw new Error('mine') }; pm.environment.set('a', 1)`,
          ['error', 'value'],
          null,
        ],
        [`Object.defineProperty(pm, 'test', { value: 1 })`, ['error'], /TypeError/],
        [`}); globalThis.other = 1; (() => {`, ['error', 'value'], null],
        [`}`, ['error'], /SyntaxError/],
        [`$script(() => {})`, ['error'], /not defined|not a function/],
      ],
      12,
    ),
  )('%s', async (script, allowed, message) => {
    sent = 0;
    const outcome = await run(runnerFor(allowed), script);
    expect(allowed, outcome.error?.message).toContain(kindOf(outcome.error));
    if (message !== null) expect(`${outcome.error?.name}: ${outcome.error?.message}`).toMatch(message);
    checkBounds(outcome);
    expect(sent).toBeLessThanOrEqual(3);
    expect(await fingerprint(patient)).toBe(fresh.get(patient));
  });
});

test('a script that was given up is followed by others, and leaves no variables', async () => {
  expect((await run(hurried, 'pm.environment.set("a", 1); for (;;);')).scopes).toEqual({});
  expect((await run(hurried, 'pm.environment.set("a", 2)')).scopes.environment).toEqual({ list: [1], a: 2 });
});

test('names of variables are names', async () => {
  const script = `pm.environment.set('__proto__', 'p'); pm.environment.set('constructor', 'c'); pm.test('own', () => pm.expect(pm.environment.get('__proto__')).to.equal('p'))`;
  const { scopes, tests } = await run(patient, script);
  expect(tests).toMatchObject([{ passed: true }]);
  expect(Object.entries(scopes.environment ?? {})).toContainEqual(['__proto__', 'p']);
});

test('nothing of it has reached this process', () => {
  expect(({} as Record<string, unknown>)['stolen']).toBeUndefined();
  expect(Object.hasOwn(globalThis, 'stolen')).toBe(false);
});
