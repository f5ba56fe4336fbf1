import { afterAll, describe, expect, test } from 'vitest';
import type { ScriptHost, ScriptOutcome, ScriptRequest, ScriptResponse, ScriptTask } from './contract.ts';
import { ScriptRunner } from './index.ts';

const runner = new ScriptRunner({ threads: 1, limits: { timeoutMs: 5000, waitMs: 5000 } });
afterAll(() => runner.close());

const REQUEST: ScriptRequest = {
  id: 'id',
  name: 'Get user',
  method: 'POST',
  url: 'http://a.test/users?page={{page}}',
  query: [{ name: 'off', value: 'a#b', enabled: false }],
  path: [],
  headers: [
    { name: 'Accept', value: '*/*', enabled: true },
    { name: 'X-Off', value: '1', enabled: false },
  ],
  body: { type: 'raw', language: 'json', text: '{"a":1}' },
  auth: { type: 'bearer', token: '{{token}}' },
};

const RESPONSE: ScriptResponse = {
  status: 200,
  reason: '',
  timeMs: 12.4,
  size: 5,
  headers: [{ name: 'Content-Type', value: 'text/plain; charset=iso-8859-1' }],
  body: Buffer.from('caf\xe9', 'latin1'),
  cookies: [],
  trailers: [],
  messages: [],
  httpVersion: 'HTTP/1.1',
  url: 'http://a.test/',
};

interface Printed {
  readonly sent: ScriptRequest[];
  readonly cookies: unknown[];
}

function hostOf(output: Printed): ScriptHost {
  return {
    sendRequest: (request) => {
      output.sent.push(request);
      if (request.url.includes('refused')) return Promise.reject(new Error('connect ECONNREFUSED'));
      return Promise.resolve({ ...RESPONSE, status: 201, body: Buffer.from('{"id":7}') });
    },
    cookies: {
      of: () =>
        Promise.resolve([
          {
            name: 'sid',
            value: 'a%20b',
            domain: 'a.test',
            path: '/',
            expires: null,
            httpOnly: true,
            secure: false,
          },
        ]),
      set: (...given) => Promise.resolve(void output.cookies.push(given)),
      remove: (...given) => Promise.resolve(void output.cookies.push(given)),
      clear: (...given) => Promise.resolve(void output.cookies.push(given)),
      clearAll: (...given) => Promise.resolve(void output.cookies.push(given)),
    },
  };
}

interface Ran extends ScriptOutcome {
  readonly output: Printed;
}

async function run(
  script: string,
  given: Partial<ScriptTask> = {},
  by = runner,
  host: Partial<ScriptHost> = {},
): Promise<Ran> {
  const phase = given.phase ?? 'test';
  const task: ScriptTask = {
    phase,
    script,
    where: 'folder Users',
    environmentName: 'Staging',
    settings: {},
    request: REQUEST,
    requestDocs: 'About it',
    info: {
      iteration: 2,
      iterationCount: 5,
      requestName: 'Get user',
      requestId: 'id',
      eventName: phase === 'test' ? 'test' : 'prerequest',
    },
    scopes: {
      globals: { g: 1 },
      collection: { c: 'C' },
      environment: { e: 'E' },
      request: {},
      data: { d: 'D' },
      local: {},
    },
    response: phase === 'test' ? RESPONSE : null,
    cookies: [
      { name: 'sid', value: 'x', domain: 'a.test', path: '/', expires: 0, httpOnly: false, secure: false },
    ],
    location: ['Shop', 'Users', 'Get user'],
    ...given,
  };
  const output: Printed = { sent: [], cookies: [] };
  return { ...(await by.run(task, { ...hostOf(output), ...host })), output };
}

const before = (script: string, given: Partial<ScriptTask> = {}): Promise<Ran> =>
  run(script, { ...given, phase: 'preRequest' });

/** The value of an expression, passed through a variable. */
async function value(expression: string, given: Partial<ScriptTask> = {}): Promise<unknown> {
  const { error, scopes } = await run(`pm.globals.set('found', ${expression})`, given);
  if (error !== null) throw new Error(`${error.name}: ${error.message}`);
  return scopes.globals?.['found'];
}

const PAGE = { name: 'page', value: '{{page}}', enabled: true };

describe('a script', () => {
  test('that does nothing leaves nothing', async () => {
    const { tests, console, error, scopes, request, next, skip } = await run('');
    expect({ tests, console, error, scopes, request, next, skip }).toEqual({
      tests: [],
      console: [],
      error: null,
      scopes: {},
      request: null,
      skip: false,
      next: undefined,
    });
  });

  test('may wait and return at its top level', async () => {
    const script = `const a = await Promise.resolve(1); pm.test('a', () => pm.expect(a).to.equal(1)); return; pm.test('b')`;
    expect((await run(script)).tests).toEqual([{ name: 'a', passed: true, skipped: false, error: null }]);
  });

  test('keeps results before an error, and reports its location', async () => {
    const { tests, scopes, error } = await run(
      `pm.test('a');\npm.environment.set('x', 1);\n  missing();\npm.test('b')`,
    );
    expect(tests.map(({ name }) => name)).toEqual(['a']);
    expect(scopes).toEqual({ environment: { e: 'E', x: 1 } });
    expect(error).toEqual({
      name: 'ReferenceError',
      line: 3,
      message: `'missing' is not defined`,
      stack: '    at <anonymous> (script.js:3:3)',
    });
  });

  test.each([
    ['null.x', 'TypeError', 'script.js:1:5)'],
    ['const a = ;', 'SyntaxError', 'script.js:1:11'],
    ['\n\nif (', 'SyntaxError', 'script.js:4:'],
    ['// comment at the end', null, ''],
    ['"use strict"; undeclared = 1', 'ReferenceError', 'script.js:1:'],
  ])('%j', async (script, name, position) => {
    const { error } = await run(script);
    expect(error?.name ?? null).toBe(name);
    expect(error?.stack ?? '').toContain(position);
  });

  test('starts clean each time', async () => {
    const script = `pm.test(String(globalThis.left) + [].left); globalThis.left = 1; Array.prototype.left = 1`;
    expect((await run(script)).tests[0]?.name).toBe('undefinedundefined');
    expect((await run(script)).tests[0]?.name).toBe('undefinedundefined');
  });
});

describe('tests', () => {
  test('asynchronous ones are awaited, and reported in the order of completion', async () => {
    const { tests } = await run(`
      pm.test('late', (done) => setTimeout(() => done(new Error('no')), 20));
      pm.test('promise', async () => { await new Promise((r) => setTimeout(r, 1)); pm.expect(1).to.equal(2) });
      pm.test('good', async () => {});
      pm.test.skip('other');`);
    expect(tests.map(({ name, passed, skipped, error }) => [name, passed, skipped, error?.message])).toEqual([
      ['other', true, true, undefined],
      ['good', true, false, undefined],
      ['promise', false, false, 'expected 1 to equal 2'],
      ['late', false, false, 'no'],
    ]);
  });

  test('that never end have failed', async () => {
    const { tests } = await run(`pm.test('a', (done) => {}); pm.test('b', () => new Promise(() => {}))`);
    expect(tests.map(({ name, passed }) => [name, passed])).toEqual([
      ['a', false],
      ['b', false],
    ]);
    expect(tests[0]?.error?.message).toContain('the test has not ended');
  });

  test('an error in a timer is one of the script', async () => {
    const { error, tests } = await run(
      `setTimeout(() => { throw new Error('late') }, 1); setTimeout(() => pm.test('after'), 5)`,
    );
    expect(error?.message).toBe('late');
    expect(tests).toHaveLength(1);
  });
});

describe('the request', () => {
  test('is unchanged when it is only read', async () => {
    const script = `console.log(pm.request.url.toString(), pm.request.headers.get('accept'), pm.request.body.raw, pm.request.auth.type, pm.request.method)`;
    const { request, console } = await before(script);
    expect(request).toBeNull();
    expect(console[0]?.text).toBe('http://a.test/users?page={{page}} */* {"a":1} bearer POST');
  });

  test.each<[string, Partial<ScriptRequest>]>([
    ['pm.request.method = "PUT"', { method: 'PUT' }],
    ['pm.request.url = "http://b.test/{{x}}"', { url: 'http://b.test/{{x}}', query: [], path: [] }],
    [
      'pm.request.url.query.add({ key: "q", value: "1" })',
      {
        url: 'http://a.test/users',
        query: [PAGE, ...REQUEST.query, { name: 'q', value: '1', enabled: true }],
      },
    ],
    [
      'pm.request.url = { protocol: "http", host: "b.test", path: "/x", query: [{ key: "q", value: "1" }] }',
      { url: 'http://b.test/x', query: [{ name: 'q', value: '1', enabled: true }], path: [] },
    ],
    ['pm.request.url.query.remove("page")', { url: 'http://a.test/users' }],
    [
      'pm.request.url.query.each((each) => { each.disabled = false })',
      { url: 'http://a.test/users', query: [PAGE, { name: 'off', value: 'a#b', enabled: true }] },
    ],
    [
      'pm.request.url.update("http://b.test/:id?x"); pm.request.url.variables.upsert({ key: "id", value: "7" })',
      {
        url: 'http://b.test/:id',
        query: [{ name: 'x', value: null, enabled: true }],
        path: [{ name: 'id', value: '7', enabled: true }],
      },
    ],
    [
      'pm.request.headers.upsert({ key: "accept", value: "text/html" }); pm.request.headers.remove("X-Off")',
      { headers: [{ name: 'accept', value: 'text/html', enabled: true }] },
    ],
    [
      'pm.request.headers.add({ key: "B", value: "{{b}}" })',
      { headers: [...REQUEST.headers, { name: 'B', value: '{{b}}', enabled: true }] },
    ],
    ['pm.request.body.raw = "{}"', { body: { type: 'raw', language: 'json', text: '{}' } }],
    [
      'pm.request.body.update({ mode: "urlencoded", urlencoded: [{ key: "a", value: "b" }] })',
      { body: { type: 'urlencoded', fields: [{ name: 'a', value: 'b', enabled: true, docs: '' }] } },
    ],
    ['delete pm.request.body', {}],
    [
      'pm.request.auth.update([{ key: "token", value: "t" }], "bearer")',
      { auth: { type: 'bearer', token: 't' } },
    ],
    [
      'pm.request.authorizeUsing("basic", { username: "u", password: "p" })',
      { auth: { type: 'basic', username: 'u', password: 'p' } },
    ],
  ])('%s', async (script, changed) => {
    const { request, error } = await before(script);
    expect(error).toBeNull();
    if (script.startsWith('delete')) expect(request === null || request.body.type === 'none').toBe(true);
    else expect(request).toEqual({ ...REQUEST, ...changed });
  });

  test('has the values of its path', async () => {
    const path = [{ name: 'id', value: '42', enabled: true }];
    const request = { ...REQUEST, url: 'http://a.test/:id/x', query: [], path };
    const script = 'console.log(pm.request.url.getPath(), pm.request.url.variables.get("id"))';
    const ran = await before(script, { request });
    expect(ran.request).toBeNull();
    expect(ran.console[0]?.text).toBe('/42/x 42');
  });

  test('files are those of the request: a script cannot choose what is read', async () => {
    const file = (path: string): ScriptRequest => ({ ...REQUEST, body: { type: 'file', path } });
    const given = { request: file('/data/a.bin') };
    expect((await before('pm.request.body.file = { src: "/etc/passwd" }', given)).request).toEqual({
      ...REQUEST,
      body: { type: 'file', path: '', hint: '/etc/passwd' },
    });
    const fields = [
      { key: 'f', type: 'file', src: '/data/a.bin' },
      { key: 'g', type: 'file', src: '/etc/passwd' },
    ];
    const form = `pm.request.body.update({ mode: 'formdata', formdata: ${JSON.stringify(fields)} })`;
    expect((await before(form, given)).request?.body).toMatchObject({
      fields: [{ files: ['/data/a.bin'] }, { files: [''], hints: ['/etc/passwd'] }],
    });
    await run(
      `pm.sendRequest({ url: 'http://a', method: 'POST', body: { mode: 'file', file: '/etc/passwd' } }, () => {})`,
    ).then(({ output }) =>
      expect(output.sent[0]?.body).toEqual({ type: 'file', path: '', hint: '/etc/passwd' }),
    );
  });

  test('is skipped, and the next one chosen', async () => {
    expect(await before('pm.execution.setNextRequest("B"); pm.execution.skipRequest()')).toMatchObject({
      skip: true,
      next: 'B',
    });
    expect(await run('postman.setNextRequest(null)')).toMatchObject({ skip: false, next: null });
    expect((await run('pm.execution.skipRequest()')).error?.message).toContain(
      'skipRequest is not a function',
    );
  });

  test.each([
    'pm.execution.skipRequest(); pm.globals.set("late", 1); pm.test("late", () => {}); missing()',
    'try { pm.execution.skipRequest() } catch { } pm.globals.set("late", 1); missing()',
    'pm.test("late", () => { pm.execution.skipRequest() }); pm.globals.set("late", 1)',
    'pm.test("late", async () => { await 1; pm.execution.skipRequest() })',
    'setTimeout(() => { pm.globals.set("late", 1) }, 5); pm.execution.skipRequest()',
    'setTimeout(() => { pm.execution.skipRequest(); pm.globals.set("late", 1) }, 5)',
  ])('nothing counts after it has been skipped: %s', async (script) => {
    const ran = await before(`pm.globals.set("early", 1); pm.test("early", () => {}); ${script}`);
    expect(ran).toMatchObject({ skip: true, error: null, scopes: { globals: { g: 1, early: 1 } } });
    expect(ran.scopes.globals).not.toHaveProperty('late');
    expect(ran.tests.map(({ name }) => name)).toEqual(['early']);
  });
});

describe('what it knows', () => {
  test.each([
    ['collection', 'Shop'],
    ['folder Users', 'Users'],
    ['request', 'Get user'],
  ])('whose script it is: %s', async (where, name) => {
    expect(await value('pm.execution.location.current', { where })).toBe(name);
  });

  test('values that JSON cannot express are null for later scripts, and hide others of their name', async () => {
    const script = `pm.environment.set('g', undefined); pm.environment.set('f', () => {}); pm.environment.set('n', 10n); pm.test(typeof pm.environment.get('g'))`;
    const { scopes, tests } = await run(script);
    expect(scopes.environment).toEqual({ e: 'E', g: null, f: null, n: '10' });
    expect(tests[0]?.name).toBe('undefined');
  });

  test.each<[string, unknown]>([
    ['pm.info.eventName', 'test'],
    [
      '[pm.info.iteration, pm.info.iterationCount, pm.info.requestName, pm.info.requestId]',
      [2, 5, 'Get user', 'id'],
    ],
    ['[...pm.execution.location, pm.execution.location.current]', ['Shop', 'Users', 'Get user', 'Users']],
    [
      '[pm.environment.name, pm.environment.get("e"), pm.collectionVariables.get("c"), pm.globals.get("g"), pm.iterationData.get("d")]',
      ['Staging', 'E', 'C', 1, 'D'],
    ],
    ['pm.variables.toObject()', { g: 1, c: 'C', e: 'E', d: 'D' }],
    [
      '[pm.response.code, pm.response.status, pm.response.reason(), pm.response.text(), pm.response.responseTime]',
      [200, 'OK', 'OK', 'café', 12],
    ],
    ['pm.cookies.get("sid")', 'x'],
    ['await pm.cookies.jar().get("http://a.test", "sid")', 'a b'],
    ['(await pm.cookies.jar().getAll("http://a.test")).toObject()', { sid: 'a b' }],
    ['(await pm.sendRequest("http://b.test")).json().id', 7],
    ['await pm.sendRequest("http://refused").catch((error) => error.message)', 'connect ECONNREFUSED'],
    ['new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode("a")))[0]', 202],
    ['[crypto.randomUUID().length, crypto.getRandomValues(new Uint8Array(4)).length]', [36, 4]],
    [
      '(() => { const a = { m: new Map([[1, { d: new Date(5) }]]), r: /x/g }; a.self = a; const b = structuredClone(a); return [b.self === b, b.m.get(1).d.getTime(), b.r.flags, b.m !== a.m] })()',
      [true, 5, 'g', true],
    ],
    [
      '[new URL("/b?c=d", "http://a").href, new URLSearchParams("a=b").get("a"), atob(btoa("x"))]',
      ['http://a/b?c=d', 'b', 'x'],
    ],
    ['require("uuid")().length + require("uuid").v4().length', 72],
    ['require("csv-parse/sync").parse("a,b\\n1,2", { columns: true })', [{ a: '1', b: '2' }]],
    ['pm.variables.replaceIn("{{$randomFirstName}}") !== "{{$randomFirstName}}"', true],
    ['pm.variables.replaceIn({ a: ["{{e}}", 5, { b: "{{d}}" }] })', { a: ['E', 5, { b: 'D' }] }],
  ])('%s', async (expression, expected) => {
    expect(await value(expression)).toEqual(expected);
  });

  test('no response before the request', async () => {
    expect((await before('pm.test(typeof pm.response + typeof responseBody)')).tests[0]?.name).toBe(
      'undefinedundefined',
    );
  });

  test.each([
    ['await pm.execution.runRequest("a")', 'runRequest: there is no run here'],
    ['pm.require("@team/package")', "Cannot find module '@team/package': scripts can require"],
    ['require("fs")', `Cannot find module 'fs': scripts can require ajv, assert, atob`],
    ['pm.visualizer.set(5)', 'Invalid template'],
    ['pm.cookies.jar().get("", "a", () => {})', 'requires a valid url'],
  ])('%s is refused', async (script, message) => {
    expect((await run(script)).error?.message).toContain(message);
  });

  test('cookies are set as in Set-Cookie', async () => {
    const { output, error } = await run(`
      const jar = pm.cookies.jar(), nothing = () => {};
      jar.set('http://a.test', 'a', 'b c', nothing);
      jar.set('http://a.test', 'c=d; Path=/x', nothing);
      jar.set('http://a.test', { name: 'e', value: 'f', domain: 'a.test', httpOnly: true, maxAge: 5 }, nothing);
      jar.unset('http://a.test', 'a', nothing);
      jar.clear('http://a.test', nothing);`);
    expect(error).toBeNull();
    expect(output.cookies).toEqual([
      ['http://a.test', 'a=b c'],
      ['http://a.test', 'c=d; Path=/x'],
      ['http://a.test', 'e=f; Domain=a.test; Max-Age=5; HttpOnly'],
      ['http://a.test', 'a'],
      ['http://a.test'],
    ]);
  });

  test('a large response is read', async () => {
    const rows = Array.from({ length: 50_000 }, (_, id) => ({
      id,
      name: `name ${id}`,
      nested: { on: true },
    }));
    const response = { ...RESPONSE, headers: [], body: Buffer.from(JSON.stringify(rows)) };
    expect(await value('pm.response.json().length + pm.response.json()[49999].id', { response })).toBe(
      99_999,
    );
  });

  test('a description, for both generations of scripts', async () => {
    expect(await value('[request.description, String(pm.request.description)]')).toEqual([
      'About it',
      'About it',
    ]);
    expect(await value('[request.description, pm.request.description]', { requestDocs: '' })).toEqual([
      null,
      null,
    ]);
  });

  test('an expectation without a response says what it expected', async () => {
    const { tests } = await run(`pm.test('s', () => pm.response.to.have.status(200))`, { response: null });
    expect(tests[0]?.error).toMatchObject({
      name: 'AssertionError',
      message: expect.stringContaining('code') as string,
    });
  });

  test('SugarJS, in scripts that call its methods', async () => {
    expect(
      await value(
        `[[1, 2, 3].average(), 'a-b'.camelize(), (5).ordinalize(), Object.extended({ a: 1 }).size()]`,
      ),
    ).toEqual([2, 'AB', '5th', 1]);
    expect(await value('[typeof [].average, _.sum([1, 2]), _.compact([0, 1])]')).toEqual([
      'undefined',
      3,
      [1],
    ]);
  });

  test('lists and null in replaceIn', async () => {
    const script = `pm.variables.set('l', [1, 2]); pm.variables.set('n', null);
      return pm.variables.replaceIn('{{l}} {{n}} {{none}}');`;
    expect(await value(`(() => {${script}})()`)).toBe('1,2 null {{none}}');
  });

  test('bytes that end texts elsewhere are part of this one', async () => {
    const response = { ...RESPONSE, headers: [], body: Buffer.from('a\0b') };
    expect(await value('[pm.response.text().length, pm.response.stream.length]', { response })).toEqual([
      3, 3,
    ]);
  });
});

describe('the end', () => {
  test('waiting ends when the run does', async () => {
    const end = new AbortController();
    const { signal } = end;
    const sendRequest = (): Promise<ScriptResponse> => {
      end.abort(new Error('interrupted'));
      return Promise.reject(new Error('no'));
    };
    const waits = 'setTimeout(() => {}, 4000)';
    const script = `${waits}; pm.sendRequest('http://a', () => {})`;
    expect((await run(script, {}, runner, { signal, sendRequest })).error?.message).toBe('interrupted');
    expect((await run(waits, {}, runner, { signal })).error?.message).toBe('interrupted');
  });

  test('requests of a script end with it', async () => {
    const limits = { timeoutMs: 300, waitMs: 10 };
    const hurried = new ScriptRunner({ threads: 1, limits });
    let ended: AbortSignal | null = null;
    const sendRequest = (_: ScriptRequest, signal: AbortSignal): Promise<ScriptResponse> => {
      ended = signal;
      return new Promise(() => undefined);
    };
    const { error } = await run(`pm.sendRequest('http://a', () => {})`, {}, hurried, { sendRequest });
    await hurried.close();
    expect(error?.name).toBe('TimeoutError');
    expect(ended).toMatchObject({ aborted: true });
  });
});

describe('limits', () => {
  test('waiting does not count, up to a bound', async () => {
    const limits = { timeoutMs: 300, waitMs: 100_000 };
    const patient = new ScriptRunner({ threads: 1, limits });
    const hurried = new ScriptRunner({ threads: 1, limits: { ...limits, waitMs: 10 } });
    const script = `await new Promise((resolve) => setTimeout(resolve, 600)); pm.test('there')`;
    await Promise.all([patient, hurried].map((each) => run('', {}, each)));
    expect((await run(script, {}, patient)).tests).toHaveLength(1);
    expect((await run(script, {}, hurried)).error?.name).toBe('TimeoutError');
    await Promise.all([patient.close(), hurried.close()]);
  });

  test('a script that is too large is not read', async () => {
    expect((await run(' '.repeat(11 * 1024 * 1024))).error?.name).toBe('RangeError');
  });

  test('after it is closed a script ends with an error', async () => {
    const closed = new ScriptRunner({ threads: 1 });
    await closed.close();
    expect((await run('', {}, closed)).error?.message).toBe('the sandbox is closed');
  });
});
