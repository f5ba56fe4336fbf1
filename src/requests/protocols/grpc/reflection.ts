// Asks a server for the definitions of a service, by grpc.reflection.v1 or else v1alpha, which has the same messages
// (https://github.com/grpc/grpc/blob/master/doc/server-reflection.md).
import * as grpc from '@grpc/grpc-js';
import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor.js';
import { UserError } from '../../../base/errors.ts';
import type { ProtocolContext } from '../contract.ts';
import type { Conversation } from '../shared/conversation.ts';

export interface ReflectionSource {
  readonly client: grpc.Client;
  readonly metadata: grpc.Metadata;
  readonly conversation: Conversation;
  /** The scheme, host and port of the server. */
  readonly origin: string;
  readonly context: ProtocolContext;
}

const { root: messages } = protobuf.parse(
  `syntax = "proto3";
  message Request { string file_by_filename = 3; string file_containing_symbol = 4; string list_services = 7; }
  message Files { repeated bytes file_descriptor_proto = 1; }
  message Service { string name = 1; }
  message Services { repeated Service service = 1; }
  message Failure { int32 error_code = 1; string error_message = 2; }
  message Response { Files files = 4; Services services = 6; Failure failure = 7; }`,
  { keepCase: true },
);
const requestType = messages.lookupType('Request');
const responseType = messages.lookupType('Response');

interface Question {
  readonly file_by_filename?: string;
  readonly file_containing_symbol?: string;
  readonly list_services?: string;
}
interface Answer {
  readonly files?: { readonly file_descriptor_proto?: readonly Uint8Array[] };
  readonly services?: { readonly service?: readonly { readonly name: string }[] };
  readonly failure?: { readonly error_code: number; readonly error_message: string };
}
interface FileDescriptor {
  readonly name: string;
  readonly dependency?: readonly string[];
}

const SERVICES = ['grpc.reflection.v1.ServerReflection', 'grpc.reflection.v1alpha.ServerReflection'];
const MAX_FILES = 2000;

/**
 * Fetches the definitions of a service, or with an empty name those of all. Rejects with an Error that says what to do when the server has no reflection, or no such
 * service.
 */
export async function reflectedRoot(service: string, source: ReflectionSource): Promise<protobuf.Root> {
  for (const reflection of SERVICES) {
    const files = await filesOf(reflection, service, source);
    if (files === null) continue;
    const root = protobuf.Root.fromDescriptor({ file: files } as unknown as Uint8Array, { keepCase: true });
    root.resolveAll();
    return root;
  }
  throw new UserError(
    'UNSUPPORTED',
    'the server has no reflection, so the request needs the definitions of its services: name them in protoFiles',
  );
}

/** Resolves with the decoded descriptors; null when the server does not implement this version. */
async function filesOf(
  reflection: string,
  service: string,
  source: ReflectionSource,
): Promise<readonly object[] | null> {
  const conversation = new Questions(reflection, source);
  try {
    const names = service === '' ? await listedServices(conversation) : [service];
    if (names === null) return null;
    const answers: Answer[] = [];
    for (const name of names) {
      const answer = await conversation.ask({ file_containing_symbol: name });
      if (answer === null) return null;
      if (answer.failure === undefined) answers.push(answer);
      else if (service !== '')
        throw await unknownService(service, answer.failure.error_message, conversation);
    }
    return await withDependencies(answers, conversation);
  } finally {
    conversation.end();
  }
}

async function withDependencies(
  answers: readonly Answer[],
  questions: Questions,
): Promise<readonly object[]> {
  const files = new Map<string, object>();
  const add = ({ files: found }: Answer): void => {
    for (const bytes of found?.file_descriptor_proto ?? []) {
      const file = descriptor.FileDescriptorProto.decode(bytes) as unknown as FileDescriptor;
      files.set(file.name, file);
    }
  };
  answers.forEach(add);
  for (let asked = 0; asked < MAX_FILES; asked += 1) {
    const missing = [...files.values()]
      .flatMap((file) => (file as FileDescriptor).dependency ?? [])
      .find((name) => !files.has(name));
    if (missing === undefined) return [...files.values()];
    const answer = await questions.ask({ file_by_filename: missing });
    if (answer !== null) add(answer);
    if (!files.has(missing))
      throw new UserError(
        'INVALID_DATA',
        `reflection of the server has no file ${missing}: name .proto files in protoFiles`,
      );
  }
  throw new UserError('TOO_LARGE', `reflection of the server names more than ${MAX_FILES} files`);
}

async function unknownService(service: string, reason: string, questions: Questions): Promise<UserError> {
  const names = (await listedServices(questions)) ?? [];
  const others = names.length === 0 ? reason : `it has ${names.slice(0, 20).join(', ')}`;
  return new UserError('NOT_FOUND', `the server has no service ${JSON.stringify(service)}; ${others}`);
}

/** Resolves with the names; null when the server does not implement this version. */
async function listedServices(questions: Questions): Promise<readonly string[] | null> {
  const answer = await questions.ask({ list_services: '*' });
  return answer === null ? null : (answer.services?.service?.map(({ name }) => name) ?? []);
}

/** A stream of questions, each with one answer. */
class Questions {
  readonly #stream: grpc.ClientDuplexStream<Question, Answer>;
  #waiting: PromiseWithResolvers<Answer | null> | null = null;

  constructor(reflection: string, { client, metadata, conversation }: ReflectionSource) {
    this.#stream = client.makeBidiStreamRequest<Question, Answer>(
      `/${reflection}/ServerReflectionInfo`,
      (question) => Buffer.from(requestType.encode(requestType.fromObject(question)).finish()),
      (bytes) => responseType.toObject(responseType.decode(bytes)),
      metadata,
    );
    conversation.onClose(() => this.#stream.cancel());
    this.#stream.on('data', (answer: Answer) => this.#waiting?.resolve(answer));
    // The status that follows reports the error.
    this.#stream.on('error', () => undefined);
    this.#stream.on('status', ({ code, details }) => {
      if (code === grpc.status.UNIMPLEMENTED) this.#waiting?.resolve(null);
      else
        this.#waiting?.reject(
          new UserError(
            'UNAVAILABLE',
            `the server did not answer which services it has: ${details || grpc.status[code]}`,
          ),
        );
    });
  }

  /** Resolves with null when the server does not implement it. */
  ask(question: Question): Promise<Answer | null> {
    this.#waiting = Promise.withResolvers();
    this.#stream.write(question);
    return this.#waiting.promise;
  }

  end(): void {
    this.#stream.end();
  }
}
