// Calls every operation on the workspace over HTTP, with right and wrong parameters. Each call checks that the result
// has the declared schema.
import { afterAll, expect, test } from 'vitest';
import { workspaceMethods } from '../../src/app/methods/workspace/index.ts';
import { startTestApp } from '../helpers/app.ts';

const running = await startTestApp();
const { rpc, result } = running;

afterAll(() => running.close());

const WORKSPACE = ['workspace_info', 'list_collections'];

test('these are the operations on the workspace', () => {
  expect(workspaceMethods.map(({ name }) => name)).toEqual(WORKSPACE);
});

const RIGHT: readonly (readonly [string, object, unknown])[] = [
  ['workspace_info', {}, { name: 'Workspace', counts: { collections: 0 }, activeEnvironment: null }],
  ['list_collections', {}, []],
];

test.each(RIGHT)('%s %j', async (method, params, expected) => {
  const value = await result(method, params);
  if (Array.isArray(expected) && expected.length === 0) expect(value).toEqual([]);
  else expect(value).toMatchObject(expected as object);
});

const WRONG: readonly (readonly [string, object, string | undefined, string])[] = [
  ['workspace_info', { path: '.' }, 'path', 'it takes none'],
  ['list_collections', { limit: 1 }, 'limit', 'it takes none'],
];

test.each(WRONG)('%s %j is refused', async (method, params, field, message) => {
  const called = await rpc(method, params);
  expect(called).toMatchObject({ status: 422, field });
  expect(called.error).toContain(message);
});

test('every operation is called here, with right and with wrong parameters', () => {
  expect(WORKSPACE.filter((name) => !RIGHT.some(([right]) => right === name))).toEqual([]);
  expect(WORKSPACE.filter((name) => !WRONG.some(([wrong]) => wrong === name))).toEqual([]);
});
