import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryHome } from '../../../../test/helpers/home.ts';
import { TestExchange } from '../../../../test/helpers/interception.ts';
import { startTool } from '../../../../test/helpers/started-tool.ts';
import { scripting } from './index.ts';
import { isModule, readScript } from './modules.ts';

const home = temporaryHome();
let folders = 0;

/** Writes files into a new folder, and returns the path of the first. */
function files(content: Readonly<Record<string, string>>): string {
  const folder = join(home.path, `scripts${(folders += 1)}`);
  for (const [name, code] of Object.entries(content)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), code);
  }
  return join(folder, Object.keys(content)[0]!);
}

test.each([
  [`import './a.js';`, true],
  [`import { a } from './a.js'`, true],
  [`import a, * as b from './a.js'`, true],
  [`  export function onRequest() {}`, true],
  [`export * from './a.js'`, true],
  [`function onRequest() {}`, false],
  [`const text = 'import x from y';`, false],
  [`import('./a.js')`, false],
  [`important = 1; exports = 2`, false],
])('%s: %s', (code, expected) => expect(isModule(code)).toBe(expected));

test('the files that are imported are found, in folders and in turn', async () => {
  const path = files({
    'main.js': `import { a } from './lib/a.js'\nimport './none.js'; import b from "./b.js";`,
    'lib/a.js': `// a comment\nimport {\n  c,\n  d as e,\n} from '../c.js';export { c } from './a2.js';`,
    'b.js': `export default 1`,
    'c.js': `import './lib/a.js'`,
    'lib/a2.js': 'export const c = 2',
    'unused.js': '',
  });
  const { modules, paths } = await readScript(path);
  expect(Object.keys(modules!).toSorted()).toEqual(['b.js', 'c.js', 'lib/a.js', 'lib/a2.js']);
  expect(paths[0]).toBe(path);
  expect(paths.some((each) => each.endsWith('none.js'))).toBe(true);
});

test('a script without imports is not a module', async () => {
  expect(await readScript(files({ 'main.js': 'function onRequest() {}' }))).toMatchObject({ modules: null });
});

test('no file outside of the folder is read', async () => {
  const secret = join(home.path, 'secret.js');
  writeFileSync(secret, 'export const secret = 1');
  const up = files({
    'main.js': `import '../secret.js'; import '/etc/hostname'; import 'fs'; import './a/../../secret.js'`,
  });
  expect((await readScript(up)).modules).toEqual({});
  const linked = files({ 'main.js': `import './link.js'` });
  symlinkSync(secret, join(dirname(linked), 'link.js'));
  await expect(readScript(linked)).rejects.toThrow('it imports link.js, which leads out of its folder');
});

test('too many, and too large, are errors', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 201 }, (_, at) => [`m${at}.js`, `import './m${at + 1}.js'`]),
  );
  await expect(readScript(files({ 'main.js': `import './m0.js'`, ...many }))).rejects.toThrow(
    'more than 200 files',
  );
  const large = files({ 'main.js': `import './large.js'`, 'large.js': ' '.repeat(4 * 1024 * 1024 + 1) });
  await expect(readScript(large)).rejects.toThrow('larger than 4194304 bytes');
});

test('a rule runs a script of several files, and follows their changes', async () => {
  const path = files({
    'main.js': `import { path } from './lib.js';\nfunction onRequest(context, url, request) { request.path = path; }`,
    'lib.js': `export const path = '/one';`,
  });
  const { running, matches, recordMatch, recordedMatches, services } = startTool(scripting, [
    { name: 's', filePath: path, timeoutMs: 10_000 },
  ]);
  const sent = async (): Promise<string> => {
    const exchange = new TestExchange();
    await running.request?.(exchange, matches, recordMatch);
    return exchange.request.path;
  };
  const change = (name: string, code: string): void => writeFileSync(join(dirname(path), name), code);
  /** Sends requests until the path of one, or the latest note, matches. */
  const becomes = async (expected: RegExp): Promise<void> => {
    while (!expected.test(await sent()) && !expected.test(recordedMatches.at(-1) ?? '')) await setTimeout(20);
  };
  try {
    expect(await sent()).toBe('/one');
    change('lib.js', `export const path = '/changed';`);
    await becomes(/^\/changed$/);
    change('lib.js', `export const path = ;`);
    await becomes(/^s: the script cannot be used: SyntaxError: .*\(lib\.js, line 1/);
    expect(services.scriptLog.entries(10).at(-1)?.message).toContain('lib.js, line 1');
    change('lib.js', `export { path } from './other.js';`);
    await becomes(/there is no module "other\.js" to import/);
    change('other.js', `export const path = '/other';`);
    await becomes(/^\/other$/);
  } finally {
    await running.close?.();
  }
});
