// Scripts of several files: imports between them.
import { afterAll, describe, expect, test } from 'vitest';
import { modulePath } from '../module-path.ts';
import { Sandbox } from '../sandbox.ts';
import { ScriptRuntime } from './runtime.ts';

const sandbox = new Sandbox({ threads: 1 });
afterAll(() => sandbox.close());
const runtime = new ScriptRuntime({ sandbox, limits: { timeoutMs: 10_000 } });

const context = {
  scriptName: 's',
  matchingRule: 's',
  flow: { id: '1', app: null, clientIP: null, serverIP: null },
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

/** Returns the path that the script gives the request, or its error. */
async function pathOf(code: string, modules: Readonly<Record<string, string>>): Promise<string> {
  const script = await runtime.compile(code, {}, modules);
  if (script.type === 'error') return `${script.message} [${script.file ?? ''}:${script.line ?? ''}]`;
  const result = await runtime.call(script, 'onRequest', { context, url: 'http://a.test/', request });
  if (result.type === 'error') return `${result.message} [${result.file ?? ''}:${result.line ?? ''}]`;
  return result.result.type === 'request' ? (result.result.changes.path ?? '') : result.result.type;
}

const MAIN = `import { path } from './lib/a.js';\nexport function onRequest(context, url, request) { request.path = path(); }`;

test('a script imports what others export', async () => {
  expect(
    await pathOf(MAIN, {
      'lib/a.js': `import b, { suffix } from '../b.js'; export const path = () => '/' + b() + suffix;`,
      'b.js': `export * from './lib/c.js'; export default function () { return 'b'; }`,
      'lib/c.js': `export let suffix = '-c';`,
    }),
  ).toBe('/b-c');
});

test('its functions need not be exported, and modules may import each other', async () => {
  const code = `import { a } from './a.js'; const onRequest = (c, u, request) => { request.path = a(3); };`;
  expect(
    await pathOf(code, {
      'a.js': `import { b } from './b.js'; export function a(n) { return n === 0 ? '/end' : b(n); }`,
      'b.js': `import { a } from './a.js'; export function b(n) { return a(n - 1); }`,
    }),
  ).toBe('/end');
});

test.each([
  [{}, /^(?:Type|Reference)Error: there is no module "lib\/a\.js" to import/],
  [{ 'lib/a.js': 'export const other = 1;' }, /^SyntaxError: .*'path'/],
  [{ 'lib/a.js': 'export const path = ;' }, /^SyntaxError: .* \[lib\/a\.js:1\]$/],
  [{ 'lib/a.js': 'export let path;\nthrow new Error("at load")' }, /^Error: at load \[lib\/a\.js:2\]$/],
  [
    { 'lib/a.js': '\n\nexport const path = () => { throw new Error("called") }' },
    /^Error: called \[lib\/a\.js:3\]$/,
  ],
])('an error says in which file it is: %j', async (modules, message) => {
  expect(await pathOf(MAIN, modules)).toMatch(message);
});

test('nothing else can be imported', async () => {
  for (const name of [
    'fs',
    'node:fs',
    './lib/../../x.js',
    '/etc/passwd',
    'https://a.test/x.js',
    'constructor',
    '__proto__',
  ])
    expect(
      await pathOf(`import * as x from ${JSON.stringify(name)}; function onRequest() {}`, { 'a.js': '' }),
      name,
    ).toContain('there is no module');
});

test('a loop in a module, and memory, are bounded', async () => {
  const script = await runtime.compile(MAIN, { timeoutMs: 50 }, { 'lib/a.js': 'export let path; for (;;);' });
  expect(script).toMatchObject({ type: 'error', cause: 'timeout' });
  const greedy = 'export let path; const all = []; for (;;) all.push(new Array(1e6).fill(1));';
  expect(await runtime.compile(MAIN, {}, { 'lib/a.js': greedy })).toMatchObject({
    type: 'error',
    cause: 'memory',
  });
  expect(await pathOf(MAIN, { 'lib/a.js': `export const path = () => '/ok';` })).toBe('/ok');
});

describe('paths', () => {
  test.each([
    ['script.js', './a.js', 'a.js'],
    ['lib/a.js', '../b.js', 'b.js'],
    ['lib/a.js', './x/../c.js', 'lib/c.js'],
    ['script.js', '../a.js', '../a.js'],
    ['script.js', 'fs', 'fs'],
  ])('from %s, %s is %s', (base, name, path) => expect(modulePath(base, name)).toBe(path));
});
