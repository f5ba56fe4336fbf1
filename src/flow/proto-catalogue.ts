// Known protobuf types: .proto files of the user, and descriptors in captured calls of gRPC server reflection. The
// proxy itself requests nothing.
import { Lru } from '../base/lru.ts';
import { grpcKind } from '../codec/grpc/content-type.ts';
import { grpcMessages } from '../codec/grpc/messages.ts';
import { addFileDescriptor, record } from '../codec/protobuf/descriptor.ts';
import { joinedSchemas, ProtoTypes, type ProtoSchema } from '../codec/protobuf/schema.ts';
import { decodeBody } from './decode.ts';
import type { Flow, FlowTarget } from './flow.ts';
import type { Message } from './message.ts';
import { uncompress } from './grpc-inflate.ts';

/** Maximum servers whose descriptors are kept; and maximum bytes of each. */
const MAX_SERVERS = 100;
const MAX_DESCRIPTOR_BYTES = 4 * 1024 * 1024;
const MAX_MESSAGES = 10_000;

const REFLECTION = /\/grpc\.reflection\.v1(?:alpha)?\.ServerReflection\/ServerReflectionInfo(?:$|[? ])/;

/**
 * Field numbers of grpc/reflection/v1/reflection.proto: of ServerReflectionResponse, and of
 * FileDescriptorResponse.
 */
const FILE_DESCRIPTOR_RESPONSE = 4;
const FILE_DESCRIPTOR_PROTO = 1;

interface ServerTypes {
  readonly types: ProtoTypes;
  bytes: number;
}

export class ProtoCatalogue {
  readonly #configured: ProtoSchema;
  readonly #servers = new Lru<string, ServerTypes>(MAX_SERVERS);
  #collecting: Promise<unknown> = Promise.resolve();

  constructor(configured: ProtoSchema = new ProtoTypes()) {
    this.#configured = configured;
  }

  /** Returns the known types of a server. */
  async schemaFor(target: FlowTarget): Promise<ProtoSchema> {
    await this.#collecting;
    const server = this.#servers.get(serverName(target));
    return server === undefined ? this.#configured : joinedSchemas(this.#configured, server.types);
  }

  /** Collects descriptors from an exchange that has ended, if it is a reflection call. */
  collectFrom(flow: Flow): void {
    const { request, response } = flow;
    if (flow.method !== 'POST' || request === null || response === null) return;
    // A call ends with trailers or is cancelled; the heads of other exchanges need no look.
    if (response.trailers === '' && flow.state !== 'failed') return;
    if (!REFLECTION.test(request.startLine)) return;
    this.#collecting = Promise.all([this.#collecting, this.#collect(flow.target, response)]);
  }

  async #collect(target: FlowTarget, response: Message): Promise<void> {
    const kind = grpcKind(response.header('content-type'));
    if (kind === null) return;
    const { bytes } = await decodeBody(response, MAX_DESCRIPTOR_BYTES);
    const options = { max: MAX_MESSAGES, keep: MAX_DESCRIPTOR_BYTES, growing: true };
    for (const frame of grpcMessages(bytes, kind, options).frames) {
      const { bytes: message } = await uncompress(frame, response, MAX_DESCRIPTOR_BYTES);
      if (message !== null) this.#add(target, message);
    }
  }

  #add(target: FlowTarget, message: Uint8Array): void {
    const responses = record(message, 0, message.length)?.records(FILE_DESCRIPTOR_RESPONSE) ?? [];
    const files = responses.flatMap((response) => response.bytes(FILE_DESCRIPTOR_PROTO));
    if (files.length === 0) return;
    const name = serverName(target);
    const server = this.#servers.get(name) ?? { types: new ProtoTypes(), bytes: 0 };
    this.#servers.set(name, server);
    for (const file of files) {
      server.bytes += file.length;
      if (server.bytes > MAX_DESCRIPTOR_BYTES) return;
      addFileDescriptor(file, server.types);
    }
  }
}

function serverName({ host, port }: FlowTarget): string {
  return `${host}:${port}`;
}
