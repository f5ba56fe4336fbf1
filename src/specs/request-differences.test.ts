import { expect, test } from 'vitest';
import { newRequest } from '../collections/model/request.ts';
import { requestDifferences } from './request-differences.ts';

const request = (fields: object) => newRequest({ id: 'a', name: 'A', ...fields });
const json = (value: unknown) => ({ type: 'raw', language: 'json', text: JSON.stringify(value) }) as const;

test.each([
  ['nothing', {}, {}, []],
  ['a name and a description', { docs: '' }, { docs: 'x', name: 'B' }, ['~ name', '~ description']],
  [
    'parameters',
    { query: [{ name: 'a', value: '1' }, { name: 'b' }] },
    { query: [{ name: 'a', value: '2' }, { name: 'c' }] },
    ['~ query a', '+ query c', '- query b'],
  ],
  [
    'their order',
    { headers: [{ name: 'a' }, { name: 'b' }] },
    { headers: [{ name: 'b' }, { name: 'a' }] },
    ['~ order of header entries'],
  ],
  [
    'properties of a body',
    { body: json({ a: 1, deep: { b: 1 } }) },
    { body: json({ deep: { b: 2, c: 1 } }) },
    ['- body.a', '~ body.deep.b', '+ body.deep.c'],
  ],
  ['a body that is new', {}, { body: json(1) }, ['+ body']],
  ['a body that is gone', { body: json(1) }, {}, ['- body']],
  [
    'a body that is no JSON',
    { body: { type: 'raw', text: 'a' } },
    { body: { type: 'raw', text: 'b' } },
    ['~ body'],
  ],
])('%s', (_, before, after, expected) => {
  const found = requestDifferences(request(before), request(after));
  expect(found.map(({ mark, what }) => `${mark} ${what}`)).toEqual(expected);
});
