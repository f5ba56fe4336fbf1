// The message types that the methods of a service take, with their fields.
import protobuf from 'protobufjs';

export interface MessageField {
  /** As in the .proto file. */
  readonly name: string;
  /** As ProtoJSON writes it; both are read. */
  readonly jsonName: string;
  /** A scalar such as `int32`, or the full name of a message or enum. */
  readonly type: string;
  readonly label: 'one' | 'many' | 'map';
  /** The names of an enum; absent for other types. */
  readonly values?: readonly string[];
}

/** Types of one service that are described. */
const MAX_TYPES = 300;

/** Returns the fields by the full name of their type: those of `types`, and of what is in them. */
export function messageTypes(
  types: readonly (protobuf.Type | null)[],
): Readonly<Record<string, readonly MessageField[]>> {
  const described = new Map<string, readonly MessageField[]>();
  const waiting = types.filter((type) => type !== null);
  for (let type = waiting.shift(); type !== undefined; type = waiting.shift()) {
    const name = type.fullName.slice(1);
    // The JSON of well-known types does not have their fields.
    if (described.has(name) || name.startsWith('google.protobuf.')) continue;
    if (described.size >= MAX_TYPES) break;
    const fields = type.fieldsArray.map((field) => field.resolve());
    described.set(name, fields.map(fieldOf));
    waiting.push(
      ...fields.flatMap(({ resolvedType }) => (resolvedType instanceof protobuf.Type ? [resolvedType] : [])),
    );
  }
  return Object.fromEntries(described);
}

function fieldOf(field: protobuf.Field): MessageField {
  const { name, resolvedType } = field;
  return {
    name,
    jsonName: name.replaceAll(/_+([a-zA-Z\d])/g, (_, letter: string) => letter.toUpperCase()),
    type: resolvedType === null ? field.type : resolvedType.fullName.slice(1),
    label: field instanceof protobuf.MapField ? 'map' : field.repeated ? 'many' : 'one',
    ...(resolvedType instanceof protobuf.Enum && { values: Object.keys(resolvedType.values) }),
  };
}
