import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { SoonWriter } from './soon-writer.ts';

/** A stream that keeps what it takes, as it was written. */
function sink(highWaterMark = 1000): {
  readonly stream: Writable;
  readonly taken: string[];
  take: () => void;
} {
  const taken: string[] = [];
  let done: (() => void) | undefined;
  const stream = new Writable({
    highWaterMark,
    write: (chunk: Buffer, _, next) => {
      taken.push(chunk.length > 100 ? String(chunk.length) : chunk.toString('latin1'));
      done = next;
    },
  });
  const take = (): void => {
    const next = done;
    done = undefined;
    next?.();
  };
  return { stream, taken, take };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Returns a writer that has written before, and so waits. */
async function warm(target: ReturnType<typeof sink>): Promise<SoonWriter> {
  const writer = new SoonWriter(target.stream);
  writer.write('-');
  target.take();
  target.taken.pop();
  await turn();
  return writer;
}

test('the first write leaves at once', () => {
  const { stream, taken } = sink();
  new SoonWriter(stream).write('behind the handshake');
  expect(taken).toEqual(['behind the handshake']);
});

test('a small write leaves at the end of the turn, text as latin1', async () => {
  const target = sink();
  const writer = await warm(target);
  expect(writer.write('\u00e4')).toBe(true);
  expect(target.taken).toEqual([]);
  expect(writer.waiting).toBe(1);
  await turn();
  expect(target.taken).toEqual(['\u00e4']);
});

test('writes keep their order: a second one takes the first along, as does a large one', async () => {
  const target = sink(100_000);
  const { taken, take } = target;
  const writer = await warm(target);
  writer.write('a');
  writer.write('b');
  take();
  expect(taken).toEqual(['a', 'b']);
  take();
  writer.write('c');
  writer.write(Buffer.alloc(20_000));
  take();
  expect(taken).toEqual(['a', 'b', 'c', '20000']);
  await turn();
  expect(taken).toHaveLength(4);
});

test('who has waited writes at once, behind what waits', async () => {
  const target = sink();
  const writer = await warm(target);
  writer.write('a');
  writer.writeNow('b');
  target.take();
  expect(target.taken).toEqual(['a', 'b']);
});

test('what waits is written when it is flushed, once', async () => {
  const target = sink();
  const { stream, taken } = target;
  const writer = await warm(target);
  writer.write('last words');
  writer.flush();
  stream.end();
  expect(taken).toEqual(['last words']);
  await turn();
  expect(taken).toEqual(['last words']);
});

test('a full stream says so', async () => {
  const target = sink(4);
  const writer = await warm(target);
  expect(writer.write('abcdef')).toBe(true);
  await turn();
  expect(writer.write('g')).toBe(false);
});

test('the writer of bytes learns that they are no longer needed, also when the stream is gone', async () => {
  const target = sink();
  const { stream, take } = target;
  const writer = await warm(target);
  const done: string[] = [];
  writer.write(Buffer.from('a'), () => done.push('a'));
  await turn();
  expect(done).toEqual([]);
  take();
  await turn();
  expect(done).toEqual(['a']);
  writer.write(Buffer.from('b'), () => done.push('b'));
  stream.destroy();
  await turn();
  writer.write(Buffer.from('c'), () => done.push('c'));
  await turn();
  expect(done).toEqual(['a', 'b', 'c']);
});
