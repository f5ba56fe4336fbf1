// The short forms in which people write parts of files, as JSON Schemas.

export type Schema = Readonly<Record<string, unknown>>;

/** A text, or what stands for one without quotes. */
export const TEXT = ['string', 'number', 'boolean'];
export const SCALAR = [...TEXT, 'null'];

/** A schema of its own, because editors complete no fields of an object that has its most. */
const ONE_PROPERTY: Schema = { minProperties: 1, maxProperties: 1 };

export function orNull(schema: Schema): Schema {
  const { type } = schema;
  if (type === undefined) return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [...(Array.isArray(type) ? (type as readonly unknown[]) : [type]), 'null'] };
}

/** A name with a value, where the name stands before it: the value, or an object with it. */
export function namedValue(others: Schema): Schema {
  return { type: [...SCALAR, 'object'], properties: others, additionalProperties: false };
}

/**
 * Names with values: a map, or a list whose entries are objects, maps with one name, or texts such as `a=b`. `value`: a
 * reference to a `namedValue`.
 */
export function namedValues({ name, ...others }: Schema, value: Schema): Schema {
  return {
    type: ['object', 'array'],
    additionalProperties: value,
    items: {
      type: ['object', 'string'],
      if: { type: 'object', required: ['name'] },
      then: { properties: { name, ...others }, additionalProperties: false },
      else: {
        properties: { name },
        additionalProperties: value,
        allOf: [ONE_PROPERTY],
        minLength: 1,
      },
    },
  };
}

/** One alternative of a union. */
export interface Alternative {
  /** The value of `type`. */
  readonly value: string;
  readonly about: string;
  /** The schema of the fields beside `type`. */
  readonly object: Schema;
}

/** An object whose `type` says which fields it has. */
export function typedObject(alternatives: readonly Alternative[]): Schema {
  return {
    type: 'object',
    properties: { type: typeField(alternatives) },
    allOf: alternatives.map(({ value, object }) => ({
      if: { properties: { type: { const: value } }, required: ['type'] },
      then: { ...object, properties: { type: { const: value }, ...propertiesOf(object) } },
    })),
  };
}

function propertiesOf(object: Schema): Readonly<Record<string, Schema>> {
  return object['properties'] as Readonly<Record<string, Schema>>;
}

function typeField(alternatives: readonly Alternative[]): Schema {
  return {
    description: 'The type, which says what other fields there are',
    enum: alternatives.map(({ value }) => value),
    enumDescriptions: alternatives.map(({ about }) => about),
  };
}

/** An object with `type`, or else one of the short forms. */
function typedOr(alternatives: readonly Alternative[], short: Schema, texts: Schema): Schema {
  const typed = typedObject(alternatives);
  return {
    if: { type: 'object', required: ['type'] },
    then: typed,
    else: {
      ...texts,
      // `type` stands here so that editors offer it; an object that has it is judged above.
      properties: { ...propertiesOf(typed), ...short },
      additionalProperties: false,
      allOf: [ONE_PROPERTY],
    },
  };
}

/** `none`, `inherit`, or the fields of a type under its name; of a token the token itself. */
export function authForms(alternatives: readonly Alternative[]): Schema {
  const hasFields = ({ object }: Alternative): boolean => Object.keys(propertiesOf(object)).length > 0;
  const short = alternatives.filter(hasFields).map(({ value, about, object }) => {
    const token = value === 'bearer' ? { type: ['object', ...TEXT] } : {};
    return [value, { description: about, ...object, ...token }];
  });
  const words = alternatives.filter((each) => !hasFields(each)).map(({ value }) => value);
  return typedOr(alternatives, Object.fromEntries(short) as Schema, {
    type: ['object', 'string'],
    if: { type: 'string' },
    then: { enum: words },
  });
}

/** A text, or an object with one field that names the type. */
export function bodyForms(alternatives: readonly Alternative[]): Schema {
  const typed = (type: string): Alternative => alternatives.find(({ value }) => value === type)!;
  const text = (description: string): Schema => ({ description, type: TEXT });
  const form = (type: string): Schema => {
    const { about, object } = typed(type);
    return { ...propertiesOf(object)['fields'], description: about, markdownDescription: about };
  };
  const graphql = typed('graphql');
  return typedOr(
    alternatives,
    {
      json: { description: 'JSON, as a text or as YAML' },
      text: text('A plain text'),
      xml: text('XML'),
      form: form('urlencoded'),
      multipart: form('multipart'),
      file: text('Path of a file whose bytes are sent'),
      graphql: {
        description: `${graphql.about}: its document, or its fields`,
        ...graphql.object,
        type: ['object', 'string'],
      },
    },
    { type: ['object', ...TEXT] },
  );
}
