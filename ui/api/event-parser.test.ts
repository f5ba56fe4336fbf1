import { expect, test } from 'vitest';
import { eventParser } from './event-parser.ts';

test('events arrive in pieces of any size; comments and retry times are none', () => {
  const text = 'retry: 1000\n\nevent: flows\nid: 7\ndata: [1]\n\n: still here\n\ndata: a\ndata: b\n\n';
  const expected = [
    { type: 'flows', data: '[1]', id: '7' },
    { type: 'message', data: 'a\nb', id: null },
  ];
  for (const size of [1, 3, 1000]) {
    const parse = eventParser();
    const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
      text.slice(at * size, (at + 1) * size),
    );
    expect(pieces.flatMap((piece) => [...parse(piece)])).toEqual(expected);
  }
});
