import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { capturedFlow, type CapturedMessage } from '../../test/helpers/flows.ts';
import { loadProtoText } from '../../test/helpers/proto.ts';
import { grpcDetail, type GrpcDetail } from './grpc.ts';
import { ProtoCatalogue } from './proto-catalogue.ts';

const { schema } = loadProtoText(
  'syntax = "proto3"; package p; message M { string text = 1; } service S { rpc Do(M) returns (M); }',
);

function frame(body: Buffer | string, flags = 0): Buffer {
  const bytes = Buffer.from(body);
  const prefix = Buffer.alloc(5);
  prefix[0] = flags;
  prefix.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([prefix, bytes]);
}

const text = (value: string): Buffer => Buffer.concat([Buffer.of(0x0a, value.length), Buffer.from(value)]);

async function detail(
  request: Partial<CapturedMessage>,
  response: Partial<CapturedMessage> | null,
  protos = new ProtoCatalogue(schema),
): Promise<GrpcDetail | null> {
  const flow = capturedFlow({
    request: { head: ['POST /p.S/Do HTTP/2', 'content-type: application/grpc'], ...request },
    response: response && { head: ['HTTP/2 200', 'content-type: application/grpc'], ...response },
  });
  return grpcDetail(flow, protos);
}

test('decodes messages by their types, and the status of the trailers', async () => {
  const call = await detail(
    { body: frame(text('hi')) },
    { body: Buffer.concat([frame(text('a')), frame('')]), trailers: 'grpc-status: 0\r\n' },
  );
  expect(call).toEqual({
    service: 'p.S',
    method: 'Do',
    status: 0,
    statusName: 'OK',
    messages: [
      { direction: 'sent', size: 4, compressed: false, type: 'p.M', decoded: { text: 'hi' } },
      { direction: 'received', size: 3, compressed: false, type: 'p.M', decoded: { text: 'a' } },
      { direction: 'received', size: 0, compressed: false, type: 'p.M', decoded: {} },
    ],
  });
});

test('reads the status of a trailers-only response', async () => {
  const head = ['HTTP/2 200', 'content-type: application/grpc', 'grpc-status: 12', 'grpc-message: no%20such'];
  expect(await detail({}, { head })).toEqual({
    service: 'p.S',
    method: 'Do',
    status: 12,
    statusName: 'UNIMPLEMENTED',
    message: 'no such',
    messages: [],
  });
});

test('gRPC-Web over HTTP/1.1: trailers in the body, text in base64', async () => {
  const body = Buffer.concat([frame(text('x')), frame('grpc-status: 5\r\ngrpc-message: gone\r\n', 0x80)]);
  const head = ['HTTP/1.1 200 OK', 'Content-Type: application/grpc-web-text+proto'];
  const call = await detail(
    {
      head: ['POST /api/p.S/Do HTTP/1.1', 'Content-Type: application/grpc-web-text'],
      body: frame(text('q')).toString('base64'),
    },
    { head, body: body.toString('base64') },
  );
  expect(call).toMatchObject({ service: 'p.S', status: 5, statusName: 'NOT_FOUND', message: 'gone' });
  expect(call?.messages.map(({ decoded }) => decoded)).toEqual([{ text: 'q' }, { text: 'x' }]);
});

test('decompresses known codings, and reports others', async () => {
  const head = (coding: string): string[] => [
    'HTTP/2 200',
    'content-type: application/grpc',
    `grpc-encoding: ${coding}`,
  ];
  const zipped = frame(gzipSync(text('zipped')), 1);
  const one = async (coding: string, body: Buffer): Promise<unknown> =>
    (await detail({}, { head: head(coding), body }))?.messages[0];
  expect(await one('gzip', zipped)).toMatchObject({ compressed: true, decoded: { text: 'zipped' } });
  expect(await one('gzip', frame(text('plain')))).toMatchObject({
    compressed: false,
    decoded: { text: 'plain' },
  });
  expect(await one('snappy', zipped)).toMatchObject({
    decoded: null,
    note: 'the message is compressed, with the coding "snappy"',
  });
  expect(await one('gzip', frame('broken', 1))).toMatchObject({
    decoded: null,
    note: expect.stringMatching(/^gzip: /),
  });
  const bomb = frame(gzipSync(Buffer.alloc(50_000_000)), 1);
  expect(await one('gzip', bomb)).toMatchObject({
    decoded: null,
    note: expect.stringMatching(/too long to be decoded here/),
  });
});

test('reports corrupt, truncated and missing messages', async () => {
  const whole = frame(text('abc'));
  expect(await detail({ body: whole.subarray(0, 8) }, null)).toMatchObject({
    messages: [],
    notes: [
      'of the messages sent, the rest cannot be read: at byte 8, the stream ends within a message of 5 bytes',
    ],
  });
  expect(await detail({ body: Buffer.concat([whole, whole]), cap: 13 }, null)).toMatchObject({
    messages: [{ decoded: { text: 'abc' } }],
    notes: ['of the messages sent, those behind the first 13 bytes were not captured'],
  });
  expect(
    await detail({ body: 'Hello' }, { head: ['HTTP/2 502', 'content-type: text/html'], body: '<html>' }),
  ).toEqual({
    service: 'p.S',
    method: 'Do',
    messages: [],
    notes: [expect.stringMatching(/^of the messages sent, the rest cannot be read: at byte 0/)],
  });
  expect((await detail({ body: frame(Buffer.from('0a05ff', 'hex')) }, null))?.messages).toEqual([
    {
      direction: 'sent',
      size: 3,
      compressed: false,
      type: 'p.M',
      decoded: {},
      note: 'at byte 2: 5 bytes should follow, there are 1',
    },
  ]);
});

test('decodes the newest of many large messages', async () => {
  const large = frame(Buffer.concat([Buffer.from('0a80800c', 'hex'), Buffer.alloc(196_608, 'x')]));
  const call = await detail({ body: Buffer.concat(Array.from({ length: 8 }, () => large)) }, null);
  expect(call?.messages.map(({ decoded }) => decoded !== null)).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(call?.messages[0]?.note).toBe('the messages behind it are shown instead');
});

test('ignores other exchanges', async () => {
  expect(await grpcDetail(capturedFlow(), new ProtoCatalogue())).toBeNull();
  expect(await grpcDetail(capturedFlow({ request: null, response: null }), new ProtoCatalogue())).toBeNull();
});
