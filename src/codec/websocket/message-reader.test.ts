import { describe, expect, test } from 'vitest';
import { BINARY, CLOSE, CONTINUATION, PING, TEXT, type FrameRule } from './frame.ts';
import { writeFrame } from './frame-writer.ts';
import { MessageReader, type MessageReaderOptions } from './message-reader.ts';

const OPTIONS: MessageReaderOptions = {
  sender: 'server',
  compresses: false,
  keep: 1000,
  parts: 'compressed',
  partBytes: 100,
};

interface Read {
  /** `kind payload` of messages, `part kind payload` of parts. */
  readonly events: readonly string[];
  readonly rule: FrameRule | null;
  readonly sizes: readonly number[];
}

function read(bytes: Buffer, options: Partial<MessageReaderOptions> = {}, step = bytes.length): Read {
  const reader = new MessageReader({ ...OPTIONS, ...options });
  const events: string[] = [];
  const sizes: number[] = [];
  for (let from = 0; from < bytes.length; from += step) {
    const piece = bytes.subarray(from, from + step);
    for (let at = 0; at < piece.length && reader.violation === null;) {
      at = reader.read(piece, at);
      const { message, part } = reader;
      if (part !== null) events.push(`part ${reader.kind} ${part.toString()}`);
      if (message === null) continue;
      events.push(`${message.compressed ? 'compressed ' : ''}${message.kind} ${message.payload.toString()}`);
      sizes.push(message.size);
    }
  }
  return { events, rule: reader.violation?.rule ?? null, sizes };
}

const frame = (opcode: number, payload: string | Buffer, fin = true, rsv1 = false): Buffer =>
  writeFrame(opcode, Buffer.from(payload as string), { fin, rsv1 });

const conversation = Buffer.concat([
  frame(TEXT, 'Hel', false),
  frame(PING, 'are you there'),
  frame(CONTINUATION, 'l', false),
  frame(CONTINUATION, 'o ü'),
  frame(BINARY, Buffer.from([0, 1, 2])),
  frame(TEXT, ''),
  frame(CLOSE, Buffer.from([3, 0xe8, 0x6f, 0x6b])),
]);

describe('messages', () => {
  test.each([1, 2, 3, 7, 1000])('are put together from their frames, %i bytes at a time', (step) => {
    expect(read(conversation, {}, step)).toEqual({
      events: ['ping are you there', 'text Hello ü', 'binary \0\x01\x02', 'text ', 'close \x03�ok'],
      rule: null,
      sizes: [13, 8, 3, 0, 4],
    });
  });

  test('of a client are unmasked, across frames and pieces', () => {
    const bytes = Buffer.concat([
      writeFrame(TEXT, Buffer.from('x'.repeat(100)), { fin: false, key: 0x01020304 }),
      writeFrame(CONTINUATION, Buffer.from('y'.repeat(101)), { key: -77 }),
    ]);
    for (const step of [1, 5, 33, 1000])
      expect(read(bytes, { sender: 'client' }, step).events).toEqual([
        `text ${'x'.repeat(100)}${'y'.repeat(101)}`,
      ]);
  });

  test('that are too long keep their first bytes, and their size', () => {
    const bytes = Buffer.concat([
      frame(BINARY, 'a'.repeat(900), false),
      frame(CONTINUATION, 'b'.repeat(70_000)),
      frame(TEXT, 'on'),
    ]);
    for (const step of [1000, 100_000]) {
      expect(read(bytes, {}, step)).toEqual({
        events: [`binary ${'a'.repeat(900)}${'b'.repeat(100)}`, 'text on'],
        rule: null,
        sizes: [70_900, 2],
      });
    }
  });

  test('of a gigabyte take no memory', () => {
    const reader = new MessageReader(OPTIONS);
    const header = Buffer.from([0x82, 127, 0, 0, 0, 0, 0x40, 0, 0, 0]);
    const block = Buffer.alloc(1024 * 1024);
    const before = process.memoryUsage().arrayBuffers;
    reader.read(header, 0);
    for (let n = 0; n < 1024; n += 1) reader.read(block, 0);
    expect(reader.message).toMatchObject({ size: 2 ** 30 });
    expect(reader.message?.payload.length).toBe(1000);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1024 * 1024);
  });

  test('are given in parts where nothing may be left out', () => {
    const bytes = Buffer.concat([
      frame(TEXT, 'a'.repeat(150), false),
      frame(CONTINUATION, 'b'.repeat(30)),
      frame(TEXT, 'c'),
    ]);
    expect(read(bytes, { parts: 'all' }).events).toEqual([
      `part text ${'a'.repeat(150)}`,
      `text ${'b'.repeat(30)}`,
      'text c',
    ]);
    const compressed = Buffer.concat([
      frame(TEXT, 'z'.repeat(150), false, true),
      frame(CONTINUATION, 'y'),
      frame(TEXT, 'x'),
    ]);
    expect(read(compressed, { compresses: true }).events).toEqual([
      `part text ${'z'.repeat(150)}`,
      'compressed text y',
      'text x',
    ]);
  });
});

describe('what a message says', () => {
  const euro = Buffer.from('€');

  test('is UTF-8 where it is text', () => {
    expect(read(frame(TEXT, Buffer.from([0xff])))).toMatchObject({ rule: 'text', events: ['text �'] });
    expect(read(frame(BINARY, Buffer.from([0xff]))).rule).toBeNull();
    expect(read(frame(TEXT, euro.subarray(0, 2))).rule).toBe('text');
    // Surrogates, longer forms than needed, and what lies beyond the last character (RFC 3629 section 3).
    for (const hex of ['eda080', 'c0af', 'e08080', 'f4908080'])
      expect(read(frame(TEXT, Buffer.from(hex, 'hex'))).rule).toBe('text');
  });

  test('may be cut between frames within a character', () => {
    for (const options of [{}, { parts: 'all', partBytes: 1 }] as const) {
      const halves = [frame(TEXT, euro.subarray(0, 1), false), frame(CONTINUATION, euro.subarray(1))];
      expect(read(Buffer.concat(halves), options).rule).toBeNull();
      const wrong = [frame(TEXT, euro.subarray(0, 1), false), frame(CONTINUATION, 'a')];
      expect(read(Buffer.concat(wrong), options).rule).toBe('text');
      const unended = [frame(TEXT, euro.subarray(0, 1), false), frame(CONTINUATION, '')];
      expect(read(Buffer.concat(unended), options).rule).toBe('text');
    }
  });

  test('is looked at as far as it is kept', () => {
    expect(read(frame(TEXT, `${'a'.repeat(999)}€`)).rule).toBeNull();
    expect(
      read(frame(TEXT, Buffer.concat([Buffer.from('a'.repeat(5)), Buffer.from([0xff]), Buffer.alloc(2000)])))
        .rule,
    ).toBe('text');
  });

  test('is not looked at where it is compressed', () => {
    expect(read(frame(TEXT, Buffer.from([0xff]), true, true), { compresses: true }).rule).toBeNull();
  });

  test('a close that breaks the rules is given, and is the last', () => {
    const bytes = Buffer.concat([frame(CLOSE, Buffer.from([0])), frame(PING, '')]);
    expect(read(bytes)).toMatchObject({ rule: 'close', events: ['close \0'] });
  });
});
