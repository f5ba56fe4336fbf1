// A .proto text as a protobufjs schema, which writes the messages of tests, and as our schema of the same,
// read from the descriptors that a server would send.
import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor.js';
import { addFileDescriptor } from '../../src/codec/protobuf/descriptor.ts';
import { ProtoTypes } from '../../src/codec/protobuf/schema.ts';

export interface LoadedProto {
  readonly root: protobuf.Root;
  readonly schema: ProtoTypes;
  /** FileDescriptorProtos, encoded. */
  readonly files: readonly Uint8Array[];
}

/** Only the well-known files of protobuf can be imported. */
export function loadProtoText(source: string): LoadedProto {
  const root = new protobuf.Root();
  const { imports = [] } = protobuf.parse(source, root, { keepCase: true });
  for (const name of imports) {
    const { nested } = protobuf.common.get(name) ?? {};
    if (nested !== undefined) root.addJSON(nested);
  }
  root.resolveAll();
  const files = fileDescriptors(root);
  const schema = new ProtoTypes();
  for (const file of files) addFileDescriptor(file, schema);
  return { root, schema, files };
}

interface WithDescriptor {
  toDescriptor(edition: string): protobuf.Message<{ file: unknown[] }> & { readonly file: unknown[] };
}

function fileDescriptors(root: protobuf.Root): Uint8Array[] {
  const set = (root as unknown as WithDescriptor).toDescriptor('proto3');
  const { FileDescriptorProto } = descriptor as unknown as { readonly FileDescriptorProto: protobuf.Type };
  return set.file.map((file) =>
    FileDescriptorProto.encode(FileDescriptorProto.fromObject(file as Record<string, unknown>)).finish(),
  );
}
