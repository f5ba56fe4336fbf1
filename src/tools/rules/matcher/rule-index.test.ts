import { expect, test } from 'vitest';
import { z } from 'zod';
import { ruleFields } from '../rule.ts';
import { CompiledRule } from './compiled-rule.ts';
import { RuleIndex } from './rule-index.ts';

const schema = z.object(ruleFields);

function indexOf(...patterns: readonly string[]): RuleIndex {
  const rules = patterns.map((pattern) => schema.parse({ name: pattern, pattern }));
  return new RuleIndex(rules.map((rule) => ({ step: 0, compiled: new CompiledRule(rule, rule) })));
}

function found(index: RuleIndex, host: string, url: string): readonly string[] {
  return index.candidates(host, url).map(({ compiled }) => compiled.rule.name);
}

test('finds rules of every kind, in order', () => {
  const index = indexOf('*/x', '*', 'a.test/x', 'b.test', '*.test', 'http://a.test', '*://*', 'a.test:81/x');
  expect(found(index, 'a.test', 'http://a.test/x')).toEqual([
    '*/x',
    '*',
    'a.test/x',
    '*.test',
    'http://a.test',
    '*://*',
  ]);
  expect(found(index, 'a.test', 'http://a.test:81/x')).toEqual(['*/x', '*', '*://*', 'a.test:81/x']);
  expect(found(index, 'c.example', 'http://c.example/')).toEqual(['*', '*://*']);
});

test.each([2, 50])('finds the matching ones of %i rules for one host', (count) => {
  const patterns = Array.from({ length: count }, (_, at) => `a.test/v${at}/*`);
  const index = indexOf(...patterns, 'a.test/v1');
  expect(found(index, 'a.test', 'https://a.test/v1/x?y')).toEqual(['a.test/v1/*', 'a.test/v1']);
  expect(found(index, 'a.test', 'https://a.test/w')).toEqual([]);
});

test('the rule, not only the automaton, checks a default port in a pattern', () => {
  const many = Array.from({ length: 10 }, (_, at) => `*.test/${at}`);
  const index = indexOf('*.test:443/x', ...many);
  expect(found(index, 'a.test', 'https://a.test/x')).toEqual(['*.test:443/x']);
  expect(found(index, 'a.test', 'http://a.test/x')).toEqual([]);
});

test('the host is enough when a rule has no other condition', () => {
  const index = indexOf('a.test', 'b.test/x');
  expect([index.excludesHost('a.test'), index.excludesHost('c.test')]).toEqual([false, true]);
  expect(indexOf('a.test', '*.test').excludesHost('c.test')).toBe(false);
  expect(indexOf('a.test', '*').excludesHost('c.test')).toBe(false);
  expect(indexOf().excludesHost('c.test')).toBe(true);
});
