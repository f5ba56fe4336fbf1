import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { drained } from './streams.ts';

test('a stream is waited for until it takes more or is closed, and forgotten then', async () => {
  const stream = new PassThrough({ highWaterMark: 4 });
  stream.write('abcdef');
  let isDrained = false;
  const waiting = drained(stream).then(() => (isDrained = true));
  await new Promise(setImmediate);
  expect(isDrained).toBe(false);
  stream.resume();
  await waiting;
  await drained(stream);
  stream.pause().write('abcdef');
  const closing = drained(stream);
  stream.destroy();
  await closing;
  await drained(stream);
  expect([stream.listenerCount('drain'), stream.listenerCount('close')]).toEqual([0, 0]);
});
