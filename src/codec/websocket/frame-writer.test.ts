import { expect, test } from 'vitest';
import { FrameReader } from './frame-reader.ts';
import { writeFrame } from './frame-writer.ts';

test('a frame is written as in RFC 6455 5.7', () => {
  expect(writeFrame(1, Buffer.from('Hello')).toString('hex')).toBe('810548656c6c6f');
  const masked = writeFrame(1, Buffer.from('Hello'), { key: 0x37fa_213d });
  expect(masked.toString('hex')).toBe('818537fa213d7f9f4d5158');
  expect(writeFrame(1, Buffer.from('Hel'), { fin: false }).toString('hex')).toBe('010348656c');
  expect(writeFrame(0, Buffer.from('lo')).toString('hex')).toBe('80026c6f');
  expect(writeFrame(2, Buffer.alloc(256)).subarray(0, 4).toString('hex')).toBe('827e0100');
  expect(writeFrame(2, Buffer.alloc(65536)).subarray(0, 10).toString('hex')).toBe('827f0000000000010000');
});

test.each([0, 125, 126, 65535, 65536])('%i bytes are read again as they were written', (length) => {
  const payload = Buffer.alloc(length, 'abc');
  for (const key of [null, -559038737]) {
    const frame = writeFrame(2, payload, { key, rsv1: true, fin: false });
    const reader = new FrameReader(key === null ? 'server' : 'client', true);
    expect(reader.read(frame, 0)).toBe(frame.length);
    expect(reader).toMatchObject({
      violation: null,
      done: true,
      length,
      fin: false,
      rsv1: true,
      key: key ?? 0,
    });
  }
  expect(payload.equals(Buffer.alloc(length, 'abc'))).toBe(true);
});
