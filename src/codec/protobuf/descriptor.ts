// Reads descriptors of .proto files, as servers send them (google/protobuf/descriptor.proto), into a schema. They are
// untrusted, so invalid parts are skipped.
import { decodeUtf8 } from '../../base/bytes.ts';
import type { FieldType, ProtoField, ProtoTypes, ScalarType, TypeName } from './schema.ts';
import { readFields, type RawField } from './wire.ts';

/** Maximum depth of nested messages. */
const MAX_NESTED = 16;

/** Scalar types by FieldDescriptorProto.Type; 10, 11 and 14 are groups, messages and enums. */
const SCALARS: readonly (ScalarType | undefined)[] = [
  undefined,
  'double',
  'float',
  'int64',
  'uint64',
  'int32',
  'fixed64',
  'fixed32',
  'bool',
  'string',
  undefined,
  undefined,
  'bytes',
  'uint32',
  undefined,
  'sfixed32',
  'sfixed64',
  'sint32',
  'sint64',
];

/** Adds the declarations of a FileDescriptorProto. Returns false when the bytes are not a FileDescriptorProto. */
export function addFileDescriptor(bytes: Uint8Array, types: ProtoTypes): boolean {
  const file = record(bytes, 0, bytes.length);
  if (file === null) return false;
  const scope = file.text(2) ?? '';
  for (const message of file.records(4)) addMessage(message, scope, types, 0);
  for (const each of file.records(5)) addEnum(each, scope, types);
  for (const service of file.records(6)) addService(service, scope, types);
  return true;
}

function within(scope: string, name: string): string {
  return scope === '' ? name : `${scope}.${name}`;
}

function addMessage(message: ProtoRecord, scope: string, types: ProtoTypes, depth: number): void {
  const name = message.text(1);
  if (name === null || depth > MAX_NESTED) return;
  const full = within(scope, name);
  const fields = message.records(2).flatMap((field) => fieldOf(field, full) ?? []);
  types.messages.set(full, {
    name: full,
    fields: new Map(fields.map((field) => [field.number, field])),
    isMapEntry: message.records(7)[0]?.number(7) === 1,
  });
  for (const nested of message.records(3)) addMessage(nested, full, types, depth + 1);
  for (const each of message.records(4)) addEnum(each, full, types);
}

function fieldOf(field: ProtoRecord, scope: string): ProtoField | null {
  const name = field.text(1);
  const number = field.number(3);
  const of = typeOf(field, scope);
  // Label 3 is `repeated`.
  return name === null || number === null || of === null
    ? null
    : { name, number, of, repeated: field.number(4) === 3 };
}

function typeOf(field: ProtoRecord, scope: string): FieldType | null {
  const type = field.number(5) ?? 0;
  const scalar = SCALARS[type];
  if (scalar !== undefined) return { type: 'scalar', scalar };
  const name = field.text(6);
  if (name === null || ![10, 11, 14].includes(type)) return null;
  return { type: type === 14 ? 'enum' : 'message', named: typeName(name, scope) };
}

/** Resolves a type name; one with a leading dot is fully qualified. */
function typeName(name: string, scope: string): TypeName {
  return name.startsWith('.') ? { name: name.slice(1), scope: null } : { name, scope };
}

function addEnum(each: ProtoRecord, scope: string, types: ProtoTypes): void {
  const name = each.text(1);
  if (name === null) return;
  const values = each.records(2).flatMap((value): [number, string][] => {
    const text = value.text(1);
    return text === null ? [] : [[value.number(2) ?? 0, text]];
  });
  // When a value has several aliases, the first is used.
  types.enums.set(within(scope, name), new Map(values.reverse()));
}

function addService(service: ProtoRecord, scope: string, types: ProtoTypes): void {
  const name = service.text(1);
  if (name === null) return;
  for (const method of service.records(2)) {
    const [own, request, response] = [method.text(1), method.text(2), method.text(3)];
    if (own === null || request === null || response === null) continue;
    const messages = { request: typeName(request, scope), response: typeName(response, scope) };
    types.methods.set(`${within(scope, name)}/${own}`, messages);
  }
}

/** A message whose fields are looked up by number. */
export interface ProtoRecord {
  text(number: number): string | null;
  /** Returns a varint that fits into 32 bits. */
  number(number: number): number | null;
  bytes(number: number): readonly Uint8Array[];
  records(number: number): readonly ProtoRecord[];
}

/** Parses `bytes[start…end)`; null when they are not a message. */
export function record(bytes: Uint8Array, start: number, end: number): ProtoRecord | null {
  const { fields, error } = readFields(bytes, start, end);
  if (error !== null) return null;
  const byNumber = Map.groupBy(fields, (field) => field.number);
  const spans = (number: number): readonly (RawField & { type: 'bytes' })[] =>
    (byNumber.get(number) ?? []).filter((field) => field.type === 'bytes');
  return {
    text: (number) => {
      const span = spans(number).at(-1);
      return span === undefined ? null : decodeUtf8(bytes.subarray(span.start, span.end));
    },
    number: (number) => {
      const field = byNumber.get(number)?.at(-1);
      return field?.type === 'varint' ? Number(BigInt.asIntN(32, field.value)) : null;
    },
    bytes: (number) => spans(number).map((span) => bytes.subarray(span.start, span.end)),
    records: (number) => spans(number).flatMap((span) => record(bytes, span.start, span.end) ?? []),
  };
}
