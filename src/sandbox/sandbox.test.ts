import { afterAll, describe, expect, test } from 'vitest';
import type { Job, JobResult, Outcome } from './job.ts';
import { Sandbox } from './sandbox.ts';
import { sampled } from '../../test/helpers/scale.ts';

const sandbox = new Sandbox({ threads: 1 });
afterAll(() => sandbox.close());

const PATIENT = { timeoutMs: 10_000 };

const run = (script: string, job: Partial<Job> = {}): Promise<JobResult> =>
  sandbox.run({ setup: 'plain', script, call: 'main', limits: PATIENT, ...job });
const outcome = async (script: string, job: Partial<Job> = {}): Promise<Outcome> =>
  (await run(script, job)).outcome;
const value = (json: string): Outcome => ({ type: 'value', json });

/** Limits of memory in MiB: below, at and above what a WebAssembly memory grows by. */
const SIZES = [33, 8, 48, 64, 80];

describe('a job', () => {
  test.each([
    ['function main(input) { return input.a + 1 }', value('3')],
    ['const main = (input) => [input]', value('[{"a":2}]')],
    ['async function main(input) { await null; return input }', value('{"a":2}')],
    ['let main = async () => { throw new TypeError("no") }', { type: 'error', name: 'TypeError', line: 1 }],
    ['\n\nfunction main() {\n  missing();\n}', { type: 'error', name: 'ReferenceError', line: 4, column: 3 }],
    ['const a = 1;\nconst b = ;', { type: 'error', name: 'SyntaxError', line: 2 }],
    ['throw new Error("at once")', { type: 'error', message: 'at once', line: 1 }],
    ['', { type: 'error', name: 'TypeError', message: 'the script has no function main' }],
    ['function main() { for (;;); }', { type: 'timeout' }],
    ['function main() { const a = []; for (;;) a.push("x".repeat(1e6) + a.length) }', { type: 'memory' }],
  ])('%j', async (script, expected) => {
    const limits = { timeoutMs: expected.type === 'timeout' ? 50 : 10_000, memoryBytes: 8 * 1024 * 1024 };
    expect(await outcome(script, { input: '{"a":2}', limits })).toMatchObject(expected);
  });

  // Without memory the engine drops the pending job, and nothing is left that could settle the promise.
  test.each(sampled(SIZES, 1))('a chain of promises that fills %i MiB', async (size) => {
    const script =
      'async function main() { const again = () => Promise.resolve().then(again); await again() }';
    const limits = { ...PATIENT, memoryBytes: size * 1024 * 1024 };
    expect(await outcome(script, { limits })).toEqual({ type: 'memory' });
  });

  test.each(sampled(SIZES, 1))('an object whose keys fill %i MiB', async (size) => {
    const script = 'function main() { const all = {}; for (let i = 0; ; i += 1) all["k" + i] = i }';
    const limits = { ...PATIENT, memoryBytes: size * 1024 * 1024 };
    expect(await outcome(script, { limits })).toEqual({ type: 'memory' });
  });

  test('the stack names places in the script alone', async () => {
    const found = await outcome('function inner() { null.x }\nfunction main() { inner() }');
    expect(found).toMatchObject({ stack: '    at inner (script.js:1:24)\n    at main (script.js:2:24)' });
  });

  test('without a call the script is only run', async () => {
    expect(await outcome('globalThis.a = 1', { call: null })).toEqual(value('null'));
  });

  test('an unknown setup is reported', async () => {
    expect(await outcome('', { setup: 'none' })).toMatchObject({ message: 'there is no setup none' });
  });

  test('starts clean each time, and does not know the numbers before', async () => {
    const script = 'globalThis.n = (globalThis.n ?? 0) + 1; function main() { return [n, Math.random()] }';
    const results = await Promise.all(Array.from({ length: 4 }, () => outcome(script)));
    const numbers = results.map((each) => (each.type === 'value' ? (JSON.parse(each.json) as number[]) : []));
    expect(numbers.map(([n]) => n)).toEqual([1, 1, 1, 1]);
    expect(new Set(numbers.map(([, random]) => random)).size).toBe(4);
  });

  test('starts clean after many', async () => {
    const spoil = `let seen = typeof left + typeof [].left + JSON.stringify({ a: 1 });
      globalThis.left = 'x'.repeat(5000); Array.prototype.left = 1; JSON.stringify = () => 'left';
      async function main() { await null; return seen }`;
    const first = await outcome(spoil);
    expect(first).toMatchObject({ json: expect.stringContaining('undefinedundefined{') });
    for (let round = 0; round < 30; round += 1) {
      const all = await Promise.all(Array.from({ length: 16 }, () => outcome(spoil)));
      expect(new Set(all.map((each) => JSON.stringify(each)))).toEqual(new Set([JSON.stringify(first)]));
    }
    const endless = { limits: { timeoutMs: 20 } };
    expect(await outcome(`${spoil}; for (;;) left += 'x'`, endless)).toMatchObject({
      type: expect.stringMatching('timeout|memory'),
    });
    expect(await outcome(spoil)).toEqual(first);
  });

  test('its result is bounded in bytes', async () => {
    const limits = { ...PATIENT, outputBytes: 1000 };
    expect(await outcome('function main() { return "é".repeat(499) }', { limits })).toEqual(
      value(JSON.stringify('é'.repeat(499))),
    );
    expect(await outcome('function main() { return "é".repeat(500) }', { limits })).toMatchObject({
      name: 'RangeError',
      message: 'the result is larger than 1000 bytes',
    });
    expect(await outcome('function main() { return "é".repeat(500000) }', { limits })).toMatchObject({
      name: 'RangeError',
    });
  });
});

describe('the console', () => {
  test('shows values as a console does', async () => {
    const { console } = await run(`function main() {
      console.log('a', 1, null, undefined, { b: [1, 2] }, 3n, Symbol('s'), () => 1);
      const cycle = { name: 'c' }; cycle.self = cycle;
      console.warn(cycle, new Map([[1, 2]]), new Uint8Array(3));
      console.error(new TypeError('wrong'));
      console.info('\\0\\ud800'); console.debug();
    }`);
    expect(console).toEqual([
      { level: 'log', text: 'a 1 null undefined {"b":[1,2]} 3n Symbol(s) [function]' },
      { level: 'warn', text: '{"name":"c","self":"[circular]"} [[1,2]] [3 bytes]' },
      { level: 'error', text: 'TypeError: wrong\n    at main (script.js:5:34)' },
      { level: 'info', text: '\0\ud800' },
      { level: 'debug', text: '' },
    ]);
  });

  test('is limited, with a note', async () => {
    const limits = { ...PATIENT, consoleLines: 3, consoleBytes: 20 };
    const lines = async (body: string): Promise<readonly string[]> =>
      (await run(`function main() { ${body} }`, { limits })).console.map(({ text }) => text);
    expect(await lines('for (let i = 0; i < 9; i += 1) console.log(i)')).toEqual([
      '0',
      '1',
      '2',
      'Further output is left out.',
    ]);
    expect(await lines('console.log("x".repeat(1e6)); console.log("y")')).toEqual([
      'x'.repeat(20),
      'Further output is left out.',
    ]);
  });

  test('keeps console output, whatever the outcome', async () => {
    const { console, outcome: end } = await run('function main() { console.log("before"); for (;;); }', {
      limits: { timeoutMs: 50 },
    });
    expect([console, end]).toEqual([[{ level: 'log', text: 'before' }], { type: 'timeout' }]);
  });
});

describe('calls to the host', () => {
  const onHostCall: NonNullable<Job['onHostCall']> = async (name, json) => {
    if (name === 'fail') throw new Error('refused');
    await new Promise((resolve) => setTimeout(resolve, 5));
    return json;
  };

  test('are promises', async () => {
    const script = `async function main() {
      const [a, b] = await Promise.all([hostCall('echo', { a: 1 }), hostCall('echo', [2])]);
      return [a, b, await hostCall('fail', 1).catch((error) => error.message)];
    }`;
    expect(await outcome(script, { onHostCall })).toEqual(value('[{"a":1},[2],"refused"]'));
  });

  test('are waited for, though the script does not', async () => {
    const script = `const seen = []; function main() { hostCall('echo', 1).then((a) => seen.push(a)); return seen }`;
    expect(await outcome(script, { onHostCall })).toEqual(value('[1]'));
  });

  test('other jobs run meanwhile on the same thread', async () => {
    const held = Promise.withResolvers<string>();
    const first = outcome(`async function main() { return await hostCall('wait', 0) }`, {
      onHostCall: () => held.promise,
    });
    expect(await outcome('function main() { return 2 }')).toEqual(value('2'));
    held.resolve('1');
    expect(await first).toEqual(value('1'));
  });

  test('are bounded in number and in time', async () => {
    const limits = { timeoutMs: 100, hostCalls: 2 };
    expect(
      await outcome('function main() { for (;;) hostCall("echo", 1) }', {
        onHostCall,
        limits: { ...PATIENT, hostCalls: 2 },
      }),
    ).toMatchObject({ name: 'TypeError', message: 'more than 2 calls to the host' });
    const never = (): Promise<string> => new Promise(() => {});
    expect(
      await outcome('async function main() { await hostCall("a", 1) }', { onHostCall: never, limits }),
    ).toEqual({
      type: 'timeout',
    });
  });

  test('a response that is not JSON is an error of the script', async () => {
    const script = 'async function main() { return await hostCall("a", 1) }';
    expect(await outcome(script, { onHostCall: () => Promise.resolve('{') })).toMatchObject({
      type: 'error',
    });
  });
});

describe('a cached context', () => {
  const script =
    'let n = 0; function main() { n += 1; return n } function fail() { n += 10; throw new Error("x") } function hang() { for (;;); }';
  const keep = (key: string): Partial<Job> => ({ reuse: { group: 'kept', key } });

  test('has run its script once, and is alone with it', async () => {
    expect(await outcome(script, keep('a'))).toEqual(value('1'));
    expect(await outcome(script, { ...keep('a'), call: 'fail' })).toMatchObject({ message: 'x' });
    expect(await outcome(script, keep('a'))).toEqual(value('12'));
    expect(await outcome(script, keep('b'))).toEqual(value('1'));
  });

  test('is recreated after a time-out', async () => {
    expect(await outcome(script, keep('c'))).toEqual(value('1'));
    expect(await outcome(script, { ...keep('c'), call: 'hang', limits: { timeoutMs: 50 } })).toEqual({
      type: 'timeout',
    });
    expect(await outcome(script, keep('c'))).toEqual(value('1'));
  });

  test('is recreated when its memory grew', async () => {
    const grows = `${script} function grow() { return new Uint8Array(40 * 1024 * 1024).length }`;
    expect(await outcome(grows, keep('d'))).toEqual(value('1'));
    expect(await outcome(grows, { ...keep('d'), call: 'grow' })).toMatchObject({ type: 'value' });
    expect(await outcome(grows, keep('d'))).toEqual(value('1'));
  });

  test('answers in order, and goes with its group', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => outcome(script, keep('e'))));
    expect(all).toEqual(Array.from({ length: 20 }, (_, index) => value(String(index + 1))));
    sandbox.forget('kept');
    expect(await outcome(script, keep('e'))).toEqual(value('1'));
  });

  test('more scripts than cached contexts still run', async () => {
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    for (const number of numbers)
      expect(await outcome(`function main() { return ${number} }`, keep(`many ${number}`))).toEqual(
        value(String(number)),
      );
    expect(await outcome('function main() { return 0 }', keep('many 0'))).toEqual(value('0'));
  });
});

describe('a thread that hangs', () => {
  const HANG = 'function main() { return [].indexOf.call({ length: 2 ** 53 - 1 }, 1) }';

  test('is replaced; queued jobs run again', { tags: ['full'] }, async () => {
    const hung = outcome(HANG, { limits: { timeoutMs: 50 } });
    const behind = outcome('function main() { return 1 }');
    expect(await hung).toEqual({ type: 'timeout' });
    expect(await behind).toEqual(value('1'));
  });

  test('a job that had asked the host for something is not begun again', { tags: ['full'] }, async () => {
    let calls = 0;
    const firstCall = Promise.withResolvers<string>();
    const waiting = outcome('async function main() { await hostCall("a", 1) }', {
      limits: { timeoutMs: 500 },
      onHostCall: () => {
        calls += 1;
        firstCall.resolve('');
        return new Promise(() => {});
      },
    });
    await firstCall.promise;
    const hung = outcome(HANG, { limits: { timeoutMs: 50 } });
    expect(await hung).toEqual({ type: 'timeout' });
    expect(await waiting).toMatchObject({ type: 'error', name: 'SandboxError' });
    expect(calls).toBe(1);
  });
});

test('closing ends running and later jobs', async () => {
  const closing = new Sandbox();
  const job: Job = { setup: 'plain', script: 'function main() { for (;;); }', call: 'main' };
  const running = closing.run(job);
  await closing.close();
  const closed = { type: 'error', name: 'SandboxError', message: 'the sandbox is closed' };
  expect((await running).outcome).toMatchObject(closed);
  expect((await closing.run(job)).outcome).toMatchObject(closed);
});
