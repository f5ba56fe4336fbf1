import { expect, test } from 'vitest';
import { dynamicNames } from '../../base/dynamic-variables.ts';
import { interpolate } from './interpolate.ts';
import { Scopes, valuesOf } from './scopes.ts';

const look =
  (values: Readonly<Record<string, unknown>>) =>
  (name: string): unknown =>
    Object.hasOwn(values, name) ? values[name] : undefined;

test.each([
  ['{{a}}/{{b}}', { a: 'x', b: 2 }, 'x/2'],
  ['{{a}}', { a: '{{b}}', b: '{{c}}', c: 'deep' }, 'deep'],
  ['{{ a }}', { a: 'x' }, 'x'],
  ['{{a b}}{{日}}', { 'a b': 1, 日: 2 }, '12'],
  ['{{o}}', { o: { k: [1] } }, '{"k":[1]}'],
  ['{{n}}{{f}}{{e}}', { n: null, f: false, e: '' }, 'nullfalse'],
  ['{{a}}', { a: '$& $1 $$' }, '$& $1 $$'],
  ['{{x{{a}}}}', { a: '1', x1: 'nested' }, 'nested'],
  ['{a} {{}} }}', {}, '{a} {{}} }}'],
])('%s', (text, values, replaced) => {
  expect(interpolate(text, look(values)).text).toBe(replaced);
});

test('unknown names are kept, and reported once', () => {
  const { text, unresolved } = interpolate('{{a}} {{b}} {{a}} {{constructor}}', look({ b: '1' }));
  expect(text).toBe('{{a}} 1 {{a}} {{constructor}}');
  expect(unresolved).toEqual(['a', 'constructor']);
});

test('recursive values are reported', () => {
  const circles = look({ a: '{{b}}', b: '{{a}}', self: 'x{{self}}', fine: '1' });
  expect(interpolate('{{a}} {{fine}}', circles).unresolved).toHaveLength(1);
  expect(interpolate('{{self}} {{}}', circles).unresolved).toEqual(['self']);
});

test('values that refer to each other end', { tags: ['full'] }, () => {
  expect(interpolate('{{a}}', look({ a: '{{b}}', b: '{{a}}' })).text).toMatch(/^\{\{[ab]\}\}$/);
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [`v${at}`, `{{v${at + 1}}}`.repeat(8)]),
  );
  expect(() => interpolate('{{v0}}', look(doubling))).toThrow('longer than');
});

test('dynamic variables have a value each time, unless somebody has set one', () => {
  const { text } = interpolate('{{$guid}} {{$guid}}', look({}));
  const [one, other] = text.split(' ');
  expect(one).toMatch(/^[\da-f]{8}-/);
  expect(one).not.toBe(other);
  expect(interpolate('{{$guid}}', look({ $guid: 'mine' })).text).toBe('mine');
  for (const name of dynamicNames())
    expect(interpolate(`{{$${name}}}`, look({})).text, name).not.toMatch(/^$|\{\{|undefined|NaN/);
});

test('local values win over data, environment, collection and globals', () => {
  const scope = (name: string): ReadonlyMap<string, unknown> =>
    valuesOf([{ name, value: name, enabled: true, secret: false, docs: '' }]);
  const both = (one: string, other: string): ReadonlyMap<string, unknown> =>
    new Map([...scope(one), [other, 'lost']]);
  const scopes = new Scopes({
    local: scope('local'),
    data: both('data', 'local'),
    environment: both('environment', 'data'),
    collection: both('collection', 'environment'),
    globals: both('globals', 'collection'),
  });
  for (const name of ['local', 'data', 'environment', 'collection', 'globals'])
    expect(scopes.value(name)).toBe(name);
  expect(scopes.value('none')).toBeUndefined();
});

test('disabled variables are ignored, and of several with one name the last counts', () => {
  const variable = { secret: false, docs: '' };
  const values = valuesOf([
    { ...variable, name: 'a', value: '1', enabled: true },
    { ...variable, name: 'a', value: '2', enabled: true },
    { ...variable, name: 'a', value: '3', enabled: false },
  ]);
  expect([...values]).toEqual([['a', '2']]);
});
