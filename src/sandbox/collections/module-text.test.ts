import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { toCommonJs, moduleText } from './module-text.ts';

test('a script loses comments and indentation, but no string contents', () => {
  const { code, requires } = moduleText(`#!/usr/bin/env node
    /* a block
       over lines */
    var a = require('a'), b = require("./b"); // behind
    var c = 'not // a comment', d = /[/*]/, e = \`  kept
      as it is \${ /* gone */ a }\`;
    // require('not')
    other.require('no'); require(a);`);
  expect([...requires].sort()).toEqual(['./b', 'a']);
  expect(code).toContain(`var a = require('a'), b = require("./b");\n`);
  expect(code).toContain(`'not // a comment'`);
  expect(code).toContain('/[/*]/');
  expect(code).toContain('`  kept\n      as it is ${ a }`');
  expect(code).not.toMatch(/block|behind|gone/);
});

test('statements without a semicolon still end', () => {
  const { code } = moduleText('var a = 1 // one\nvar b = 2 /* two\n*/ var c = 3\nreturn [a, b, c]');
  expect(runInNewContext(`(function () { ${code} })().join()`)).toBe('1,2,3');
});

test('text that is not a script is an error', () => {
  expect(() => moduleText('var = ;')).toThrow(SyntaxError);
});

test('a module becomes one of require and exports', () => {
  const code = toCommonJs(`
    import { a, b as c } from './other.ts';
    import {} from './types.ts';
    export const one = a + c, two = 2;
    export function three() { return 3 }
    export class Four {}
    const five = 5;`);
  const exports: Record<string, unknown> = {};
  const require = (name: string): object => (name === './other.ts' ? { a: 1, b: 10 } : {});
  runInNewContext(`(function (exports, require) { ${code} })`)(exports, require);
  expect(Object.keys(exports)).toEqual(['one', 'two', 'three', 'Four']);
  expect(exports['one']).toBe(11);
});

test('only imports by name are linked', () => {
  expect(() => toCommonJs(`import all from './other.ts'`)).toThrow('only imports by name');
});
