import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import { BLOCK_BYTES } from './block.ts';
import { CaptureBudget, LOSS } from './capture-budget.ts';
import { BodyCapture } from './body-capture.ts';

function capture(maxBodyBytes = 10): { readonly body: BodyCapture; readonly budget: CaptureBudget } {
  const spillPath = join(tmpdir(), 'never-made');
  const budget = new CaptureBudget({ maxBodyBytes, memoryBytes: Infinity, spillPath });
  return { body: new BodyCapture(budget), budget };
}

function state(body: BodyCapture): readonly [text: string, size: number, omitted: number, inMemory: number] {
  return [body.bytes().toString(), body.size, body.omitted, body.inMemory];
}

describe('a captured body', () => {
  test('is empty without chunks', () => {
    const { body } = capture();
    expect(state(body)).toEqual(['', 0, 0, 0]);
    expect(body.chunks()).toEqual([]);
  });

  test('is the chunk itself when there is one', () => {
    const { body } = capture();
    const bytes = Buffer.from('hello');
    body.add(bytes);
    expect(state(body)).toEqual(['hello', 5, 0, 5]);
    expect(body.bytes()).toBe(bytes);
  });

  test('has all chunks in order', () => {
    const { body } = capture();
    for (const char of 'hello') body.add(Buffer.from(char));
    expect(state(body)).toEqual(['hello', 5, 0, 5]);
  });

  test.each([
    [['0123456789'], '0123456789', 0],
    [['0123456789a'], '0123456789', 1],
    [['01234', '56789', 'abc'], '0123456789', 3],
    [['01234', '56789abc', 'def', ''], '0123456789', 6],
    [['0'.repeat(100)], '0'.repeat(10), 90],
  ])('of %j with a limit of 10 bytes', (pieces, text, omitted) => {
    const size = pieces.join('').length;
    const added = capture().body;
    const copied = capture().body;
    for (const piece of pieces) {
      added.add(Buffer.from(piece));
      copied.addCopy(Buffer.from(`<${piece}>`), 1, piece.length + 1);
    }
    for (const body of [added, copied]) {
      expect(state(body)).toEqual([text, size, omitted, 10]);
      expect(body.remaining).toBe(0);
    }
  });

  test.each([
    ['fits', 'hello', 'hello', 0],
    ['is empty', '', '', 0],
    ['is longer than the limit', '0123456789a', '0123456789', 1],
  ])('shares memory with the head before it: one that %s', (_, text, captured, omitted) => {
    const { body } = capture();
    body.addFrom(Buffer.from(`head${text}`), 4);
    expect(state(body)).toEqual([captured, text.length, omitted, captured.length]);
    expect(body.equals(Buffer.from(captured))).toBe(true);
    expect(Buffer.concat(body.memoryChunks()).toString()).toBe(captured);
  });

  test.each([['read in between'], ['never read']])('goes on behind a head, %s', (when) => {
    const { body, budget } = capture(7);
    body.addFrom(Buffer.from('headab'), 4);
    if (when === 'read in between') expect(body.bytes().toString()).toBe('ab');
    body.addFrom(Buffer.from('xcd'), 1);
    body.add(Buffer.from('efgh'));
    expect(state(body)).toEqual(['abcdefg', 8, 1, 7]);
    expect(body.counted).toBe(7);
    budget.release(body);
    expect(body.counted).toBe(0);
  });

  test('behind a head is dropped whole', () => {
    const { body } = capture();
    body.addFrom(Buffer.from('headab'), 4);
    body.drop(LOSS.overBudget);
    body.add(Buffer.from('c'));
    expect(state(body)).toEqual(['', 3, 3, 0]);
  });

  test('is empty with a limit of 0', () => {
    const { body } = capture(0);
    body.add(Buffer.from('hello'));
    body.addCopy(Buffer.from('hello'), 0, 5);
    expect(state(body)).toEqual(['', 10, 10, 0]);
  });

  test('is a copy when the buffer will be reused', () => {
    const { body } = capture();
    const larger = Buffer.from('hello');
    body.addCopy(larger, 1, 4);
    larger.fill('x');
    expect(state(body)).toEqual(['ell', 3, 0, 3]);
  });

  test('does not retain a larger buffer for a truncated chunk', () => {
    const { body } = capture();
    const large = Buffer.alloc(1_000_000, 'x');
    body.add(large);
    expect(body.bytes().buffer).not.toBe(large.buffer);
    expect(body.bytes().buffer.byteLength).toBeLessThan(large.length / 10);
  });
});

describe('a body in blocks', () => {
  test('retains each block once', () => {
    const { body, budget } = capture(1000);
    const [a, b] = [budget.takeBlock(), budget.takeBlock()];
    a.bytes.write('hello');
    b.bytes.write(', you');
    body.addPart(a, 0, 2);
    body.addPart(a, 2, 5);
    body.addPart(b, 0, 5);
    expect([a.references, b.references]).toEqual([2, 2]);
    expect(state(body)).toEqual(['hello, you', 10, 0, 10]);
    expect(body.detachBlocks()).toEqual([a, b]);
    expect(body.detachBlocks()).toEqual([]);
  });

  test('is returned as a copy, since blocks are reused', () => {
    const { body, budget } = capture(1000);
    const block = budget.takeBlock();
    block.bytes.write('hello');
    body.addPart(block, 0, 5);
    const bytes = body.bytes();
    block.bytes.fill(0);
    expect(bytes.toString()).toBe('hello');
  });

  test('is truncated at the limit, and does not retain unused blocks', () => {
    const { body, budget } = capture(3);
    const [a, b] = [budget.takeBlock(), budget.takeBlock()];
    a.bytes.write('hello');
    body.addPart(a, 0, 5);
    body.addPart(b, 0, BLOCK_BYTES);
    expect(state(body)).toEqual(['hel', 5 + BLOCK_BYTES, 2 + BLOCK_BYTES, 3]);
    expect([a.references, b.references]).toEqual([2, 1]);
  });
});

test.each([
  [0, ''],
  [2, 'he'],
  [5, 'hello'],
  [99, 'hello, you'],
])('its first %i bytes are read', (max, text) => {
  const { body } = capture(100);
  for (const piece of ['hel', 'lo,', ' you']) body.add(Buffer.from(piece));
  expect(body.bytes(max).toString()).toBe(text);
  const { body: single } = capture(100);
  single.add(Buffer.from('hello, you'));
  expect(single.bytes(max).toString()).toBe(text);
});

test.each([
  ['hello, you', true],
  ['hello, yoU', false],
  ['Hello, you', false],
  ['hello, yo', false],
  ['hello, you!', false],
])('is compared piece by piece with %s: %s', (text, isEqual) => {
  const { body } = capture(100);
  for (const piece of ['hel', 'lo,', ' you']) body.add(Buffer.from(piece));
  expect(body.equals(Buffer.from(text))).toBe(isEqual);
});

describe('a spilled body', () => {
  test('is replaced chunk by chunk, followed by later chunks', () => {
    const { body } = capture(100);
    for (const text of ['one', 'two', 'three']) body.add(Buffer.from(text));
    expect(body.memoryChunks().map(String)).toEqual(['one', 'two', 'three']);
    body.add(Buffer.from('late'));
    body.movedToFile(3, 11, { offset: 7, length: 11 });
    expect(body.chunks()).toEqual([{ offset: 7, length: 11 }, Buffer.from('late')]);
    expect(body.inMemory).toBe(4);
    body.movedToFile(1, 4, { offset: 18, length: 4 });
    expect(body.chunks()).toEqual([
      { offset: 7, length: 11 },
      { offset: 18, length: 4 },
    ]);
    expect([body.inMemory, body.size, body.omitted]).toEqual([0, 15, 0]);
  });

  test('can be lost: then the part in the file stays, and nothing is added', () => {
    const { body } = capture(100);
    body.add(Buffer.from('one'));
    body.movedToFile(1, 3, { offset: 0, length: 3 });
    body.add(Buffer.from('two'));
    body.add(Buffer.from('three'));
    body.dropMemory(LOSS.slowDisk);
    expect(body.chunks()).toEqual([{ offset: 0, length: 3 }]);
    expect([body.loss, body.inMemory]).toEqual([LOSS.slowDisk, 0]);
    expect([body.size, body.omitted, body.remaining]).toEqual([11, 8, 0]);
    body.add(Buffer.from('four'));
    expect([body.size, body.omitted]).toEqual([15, 12]);
    body.drop(LOSS.overBudget);
    expect([body.chunks(), body.omitted, body.loss]).toEqual([[], 15, LOSS.overBudget]);
  });
});
