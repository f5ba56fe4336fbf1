import { once } from 'node:events';
import { constants, createDeflateRaw, deflateRawSync, type DeflateRaw } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { Inflater } from './inflater.ts';

const FLUSHED = { finishFlush: constants.Z_SYNC_FLUSH };
/** RFC 7692 7.2.3: "Hello", in the blocks that the section shows. */
const HELLO = {
  compressed: 'f248cdc9c90700',
  stored: '000500faff48656c6c6f00',
  'marked as last': 'f348cdc9c9070000',
  'in two blocks': 'f248050000 00ffffcac9c90700'.replace(' ', ''),
};

/** A compressor whose messages refer to those before. */
class Compressor {
  readonly #stream: DeflateRaw = createDeflateRaw();
  readonly #out: Buffer[] = [];

  constructor() {
    this.#stream.on('data', (piece: Buffer) => this.#out.push(piece));
  }

  async message(text: string | Buffer): Promise<Buffer> {
    this.#stream.write(text);
    await new Promise<void>((resolve) => this.#stream.flush(constants.Z_SYNC_FLUSH, resolve));
    const bytes = Buffer.concat(this.#out.splice(0));
    return bytes.subarray(0, -4);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#stream, 'close');
    this.#stream.destroy();
    await closed;
  }
}

async function inParts(inflater: Inflater, message: Buffer, size: number): Promise<string> {
  const taken: Buffer[] = [];
  const parts = inflater.begin();
  for (let at = 0; at < message.length; at += size) {
    const error = await parts.write(message.subarray(at, at + size), (piece) => {
      taken.push(piece);
      return undefined;
    });
    expect(error).toBeNull();
  }
  parts.end();
  return Buffer.concat(taken).toString();
}

describe('a message', () => {
  test.each(Object.entries(HELLO))('%s, is read at once and in parts', async (_form, hex) => {
    const message = Buffer.from(hex, 'hex');
    const inflater = new Inflater(true);
    for (let time = 0; time < 3; time += 1) {
      expect(inflater.inflate(message, 5)).toEqual({ type: 'inflated', bytes: Buffer.from('Hello') });
      for (const size of [1, 2, 100]) expect(await inParts(inflater, message, size)).toBe('Hello');
    }
  });

  test('that refers to the one before it (RFC 7692 7.2.3.2)', () => {
    const inflater = new Inflater(true);
    inflater.inflate(Buffer.from('f248cdc9c90700', 'hex'), 100);
    expect(inflater.inflate(Buffer.from('f200110000', 'hex'), 100)).toEqual({
      type: 'inflated',
      bytes: Buffer.from('Hello'),
    });
    expect(new Inflater(false).inflate(Buffer.from('f200110000', 'hex'), 100).type).toBe('corrupt');
  });

  test('after message, at once and in parts by turns, over more than a window', async () => {
    await using compressor = new Compressor();
    const inflater = new Inflater(true);
    for (let n = 0; n < 60; n += 1) {
      const text = `${n} and what was said before; `.repeat(1 + ((n * 37) % 400));
      const message = await compressor.message(text);
      if (n % 3 === 0) expect(await inParts(inflater, message, 1 + n)).toBe(text);
      else expect(inflater.inflate(message, 1e6)).toEqual({ type: 'inflated', bytes: Buffer.from(text) });
    }
  });

  test('of nothing', () => {
    const inflater = new Inflater(true);
    for (const hex of ['', '00'])
      expect(inflater.inflate(Buffer.from(hex, 'hex'), 10)).toEqual({
        type: 'inflated',
        bytes: Buffer.alloc(0),
      });
  });

  test('that is no deflate data is a fault', async () => {
    const broken = Buffer.from([0xff, 0xff, 0xff]);
    expect(new Inflater(true).inflate(broken, 100)).toMatchObject({ type: 'corrupt' });
    expect(await new Inflater(true).begin().write(broken, () => undefined)).toMatch(/\w/);
  });
});

describe('a bomb', () => {
  const bomb = deflateRawSync(Buffer.alloc(30 * 1024 * 1024), FLUSHED).subarray(0, -4);

  test('is not inflated past what is allowed, and can then be read in parts', async () => {
    const inflater = new Inflater(true);
    expect(inflater.inflate(bomb, 64 * 1024)).toEqual({ type: 'large' });
    let size = 0;
    const parts = inflater.begin();
    expect(await parts.write(bomb, (piece) => void (size += piece.length))).toBeNull();
    parts.end();
    expect(size).toBe(30 * 1024 * 1024);
  });

  test('can be left in the middle', async () => {
    let size = 0;
    const parts = new Inflater(false).begin();
    const error = await parts.write(bomb, (piece) => {
      size += piece.length;
      if (size > 1024 * 1024) parts.end('enough');
      return undefined;
    });
    expect(error).toBe('enough');
    expect(size).toBeLessThan(10 * 1024 * 1024);
  });

  test('waits for those who take what comes out', async () => {
    let waiting = 0;
    let max = 0;
    const parts = new Inflater(false).begin();
    await parts.write(bomb, async (piece) => {
      waiting += piece.length;
      max = Math.max(max, waiting);
      await new Promise((resolve) => setImmediate(resolve));
      waiting -= piece.length;
    });
    parts.end();
    expect(max).toBeLessThan(10 * 1024 * 1024);
  });
});
