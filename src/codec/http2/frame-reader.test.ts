// Frames whose bytes arrive in any pieces are the same frames.
import { expect, test } from 'vitest';
import { FRAME, FRAME_HEADER_BYTES, writeFrameHeader } from './frame.ts';
import { FrameReader } from './frame-reader.ts';

function frame(type: number, stream: number, payload: string): Buffer {
  const bytes = Buffer.alloc(FRAME_HEADER_BYTES + payload.length);
  writeFrameHeader(bytes, 0, payload.length, type, 0, stream);
  bytes.write(payload, FRAME_HEADER_BYTES, 'latin1');
  return bytes;
}

/** Returns type, stream and payload of each frame, with a mark where a piece began or ended one. */
function read(pieces: readonly Buffer[]): string[] {
  const reader = new FrameReader();
  const seen: string[] = [];
  for (const piece of pieces) {
    // A read of a socket lies in memory that the next one overwrites.
    const slab = Buffer.from(piece);
    for (let at = 0; at < slab.length;) {
      if (!reader.read(slab, at)) break;
      at = reader.at;
      const payload = reader.bytes.toString('latin1', reader.start, reader.end);
      const begun = reader.first ? `${reader.type} ${reader.stream} ` : (seen.pop() ?? '');
      seen.push(`${begun}${payload}${reader.done ? '.' : ''}`);
    }
    slab.fill(0);
  }
  return seen;
}

const FRAMES = [
  frame(FRAME.DATA, 1, 'first'),
  frame(FRAME.DATA, 3, ''),
  frame(FRAME.PING, 0, 'pingpong'),
  frame(FRAME.DATA, 5, 'second'),
  frame(0xfa, 7, ''),
  frame(FRAME.HEADERS, 9, 'block'),
];
const EXPECTED = ['0 1 first.', '0 3 .', '6 0 pingpong.', '0 5 second.', '250 7 .', '1 9 block.'];

test('in one piece, in single bytes, and cut anywhere in two', () => {
  const whole = Buffer.concat(FRAMES);
  expect(read([whole])).toEqual(EXPECTED);
  expect(read(Array.from(whole, (_, at) => whole.subarray(at, at + 1)))).toEqual(EXPECTED);
  for (let at = 1; at < whole.length; at += 1)
    expect(read([whole.subarray(0, at), whole.subarray(at)]), `cut at ${at}`).toEqual(EXPECTED);
});

test('a frame that is longer than was agreed on is not waited for', () => {
  const reader = new FrameReader();
  const bytes = Buffer.alloc(FRAME_HEADER_BYTES);
  writeFrameHeader(bytes, 0, 16_385, FRAME.DATA, 0, 1);
  expect(reader.read(bytes, 0)).toBe(false);
  expect(reader.tooLong).toBe(true);
});
