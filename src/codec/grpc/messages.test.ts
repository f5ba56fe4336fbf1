import { describe, expect, test } from 'vitest';
import { pieces, seeded } from '../../../test/fuzz/random.ts';
import { ProtoTypes } from '../protobuf/schema.ts';
import { grpcKind } from './content-type.ts';
import { decodedGrpcMessage, grpcPath } from './decoded.ts';
import { GrpcFrameReader, type GrpcFrame } from './frame-reader.ts';
import { grpcMessages } from './messages.ts';
import { grpcStatus, percentDecoded } from './status.ts';
import { decodeWebText } from './web-text.ts';

function frame(body: string | Buffer, flags = 0): Buffer {
  const bytes = Buffer.from(body);
  const prefix = Buffer.alloc(5);
  prefix[0] = flags;
  prefix.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([prefix, bytes]);
}

function read(
  parts: readonly Uint8Array[],
  keep = 1e6,
): { readonly frames: GrpcFrame[]; readonly error: unknown } {
  const frames: GrpcFrame[] = [];
  const reader = new GrpcFrameReader(keep, (each) => frames.push(each));
  for (const part of parts) reader.read(part);
  reader.end();
  return { frames, error: reader.error };
}

describe('frames', () => {
  test('are read whole, with flags, empty ones too', () => {
    const { frames, error } = read([
      Buffer.concat([frame('hello'), frame(''), frame('zip', 1), frame('grpc-status: 0', 0x80)]),
    ]);
    expect(error).toBeNull();
    expect(
      frames.map((each) => [Buffer.from(each.bytes).toString(), each.size, each.compressed, each.trailers]),
    ).toEqual([
      ['hello', 5, false, false],
      ['', 0, false, false],
      ['zip', 3, true, false],
      ['grpc-status: 0', 14, false, true],
    ]);
  });

  test('are the same in pieces of any size', () => {
    const stream = Buffer.concat([frame('a'.repeat(300)), frame(''), frame('b'), frame('c'.repeat(1000), 1)]);
    const whole = read([stream]);
    for (let seed = 0; seed < 500; seed += 1) expect(read(pieces(stream, seeded(seed)))).toEqual(whole);
  });

  test('keep their first bytes and count the rest', () => {
    const { frames } = read(pieces(frame('abcdefgh'.repeat(100)), seeded(1)), 10);
    expect(frames.map(({ bytes, size }) => [Buffer.from(bytes).toString(), size])).toEqual([
      ['abcdefghab', 800],
    ]);
  });

  test.each([
    ['48656c6c6f', 0, 'a message should start here, but 72 are no flags of one'],
    ['0000000000 02', 5, 'a message should start here, but 2 are no flags of one'],
    ['000000', 3, 'the stream ends within a prefix'],
    ['00ffffffff 61', 6, 'the stream ends within a message of 4294967295 bytes'],
  ])('%s is told', (hex, offset, reason) => {
    expect(read([Buffer.from(hex.replaceAll(' ', ''), 'hex')]).error).toEqual({ offset, reason });
  });
});

test.each([
  ['application/grpc', { web: false, text: false, format: 'proto' }],
  ['application/grpc+json; charset=utf-8', { web: false, text: false, format: 'json' }],
  ['application/grpc-web', { web: true, text: false, format: 'proto' }],
  ['Application/gRPC-Web-Text+proto', { web: true, text: true, format: 'proto' }],
  ['application/grpcx', null],
  ['application/json', null],
  [undefined, null],
])('the content type %s', (contentType, expected) => {
  expect(grpcKind(contentType)).toEqual(expected);
});

test('gRPC-Web-Text: base64 in pieces, padded anywhere', () => {
  const stream = Buffer.concat([frame('x'), frame('grpc-status:5\r\ngrpc-message:a%20b\r\n', 0x80)]);
  const text =
    stream.subarray(0, 4).toString('base64') +
    stream.subarray(4, 9).toString('base64') +
    stream.subarray(9).toString('base64');
  expect(Buffer.from(decodeWebText(Buffer.from(text)).bytes).equals(stream)).toBe(true);
  const kind = grpcKind('application/grpc-web-text')!;
  const { frames, trailers, error } = grpcMessages(Buffer.from(text), kind, {
    max: 10,
    keep: 100,
    growing: false,
  });
  expect([frames.length, error]).toEqual([1, null]);
  expect(grpcStatus(trailers)).toMatchObject({ status: 5, name: 'NOT_FOUND', message: 'a b' });
  expect(decodeWebText(Buffer.from('AA\nA')).error).toEqual({ offset: 2, reason: '"\\n" is no base64' });
});

test('the last messages are kept, all are counted', () => {
  const stream = Buffer.concat(Array.from({ length: 1000 }, (_, at) => frame(String(at))));
  const { frames, count } = grpcMessages(stream, grpcKind('application/grpc')!, {
    max: 3,
    keep: 100,
    growing: false,
  });
  expect(count).toBe(1000);
  expect(frames.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['997', '998', '999']);
});

describe('status', () => {
  const fields = (status: string, more: Record<string, string> = {}): { name: string; value: string }[] =>
    Object.entries({ 'Grpc-Status': status, ...more }).map(([name, value]) => ({ name, value }));

  test.each([
    ['0', 0, 'OK'],
    ['16', 16, 'UNAUTHENTICATED'],
    ['17', 17, null],
  ])('%s is %i %s', (text, status, name) => {
    expect(grpcStatus(fields(text))).toEqual({ status, name, message: '', details: null });
  });

  test.each(['', 'x', '-1', '1e3'])('%j is none', (text) => {
    expect(grpcStatus(fields(text))).toBeNull();
  });

  test.each([
    ['caf%C3%A9 100%25', 'café 100%'],
    ['100%', '100%'],
    ['%FF', '%FF'],
    ['plain', 'plain'],
  ])('the message %s', (text, expected) => {
    expect(percentDecoded(text)).toBe(expected);
  });

  test('details, of which those of Google are known', () => {
    // google.rpc.Status { code: 3, message: "bad", details: [BadRequest { field_violations { field: "a", description: "b" } }] }
    const violation = Buffer.from('0a060a0161120162', 'hex');
    const url = 'type.googleapis.com/google.rpc.BadRequest';
    const any = Buffer.concat([
      Buffer.of(0x0a, url.length),
      Buffer.from(url),
      Buffer.of(0x12, violation.length),
      violation,
    ]);
    const status = Buffer.concat([Buffer.from('080312036261641a', 'hex'), Buffer.of(any.length), any]);
    expect(
      grpcStatus(fields('3', { 'grpc-status-details-bin': status.toString('base64').replace(/=+$/, '') }))
        ?.details,
    ).toEqual({
      code: 3,
      message: 'bad',
      details: [{ '@type': url, field_violations: [{ field: 'a', description: 'b' }] }],
    });
    expect(grpcStatus(fields('3', { 'grpc-status-details-bin': '%%%' }))?.details).toBeNull();
  });
});

test.each([
  ['/helloworld.Greeter/SayHello', { service: 'helloworld.Greeter', method: 'SayHello' }],
  ['/prefix/a.B/C?x=/y', { service: 'a.B', method: 'C' }],
  ['/alone', null],
  ['//x', null],
  ['', null],
])('the path %s', (path, expected) => {
  expect(grpcPath(path)).toEqual(expected);
});

test('messages that are not protobuf, and protobuf that is broken', () => {
  const decode = (text: string, format: string): unknown =>
    decodedGrpcMessage(Buffer.from(text), format, null, new ProtoTypes());
  expect(decode('{"a":1}', 'json')).toEqual({ decoded: { a: 1 }, type: null, error: null });
  expect(decode('{a', 'json')).toEqual({ decoded: '{a', type: null, error: 'it is not JSON' });
  expect(decode('ab', 'thrift')).toMatchObject({
    decoded: 'YWI=',
    error: 'messages of the format thrift are not decoded',
  });
  expect(decode('\x08\x01\x0f', 'proto')).toMatchObject({
    decoded: { 1: 1 },
    error: 'at byte 2: 7 is no wire type',
  });
});
