// What is known of protobuf messages by name: from .proto files, or from descriptors that a server gave. Plain data,
// so that nothing of it is ever run.

/** The scalar types as .proto files name them. */
export type ScalarType =
  | 'double'
  | 'float'
  | 'int32'
  | 'int64'
  | 'uint32'
  | 'uint64'
  | 'sint32'
  | 'sint64'
  | 'fixed32'
  | 'fixed64'
  | 'sfixed32'
  | 'sfixed64'
  | 'bool'
  | 'string'
  | 'bytes';

export type FieldType =
  | { readonly type: 'scalar'; readonly scalar: ScalarType }
  | { readonly type: 'message' | 'enum'; readonly named: TypeName };

export interface TypeName {
  /** Without a dot before it. */
  readonly name: string;
  /** The message or package from which `name` is looked up, then from those around it; null for a name in full. */
  readonly scope: string | null;
}

export interface ProtoField {
  readonly number: number;
  readonly name: string;
  readonly repeated: boolean;
  readonly of: FieldType;
}

export interface ProtoMessage {
  /** In full, such as `google.rpc.Status`. */
  readonly name: string;
  readonly fields: ReadonlyMap<number, ProtoField>;
  /** Made for a map field: `key` is field 1, `value` field 2. */
  readonly isMapEntry: boolean;
}

/** Names by number. */
export type ProtoEnum = ReadonlyMap<number, string>;

export interface ProtoMethod {
  readonly request: TypeName;
  readonly response: TypeName;
}

/** Where types and methods are found by their full names; methods as `package.Service/Method`. */
export interface ProtoSchema {
  message(name: string): ProtoMessage | undefined;
  enumeration(name: string): ProtoEnum | undefined;
  method(name: string): ProtoMethod | undefined;
}

/** A schema that grows. */
export class ProtoTypes implements ProtoSchema {
  readonly messages = new Map<string, ProtoMessage>();
  readonly enums = new Map<string, ProtoEnum>();
  readonly methods = new Map<string, ProtoMethod>();

  message(name: string): ProtoMessage | undefined {
    return this.messages.get(name);
  }

  enumeration(name: string): ProtoEnum | undefined {
    return this.enums.get(name);
  }

  method(name: string): ProtoMethod | undefined {
    return this.methods.get(name);
  }
}

/** What `look` knows by a name, the innermost first. */
export function lookUp<T>({ name, scope }: TypeName, look: (name: string) => T | undefined): T | undefined {
  for (
    let within = scope;
    within !== null && within !== '';
    within = within.slice(0, Math.max(0, within.lastIndexOf('.')))
  ) {
    const found = look(`${within}.${name}`);
    if (found !== undefined) return found;
  }
  return look(name);
}

/** Looks in each in turn. */
export function joinedSchemas(...schemas: readonly ProtoSchema[]): ProtoSchema {
  return {
    message: (name) => first(schemas, (schema) => schema.message(name)),
    enumeration: (name) => first(schemas, (schema) => schema.enumeration(name)),
    method: (name) => first(schemas, (schema) => schema.method(name)),
  };
}

function first<T>(
  schemas: readonly ProtoSchema[],
  look: (schema: ProtoSchema) => T | undefined,
): T | undefined {
  for (const schema of schemas) {
    const found = look(schema);
    if (found !== undefined) return found;
  }
  return undefined;
}
