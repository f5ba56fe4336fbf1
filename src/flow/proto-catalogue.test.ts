import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { capturedFlow } from '../../test/helpers/flows.ts';
import { loadProtoText } from '../../test/helpers/proto.ts';
import type { Flow } from './flow.ts';
import { ProtoCatalogue } from './proto-catalogue.ts';

const { files } = loadProtoText('syntax = "proto3"; package p; message M { string text = 1; }');

function field(number: number, bytes: Uint8Array): Buffer {
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 0x7f) | 0x80, bytes.length >> 7];
  return Buffer.concat([Buffer.of((number << 3) | 2, ...length), bytes]);
}

/** A ServerReflectionResponse, framed. */
function reflectionResponse(compress: boolean): Buffer {
  const plain = field(4, Buffer.concat(files.map((file) => field(1, file))));
  const message = compress ? gzipSync(plain) : plain;
  const prefix = Buffer.alloc(5);
  prefix[0] = compress ? 1 : 0;
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
}

function reflectionCall(body: Buffer, version = 'v1', state: Flow['state'] = 'completed'): Flow {
  return capturedFlow({
    target: { host: 'server.test', port: 50051 },
    request: { head: [`POST /grpc.reflection.${version}.ServerReflection/ServerReflectionInfo HTTP/2`] },
    response: {
      head: ['HTTP/2 200', 'content-type: application/grpc', 'grpc-encoding: gzip'],
      body,
      trailers: state === 'completed' ? 'grpc-status: 0\r\n' : '',
    },
    state,
  });
}

const server = { scheme: 'https', host: 'server.test', port: 50051 } as const;

test.each([
  ['v1', false, 'completed'],
  ['v1alpha', true, 'completed'],
  ['v1', false, 'failed'],
] as const)('collects descriptors of %s, compressed: %s, call %s', async (version, compress, state) => {
  const protos = new ProtoCatalogue();
  protos.collectFrom(reflectionCall(reflectionResponse(compress), version, state));
  expect((await protos.schemaFor(server)).message('p.M')?.name).toBe('p.M');
  expect((await protos.schemaFor({ ...server, port: 1 })).message('p.M')).toBeUndefined();
  expect((await protos.schemaFor({ ...server, host: 'other.test' })).message('p.M')).toBeUndefined();
});

test('ignores other calls, other bodies and corrupt ones', async () => {
  const protos = new ProtoCatalogue();
  protos.collectFrom(capturedFlow());
  protos.collectFrom(reflectionCall(reflectionResponse(false), 'v2'));
  protos.collectFrom(reflectionCall(Buffer.from('nothing of it')));
  protos.collectFrom(reflectionCall(reflectionResponse(false).subarray(0, 40)));
  protos.collectFrom(reflectionCall(Buffer.concat([Buffer.from('0100000003', 'hex'), Buffer.from('abc')])));
  expect((await protos.schemaFor(server)).message('p.M')).toBeUndefined();
});
