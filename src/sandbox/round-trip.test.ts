// Random values that go into a script and come back unchanged; the seed is printed.
import { afterAll, expect, test } from 'vitest';
import { seeded, type Random } from '../../test/fuzz/random.ts';
import { ScriptRuntime } from './rule-runtime/runtime.ts';
import { Sandbox } from './sandbox.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const random = seeded(seed);
const sandbox = new Sandbox({ threads: 1 });
afterAll(() => sandbox.close());
const limits = { timeoutMs: 10_000 };

const TEXTS = [
  '',
  '\0',
  '\ud800',
  '\udc00x',
  '\u2028',
  '"\\',
  '__proto__',
  'é',
  '\u{1f600}',
  '</script>',
  '\x7f\x1b[0m',
  'a'.repeat(5000),
];
const NUMBERS = [
  0,
  -1,
  1.5,
  2 ** 53 - 1,
  -(2 ** 53) + 1,
  1e300,
  5e-324,
  0.1,
  2 ** 31,
  2 ** 32,
  -(2 ** 31) - 1,
];

function text(of: Random): string {
  const codes = Array.from({ length: of.int(6) }, () => of.int(0x10000));
  return of.oneIn(2) ? of.pick(TEXTS) : String.fromCharCode(...codes);
}

function value(of: Random, depth = 0): unknown {
  switch (of.int(depth > 4 ? 4 : 6)) {
    case 0:
      return of.pick([null, true, false]);
    case 1:
      return of.oneIn(2) ? of.pick(NUMBERS) : of.int(2 ** 31) / of.pick([1, 3, 7, 1e9]);
    case 2:
    case 3:
      return text(of);
    case 4:
      return Array.from({ length: of.int(5) }, () => value(of, depth + 1));
    default:
      return JSON.parse(
        `{${Array.from({ length: of.int(5) }, () => `${JSON.stringify(text(of))}:${JSON.stringify(value(of, depth + 1))}`).join()}}`,
      );
  }
}

test(`values in JSON (seed ${seed})`, async () => {
  const keep = { group: 'round', key: 'trip' };
  for (let round = 0; round < 300; round += 1) {
    const given = value(random);
    const input = JSON.stringify(given);
    const { outcome } = await sandbox.run({
      setup: 'plain',
      script: 'const same = (a) => a',
      call: 'same',
      input,
      reuse: keep,
      limits,
    });
    expect(outcome.type === 'value' ? JSON.parse(outcome.json) : outcome, input).toEqual(given);
  }
});

test(`bodies and headers (seed ${seed})`, async () => {
  const runtime = new ScriptRuntime({ sandbox, limits });
  const script = await runtime.compile(
    'function onResponse(c, u, q, r) { const { body, rawBody } = r; r.headers = { ...r.headers, "x-was": base64.encode(rawBody) }; if (u === "raw") r.rawBody = base64.decodeBytes(base64.encode(rawBody)); }',
  );
  if (script.type === 'error') throw new Error(script.message);
  const types = [
    'application/json',
    'text/plain',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
  ];
  const context = {
    scriptName: '',
    matchingRule: '',
    flow: { id: '', app: null, clientIP: null, serverIP: null },
  };
  const request = {
    method: 'GET',
    scheme: 'http',
    host: 'a.test',
    port: 80,
    path: '/',
    query: '',
    headers: [],
    body: Buffer.alloc(0),
  };
  for (let round = 0; round < 200; round += 1) {
    const body = random.oneIn(2)
      ? Buffer.from(JSON.stringify(value(random)))
      : Buffer.from(Array.from({ length: random.int(50) }, () => random.int(256)));
    const headers = [['content-type', random.pick(types)]] as const;
    const response = { statusCode: 200, statusPhrase: '', httpVersion: '1.1', headers, body };
    const result = await runtime.call(script, 'onResponse', {
      context,
      url: random.pick(['', 'raw']),
      request,
      response,
    });
    const changes = { headers: [...headers, ['x-was', body.toString('base64')]] };
    expect(result).toMatchObject({ type: 'result', result: { type: 'response', changes } });
    expect(
      result.type === 'result' && result.result.type === 'response' && result.result.changes.body,
    ).toBeUndefined();
  }
});
