// Requests of the type `grpc` against servers of @grpc/grpc-js: definitions from files and by reflection, all kinds of
// calls, and servers that misbehave.
import { mkdirSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import * as grpc from '@grpc/grpc-js';
import protobuf from 'protobufjs';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { trustedAuthority, untrustedAuthority, type KeyAndCert } from '../../helpers/authority.ts';
import { temporaryHome, type TemporaryHome } from '../../helpers/home.ts';
import { listening } from '../../helpers/listening.ts';
import { loadProtoText } from '../../helpers/proto.ts';
import { failures, receivedTexts, sendAll, sendOne } from '../../helpers/sent-requests.ts';

const COUNTER = `
  syntax = "proto3";
  package count.v1;
  import "google/protobuf/timestamp.proto";
  enum Mood { CALM = 0; LOUD = 1; }
  message Number { int64 value = 1; string user_name = 2; Mood mood = 3; bytes raw = 4; google.protobuf.Timestamp at = 5; map<string, int32> tags = 6; }
  service Counter {
    rpc Echo(Number) returns (Number);
    rpc Sum(stream Number) returns (Number);
    rpc Range(Number) returns (stream Number);
    rpc Twice(stream Number) returns (stream Number);
  }
`;

const { root, files } = loadProtoText(COUNTER);
const NumberType = root.lookupType('count.v1.Number');
interface Num {
  readonly value?: number;
}
const encode = (value: object): Buffer =>
  Buffer.from(NumberType.encode(NumberType.fromObject(value)).finish());
const decode = (bytes: Buffer): Num => NumberType.toObject(NumberType.decode(bytes), { longs: Number });
// Authorities before the first connection, when the roots are read.
const authority = trustedAuthority();
const strangers = untrustedAuthority();

let home: TemporaryHome;
beforeAll(() => {
  home = temporaryHome();
  mkdirSync(join(home.path, 'protos/shared'), { recursive: true });
  writeFileSync(join(home.path, 'protos/counter.proto'), COUNTER);
  writeFileSync(join(home.path, 'protos/broken.proto'), 'syntax = "proto3"; message {');
  writeFileSync(join(home.path, 'protos/lost.proto'), 'syntax = "proto3"; import "nowhere.proto";');
});
afterAll(() => home.remove());

interface Seen {
  metadata: grpc.Metadata | null;
  calls: number;
  encoding: unknown;
}

interface CounterOptions {
  readonly credentials?: KeyAndCert;
  /** The version of reflection; none by default. */
  readonly reflection?: 'v1' | 'v1alpha';
}

async function counter({ credentials, reflection }: CounterOptions = {}) {
  const seen: Seen = { metadata: null, calls: 0, encoding: undefined };
  const server = new grpc.Server();
  const method = (name: string, requestStream: boolean, responseStream: boolean) => ({
    path: `/count.v1.Counter/${name}`,
    requestStream,
    responseStream,
    requestSerialize: encode,
    requestDeserialize: decode,
    responseSerialize: encode,
    responseDeserialize: decode,
  });
  const note = ({ metadata }: { readonly metadata: grpc.Metadata }): void => {
    seen.metadata = metadata;
    seen.calls += 1;
  };
  server.addService(
    {
      echo: method('Echo', false, false),
      sum: method('Sum', true, false),
      range: method('Range', false, true),
      twice: method('Twice', true, true),
    },
    {
      echo: (call: grpc.ServerUnaryCall<Num, object>, answer: grpc.sendUnaryData<object>) => {
        note(call);
        const trailer = new grpc.Metadata();
        trailer.set('x-cost', '7');
        trailer.set('x-raw-bin', Buffer.from([1, 2]));
        const head = new grpc.Metadata();
        head.set('x-server', 'counter');
        call.sendMetadata(head);
        if (call.request.value === 404)
          answer({ code: grpc.status.NOT_FOUND, details: 'no such number', metadata: trailer });
        else if (call.request.value === 408) return;
        else answer(null, { ...call.request, mood: 1, raw: Buffer.from('hi'), tags: { a: 1 } }, trailer);
      },
      sum: (call: grpc.ServerReadableStream<Num, object>, answer: grpc.sendUnaryData<object>) => {
        let value = 0;
        call.on('data', (number: Num) => (value += number.value ?? 0));
        call.on('end', () => answer(null, { value }));
      },
      range: (call: grpc.ServerWritableStream<Num, object>) => {
        for (let value = 1; value <= (call.request.value ?? 0); value += 1) call.write({ value });
        call.end();
      },
      twice: (call: grpc.ServerDuplexStream<Num, object>) => {
        call.on('data', ({ value = 0 }: Num) => call.write({ value: 2 * value }));
        call.on('end', () => call.end());
      },
    },
  );
  if (reflection !== undefined) addReflection(server, reflection);
  const keys = credentials && [
    { private_key: Buffer.from(credentials.key), cert_chain: Buffer.from(credentials.cert) },
  ];
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(
      '127.0.0.1:0',
      keys === undefined
        ? grpc.ServerCredentials.createInsecure()
        : grpc.ServerCredentials.createSsl(null, keys),
      (error, bound) => (error === null ? resolve(bound) : reject(error)),
    ),
  );
  onTestFinished(() => server.forceShutdown());
  return { port, seen };
}

function addReflection(server: grpc.Server, version: 'v1' | 'v1alpha'): void {
  const types = protobuf.parse(
    `syntax = "proto3";
    message Ask { string file_by_filename = 3; string file_containing_symbol = 4; string list_services = 7; }
    message Files { repeated bytes file_descriptor_proto = 1; }
    message Service { string name = 1; } message List { repeated Service service = 1; }
    message Failure { int32 error_code = 1; string error_message = 2; }
    message Reply { Files file_descriptor_response = 4; List list_services_response = 6; Failure error_response = 7; }`,
    { keepCase: true },
  ).root;
  const Ask = types.lookupType('Ask');
  const Reply = types.lookupType('Reply');
  const name = `grpc.reflection.${version}.ServerReflection`;
  server.addService(
    {
      info: {
        path: `/${name}/ServerReflectionInfo`,
        requestStream: true,
        responseStream: true,
        requestSerialize: (value: Buffer) => value,
        requestDeserialize: (bytes: Buffer) => Ask.toObject(Ask.decode(bytes)),
        responseSerialize: (value: object) => Buffer.from(Reply.encode(Reply.fromObject(value)).finish()),
        responseDeserialize: (bytes: Buffer) => bytes,
      },
    },
    {
      info: (call: grpc.ServerDuplexStream<Record<string, string>, object>) => {
        call.on('data', (ask: Record<string, string>) => {
          if (ask['list_services'] !== undefined)
            call.write({ list_services_response: { service: [{ name: 'count.v1.Counter' }, { name }] } });
          else if (
            ask['file_containing_symbol'] !== undefined &&
            ask['file_containing_symbol'] !== 'count.v1.Counter'
          )
            call.write({ error_response: { error_code: 5, error_message: 'unknown' } });
          else call.write({ file_descriptor_response: { file_descriptor_proto: files } });
        });
        call.on('end', () => call.end());
      },
    },
  );
}

const FILES = { protoFiles: ['protos/counter.proto'] };
const options = () => ({ fileRoots: [home.path], timeoutMs: 10_000 });
const toCounter = (port: number, method: string, messages: readonly string[], more: object = {}) => ({
  type: 'grpc' as const,
  url: `grpc://127.0.0.1:${port}`,
  grpc: { service: 'count.v1.Counter', method, messages: [...messages], ...FILES, ...more },
});

test('a unary call, as Postman sees it', { tags: ['full'] }, async () => {
  const { port, seen } = await counter();
  const run = await sendOne(
    {
      ...toCounter(port, 'Echo', ['{"value": "{{big}}", "userName": "Ann", "at": "2026-01-02T03:04:05Z"}']),
      headers: [
        { name: 'x-room', value: '{{room}}' },
        { name: 'x-key-bin', value: 'AQI=' },
      ],
      auth: { type: 'bearer', token: 't0' },
      scripts: {
        test: `pm.test('as in Postman', () => {
          pm.response.to.have.statusCode(0);
          pm.response.to.be.ok;
          pm.expect(pm.response.statusCode).to.equal(0);
          pm.expect(pm.response.status).to.equal('OK');
          pm.response.to.have.metadata('x-server', 'counter');
          pm.expect(pm.response.metadata.get('x-server')).to.equal('counter');
          pm.response.to.have.trailer('x-cost', '7');
          pm.expect(pm.response.trailers.get('x-raw-bin')).to.equal('AQI=');
          const { data } = pm.response.messages.idx(0);
          pm.expect(data).to.deep.include({ value: '9007199254740991', userName: 'Ann', mood: 'LOUD', raw: 'aGk=', at: '2026-01-02T03:04:05Z', tags: { a: 1 } });
          pm.response.messages.to.include({ userName: 'Ann' });
          pm.response.messages.to.have.property('tags.a', 1);
          pm.response.messages.to.have.jsonSchema({ type: 'object', required: ['mood'] });
          pm.expect(pm.response.json().userName).to.equal('Ann');
        });`,
      },
    },
    { ...options(), variables: { big: '9007199254740991', room: 'r1' } },
  );
  expect(failures(run)).toEqual([]);
  expect(run).toMatchObject({ method: 'gRPC', url: `grpc://127.0.0.1:${port}/count.v1.Counter/Echo` });
  expect(seen.metadata?.get('x-room')).toEqual(['r1']);
  expect(seen.metadata?.get('x-key-bin')).toEqual([Buffer.from([1, 2])]);
  expect(seen.metadata?.get('authorization')).toEqual(['Bearer t0']);
});

test.each(['none', 'gzip', 'deflate'])(
  'streams in all directions, with compression %s',
  async (compression) => {
    const { port } = await counter();
    const runs = await sendAll(
      [
        toCounter(port, 'Sum', ['{"value":1}', '{"value":2}'], { compression }),
        toCounter(port, 'Range', ['{"value":3}'], { compression }),
        toCounter(port, 'Twice', ['{"value":5}', '{"value":6}'], { compression }),
      ],
      options(),
    );
    expect(runs.map(receivedTexts)).toEqual([
      ['{"value":"3"}'],
      ['{"value":"1"}', '{"value":"2"}', '{"value":"3"}'],
      ['{"value":"10"}', '{"value":"12"}'],
    ]);
    expect(runs[1]?.response?.body.toString()).toBe('[{"value":"1"},{"value":"2"},{"value":"3"}]');
  },
);

test.each(['v1', 'v1alpha'] as const)(
  'definitions by reflection %s, asked for once in a run',
  async (reflection) => {
    const { port } = await counter({ reflection });
    const request = toCounter(port, 'Echo', ['{"value":1,"at":"2026-01-02T03:04:05Z"}'], { protoFiles: [] });
    const runs = await sendAll([request, request], options());
    expect(runs.flatMap(failures)).toEqual([]);
    expect(receivedTexts(runs[1]!)[0]).toContain('2026-01-02T03:04:05Z');
  },
);

test('an unknown service or method names what there is', async () => {
  const { port } = await counter({ reflection: 'v1' });
  const request = toCounter(port, 'Ecko', ['{}'], { protoFiles: [] });
  const unknown = { ...request, grpc: { ...request.grpc, service: 'count.v1.Other' } };
  const runs = await sendAll([request, unknown], options());
  expect(runs[0]?.error).toBe('the method of count.v1.Counter "Ecko" was not found; did you mean Echo?');
  expect(runs[1]?.error).toContain('the server has no service "count.v1.Other"; it has count.v1.Counter');
});

test('without reflection and without files it says what to do', async () => {
  const { port } = await counter();
  const run = await sendOne(toCounter(port, 'Echo', ['{}'], { protoFiles: [] }), options());
  expect(run.error).toContain('name them in protoFiles');
});

test('a status that is not OK is a response', async () => {
  const { port } = await counter();
  const run = await sendOne(toCounter(port, 'Echo', ['{"value":404}']), options());
  expect(run.error).toBeNull();
  expect(run.response).toMatchObject({ status: 5, reason: 'NOT_FOUND' });
  expect(run.response?.trailers).toContainEqual({ name: 'grpc-message', value: 'no such number' });
});

test('a deadline is a status, the time-out of the request an error', async () => {
  const { port } = await counter();
  const late = await sendOne(toCounter(port, 'Echo', ['{"value":408}'], { deadlineMs: 100 }), options());
  expect(late.response).toMatchObject({ status: 4, reason: 'DEADLINE_EXCEEDED' });
  const over = await sendOne(toCounter(port, 'Echo', ['{"value":408}']), { ...options(), timeoutMs: 100 });
  expect(over.error).toBe('it was not complete within 100 ms');
});

test('TLS: a certificate is verified unless the request says otherwise', async () => {
  const trusted = await counter({ credentials: authority.issue('127.0.0.1') });
  const untrusted = await counter({ credentials: strangers.issue('127.0.0.1') });
  const send = (port: number, verifyTls: boolean) =>
    sendOne(
      { ...toCounter(port, 'Echo', ['{}']), url: `grpcs://127.0.0.1:${port}`, settings: { verifyTls } },
      options(),
    );
  expect((await send(trusted.port, true)).error).toBeNull();
  expect((await send(untrusted.port, true)).error).toContain('certificate');
  expect((await send(untrusted.port, false)).error).toBeNull();
});

test.each([
  [{ messages: ['{"value":'] }, 'message 1 is not a count.v1.Number'],
  [{ messages: ['{"other":1}'] }, 'message 1 is not a count.v1.Number'],
  [{ messages: ['{}', '{}'] }, 'count.v1.Counter/Echo takes one message, and the request has 2'],
  [{ protoFiles: ['protos/broken.proto'] }, 'broken.proto is not a valid .proto file'],
  [
    { protoFiles: ['protos/lost.proto'] },
    'imports nowhere.proto, which was not found: add its folder to importPaths',
  ],
  [
    { protoFiles: ['protos/none.proto'] },
    'the file protos/none.proto, which protoFiles names, was not found',
  ],
  [{ protoFiles: ['/etc/passwd'] }, '/etc/passwd'],
])('%j is an error', async (more, reason) => {
  const { port, seen } = await counter();
  const run = await sendOne(toCounter(port, 'Echo', ['{}'], more), options());
  expect(run.error).toContain(reason);
  expect(seen.calls).toBe(0);
});

test('a server that cannot be reached, and one that speaks something else', async () => {
  const refused = await sendOne(toCounter(1, 'Echo', ['{}']), options());
  expect(refused.error).toContain('the server could not be reached');
  const port = await listening(net.createServer((socket) => socket.end('hello\r\n')));
  const garbage = await sendOne(toCounter(port, 'Echo', ['{}']), options());
  expect(garbage.error ?? garbage.response?.reason).toMatch(/could not be reached|UNAVAILABLE|INTERNAL/);
  const silent = await listening(net.createServer());
  const hung = await sendOne(toCounter(silent, 'Echo', ['{}']), { ...options(), timeoutMs: 200 });
  expect(hung.error).toBe('it was not complete within 200 ms');
});
