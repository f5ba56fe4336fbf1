// The matcher of paths: segments with variables and text, and the order of what fits.
import { expect, test } from 'vitest';
import { PathIndex } from './index.ts';
import { templateSegments } from './template.ts';

function found(templates: readonly string[], path: string, ignoresCase = false): readonly unknown[] {
  const index = new PathIndex<string>({ ignoresCase });
  for (const template of templates) index.add(templateSegments(template), template);
  const segments = path.split('/').filter((each) => each !== '');
  return index.find(segments).map(({ entry, values }) => [entry, Object.fromEntries(values)]);
}

test.each([
  ['/report/{id}.json', '/report/7.json', { id: '7' }],
  ['/report/{id}.json', '/report/a.json.json', { id: 'a.json' }],
  ['/{x},{y}', '/1,2', { x: '1', y: '2' }],
  ['/{x},{y}', '/1,2,3', { x: '1', y: '2,3' }],
  ['/v1/{name}:cancel', '/v1/7:cancel', { name: '7' }],
  ['/{from}..{to}/x', '/a..b/x', { from: 'a', to: 'b' }],
  ['/{a}{b}', '/xyz', { a: 'x', b: 'yz' }],
  ['/v{{version}}/users', '/v2/users', { version: '2' }],
  ['/a%20b/{id}', '/a b/c', { id: 'c' }],
  ['/', '/', {}],
])('%s has the values of %s', (template, path, values) => {
  expect(found([template], path)).toEqual([[template, values]]);
});

test.each([
  ['/report/{id}.json', '/report/.json'],
  ['/report/{id}.json', '/report/7.xml'],
  ['/{x},{y}', '/1,'],
  ['/{x},{y}', '/1;2'],
  ['/v1/{name}:cancel', '/v1/:cancel'],
  ['/{a}aa', '/aa'],
  ['/{a}', '/'],
  ['/Pets', '/pets'],
])('%s does not fit %s', (template, path) => expect(found([template], path)).toEqual([]));

test('the most specific one is first', () => {
  const templates = [
    '/{a}/{b}',
    '/pets/{id}',
    '/{a}/mine',
    '/pets/{id}.json',
    '/pets/{n}.{x}',
    '/pets/mine.json',
  ];
  const order = (path: string): readonly unknown[] =>
    found(templates, path).map((each) => (each as string[])[0]);
  expect(order('/pets/mine.json')).toEqual([
    '/pets/mine.json',
    '/pets/{id}.json',
    '/pets/{n}.{x}',
    '/pets/{id}',
    '/{a}/{b}',
  ]);
  expect(order('/pets/mine')).toEqual(['/pets/{id}', '/{a}/mine', '/{a}/{b}']);
});

test('another case is least specific where it fits', () => {
  const order = found(['/users/ME', '/users/{id}', '/users/me'], '/users/me', true);
  expect(order.map((each) => (each as string[])[0])).toEqual(['/users/me', '/users/{id}', '/users/ME']);
});

test('every path fits the template that it was made of, first of all that are less specific', () => {
  const pieces = ['a', 'b.json', '{x}', '{x}.json', '{x},{y}', 'v{x}'];
  for (const first of pieces)
    for (const second of pieces) {
      const template = `/${first}/${second}`;
      const path = template.replaceAll('{x}', 'one').replaceAll('{y}', 'two');
      const all = found([...pieces.flatMap((one) => pieces.map((other) => `/${one}/${other}`))], path);
      expect(all.map((each) => (each as string[])[0])).toContain(template);
      expect(all.at(-1)).toEqual(['/{x}/{x}', expect.anything()]);
    }
});
