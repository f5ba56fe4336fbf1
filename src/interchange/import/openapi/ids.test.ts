// Ids of objects that are created from a description: they are the same each time, whatever else is in the file.
import { expect, test } from 'vitest';
import { requestsOf } from '../../../collections/model/collection.ts';
import { importContent } from '../index.ts';
import { isOperationId } from './ids.ts';

function collectionOf(paths: object, title = 'Shop') {
  const text = JSON.stringify({ openapi: '3.1.0', info: { title }, paths });
  const { collections } = importContent(Buffer.from(text), 'shop.json');
  return collections[0]!;
}

function requestIds(paths: object): readonly string[] {
  return [...requestsOf(collectionOf(paths).items)].map(({ request }) => request.id);
}

const operation = (fields: object = {}) => ({
  get: { responses: { 200: { description: 'Ok' } }, ...fields },
});

test('are the same when a description is read again', () => {
  const paths = { '/a': operation({ operationId: 'a', tags: ['T'] }), '/b': operation() };
  expect(collectionOf(paths)).toEqual(collectionOf(paths));
  expect(requestIds(paths).every(isOperationId)).toBe(true);
  expect(collectionOf({}).id).not.toBe(collectionOf({}, 'Other').id);
});

test('follow the operationId, else method and path', () => {
  const [first] = requestIds({ '/a': operation({ operationId: 'a' }) });
  expect(requestIds({ '/moved': operation({ operationId: 'a', summary: 'New' }) })).toEqual([first]);
  const [address] = requestIds({ '/a': operation() });
  expect(requestIds({ '/a': operation({ summary: 'New' }) })).toEqual([address]);
  expect(requestIds({ '/b': operation() })).not.toEqual([address]);
});

test('are unique, and the same, when two operations have one operationId', () => {
  const paths = { '/a': operation({ operationId: 'a' }), '/b': operation({ operationId: 'a' }) };
  const ids = requestIds(paths);
  expect(new Set(ids).size).toBe(2);
  expect(requestIds(paths)).toEqual(ids);
});
