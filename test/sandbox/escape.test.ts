// Hostile scripts in the sandbox: each has one of its allowed outcomes, the host is not affected otherwise,
// and the next script finds a clean state.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobResult } from '../../src/sandbox/job.ts';
import { writeCall } from '../../src/sandbox/rule-runtime/input.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { PLAIN_PROBES, RULES_PROBES, type Allowed, type Probe } from '../helpers/sandbox-probes.ts';
import { sampled } from '../helpers/scale.ts';

const LIMITS = {
  memoryBytes: 32 * 1024 * 1024,
  outputBytes: 1024 * 1024,
  consoleLines: 20,
  consoleBytes: 4096,
  hostCalls: 10,
};

/** Probes that may end by a time-out get a short one; all others get more than they can need. */
const limitsOf = (allowed: Allowed): typeof LIMITS & { readonly timeoutMs: number } => ({
  ...LIMITS,
  timeoutMs: Array.isArray(allowed) && allowed.includes('timeout') ? 150 : 10_000,
});

/** With one thread, the script after a probe runs where the probe ran. */
const sandbox = new Sandbox({ threads: 1 });
const calls: string[] = [];

async function onHostCall(name: string, json: string): Promise<string> {
  calls.push(name);
  if (name === 'ask') return Promise.resolve(`{"asked":${json}}`);
  if (name === 'refuse') throw new Error('it is refused');
  if (name === 'ignore') return new Promise(() => {});
  throw new Error(`there is no ${name} here`);
}

const runPlain = ({ code, allowed }: Omit<Probe, 'name'>): Promise<JobResult> =>
  sandbox.run({
    setup: 'plain',
    script: `async function main(input) { ${code} }`,
    call: 'main',
    input: '{"list": [1]}',
    limits: limitsOf(allowed),
    onHostCall,
  });

const RULE_INPUT = writeCall({
  context: {
    scriptName: '',
    matchingRule: '',
    flow: { id: '', app: null, clientIP: null, serverIP: null },
  },
  url: '',
  request: {
    method: 'GET',
    scheme: 'http',
    host: 'a.test',
    port: 80,
    path: '/',
    query: '',
    headers: [],
    body: new Uint8Array(0),
  },
}).input;

const runRules = ({ code, allowed }: Omit<Probe, 'name'>): Promise<JobResult> =>
  sandbox.run({
    setup: 'rules',
    setupInput: '{"env": {"list": [1]}}',
    script: `async function onRequest(context, url, request) { const result = await (async () => { ${code} })(); return { headers: { 'x-result': String(result) } }; }`,
    call: 'onRequest',
    input: RULE_INPUT,
    bodies: [new Uint8Array(0)],
    limits: limitsOf(allowed),
    onHostCall,
  });

// Everything reachable from the global object: names, kinds and attributes, and the source text of functions.
const FINGERPRINT: Omit<Probe, 'name'> = {
  allowed: ['value'],
  code: `
  const seen = new Set(); let count = 0, sum = 0;
  const add = (text) => { count += 1; for (let i = 0; i < text.length; i += 1) sum = (sum * 31 + text.charCodeAt(i)) | 0; };
  const walk = (value) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    for (const key of Reflect.ownKeys(value)) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      add(String(key) + typeof property.value + property.enumerable + property.configurable + property.writable);
      if (typeof property.value === 'string') add(property.value);
      walk(property.value); walk(property.get); walk(property.set);
    }
    walk(Object.getPrototypeOf(value));
  };
  walk(globalThis);
  return count + '/' + sum;`,
};

function valueOf({ outcome }: JobResult): unknown {
  if (outcome.type !== 'value') throw new Error(JSON.stringify(outcome));
  return JSON.parse(outcome.json);
}

function check(result: unknown, outcome: JobResult['outcome'], allowed: Allowed): void {
  if ('value' in allowed) expect([outcome.type, result]).toEqual(['value', allowed.value]);
  else if ('error' in allowed)
    expect(outcome.type === 'error' ? `${outcome.name}: ${outcome.message}` : outcome).toMatch(allowed.error);
  else expect(allowed).toContain(outcome.type);
}

function checkBounds({ outcome, console }: JobResult): void {
  expect(console.length).toBeLessThanOrEqual(LIMITS.consoleLines + 1);
  expect(console.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(
    LIMITS.consoleBytes + 100,
  );
  expect(JSON.stringify(outcome).length).toBeLessThan(2 * LIMITS.outputBytes);
  if (outcome.type === 'error') expect(outcome.stack).not.toMatch(/node_modules|\/src\/|\/dist\/|file:/);
}

const fresh = new Map<string, unknown>();
beforeAll(async () => {
  fresh.set('plain', valueOf(await runPlain(FINGERPRINT)));
  fresh.set('rules', valueOf(await runRules(FINGERPRINT)));
});
afterAll(() => sandbox.close());

test('there are enough probes, each under its own name', () => {
  expect(PLAIN_PROBES.length + RULES_PROBES.length).toBeGreaterThanOrEqual(100);
});

describe('a script without anything', () => {
  test.each(sampled(PLAIN_PROBES, 30))('$name', async (probe) => {
    calls.length = 0;
    const result = await runPlain(probe);
    check(
      result.outcome.type === 'value' ? JSON.parse(result.outcome.json) : null,
      result.outcome,
      probe.allowed,
    );
    checkBounds(result);
    expect(calls.length).toBeLessThanOrEqual(LIMITS.hostCalls);
    expect(valueOf(await runPlain(FINGERPRINT))).toBe(fresh.get('plain'));
  });
});

describe('a script of a rule', () => {
  test.each(sampled(RULES_PROBES, 15))('$name', async (probe) => {
    const result = await runRules(probe);
    const { outcome } = result;
    const headers: string = outcome.type === 'value' ? JSON.parse(outcome.json).changes.headers : '';
    check(headers.split('\n')[1], outcome, probe.allowed);
    checkBounds(result);
    expect(valueOf(await runRules(FINGERPRINT))).toEqual(fresh.get('rules'));
  });
});

test('nothing of it has reached this process', () => {
  expect(({} as Record<string, unknown>)['stolen']).toBeUndefined();
  expect(Object.hasOwn(globalThis, 'stolen')).toBe(false);
});
