import { describe, expect, test } from 'vitest';
import { EventBlocks } from './event-blocks.ts';

interface Block {
  readonly text: string;
  readonly data: string | null;
}

/** Feeds a stream in pieces of `size` bytes. */
function blocksOf(
  stream: string,
  size = Infinity,
): { readonly blocks: readonly Block[]; readonly bytes: string } {
  const blocks: Block[] = [];
  const splitter = new EventBlocks((bytes, event) =>
    blocks.push({ text: bytes.toString(), data: event?.data ?? null }),
  );
  const all = Buffer.from(stream);
  for (let at = 0; at < all.length; at += size) splitter.take(all.subarray(at, at + size));
  splitter.end();
  return { blocks, bytes: blocks.map(({ text }) => text).join('') };
}

describe.each(['\n', '\r\n', '\r'])('with the line end %j', (end) => {
  const stream = `data: a${end}${end}data: b${end}data: c${end}${end}`;

  test('blocks are split, in whatever pieces they come', () => {
    for (const size of [1, 2, 3, 7, Infinity]) {
      const { blocks, bytes } = blocksOf(stream, size);
      expect(
        blocks.flatMap(({ data }) => data ?? []),
        `${size}`,
      ).toEqual(['a', 'b\nc']);
      expect(bytes, `${size}`).toBe(stream);
    }
  });
});

test('all fields of an event are read, and unknown ones are not', () => {
  const events: unknown[] = [];
  const splitter = new EventBlocks((_, event) => events.push(event));
  splitter.take(Buffer.from('\uFEFFid: 7\nevent: tick\nretry: 250\nother: x\ndata:no blank\ndata\n\n'));
  splitter.take(Buffer.from(': comment\n\nid: a\0b\nretry: soon\n\nid: 8\n\n'));
  expect(events).toEqual([
    { id: '7', event: 'tick', data: 'no blank\n', retry: 250 },
    null,
    null,
    { id: '8', event: '', data: '', retry: null },
  ]);
});

test('a block without its empty line passes unparsed at the end', () => {
  expect(blocksOf('data: a\n\ndata: b').blocks).toEqual([
    { text: 'data: a\n\n', data: 'a' },
    { text: 'data: b', data: null },
  ]);
});

test('a block that is too long passes as it comes, and the next is read again', () => {
  const long = `data: ${'x'.repeat(1024 * 1024)}\n\n`;
  const { blocks, bytes } = blocksOf(`${long}data: b\n\n`, 300_000);
  expect(bytes).toBe(`${long}data: b\n\n`);
  expect(blocks.filter(({ data }) => data !== null)).toEqual([{ text: 'data: b\n\n', data: 'b' }]);
});
