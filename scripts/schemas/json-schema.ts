// JSON Schemas (draft 7, which editors know best) of the files of a workspace, as people may write them: the form that
// `proxyctl` writes, and the short ones.
import type * as core from 'zod/v4/core';
import { z } from 'zod';
import { FILE_KINDS, type FileKind } from '../../src/cli/schema/kinds.ts';
import { auth } from '../../src/collections/model/auth.ts';
import { body, formField } from '../../src/collections/model/body.ts';
import { pair, queryPair, variable } from '../../src/collections/model/values.ts';
import {
  alternativesOf,
  choicesOf,
  entryOf,
  isNamedValue,
  shapeOf,
  valueOfMap,
  type Field,
} from './field.ts';
import { MODELS } from './models.ts';
import {
  authForms,
  bodyForms,
  namedValue,
  namedValues,
  orNull,
  SCALAR,
  TEXT,
  typedObject,
  type Schema,
} from './forms.ts';

/** Fields that the path of the file stands in for. */
const FROM_THE_PATH: ReadonlySet<string> = new Set(['id', 'name']);

/** Returns the schema of each kind of file. */
export function fileSchemas(): ReadonlyMap<string, Schema> {
  return new Map(FILE_KINDS.map((kind) => [kind.name, fileSchema(kind)]));
}

function fileSchema({ name, title }: FileKind): Schema {
  const definitions = new Definitions();
  const fields = new Map(shapeOf(MODELS[name as keyof typeof MODELS]));
  const schema = definitions.object(fields);
  const properties = schema['properties'] as Readonly<Record<string, Schema>>;
  const { query, name: ownName } = properties;
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: `proxyctl:${name}`,
    title: `${title} of proxyctl`,
    ...schema,
    properties: {
      ...properties,
      ...(ownName !== undefined && fields.has('id') && { name: withoutDefault(ownName) }),
      ...(query !== undefined && { params: aliasOf('query', query) }),
    },
    ...(definitions.all.size > 0 && { definitions: Object.fromEntries(definitions.all) }),
  };
}

/** The name of the file stands in for the name of what has an id. */
function withoutDefault(schema: Schema): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'default'));
}

function aliasOf(name: string, schema: Schema): Schema {
  return { ...schema, description: `Another name of \`${name}\`` };
}

/** Names of the definitions of lists of names with values. */
const LISTS: ReadonlyMap<core.$ZodType, string> = new Map<core.$ZodType, string>([
  [pair, 'pairs'],
  [queryPair, 'parameters'],
  [formField, 'parts'],
  [variable, 'variables'],
]);

/** Builds schemas, and collects those that are used at several places. */
class Definitions {
  readonly all = new Map<string, Schema>();

  object(fields: ReadonlyMap<string, Field>): Schema {
    const required = [...fields].filter(([name, { isRequired }]) => isRequired && !FROM_THE_PATH.has(name));
    return {
      type: 'object',
      properties: this.properties(fields),
      ...(required.length > 0 && { required: required.map(([name]) => name) }),
      additionalProperties: false,
    };
  }

  properties(fields: ReadonlyMap<string, Field>): Schema {
    return Object.fromEntries([...fields].map(([name, field]) => [name, this.field(field)]));
  }

  field({ type, about, fallback, isNullable, isJson }: Field): Schema {
    const schema = isJson ? {} : this.type(type);
    const entry = entryOf(type);
    const note = entry !== null && isNamedValue(entry.type) ? '. A map of names and values, or a list' : '';
    const isObject = typeof fallback === 'object' && fallback !== null;
    const description = `${about}${note}${isJson ? '. JSON may be written as YAML' : ''}`;
    return {
      description,
      // Editors of the family of VS Code show marks in `description` as they are.
      ...(description.includes('`') && { markdownDescription: description }),
      ...(isNullable && !isJson ? orNull(schema) : schema),
      ...(fallback !== undefined && fallback !== '' && !isObject && { default: fallback }),
    };
  }

  type(type: core.$ZodType): Schema {
    const choices = choicesOf(type);
    if (choices !== null) return { enum: choices.flatMap(choiceForms) };
    const entry = entryOf(type);
    if (entry !== null) return this.list(entry);
    const value = valueOfMap(type);
    if (value !== null) return { type: 'object', additionalProperties: this.type(value.type) };
    const alternatives = alternativesOf(type);
    if (alternatives !== null) return this.union(type);
    const shape = shapeOf(type);
    if (shape !== null) return this.object(shape);
    return leaf(type);
  }

  list(entry: Field): Schema {
    const { type } = entry;
    if (isNamedValue(type)) return inside(this.namedValues(type));
    if (entry.isJson) return { type: [...SCALAR, 'object', 'array'] };
    const items = this.type(type);
    const isOne = type._zod.def.type === 'string' || choicesOf(type) !== null;
    return isOne ? { anyOf: [items, { type: 'array', items }] } : { type: 'array', items };
  }

  namedValues(type: core.$ZodType): Schema {
    const list = LISTS.get(type);
    if (list === undefined) throw new Error('a list of names with values has no name for its definition');
    return this.shared(list, () => {
      const { name, ...others } = this.properties(new Map(shapeOf(type)));
      const value = this.shared(`${list}-value`, () => namedValue(others));
      return namedValues({ name, ...others }, value);
    });
  }

  union(type: core.$ZodType): Schema {
    const isBody = type === body;
    const name = isBody ? 'body' : type === auth ? 'auth' : 'step';
    const reference = this.shared(name, () => {
      const alternatives = [...alternativesOf(type)!].map(([value, { about, fields }]) => ({
        value,
        about,
        object: this.object(fields),
      }));
      if (name === 'step') return { ...typedObject(alternatives), required: ['type'] };
      return isBody ? bodyForms(alternatives) : authForms(alternatives);
    });
    return inside(reference);
  }

  /** Returns a reference to a schema, which `make` creates once. */
  shared(name: string, make: () => Schema): Schema {
    if (!this.all.has(name)) {
      this.all.set(name, {});
      this.all.set(name, make());
    }
    return { $ref: `#/definitions/${name}` };
  }
}

/** A reference, beside which something can stand: draft 7 ignores what stands beside one. */
function inside(reference: Schema): Schema {
  return { allOf: [reference] };
}

/** Numbers in the text of a choice may be written without quotes. */
function choiceForms(choice: string): readonly unknown[] {
  return /^\d+(?:\.\d+)?$/.test(choice) ? [choice, Number(choice)] : [choice];
}

/** Says nothing that holds for every whole number. */
const UNBOUNDED: ReadonlySet<unknown> = new Set([Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]);
const NO_CONSTRAINTS: ReadonlySet<string> = new Set(['$schema', 'type', 'description', 'contentMediaType']);

function leaf(type: core.$ZodType): Schema {
  const own = z.toJSONSchema(type, { target: 'draft-7', io: 'input' }) as Schema;
  const constraints = Object.entries(own).filter(
    ([key, value]) => !NO_CONSTRAINTS.has(key) && !UNBOUNDED.has(value),
  );
  return { type: own['type'] === 'string' ? TEXT : own['type'], ...Object.fromEntries(constraints) };
}
