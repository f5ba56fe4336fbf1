import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { link } from './linker.ts';

const root = mkdtempSync(join(tmpdir(), 'linker-'));
afterAll(() => rmSync(root, { recursive: true }));

function put(file: string, text: string | object): void {
  const path = join(root, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof text === 'string' ? text : JSON.stringify(text));
}

beforeAll(() => {
  put('package.json', { name: 'root' });
  put(
    'main.js',
    `require('one'); require('util'); require('./data.json'); require('./own.ts'); require('missing'); require('stubbed')`,
  );
  put('data.json', { a: 1 });
  put('own.ts', `export const a: number = 1;`);
  put('node_modules/one/package.json', {
    name: 'one',
    main: 'lib.js',
    browser: { './node.js': './browser.js', './nothing.js': false },
  });
  put('node_modules/one/lib.js', `require('./node'); require('./nothing'); require('./lib'); require('fs')`);
  for (const name of ['node', 'browser', 'nothing'])
    put(`node_modules/one/${name}.js`, `exports.name = '${name}'`);
});

test('links required modules in their browser version', () => {
  const { entries, modules, packages } = link({
    entries: { start: './main.js' },
    replacements: { util: 'util/', stubbed: null },
    from: join(root, 'from.js'),
  });
  expect(entries).toEqual({ start: 'main.js' });
  const main = modules['main.js']!;
  expect(main.requires).toMatchObject({ one: 'node_modules/one/lib.js', './own.ts': 'own.ts' });
  expect(main.requires).not.toHaveProperty('missing');
  expect(main.requires).not.toHaveProperty('stubbed');
  expect(main.requires['util']).toMatch(/util\/util\.js$/);
  expect(modules['data.json']?.code).toBe('module.exports = {"a":1};');
  expect(modules['own.ts']?.code).not.toContain('number');
  const one = modules['node_modules/one/lib.js']!;
  expect(one.requires['./node']).toBe('node_modules/one/browser.js');
  expect(one.requires['./nothing']).toMatch(/empty\.json$/);
  expect(one.requires['./lib']).toBe('node_modules/one/lib.js');
  expect(one.requires).not.toHaveProperty('fs');
  expect(packages).toContain(join(root, 'node_modules/one'));
});

test('an entry that is not there is an error', () => {
  expect(() => link({ entries: { a: './nowhere.js' }, replacements: {}, from: join(root, 'x.js') })).toThrow(
    'nowhere',
  );
});
