import { expect, test } from 'vitest';
import { lookUpIn, nearestName, shownValue, type KnownVariable } from './variable-source.ts';
import { loneVariable, partsOf, typedVariableAt } from './variable-text.ts';

/** Shows the parts of a text, each with its type: `v` for a variable, `s` for a segment. */
const shown = (text: string, hasSegments = false): readonly string[] =>
  partsOf(text, hasSegments).map(({ type, text: part }) => (type === 'text' ? part : `${type[0]}<${part}>`));

test.each([
  ['plain', ['plain']],
  ['{{a}}', ['v<{{a}}>']],
  ['{{a}}/x/{{ b c }}', ['v<{{a}}>', '/x/', 'v<{{ b c }}>']],
  ['{{}} {{ }} {{a', ['{{}} {{ }} {{a']],
  ['{{x{{a}}}}', ['{{x', 'v<{{a}}>', '}}']],
  ['', []],
])('parts of %j', (text, parts) => {
  expect(shown(text)).toEqual(parts);
  expect(partsOf(text).map((part) => part.text)).toEqual(
    partsOf(text).map(({ from, to }) => text.slice(from, to)),
  );
});

test('segments of a URL end with its path, and a port is none', () => {
  expect(shown('http://h:80/a/:id/:other?x=/:no', true)).toEqual([
    'http://h:80/a/',
    's<:id>',
    '/',
    's<:other>',
    '?x=/:no',
  ]);
  expect(shown('{{base}}/:id', true)).toEqual(['v<{{base}}>', '/', 's<:id>']);
});

test.each([
  ['{{|', { from: 0, to: 2, typed: '' }],
  ['a{{cu|', { from: 1, to: 5, typed: 'cu' }],
  ['{{cu|rsor}}/x', { from: 0, to: 10, typed: 'cu' }],
  ['{{a}} {{$g|', { from: 6, to: 10, typed: '$g' }],
  ['{{a b|', { from: 0, to: 5, typed: 'a b' }],
  ['{{a}}|', null],
  ['{|{', null],
  ['a|', null],
])('the variable at the caret of %s', (marked, expected) => {
  const caret = marked.indexOf('|');
  expect(typedVariableAt(marked.replace('|', ''), caret)).toEqual(expected);
});

test('a lone variable is all of a text', () => {
  expect(['{{a}}', ' {{a}} ', 'x{{a}}', '{{a}}{{b}}', '', null].map(loneVariable)).toEqual([
    'a',
    'a',
    null,
    null,
    null,
    null,
  ]);
});

const variable = (name: string, more: Partial<KnownVariable> = {}): KnownVariable => ({
  name,
  value: 'x',
  scope: 'environment',
  owner: 'Staging',
  isSecret: false,
  overrides: [],
  ...more,
});

test('the first definition of a name is the one that counts', () => {
  const first = variable('a', { value: '1' });
  const lookUp = lookUpIn({ variables: [first, variable('a', { value: '2' })], dynamic: ['$guid'] });
  expect(lookUp(' a ')).toEqual({ type: 'known', variable: first });
  expect(lookUp('$guid')).toEqual({ type: 'dynamic', name: '$guid' });
  expect(lookUp('constructor')).toEqual({ type: 'unknown', name: 'constructor' });
});

test('the nearest name is close to what was typed', () => {
  const source = { variables: [variable('region'), variable('baseUrl')], dynamic: ['$guid'] };
  expect(['regon', 'BASEURL', '$gid', 'entirely'].map((name) => nearestName(name, source))).toEqual([
    'region',
    'baseUrl',
    '$guid',
    null,
  ]);
});

test('a secret is masked, and one that is not set is empty', () => {
  expect(shownValue(variable('a', { value: 'plain', isSecret: true }))).toBe('••••••••');
  expect(shownValue(variable('a', { value: '', isSecret: true }))).toBe('');
  expect(shownValue(variable('a', { value: null, isSecret: true }))).toBeNull();
});
