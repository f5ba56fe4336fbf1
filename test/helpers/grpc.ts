// A gRPC server of @grpc/grpc-js and a client that uses the proxy, with the messages of one .proto text.
import * as grpc from '@grpc/grpc-js';
import type { KeyAndCert } from './authority.ts';
import { loadProtoText } from './proto.ts';

export const CHAT_PROTO = `
  syntax = "proto3";
  package chat.v1;
  enum Mood { CALM = 0; LOUD = 1; }
  message Line { string who = 1; string text = 2; Mood mood = 3; int64 at = 4; }
  service Chat {
    rpc Say(Line) returns (Line);
    rpc Talk(stream Line) returns (stream Line);
    rpc Listen(Line) returns (stream Line);
  }
`;

const { root, files } = loadProtoText(CHAT_PROTO);
const Line = root.lookupType('chat.v1.Line');

export interface ChatLine {
  readonly who?: string;
  readonly text?: string;
  readonly mood?: string;
  readonly at?: number;
}

const serialize = (line: ChatLine): Buffer => Buffer.from(Line.encode(Line.fromObject(line)).finish());
const deserialize = (bytes: Buffer): ChatLine =>
  Line.toObject(Line.decode(bytes), { enums: String, longs: Number });

const reflection = loadProtoText(`
  syntax = "proto3";
  message ServerReflectionRequest { string file_containing_symbol = 4; string list_services = 7; }
  message FileDescriptorResponse { repeated bytes file_descriptor_proto = 1; }
  message ServiceResponse { string name = 1; }
  message ListServiceResponse { repeated ServiceResponse service = 1; }
  message ServerReflectionResponse {
    string valid_host = 1;
    FileDescriptorResponse file_descriptor_response = 4;
    ListServiceResponse list_services_response = 6;
  }
`).root;
const ReflectionRequest = reflection.lookupType('ServerReflectionRequest');
const ReflectionResponse = reflection.lookupType('ServerReflectionResponse');

export interface ChatServer extends Disposable {
  readonly port: number;
}

/** Starts a server, in plain text without a certificate. `Say` refuses the text `fail`, with details. */
export async function chatServer(credentials: KeyAndCert | null): Promise<ChatServer> {
  const server = new grpc.Server();
  const method = (
    path: string,
    requestStream: boolean,
    responseStream: boolean,
  ): grpc.MethodDefinition<ChatLine, ChatLine> => ({
    path,
    requestStream,
    responseStream,
    requestSerialize: serialize,
    requestDeserialize: deserialize,
    responseSerialize: serialize,
    responseDeserialize: deserialize,
  });
  server.addService(
    {
      say: method('/chat.v1.Chat/Say', false, false),
      talk: method('/chat.v1.Chat/Talk', true, true),
      listen: method('/chat.v1.Chat/Listen', false, true),
    },
    { say, talk, listen },
  );
  const raw = {
    requestSerialize: asIs,
    requestDeserialize: asIs,
    responseSerialize: asIs,
    responseDeserialize: asIs,
  };
  const path = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
  server.addService({ reflect: { path, requestStream: true, responseStream: true, ...raw } }, { reflect });
  const port = await new Promise<number>((resolve, reject) => {
    const keys = credentials && [
      { private_key: Buffer.from(credentials.key), cert_chain: Buffer.from(credentials.cert) },
    ];
    const secured =
      keys === null ? grpc.ServerCredentials.createInsecure() : grpc.ServerCredentials.createSsl(null, keys);
    server.bindAsync('127.0.0.1:0', secured, (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { port, [Symbol.dispose]: () => server.forceShutdown() };
}

const asIs = (bytes: Buffer): Buffer => bytes;

function say(
  { request }: grpc.ServerUnaryCall<ChatLine, ChatLine>,
  answer: grpc.sendUnaryData<ChatLine>,
): void {
  if (request.text === 'fail') {
    const metadata = new grpc.Metadata();
    // google.rpc.Status { code: 5, message: "gone" }
    metadata.set('grpc-status-details-bin', Buffer.from('08051204676f6e65', 'hex'));
    answer({ code: grpc.status.NOT_FOUND, details: 'café is gone', metadata });
    return;
  }
  answer(null, { who: 'server', text: `you said ${request.text ?? ''}`, mood: 'LOUD', at: 1234567890123 });
}

function talk(call: grpc.ServerDuplexStream<ChatLine, ChatLine>): void {
  call.on('data', (line: ChatLine) => call.write({ who: 'echo', text: line.text ?? '' }));
  call.on('end', () => call.end());
}

function listen(call: grpc.ServerWritableStream<ChatLine, ChatLine>): void {
  for (let at = 0; at < 300; at += 1) call.write({ text: String(at) });
  call.end();
}

function reflect(call: grpc.ServerDuplexStream<Buffer, Buffer>): void {
  const definitions = { file_descriptor_response: { file_descriptor_proto: files } };
  const services = { list_services_response: { service: [{ name: 'chat.v1.Chat' }] } };
  call.on('data', (bytes: Buffer) => {
    const { list_services } = ReflectionRequest.decode(bytes) as { readonly list_services?: string };
    const answer = ReflectionResponse.fromObject(list_services ? services : definitions);
    call.write(Buffer.from(ReflectionResponse.encode(answer).finish()));
  });
  call.on('end', () => call.end());
}

export interface ChatClient {
  say(line: ChatLine, compressed?: boolean): Promise<ChatLine | grpc.ServiceError>;
  /** Sends each line after the response to the one before, and a pause. */
  talk(lines: readonly ChatLine[], pauseMs?: number): Promise<ChatLine[]>;
  listen(): Promise<ChatLine[]>;
  /** Requests the descriptors by reflection and cancels the call once it has them, as tools do. */
  reflect(): Promise<void>;
  close(): void;
}

/** Connects a client; `ca` of the proxy, in PEM; null for plain text. */
export function chatClient(port: number, proxyUrl: string, ca: string | null): ChatClient {
  process.env['grpc_proxy'] = proxyUrl;
  const secured =
    ca === null ? grpc.credentials.createInsecure() : grpc.credentials.createSsl(Buffer.from(ca));
  // Clients of one address would share a channel, but these use different proxies.
  const options = { 'grpc.use_local_subchannel_pool': 1 };
  const zipping = { ...options, 'grpc.default_compression_algorithm': grpc.compressionAlgorithms.gzip };
  const client = new grpc.Client(`localhost:${port}`, secured, options);
  const compressing = new grpc.Client(`localhost:${port}`, secured, zipping);
  delete process.env['grpc_proxy'];
  return {
    say: (line, compressed = false) =>
      new Promise((resolve) => {
        const by = compressed ? compressing : client;
        by.makeUnaryRequest('/chat.v1.Chat/Say', serialize, deserialize, line, (error, answer) =>
          resolve(error ?? answer ?? {}),
        );
      }),
    talk: (lines, pauseMs = 0) => talkInTurn(client, lines, pauseMs),
    listen: () =>
      received(client.makeServerStreamRequest('/chat.v1.Chat/Listen', serialize, deserialize, {})),
    reflect: () =>
      new Promise((resolve) => {
        const path = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
        const call = client.makeBidiStreamRequest(path, asIs, asIs);
        call.on('data', () => call.cancel());
        call.on('error', () => resolve());
        call.write(Buffer.from('2207636861742e7631', 'hex'));
      }),
    close: () => {
      client.close();
      compressing.close();
    },
  };
}

async function talkInTurn(
  client: grpc.Client,
  lines: readonly ChatLine[],
  pauseMs: number,
): Promise<ChatLine[]> {
  const call = client.makeBidiStreamRequest('/chat.v1.Chat/Talk', serialize, deserialize);
  const waiting = [...lines];
  const next = (): void => {
    const line = waiting.shift();
    if (line === undefined) call.end();
    else call.write(line);
  };
  call.on('data', () => setTimeout(next, pauseMs));
  next();
  return received(call);
}

function received<T>(call: grpc.ClientReadableStream<T>): Promise<T[]> {
  const all: T[] = [];
  return new Promise((resolve, reject) => {
    call.on('data', (each: T) => all.push(each));
    call.on('error', reject);
    call.on('end', () => resolve(all));
  });
}
