import { gzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { CaptureBudget } from '../../flow/capture-budget.ts';
import { Message } from '../../flow/message.ts';
import { BodyBufferBudget } from '../shared/body-buffer-budget.ts';
import { BufferableBody } from './bufferable-body.ts';

const budget = new CaptureBudget({ maxBodyBytes: 1_000_000, memoryBytes: 10_000_000, spillPath: '' });
afterAll(() => budget.close());

function waiting(max: number, memory: BodyBufferBudget, fields = '') {
  const calls: string[] = [];
  const body = new BufferableBody({
    source: { pause: () => calls.push('pause'), resume: () => calls.push('resume') },
    memory,
    max,
    message: new Message(`HTTP/1.1 200 OK\r\n${fields}\r\n`, budget),
    bufferable: true,
    length: -1,
  });
  return { body, calls };
}

const nowhere = { data: () => undefined, end: () => undefined };

test('decoded bytes count as held too, and all of them are given back', async () => {
  const zipped = gzipSync(Buffer.alloc(500_000));
  const memory = new BodyBufferBudget(600_000);
  const one = waiting(1_000_000, memory, 'Content-Encoding: gzip\r\n').body;
  const other = waiting(1_000_000, memory, 'Content-Encoding: gzip\r\n').body;
  for (const body of [one, other]) {
    body.add(zipped);
    body.end([]);
  }
  expect((await one.buffer())?.length).toBe(500_000);
  expect(memory.used).toBe(500_000 + zipped.length);
  expect(await other.buffer()).toBe(null);
  one.passTo(nowhere);
  other.fail();
  expect(memory.used).toBe(0);
});

test.each(['passed on', 'given up'])('what is %s while it is decoded counts no longer', async (how) => {
  const memory = new BodyBufferBudget(1_000_000);
  const { body } = waiting(1_000_000, memory, 'Content-Encoding: gzip\r\n');
  body.add(gzipSync(Buffer.alloc(500_000)));
  body.end([]);
  const whole = body.buffer();
  if (how === 'passed on') body.passTo(nowhere);
  else body.fail();
  await whole;
  expect(memory.used).toBe(0);
});

test('nothing is held where nothing may be, save nothing', async () => {
  const memory = new BodyBufferBudget(1_000_000);
  const empty = waiting(0, memory).body;
  empty.end([]);
  expect(await empty.buffer()).toEqual(Buffer.alloc(0));
  const some = waiting(0, memory).body;
  const whole = some.buffer();
  some.add(Buffer.from('a'));
  expect(await whole).toBe(null);
});

test('a sink that is full stays so', () => {
  const { body, calls } = waiting(0, new BodyBufferBudget(0));
  body.add(Buffer.alloc(100_000));
  expect(calls).toEqual(['pause']);
  body.passTo({ data: () => void calls.push('full'), end: () => undefined });
  expect(calls).toEqual(['pause', 'resume', 'full']);
});

test('what was to go to somebody who is gone waits for another', () => {
  const { body, calls } = waiting(0, new BodyBufferBudget(0));
  body.passTo(nowhere);
  body.detachSink();
  body.add(Buffer.from('late'));
  body.end([]);
  body.passTo({ data: (bytes) => void calls.push(bytes.toString()), end: () => void calls.push('end') });
  expect(calls.filter((call) => call !== 'resume')).toEqual(['late', 'end']);
});
