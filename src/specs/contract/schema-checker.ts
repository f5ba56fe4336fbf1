// Checks values against the schemas of an OpenAPI document. Each schema is compiled when it is first needed.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isObject } from '../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../documents/json-values.ts';

const ROOT = 'document';
/** Formats that tell the purpose of a text, not its syntax. */
const OPAQUE_FORMATS = ['binary', 'password'];

export class SchemaChecker {
  readonly #root: JsonObject;
  readonly #absent: 'readOnly' | 'writeOnly';
  readonly #schemas = new Map<unknown, ValidateFunction | null>();
  /** The parts of the document by the copies that are compiled. */
  readonly #originals = new WeakMap<object, JsonObject>();
  #ajv: Ajv | Ajv2020 | null = null;

  /** Properties that are `absent` are not required in this direction. */
  constructor(root: JsonObject, absent: 'readOnly' | 'writeOnly') {
    this.#root = root;
    this.#absent = absent;
  }

  /** Returns nothing for a schema that cannot be used, for example since it refers to another file. */
  errors(schema: unknown, value: unknown): readonly ErrorObject[] {
    const validate = this.#compiled(schema);
    if (validate === null || validate(value)) return [];
    return validate.errors ?? [];
  }

  /** Returns the object of the document whose keyword an error is about; undefined for one that was made. */
  originalOf({ parentSchema }: ErrorObject): JsonObject | undefined {
    return parentSchema === undefined ? undefined : this.#originals.get(parentSchema);
  }

  #compiled(schema: unknown): ValidateFunction | null {
    const known = this.#schemas.get(schema);
    if (known !== undefined) return known;
    let validate: ValidateFunction | null = null;
    try {
      if (isObject(schema)) validate = this.#validator().compile(this.#adapted(schema, ROOT));
    } catch {
      validate = null;
    }
    this.#schemas.set(schema, validate);
    return validate;
  }

  #validator(): Ajv | Ajv2020 {
    if (this.#ajv !== null) return this.#ajv;
    const options = {
      strict: false,
      allErrors: true,
      verbose: true,
      coerceTypes: false,
      validateSchema: false,
      logger: false,
    } as const;
    const is31 = /^3\.[1-9]/.test(scalarText(this.#root['openapi']) ?? '');
    const ajv: Ajv | Ajv2020 = is31 ? new Ajv2020(options) : new Ajv(options);
    addFormats.default(ajv);
    for (const name of OPAQUE_FORMATS) ajv.addFormat(name, true);
    ajv.addSchema({ ...this.#adapted(this.#root, ''), $id: ROOT });
    this.#ajv = ajv;
    return ajv;
  }

  /** Returns a copy as JSON Schema has it; references within the document are prefixed. */
  #adapted(given: JsonObject, prefix: string): JsonObject {
    const copy = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(copy);
      return isObject(value) ? copyOf(value) : value;
    };
    const copyOf = (value: JsonObject): JsonObject => {
      const entries = Object.entries(withNull(this.#schema(value))).map(([key, inner]) => {
        const isOwn = key === '$ref' && typeof inner === 'string' && inner.startsWith('#');
        return [key, isOwn ? prefix + inner : copy(inner)] as const;
      });
      const copied = Object.fromEntries(entries);
      this.#originals.set(copied, value);
      return copied;
    };
    return copyOf(given);
  }

  #schema(schema: JsonObject): JsonObject {
    const { properties, required } = schema;
    const adapted = new Map(Object.entries(schema));
    // A file in Swagger 2 consists of bytes, which are represented as text.
    if (schema['type'] === 'file') adapted.set('type', 'string');
    if (isObject(properties) && Array.isArray(required))
      adapted.set(
        'required',
        required.filter((name: unknown) => {
          const property = properties[String(name)];
          return !isObject(property) || property[this.#absent] !== true;
        }),
      );
    // OpenAPI 3.0 and Swagger 2 follow an older JSON Schema.
    for (const [flag, bound] of [
      ['exclusiveMinimum', 'minimum'],
      ['exclusiveMaximum', 'maximum'],
    ] as const) {
      if (typeof schema[flag] !== 'boolean') continue;
      if (schema[flag] && typeof schema[bound] === 'number') adapted.set(flag, schema[bound]);
      else adapted.delete(flag);
    }
    return Object.fromEntries(adapted);
  }
}

/** The validator knows `nullable` only beside a type. */
function withNull(schema: JsonObject): JsonObject {
  const { nullable, ...rest } = schema;
  if (typeof nullable !== 'boolean' || schema['type'] !== undefined) return schema;
  return nullable ? { anyOf: [rest, { type: 'null' }] } : rest;
}
