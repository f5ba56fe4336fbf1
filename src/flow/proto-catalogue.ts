// What is known of protobuf types: .proto files that were given, and descriptors that pass when a client asks a
// server for them by gRPC server reflection. Nothing is asked for on our own.
import { Lru } from '../base/lru.ts';
import { grpcKind } from '../codec/grpc/content-type.ts';
import { grpcMessages } from '../codec/grpc/messages.ts';
import { addFileDescriptor, record } from '../codec/protobuf/descriptor.ts';
import { joinedSchemas, ProtoTypes, type ProtoSchema } from '../codec/protobuf/schema.ts';
import { decodeBody } from './decode.ts';
import type { Flow, FlowTarget, Message } from './flow.ts';
import { uncompressed } from './grpc-inflate.ts';

/** Servers whose descriptors are remembered, and how much of each. */
const MAX_SERVERS = 100;
const MAX_DESCRIPTOR_BYTES = 4 * 1024 * 1024;
const MAX_MESSAGES = 10_000;

const REFLECTION = /\/grpc\.reflection\.v1(?:alpha)?\.ServerReflection\/ServerReflectionInfo(?:$|[? ])/;

/** Field numbers in grpc/reflection/v1/reflection.proto: of ServerReflectionResponse, and of FileDescriptorResponse. */
const FILE_DESCRIPTOR_RESPONSE = 4;
const FILE_DESCRIPTOR_PROTO = 1;

interface Learned {
  readonly types: ProtoTypes;
  bytes: number;
}

export class ProtoCatalogue {
  readonly #given: ProtoSchema;
  readonly #servers = new Lru<string, Learned>(MAX_SERVERS);
  #learning: Promise<unknown> = Promise.resolve();

  constructor(given: ProtoSchema = new ProtoTypes()) {
    this.#given = given;
  }

  /** What is known of the types that a server uses. */
  async schemaFor(target: FlowTarget): Promise<ProtoSchema> {
    await this.#learning;
    const learned = this.#servers.get(serverName(target));
    return learned === undefined ? this.#given : joinedSchemas(this.#given, learned.types);
  }

  /** For each exchange that has ended: remembers the descriptors in it, if it is a reflection call. */
  learn(flow: Flow): void {
    const { request, response } = flow;
    if (flow.method !== 'POST' || request === null || response === null) return;
    // Calls end with trailers, or are cancelled; of other exchanges the head need not be looked at.
    if (response.trailers === '' && flow.state !== 'failed') return;
    if (!REFLECTION.test(request.startLine)) return;
    this.#learning = Promise.all([this.#learning, this.#learn(flow.target, response)]);
  }

  async #learn(target: FlowTarget, response: Message): Promise<void> {
    const kind = grpcKind(response.header('content-type'));
    if (kind === null) return;
    const { bytes } = await decodeBody(response, MAX_DESCRIPTOR_BYTES);
    const options = { max: MAX_MESSAGES, keep: MAX_DESCRIPTOR_BYTES, growing: true };
    for (const frame of grpcMessages(bytes, kind, options).frames) {
      const { bytes: message } = await uncompressed(frame, response, MAX_DESCRIPTOR_BYTES);
      if (message !== null) this.#add(target, message);
    }
  }

  #add(target: FlowTarget, message: Uint8Array): void {
    const answers = record(message, 0, message.length)?.records(FILE_DESCRIPTOR_RESPONSE) ?? [];
    const files = answers.flatMap((answer) => answer.bytes(FILE_DESCRIPTOR_PROTO));
    if (files.length === 0) return;
    const name = serverName(target);
    const learned = this.#servers.get(name) ?? { types: new ProtoTypes(), bytes: 0 };
    this.#servers.set(name, learned);
    for (const file of files) {
      learned.bytes += file.length;
      if (learned.bytes > MAX_DESCRIPTOR_BYTES) return;
      addFileDescriptor(file, learned.types);
    }
  }
}

function serverName({ host, port }: FlowTarget): string {
  return `${host}:${port}`;
}
