import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { print } from './print.ts';

/** Takes one text at a time; `go` lets it take the next. */
function slow(): { readonly output: Writable; readonly go: () => void } {
  const waiting: (() => void)[] = [];
  const output = new Writable({ highWaterMark: 4, write: (_text, _coding, done) => void waiting.push(done) });
  return { output, go: () => waiting.shift()?.() };
}

test('is waited for until there is room', async () => {
  const { output, go } = slow();
  expect(print(output, 'a')).toBeUndefined();
  let isOver = false;
  const waiting = Promise.resolve(print(output, 'bcdefg')).then(() => (isOver = true));
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  go();
  await new Promise(setImmediate);
  go();
  await waiting;
  expect(output.listenerCount('drain')).toBe(0);
});

test('ends when nobody reads any more, and nothing is written after', async () => {
  const { output } = slow();
  output.on('error', () => undefined);
  const waiting = print(output, 'abcdefg');
  output.destroy(new Error('closed'));
  await waiting;
  expect(print(output, 'more')).toBeUndefined();
});
