// Schemas as they hold: references and `allOf` replaced by what they say together, and the ways to allow null made one.
// Two descriptions that say the same in different ways have equal schemas then.
import { isObject } from '../../../base/is-object.ts';
import type { JsonObject } from '../../../documents/json-values.ts';
import { referenceOf, type References } from '../../../documents/openapi/references.ts';
import { lowerBound, upperBound } from './bounds.ts';
import { textOf } from './schema-change.ts';

const ANYTHING: JsonObject = {};
const NOTHING: JsonObject = { not: {} };
/** Keywords without effect on what is valid. */
export const ANNOTATIONS: ReadonlySet<string> = new Set(
  'title description example examples externalDocs $comment $id $schema $anchor $dynamicAnchor $defs definitions $vocabulary $recursiveAnchor summary'.split(
    ' ',
  ),
);

export class EffectiveSchemas {
  readonly #references: References;
  readonly #known = new WeakMap<object, JsonObject | null>();
  readonly #forms = new WeakMap<object, readonly JsonObject[]>();

  constructor(references: References) {
    this.#references = references;
  }

  /** Returns null for a reference that leads nowhere. The result for one schema is always the same object. */
  of(schema: unknown): JsonObject | null {
    if (schema === false) return NOTHING;
    if (!isObject(schema)) return ANYTHING;
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    // A schema that is a part of itself adds nothing to itself.
    this.#known.set(schema, ANYTHING);
    const result = this.#merged(schema);
    this.#known.set(schema, result);
    if (result !== null) this.#known.set(result, result);
    return result;
  }

  /** Returns the alternatives of a schema, each with what holds for all of them. */
  forms(schema: JsonObject, key: string): readonly JsonObject[] {
    const known = this.#forms.get(schema);
    if (known !== undefined) return known;
    const { [key]: branches, discriminator: _, ...rest } = schema;
    const forms = (branches as readonly unknown[]).map((branch) => this.of({ allOf: [rest, branch] }) ?? {});
    this.#forms.set(schema, forms);
    return forms;
  }

  #merged(schema: JsonObject): JsonObject | null {
    if (referenceOf(schema) !== null) return this.#referred(schema);
    const { allOf, ...rest } = withoutNull(schema);
    const own = normalized(rest);
    const parts = [...listOf(allOf), ...['oneOf', 'anyOf'].flatMap((key) => only(own, key))];
    if (parts.length === 0) return own;
    const { oneOf, anyOf, ...plain } = own;
    const base = {
      ...plain,
      ...(listOf(oneOf).length > 1 && { oneOf }),
      ...(listOf(anyOf).length > 1 && { anyOf }),
    };
    let merged: JsonObject = base;
    for (const part of parts) {
      const effective = this.of(part);
      if (effective === null) return null;
      merged = together(merged, effective);
    }
    return merged;
  }

  /** Merges what stands beside a reference with its target. */
  #referred(schema: JsonObject): JsonObject | null {
    const target = this.#references.resolve(schema);
    if (target === undefined) return null;
    const effective = this.of(target);
    const beside = Object.entries(schema).filter(
      ([key]) => key !== '$ref' && key !== '$dynamicRef' && !ANNOTATIONS.has(key),
    );
    if (effective === null || beside.length === 0) return effective;
    return together(normalized(Object.fromEntries(beside)), effective);
  }
}

function only(schema: JsonObject, key: string): readonly unknown[] {
  const list = listOf(schema[key]);
  return list.length === 1 ? list : [];
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Replaces an alternative that is only null by `nullable`. */
function withoutNull(schema: JsonObject): JsonObject {
  const key = ['oneOf', 'anyOf'].find((each) => listOf(schema[each]).some(isNull));
  if (key === undefined) return schema;
  return { ...schema, [key]: listOf(schema[key]).filter((each) => !isNull(each)), nullable: true };
}

function isNull(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { type, const: value, enum: values } = schema;
  return (
    type === 'null' ||
    (Array.isArray(type) && type.join() === 'null') ||
    value === null ||
    (Array.isArray(values) && values.length === 1 && values[0] === null)
  );
}

/** Makes one of the ways to write types, null and limits. */
function normalized(schema: JsonObject): JsonObject {
  const { type } = schema;
  const types = (Array.isArray(type) ? type : [type]).filter((each) => typeof each === 'string');
  const values = listOf(schema['enum']);
  const isNullable = schema['nullable'] === true || types.includes('null') || values.includes(null);
  return {
    ...schema,
    ...(types.length > 0 && { type: types.filter((each) => each !== 'null' || types.length === 1) }),
    ...(isNullable && types.join() !== 'null' && { nullable: true }),
    ...(values.length > 0 && { enum: values.filter((each) => each !== null) }),
  };
}

type Merge = (one: unknown, other: unknown) => unknown;

const MERGES: Readonly<Record<string, Merge>> = {
  required: (one, other) => [...new Set([...listOf(one), ...listOf(other)])],
  nullable: (one, other) => one === true || other === true,
  enum: (one, other) => {
    const texts = new Set(listOf(other).map(textOf));
    return listOf(one).filter((value) => texts.has(textOf(value)));
  },
  type: (one, other) => {
    const both = listOf(one).filter((type) => accepts(listOf(other), type));
    return both.length > 0 ? both : other;
  },
  properties: (one, other) => {
    const [first, second] = [isObject(one) ? one : {}, isObject(other) ? other : {}];
    const shared = Object.keys(second).filter((name) => Object.hasOwn(first, name));
    const both = shared.map((name) => [name, { allOf: [first[name], second[name]] }] as const);
    return { ...first, ...second, ...Object.fromEntries(both) };
  },
};

/** Keywords of which two cannot be made one. */
const SEPARATE: ReadonlySet<string> = new Set([
  'oneOf',
  'anyOf',
  'not',
  'if',
  'then',
  'else',
  'pattern',
  'items',
]);

/** Returns a schema that holds where both do; what only one of them can say is said by the first. */
function together(one: JsonObject, other: JsonObject): JsonObject {
  const merged: Record<string, unknown> = { ...one };
  const apart: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(other)) {
    const given = merged[key];
    if (given === undefined || JSON.stringify(given) === JSON.stringify(value)) merged[key] = value;
    else if (MERGES[key] !== undefined) merged[key] = MERGES[key](given, value);
    else if (SEPARATE.has(key)) apart[key] = value;
  }
  const left = [...listOf(one['allOf']), ...listOf(other['allOf'])];
  if (Object.keys(apart).length > 0) left.push(apart);
  return {
    ...merged,
    ...lowerBound(one, other),
    ...upperBound(one, other),
    ...(left.length > 0 && { allOf: left }),
  };
}

/** True when values of a type are among others. */
export function accepts(types: readonly unknown[], type: unknown): boolean {
  return types.includes(type) || (type === 'integer' && types.includes('number'));
}
