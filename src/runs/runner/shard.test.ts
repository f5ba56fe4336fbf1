import { expect, test } from 'vitest';
import { effectiveRequest } from '../../collections/model/inherited.ts';
import { newRequest } from '../../collections/model/request.ts';
import { iterationsOf, stepsIn } from './shard.ts';
import type { Step } from './steps.ts';

function step(name: string, ...folders: readonly string[]): Step {
  const request = effectiveRequest([], newRequest({ id: name, name }));
  return {
    request,
    folders,
    folderIds: folders,
    tags: [],
    auth: { type: 'none' },
    variables: new Map(),
    preRequest: [],
    test: [],
  };
}

test.each([1, 2, 3, 7])('%i parts are the whole run, in order, and folders stay whole', (total) => {
  const sizes = { a: 5, b: 1, c: 8, d: 3, e: 3 };
  const steps = Object.entries(sizes).flatMap(([folder, count]) =>
    Array.from({ length: count }, (_, at) => step(`${folder}${at}`, folder, 'inner')),
  );
  const all = [...steps, step('x'), step('y')];
  const parts = Array.from({ length: total }, (_, at) => stepsIn({ index: at + 1, total }, all));
  expect(parts.flat()).toEqual(all);
  for (const folder of Object.keys(sizes))
    expect(parts.filter((part) => part.some(({ folders }) => folders[0] === folder))).toHaveLength(1);
  if (total === 3) expect(parts.map(({ length }) => length)).toEqual([6, 8, 8]);
});

test('iterations are dealt out', () => {
  expect(iterationsOf({ index: 1, total: 3 }, 7)).toEqual([0, 3, 6]);
  expect(iterationsOf({ index: 3, total: 3 }, 7)).toEqual([2, 5]);
  expect(iterationsOf({ index: 3, total: 3 }, 2)).toEqual([]);
});
