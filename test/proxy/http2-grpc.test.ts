// gRPC with grpc-js on both sides: unary calls and streams, deadlines and errors, inside a tunnel with TLS and with
// HTTP/2 in plain text.
import { once } from 'node:events';
import {
  Client,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  status,
  type CallOptions,
  type ServiceError,
  type UntypedHandleCall,
} from '@grpc/grpc-js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { flowDetail } from '../../src/flow/detail.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { http2Origin } from '../helpers/http2.ts';
import { flowAt, settled } from '../helpers/settled.ts';

const authority = trustedAuthority();
let proxy: TestEngine;

beforeAll(async () => {
  proxy = await startTestEngine();
  // The environment variables in which grpc-js looks for a proxy.
  process.env['grpc_proxy'] = proxy.url;
});
afterAll(async () => {
  Reflect.deleteProperty(process.env, 'grpc_proxy');
  await proxy.close();
});

const PASSED =
  /^The deadline of the client has passed: grpc-timeout: \d+[mun] was over before the end of the response$/;
const text = (bytes: Buffer): string => bytes.toString();
const asText = (value: string): Buffer => Buffer.from(value);

interface Call {
  readonly request: string;
  readonly metadata: Metadata;
  sendMetadata(metadata: Metadata): void;
  write(value: string): void;
  end(metadata?: Metadata): void;
  on(event: string, heard: (value: string) => void): void;
  emit(event: string, value: unknown): void;
}
type Reply = (error: Partial<ServiceError> | null, value?: string, trailers?: Metadata) => void;

function method(name: string, requestStream: boolean, responseStream: boolean) {
  return {
    path: `/test.Test/${name}`,
    requestStream,
    responseStream,
    requestSerialize: asText,
    requestDeserialize: text,
    responseSerialize: asText,
    responseDeserialize: text,
  };
}

/** The requested text: `fail`, `wait`, or one to respond to. */
const IMPLEMENTATION: Readonly<Record<string, (call: Call, reply: Reply) => void>> = {
  unary: (call, reply) => {
    if (call.request === 'wait') return;
    const trailers = new Metadata();
    trailers.set('x-sum', String(call.request.length));
    if (call.request === 'fail')
      reply({ code: status.NOT_FOUND, details: 'no such thing: ä', metadata: trailers });
    else reply(null, `${call.request} ${String(call.metadata.get('x-client')[0] ?? '')}`, trailers);
  },
  serverStream: (call) => {
    for (let at = 0; at < 5; at += 1) call.write(`${call.request} ${at}`);
    if (call.request === 'fail') call.emit('error', { code: status.ABORTED, details: 'in the middle' });
    else if (call.request !== 'wait') call.end();
  },
  clientStream: (call, reply) => {
    const heard: string[] = [];
    call.on('data', (value) => heard.push(value));
    call.on('end', () => reply(null, heard.join(',')));
  },
  bidi: (call) => {
    call.on('data', (value) => call.write(`heard ${value}`));
    call.on('end', () => call.end());
  },
};

const METHODS = {
  unary: method('unary', false, false),
  serverStream: method('serverStream', false, true),
  clientStream: method('clientStream', true, false),
  bidi: method('bidi', true, true),
};

describe.each(['TLS', 'plain text'] as const)('gRPC in %s', (kind) => {
  let server: Server;
  let client: Client;

  beforeAll(async () => {
    const { key, cert } = authority.issue('localhost');
    const pair = { private_key: Buffer.from(key), cert_chain: Buffer.from(cert) };
    const secured = kind === 'TLS';
    server = new Server();
    server.addService(METHODS, IMPLEMENTATION as unknown as Record<string, UntypedHandleCall>);
    const port = await new Promise<number>((resolve, reject) => {
      const how = secured ? ServerCredentials.createSsl(null, [pair]) : ServerCredentials.createInsecure();
      server.bindAsync('127.0.0.1:0', how, (error, bound) => {
        if (error === null) resolve(bound);
        else reject(error);
      });
    });
    const ca = Buffer.from(proxy.engine.ca.certPem);
    client = new Client(
      `localhost:${port}`,
      secured ? credentials.createSsl(ca) : credentials.createInsecure(),
    );
  });
  afterAll(() => {
    client.close();
    server.forceShutdown();
  });
  afterEach(async () => {
    await settled(proxy.engine.flows);
    proxy.engine.flows.clear();
  });

  const unary = (asked: string, options: CallOptions = {}) =>
    new Promise<{ value?: string; code: number; details: string; trailers: Metadata }>((resolve) => {
      const metadata = new Metadata();
      metadata.set('x-client', 'own');
      const outcome: { value?: string; error: ServiceError | null } = { error: null };
      const { path } = METHODS.unary;
      const call = client.makeUnaryRequest(path, asText, text, asked, metadata, options, (error, value) => {
        outcome.error = error;
        if (value !== undefined) outcome.value = value;
      });
      call.on('status', ({ code, details, metadata: trailers }) =>
        setImmediate(() =>
          resolve({ ...(outcome.value !== undefined && { value: outcome.value }), code, details, trailers }),
        ),
      );
    });

  test('a unary call', async () => {
    const got = await unary('hello');
    expect(got).toMatchObject({ value: 'hello own', code: status.OK });
    expect(got.trailers.get('x-sum')).toEqual(['5']);
    const detail = await flowDetail(await flowAt(proxy.engine.flows, '/test.Test/unary'));
    expect(detail).toMatchObject({ state: 'completed', status: 200, httpVersion: 'HTTP/2', method: 'POST' });
    expect(detail.trailers).toContainEqual({ name: 'grpc-status', value: '0' });
    expect(detail.trailers).toContainEqual({ name: 'x-sum', value: '5' });
  });

  test('an error, in trailers alone', async () => {
    const got = await unary('fail');
    expect(got).toMatchObject({ code: status.NOT_FOUND, details: 'no such thing: ä' });
    expect(got.trailers.get('x-sum')).toEqual(['4']);
    const flow = await flowAt(proxy.engine.flows, '/test.Test/unary');
    expect(flow).toMatchObject({ state: 'completed', status: 200 });
    // The response is trailers-only.
    expect([
      flow.response?.header('grpc-status'),
      ...(flow.response?.trailerFields ?? []).map(({ name }) => name),
    ]).toContain(flow.response?.header('grpc-status') === undefined ? 'grpc-status' : '5');
  });

  test('a deadline that passes', async () => {
    const got = await unary('wait', { deadline: Date.now() + 100 });
    expect(got.code).toBe(status.DEADLINE_EXCEEDED);
    const flow = await flowAt(proxy.engine.flows, '/test.Test/unary');
    // The server applies the same deadline with its own clock: it may report it before the client's reset
    // arrives.
    const told = [
      flow.response?.header('grpc-status'),
      ...(flow.response?.trailerFields ?? []).map((f) => f.value),
    ];
    if (flow.state === 'completed') expect(told).toContain(String(status.DEADLINE_EXCEEDED));
    else expect(flow.error).toMatch(PASSED);
    expect(await unary('again')).toMatchObject({ value: 'again own', code: status.OK });
  });

  test('a method that nobody implements', async () => {
    const got = await new Promise<ServiceError | null>((resolve) => {
      client.makeUnaryRequest('/test.Test/none', asText, text, 'x', (error) => resolve(error));
    });
    expect(got?.code).toBe(status.UNIMPLEMENTED);
  });

  test('a large message, both ways', async () => {
    const got = await unary('x'.repeat(3_000_000));
    expect(got.value?.length).toBe(3_000_004);
  });

  test('a stream from the server', async () => {
    const heard: string[] = [];
    const call = client.makeServerStreamRequest(METHODS.serverStream.path, asText, text, 'item');
    call.on('data', (value: string) => heard.push(value));
    await once(call, 'end');
    expect(heard).toEqual([0, 1, 2, 3, 4].map((at) => `item ${at}`));
  });

  test('a stream from the server that fails in the middle', async () => {
    const heard: string[] = [];
    const call = client.makeServerStreamRequest(METHODS.serverStream.path, asText, text, 'fail');
    call.on('data', (value: string) => heard.push(value));
    const [error] = (await once(call, 'error').catch((thrown: unknown) => [thrown])) as [ServiceError];
    expect(error).toMatchObject({ code: status.ABORTED, details: 'in the middle' });
  });

  test('a stream from the server that its reader gives up', async () => {
    const call = client.makeServerStreamRequest(METHODS.serverStream.path, asText, text, 'wait');
    await once(call, 'data');
    call.on('error', () => undefined);
    call.cancel();
    const flow = await flowAt(proxy.engine.flows, '/test.Test/serverStream');
    expect(flow).toMatchObject({ state: 'failed', error: expect.stringMatching(/^The client closed/) });
  });

  test('a stream from the client', async () => {
    const got = await new Promise<string | undefined>((resolve) => {
      const { path } = METHODS.clientStream;
      const call = client.makeClientStreamRequest(path, asText, text, (_, value) => resolve(value));
      for (const part of ['a', 'b', 'c']) call.write(part);
      call.end();
    });
    expect(got).toBe('a,b,c');
  });

  test('streams both ways, each message answered before the next is sent', async () => {
    const call = client.makeBidiStreamRequest(METHODS.bidi.path, asText, text);
    for (let at = 0; at < 10; at += 1) {
      call.write(String(at));
      expect(await once(call, 'data')).toEqual([`heard ${at}`]);
    }
    call.end();
    call.resume();
    const [ended] = (await once(call, 'status')) as [{ code: number }];
    expect(ended.code).toBe(status.OK);
    expect((await flowAt(proxy.engine.flows, '/test.Test/bidi')).state).toBe('completed');
  });

  test('fifty calls at a time', async () => {
    const got = await Promise.all(Array.from({ length: 50 }, (_, at) => unary(String(at))));
    expect(got.map(({ value }) => value)).toEqual(Array.from({ length: 50 }, (_, at) => `${at} own`));
  });
});

describe('a server that says nothing', () => {
  test.each([
    ['the deadline that passes', 'late', 150, PASSED],
    [
      'a client that cancels before it',
      'cancelled',
      60_000,
      /^The client closed the connection: before the end of the response$/,
    ],
  ])('%s is named', async (_, name, ms, error) => {
    const path = `/test.Test/${name}`;
    await using silent = await http2Origin(() => undefined, authority.issue('localhost'));
    const client = new Client(silent.authority, credentials.createSsl(Buffer.from(proxy.engine.ca.certPem)));
    const ended = new Promise((resolve) => {
      const call = client.makeUnaryRequest(path, asText, text, 'x', { deadline: Date.now() + ms }, resolve);
      if (ms > 1000) setTimeout(() => call.cancel(), 200);
    });
    await ended;
    expect((await flowAt(proxy.engine.flows, path)).error).toMatch(error);
    client.close();
  });
});
