// A schema of protobuf messages, from .proto files or from a server's descriptors. It is plain data, so that nothing
// in it is ever executed.

/** Scalar types by their names in .proto files. */
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
  /** Without a leading dot. */
  readonly name: string;
  /** The message or package from which `name` is resolved, outwards; null for a fully qualified name. */
  readonly scope: string | null;
}

export interface ProtoField {
  readonly number: number;
  readonly name: string;
  readonly repeated: boolean;
  readonly of: FieldType;
}

export interface ProtoMessage {
  /** Fully qualified, such as `google.rpc.Status`. */
  readonly name: string;
  readonly fields: ReadonlyMap<number, ProtoField>;
  /** True for the generated type of a map field: `key` is field 1, `value` field 2. */
  readonly isMapEntry: boolean;
}

/** The names of an enum's values by number. */
export type ProtoEnum = ReadonlyMap<number, string>;

export interface ProtoMethod {
  readonly request: TypeName;
  readonly response: TypeName;
}

/** Finds types and methods by their full names. A method is named `package.Service/Method`. */
export interface ProtoSchema {
  message(name: string): ProtoMessage | undefined;
  enumeration(name: string): ProtoEnum | undefined;
  method(name: string): ProtoMethod | undefined;
}

/** A schema to which types are added. */
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

/** Resolves a name from the innermost scope outwards. */
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

/** Combines schemas. The first that contains a name wins. */
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
