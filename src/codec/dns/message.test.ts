import { describe, expect, test } from 'vitest';
import {
  addressResponse,
  errorResponse,
  isResponseTo,
  RCODE,
  readQuery,
  truncated,
  udpLimit,
  withId,
  type Query,
} from './message.ts';

/** Header of a query with one question. */
function query(
  name: Buffer,
  { type = 1, flags = 0x0100, additional = Buffer.alloc(0), additionals = 0 } = {},
): Buffer {
  const header = Buffer.from([0x12, 0x34, flags >> 8, flags & 0xff, 0, 1, 0, 0, 0, 0, 0, additionals]);
  return Buffer.concat([header, name, Buffer.from([0, type, 0, 1]), additional]);
}

const NAME = Buffer.from('\x03Api\x07example\x03com\0', 'latin1');
const OPT = Buffer.from([0, 0, 41, 0x10, 0, 0, 0, 0, 0, 0, 0]);

function valid(bytes: Buffer): Query {
  const read = readQuery(bytes);
  if (read.type !== 'query') throw new Error('not a query');
  return read;
}

describe('a query', () => {
  test('is read with its name in lower case', () => {
    expect(valid(query(NAME))).toMatchObject({
      id: 0x1234,
      question: { name: 'api.example.com', type: 1, class: 1 },
      edns: null,
    });
  });

  test('with EDNS tells how long responses may be', () => {
    const read = valid(query(NAME, { additional: OPT, additionals: 1 }));
    expect(read.edns).toEqual({ udpBytes: 4096, version: 0 });
    expect(udpLimit(read)).toBe(4096);
    expect(udpLimit(valid(query(NAME)))).toBe(512);
  });

  test('of a later version of EDNS is refused with BADVERS', () => {
    const later = Buffer.from(OPT);
    later[6] = 1;
    const read = readQuery(query(NAME, { additional: later, additionals: 1 }));
    expect(read.type).toBe('invalid');
    const response = (read as { response: Buffer }).response;
    expect(response.readUInt16BE(2) & 0xf).toBe(0);
    expect(response[response.length - 6]).toBe(1);
  });

  test('with another opcode is not implemented', () => {
    const read = readQuery(query(NAME, { flags: 0x2800 })) as { response: Buffer };
    expect(read.response.readUInt16BE(2) & 0xf).toBe(RCODE.notImplemented);
    expect(read.response.readUInt16BE(0)).toBe(0x1234);
  });

  test.each([
    ['without its question', query(NAME).subarray(0, 12)],
    ['that is cut in its name', query(NAME).subarray(0, 18)],
    ['that is cut behind its name', query(NAME).subarray(0, 30)],
    ['with a pointer to itself', query(Buffer.from([0xc0, 12]))],
    ['with a pointer forwards', query(Buffer.from([0xc0, 14, 0, 0]))],
    ['with a label of a reserved type', query(Buffer.from([0x41, 0, 0]))],
    [
      'with a name of 256 bytes',
      query(
        Buffer.concat([
          ...Array.from({ length: 5 }, () => Buffer.concat([Buffer.from([63]), Buffer.alloc(63, 97)])),
          Buffer.from([0]),
        ]),
      ),
    ],
    ['with an additional record that is missing', query(NAME, { additionals: 1 })],
    ['with two OPT records', query(NAME, { additional: Buffer.concat([OPT, OPT]), additionals: 2 })],
  ])('%s is a format error', (_, bytes) => {
    const read = readQuery(bytes) as { type: string; response: Buffer };
    expect(read.type).toBe('invalid');
    expect(read.response.readUInt16BE(2) & 0xf).toBe(RCODE.formatError);
  });

  test.each([
    ['that is no header', Buffer.alloc(11)],
    ['that is a response', query(NAME, { flags: 0x8180 })],
  ])('%s gets no response', (_, bytes) => {
    expect(readQuery(bytes)).toEqual({ type: 'invalid', response: null });
  });
});

describe('a response', () => {
  test('repeats the question as it was sent, and names it in each record', () => {
    const read = valid(query(NAME, { additional: OPT, additionals: 1 }));
    const response = addressResponse(read, [{ bytes: Uint8Array.of(127, 0, 0, 1), ttlSeconds: 1 }]);
    expect(response.includes(NAME)).toBe(true);
    expect(response.readUInt16BE(2)).toBe(0x8580);
    expect([response.readUInt16BE(6), response.readUInt16BE(10)]).toEqual([1, 1]);
    expect(response.subarray(-15, -11)).toEqual(Buffer.from([127, 0, 0, 1]));
    expect(isResponseTo(response, read, 0x1234)).toBe(true);
  });

  test('that belongs to another id or question is not the one', () => {
    const read = valid(query(NAME));
    const response = addressResponse(read, []);
    expect(isResponseTo(response, read, 0x1235)).toBe(false);
    expect(isResponseTo(withId(response, 7), read, 7)).toBe(true);
    expect(isResponseTo(response, valid(query(Buffer.from('\x01a\0'))), 0x1234)).toBe(false);
    expect(isResponseTo(query(NAME), read, 0x1234)).toBe(false);
  });

  test('can be an error, and can be cut', () => {
    const read = valid(query(NAME));
    expect(errorResponse(read, RCODE.serverFailure).readUInt16BE(2)).toBe(0x8182);
    expect(truncated(read).readUInt16BE(2)).toBe(0x8380);
  });
});

test('no bytes make it throw', () => {
  const seed = query(NAME, { additional: OPT, additionals: 1 });
  let state = 1;
  const random = (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % below;
  };
  for (let round = 0; round < 20_000; round += 1) {
    const bytes = Buffer.from(seed.subarray(0, random(seed.length + 1)));
    for (let change = 0; change < 3 && bytes.length > 0; change += 1)
      bytes[random(bytes.length)] = random(256);
    expect(['query', 'invalid']).toContain(readQuery(bytes).type);
  }
});
