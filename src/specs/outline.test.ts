import { expect, test } from 'vitest';
import { parseYaml } from '../documents/yaml.ts';
import { outlineOf } from './outline.ts';

const TEXT = `openapi: 3.1.0
info: { title: A, version: '1' }
servers:
  - url: https://a.test
paths:
  /pets:
    get:
      tags: [Pets]
    post:
      tags: [Pets, Other]
    parameters: []
  /none:
    query: {}
components:
  schemas:
    Pet: {}
`;

const linesOf = (text: string): readonly string[] =>
  outlineOf(parseYaml(text), text).flatMap(({ title, line, items }) => [
    `${title} ${line}`,
    ...items.map(({ name, method, line: at }) => `  ${method} ${name} ${at}`),
  ]);

test('the parts of a description with their lines', () => {
  expect(linesOf(TEXT)).toEqual([
    'Info 2',
    'Servers 3',
    '   https://a.test 4',
    'Pets 7',
    '  GET /pets 7',
    '  POST /pets 9',
    'Paths 13',
    '  QUERY /none 13',
    'Schemas 15',
    '   Pet 16',
  ]);
});

test('the same in JSON', () => {
  const text = JSON.stringify(parseYaml(TEXT), null, 2);
  expect(linesOf(text)).toHaveLength(10);
  expect(linesOf(text)[4]).toBe('  GET /pets 14');
});

test('whatever is in a document, the outline of it is a list', () => {
  for (const value of [null, [], 'a', { paths: [1], servers: {}, components: null, workflows: [null] }])
    expect(outlineOf(value, 'a')).toEqual(
      value !== null && typeof value === 'object' && 'workflows' in value
        ? [{ title: 'Workflows', line: 1, items: [{ name: '', method: '', operation: '', line: 1 }] }]
        : [],
    );
});
