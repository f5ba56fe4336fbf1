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

test('rules of every kind are found, in order', () => {
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

test.each([2, 50])('of %i rules for one host those that match', (count) => {
  const patterns = Array.from({ length: count }, (_, at) => `a.test/v${at}/*`);
  const index = indexOf(...patterns, 'a.test/v1');
  expect(found(index, 'a.test', 'https://a.test/v1/x?y')).toEqual(['a.test/v1/*', 'a.test/v1']);
  expect(found(index, 'a.test', 'https://a.test/w')).toEqual([]);
});

test('a default port that a pattern names is looked at by the rule, not by the automaton alone', () => {
  const many = Array.from({ length: 10 }, (_, at) => `*.test/${at}`);
  const index = indexOf('*.test:443/x', ...many);
  expect(found(index, 'a.test', 'https://a.test/x')).toEqual(['*.test:443/x']);
  expect(found(index, 'a.test', 'http://a.test/x')).toEqual([]);
});

test('the host alone tells when nothing else is asked for', () => {
  const index = indexOf('a.test', 'b.test/x');
  expect([index.excludesHost('a.test'), index.excludesHost('c.test')]).toEqual([false, true]);
  expect(indexOf('a.test', '*.test').excludesHost('c.test')).toBe(false);
  expect(indexOf('a.test', '*').excludesHost('c.test')).toBe(false);
  expect(indexOf().excludesHost('c.test')).toBe(true);
});
