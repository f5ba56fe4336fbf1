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

/** The fields of each alternative, by the value of `type`. */
export type Alternatives = readonly (readonly [string, Schema & { readonly about: string }])[];

/** An object whose `type` says which fields it has. */
export function typedObject(alternatives: Alternatives): Schema {
  return {
    type: 'object',
    properties: { type: typeField(alternatives) },
    allOf: alternatives.map(([value, { about: _, ...object }]) => ({
      if: { properties: { type: { const: value } }, required: ['type'] },
      then: { ...object, properties: { type: { const: value }, ...(object['properties'] as Schema) } },
    })),
  };
}

function typeField(alternatives: Alternatives): Schema {
  return {
    description: 'The type, which says what other fields there are',
    enum: alternatives.map(([value]) => value),
    enumDescriptions: alternatives.map(([, { about }]) => about),
  };
}

/** An object with `type`, or else one of the short forms. */
function typedOr(alternatives: Alternatives, short: Schema, texts: Schema): Schema {
  const { properties, ...typed } = typedObject(alternatives);
  return {
    if: { type: 'object', required: ['type'] },
    then: { properties, ...typed },
    else: {
      ...texts,
      // `type` stands here so that editors offer it; an object that has it is judged above.
      properties: { ...(properties as Schema), ...short },
      additionalProperties: false,
      allOf: [ONE_PROPERTY],
    },
  };
}

/** `none`, `inherit`, or the fields of a type under its name; of a token the token itself. */
export function authForms(alternatives: Alternatives): Schema {
  const short = alternatives
    .filter(([, { properties }]) => Object.keys(properties as Schema).length > 0)
    .map(([value, { about, ...object }]) => [
      value,
      { description: about, ...object, ...(value === 'bearer' && { type: ['object', ...TEXT] }) },
    ]);
  const words = alternatives.filter(([, { properties }]) => Object.keys(properties as Schema).length === 0);
  return typedOr(alternatives, Object.fromEntries(short) as Schema, {
    type: ['object', 'string'],
    if: { type: 'string' },
    then: { enum: words.map(([value]) => value) },
  });
}

/** A text, or an object with one field that names the type. */
export function bodyForms(alternatives: Alternatives): Schema {
  const fields = new Map(alternatives);
  const partOf = (type: string, name: string): Schema =>
    (fields.get(type)!['properties'] as Readonly<Record<string, Schema>>)[name]!;
  const text = (about: string): Schema => ({ description: about, type: TEXT });
  const { about, ...graphql } = fields.get('graphql')!;
  return typedOr(
    alternatives,
    {
      json: { description: 'JSON, as a text or as YAML' },
      text: text('A plain text'),
      xml: text('XML'),
      form: { ...partOf('urlencoded', 'fields'), description: fields.get('urlencoded')!.about },
      multipart: { ...partOf('multipart', 'fields'), description: fields.get('multipart')!.about },
      file: text('Path of a file whose bytes are sent'),
      graphql: {
        description: `${about}: its document, or its fields`,
        ...graphql,
        type: ['object', 'string'],
      },
    },
    { type: ['object', ...TEXT] },
  );
}
