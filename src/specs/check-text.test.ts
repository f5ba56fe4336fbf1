import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkText } from './check-text.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'check-'));
  file = join(folder, 'api.yaml');
  await writeFile(file, 'openapi: 3.1.0\n');
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const HEAD = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\n";

test('the text counts, and not the file; what it refers to is read beside the file', async () => {
  await writeFile(join(folder, 'pet.yaml'), 'type: strin\n');
  const text = `${HEAD}paths: {}\ncomponents:\n  schemas:\n    Pet: { $ref: './pet.yaml' }\n    Own: { $ref: './api.yaml#/components/schemas/Pet' }\n`;
  const { problems, outline } = await checkText({ file, text });
  expect(outline?.map(({ title }) => title)).toEqual(['Info', 'Schemas']);
  expect(problems.filter(({ file: found }) => found !== file)).toMatchObject([
    { file: expect.stringMatching(/pet\.yaml$/), line: 1 },
  ]);
});

test('marks of a merge conflict are named, each with its line', async () => {
  const text = `${HEAD}<<<<<<< HEAD\npaths: {}\n=======\npaths: { /a: {} }\n>>>>>>> theirs\n`;
  const { problems, outline } = await checkText({ file, text });
  expect(problems.map(({ line }) => line)).toEqual([3, 5, 7]);
  expect(problems[0]?.message).toContain('Git could not merge');
  expect(outline).toBeNull();
});

test('an endless reference is a problem, and a later check goes on', async () => {
  const loop = `${HEAD}paths: {}\ncomponents:\n  schemas:\n    A: { $ref: '#/components/schemas/B' }\n    B: { $ref: '#/components/schemas/A' }\n`;
  expect((await checkText({ file, text: loop })).problems.map(({ rule }) => rule)).toEqual([
    'reference-loop',
    'reference-loop',
  ]);
  const nested = `${HEAD}paths: {}\ncomponents:\n  schemas:\n    A: { type: object, properties: { a: { $ref: '#/components/schemas/A' } } }\n`;
  expect((await checkText({ file, text: nested })).outline).not.toBeNull();
});

test('a check that is given up before its turn is not made; a text of another kind is refused', async () => {
  const ended = new AbortController();
  const first = checkText({ file, text: `${HEAD}paths: {}\n` });
  const second = checkText({ file, text: `${HEAD}paths: {}\n` }, ended.signal);
  ended.abort(new Error('typed on'));
  await expect(second).rejects.toThrow('typed on');
  await expect(first).resolves.toMatchObject({ problems: expect.any(Array) });
  await expect(checkText({ file, text: 'just a text' })).rejects.toThrow('no API description');
});

test('a reference that leads nowhere proposes the part with the nearest name', async () => {
  const text = `${HEAD}paths: {}\ncomponents:\n  schemas:\n    A:\n      properties:\n        b: { $ref: '#/components/schemas/Pets' }\n        c: { $ref: '#/components/schemas/Nothing' }\n    Pet: { type: string }\n`;
  const { problems } = await checkText({ file, text });
  const references = problems.filter(({ rule }) => rule === 'no-unresolved-refs');
  expect(references.map(({ line, fix }) => [line, fix?.insert])).toEqual([
    [8, '#/components/schemas/Pet'],
    [9, undefined],
  ]);
  expect(references[0]?.message).toMatch(/did you mean #\/components\/schemas\/Pet\?$/);
});
