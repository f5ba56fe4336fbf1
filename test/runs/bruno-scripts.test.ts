// The names of Bruno in scripts (https://docs.usebruno.com/testing/script/javascript-reference), each used as its
// documentation shows it, in a run against a server.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newRequest, type SavedRequest } from '../../src/collections/model/request.ts';
import { collectionFields, type Collection } from '../../src/collections/model/collection.ts';
import type { RequestRun } from '../../src/runs/runner/events.ts';
import { runCollection } from '../../src/runs/runner/run.ts';
import { startEcho, type Echo } from '../helpers/echo.ts';

let echo: Echo;
beforeAll(async () => {
  echo = await startEcho();
});
afterAll(() => echo[Symbol.asyncDispose]());

interface Scripts {
  readonly before?: string;
  readonly after?: string;
  readonly path?: string;
  readonly request?: Partial<SavedRequest>;
  readonly data?: readonly Readonly<Record<string, unknown>>[];
}

async function runOf({
  before = '',
  after = '',
  path = '/get',
  request,
  data = [],
}: Scripts): Promise<RequestRun[]> {
  const mark = (script: string) => (script === '' ? '' : `'use bruno'; ${script}`);
  const scripts = { preRequest: mark(before), test: mark(after) };
  const saved = newRequest({ id: 'r', name: 'R', url: `${echo.url}${path}`, scripts, ...request });
  const whole: Collection = {
    ...collectionFields.parse({ id: 'c', name: 'C' }),
    items: [{ kind: 'request', request: saved }],
  };
  const runs: RequestRun[] = [];
  echo.received.length = 0;
  await runCollection({
    collection: whole,
    environment: { id: 'e', name: 'E', variables: [] },
    globals: [],
    data,
    only: [],
    iterations: null,
    parallel: 1,
    delayMs: 0,
    bail: false,
    timeoutMs: null,
    scriptTimeoutMs: 5000,
    insecure: false,
    reporters: [{ request: (run) => void runs.push(run) }],
    fileRoots: [],
    processEnvironment: {},
  });
  return runs;
}

/** Runs the scripts, and expects that all their tests pass. */
async function passes(scripts: Scripts, tests = 1): Promise<void> {
  const runs = await runOf(scripts);
  expect(runs.flatMap(({ scriptErrors }) => scriptErrors)).toEqual([]);
  expect(runs.flatMap(({ tests: found }) => found.filter(({ passed }) => !passed))).toEqual([]);
  expect(runs.flatMap(({ tests: found }) => found)).toHaveLength(tests);
}

const check = (expression: string, value: unknown): string =>
  `test(${JSON.stringify(expression)}, () => expect(${expression}).to.eql(${JSON.stringify(value)}));`;

describe('bru', () => {
  test('runner: the iteration and its data', async () => {
    const after = [
      "test('index', () => expect(bru.runner.iterationIndex).to.equal(bru.runner.iterationData.get('n')));",
      check('bru.runner.totalIterations', 2),
      check('bru.runner.iterationData.has("m")', false),
      "bru.runner.iterationData.set('m', 5);",
      check('bru.runner.iterationData.get("m")', 5),
      check('bru.getVar("m") ?? bru.interpolate("{{m}}")', '5'),
      "bru.runner.iterationData.unset('m');",
      "test('all', () => expect(bru.runner.iterationData.stringify()).to.equal(JSON.stringify(bru.runner.iterationData.get())));",
    ];
    await passes({ after: after.join('\n'), data: [{ n: 0 }, { n: 1 }] }, 12);
  });

  test('results of tests and assertions so far', async () => {
    const after = `
      bru.assert('res.status', 'eq', '200');
      bru.assert('res.status', 'gt', '300');
      test('right', () => {});
      test('wrong', () => expect(1).to.equal(2));
      console.log(JSON.stringify([await bru.getTestResults(), await bru.getAssertionResults()]));`;
    const [run] = await runOf({ after });
    const [tests, assertions] = JSON.parse(run!.console[0]!.text) as unknown[];
    expect(tests).toMatchObject({
      summary: { total: 2, passed: 1, failed: 1, skipped: 0 },
      results: [
        { description: 'right', status: 'pass' },
        { description: 'wrong', status: 'fail', error: 'expected 1 to equal 2', expected: '2', actual: '1' },
      ],
    });
    expect(assertions).toMatchObject({
      summary: { total: 2, passed: 1, failed: 1 },
      results: [
        { lhsExpr: 'res.status', operator: 'eq', rhsOperand: '200', status: 'pass' },
        { lhsExpr: 'res.status', operator: 'gt', rhsOperand: '300', status: 'fail' },
      ],
    });
  });

  test('utils', () =>
    passes(
      {
        after:
          check(
            `bru.utils.minifyJson('{ "a" : [ 12345678901234567890, "b  c" ] }')`,
            '{"a":[12345678901234567890,"b  c"]}',
          ) + check(`bru.utils.minifyXml('<a>\\n  <!-- x --><b> c </b>\\n</a>')`, '<a><b> c </b></a>'),
      },
      2,
    ));

  test('cookies.jar().clear() empties the jar', () =>
    passes({
      after: `const jar = bru.cookies.jar();
        await jar.setCookie('http://a.test/', 'x', '1');
        await jar.setCookie('http://b.test/', 'y', '2');
        await jar.clear();
        const left = [...(await jar.getCookies('http://a.test/')), ...(await jar.getCookies('http://b.test/'))];
        ${check('left', [])}`,
    }));

  test.each([
    ['bru.getSecretVar("x")', 'bru.getSecretVar is not available: keep the value in a secret variable'],
    ['bru.getOauth2CredentialVar("x")', 'the run obtains and renews tokens by itself'],
    ['bru.resetOauth2Credential("x")', 'the run obtains and renews tokens by itself'],
    ['req.onFail(() => {})', 'req.onFail is not available: tests run without a response too'],
    ['req.setTimeout("soon")', 'req.setTimeout needs a whole number'],
    ['req.setMaxRedirects(101)', 'req.setMaxRedirects needs a whole number up to 100'],
  ])('%s says what to do instead', async (call, message) => {
    const [run] = await runOf({ before: call });
    expect(run?.scriptErrors[0]?.message).toContain(message);
  });
});

describe('req', () => {
  test('setTimeout ends a request, and getTimeout tells', async () => {
    const [run] = await runOf({
      path: '/never',
      before: `req.setTimeout(200); ${check('[req.getTimeout(), req.timeout]', [200, 200])}`,
      after: check('[typeof res.status, req.getTimeout()]', ['undefined', 200]),
    });
    expect(run?.error).toBe('the response was not complete within 200 ms');
    expect(run?.tests.map(({ passed }) => passed)).toEqual([true, true]);
  });

  test('setMaxRedirects', async () => {
    const [run] = await runOf({ path: '/redirect/302', before: 'req.setMaxRedirects(0);' });
    expect(run?.error).toContain('redirects more than 0 times');
    expect(echo.received).toHaveLength(1);
  });

  test('disableParsingResponseJson keeps the text', () =>
    passes({ before: 'req.disableParsingResponseJson();', after: check('typeof res.body', 'string') }));

  test('skip', async () => {
    const [run] = await runOf({ before: "req.skip('not today');" });
    expect([run?.skipped, echo.received]).toEqual([true, []]);
  });

  test('setBody with raw sends the text as it is', async () => {
    await runOf({
      request: { method: 'POST', body: { type: 'raw', language: 'json', text: '{}' } },
      before: `req.setBody('{"a": 1}  ', { raw: true });`,
    });
    expect(echo.received[0]?.body).toBe('{"a": 1}  ');
  });

  test('setHeaders replaces, and the list can be replaced and pruned', async () => {
    const headers = ['a', 'b'].map((name) => ({ name: `x-${name}`, value: '1', enabled: true, docs: '' }));
    const own = () => Object.keys(echo.received[0]?.headers ?? {}).filter((name) => name.startsWith('x-'));
    await runOf({ request: { headers }, before: "req.setHeaders({ 'x-c': '2' });" });
    expect(own()).toEqual(['x-c']);
    await runOf({ request: { headers }, before: "req.headerList.repopulate([{ key: 'x-d', value: '3' }]);" });
    expect(own()).toEqual(['x-d']);
    await runOf({
      request: { headers },
      before: "req.headerList.assimilate([{ key: 'x-b', value: '3' }, { key: 'x-e', value: '4' }], true);",
    });
    expect(own().sort()).toEqual(['x-b', 'x-e']);
  });

  test('path parameters and tags', () =>
    passes({
      path: '/get/:id',
      request: { path: [{ name: 'id', value: '7', enabled: true, docs: '' }] },
      before: check('[req.pathParams[0].value, req.getPathParams()[0].name, req.tags]', ['7', 'id', []]),
    }));
});

describe('res', () => {
  test('where it came from, after redirects', () =>
    passes({
      path: '/redirect/302',
      after: `test('url', () => { expect(res.url).to.match(/redirected=1$/); expect(res.getUrl()).to.equal(res.url); });`,
    }));
});

test('a failed script before a request stops it, and its tests', async () => {
  const [run] = await runOf({ before: 'throw new Error("no id")', after: 'test("never", () => {})' });
  expect(run).toMatchObject({
    error: 'it is not sent: the pre-request script of the request has failed',
    response: null,
    tests: [],
    scriptErrors: [{ message: 'no id' }],
  });
  expect(echo.received).toEqual([]);
});

test('a variable that is set to undefined has no value', async () => {
  const [run] = await runOf({ before: 'bru.setVar("gone", undefined)', path: '/a/{{gone}}' });
  expect(run).toMatchObject({ unresolved: ['gone'] });
});
