// Lists the fields of a JSON Schema for readers: the path, type and description of each.
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { referenceOf, type References } from '../../../documents/openapi/references.ts';

export interface SchemaField {
  /** Such as `items[].name`; empty for a value that is not an object. */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  /** Markdown. */
  readonly docs: string;
}

const MAX_FIELDS = 200;
const MAX_DEPTH = 8;
/** The maximum number of values of an enumeration that are named. */
const MAX_VALUES = 20;

/** Returns the fields in the order of the schema. A recursive schema is not expanded inside itself. */
export function schemaFields(schema: unknown, references: References): readonly SchemaField[] {
  const fields: SchemaField[] = [];
  list({ fields, references }, schema, { path: '', required: false, inside: [] });
  return fields;
}

interface Listing {
  readonly fields: SchemaField[];
  readonly references: References;
}

interface Position {
  readonly path: string;
  readonly required: boolean;
  /** References that lead here. */
  readonly inside: readonly string[];
}

function list(listing: Listing, given: unknown, position: Position): void {
  const { fields, references } = listing;
  if (fields.length >= MAX_FIELDS || !isObject(given)) return;
  const reference = referenceOf(given);
  const inside = reference === null ? position.inside : [...position.inside, reference];
  const isKnown = reference !== null && position.inside.includes(reference);
  const schema = merged(references, given, 0);
  const properties = isObject(schema['properties']) ? Object.entries(schema['properties']) : [];
  if (position.path !== '' || properties.length === 0)
    fields.push({
      path: position.path,
      type: typeOf(references, given, 0),
      required: position.required,
      docs: docsOf(schema),
    });
  if (isKnown || inside.length > MAX_DEPTH) return;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const prefix = position.path === '' ? '' : `${position.path}.`;
  for (const [name, property] of properties)
    list(listing, property, { path: `${prefix}${name}`, required: required.includes(name), inside });
  if (isObject(schema['items'])) {
    const items = merged(references, schema['items'], 0);
    const below = { path: `${position.path}[]`, required: false, inside };
    if (isObject(items['properties']) || isObject(items['items'])) list(listing, schema['items'], below);
  }
}

/** Returns the schema with its references resolved, and with the properties of all its parts. */
function merged(references: References, given: unknown, depth: number): JsonObject {
  const target = references.fields(given);
  if (depth > MAX_DEPTH) return target;
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((name) => {
    const list = target[name];
    return Array.isArray(list)
      ? list
          .slice(0, MAX_VALUES)
          .map((part: unknown) => ({ name, part: merged(references, part, depth + 1) }))
      : [];
  });
  if (parts.length === 0) return target;
  const all = [...parts, { name: 'allOf', part: target }];
  const properties = Object.assign({}, ...all.map(({ part }) => part['properties'])) as JsonObject;
  // A field that only one alternative requires is not required.
  const required = all.flatMap(({ name, part }) =>
    name === 'allOf' && Array.isArray(part['required']) ? (part['required'] as unknown[]) : [],
  );
  const rest = Object.assign({}, ...parts.map(({ part }) => part), target) as JsonObject;
  return { ...rest, ...(Object.keys(properties).length > 0 && { properties }), required };
}

function typeOf(references: References, given: unknown, depth: number): string {
  const schema = references.fields(given);
  const name = referenceOf(given)?.split('/').at(-1);
  if (depth > MAX_DEPTH) return name ?? 'object';
  const alternatives = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(alternatives))
    return alternatives
      .slice(0, MAX_VALUES)
      .map((each) => typeOf(references, each, depth + 1))
      .join(' or ');
  const { type, format, nullable } = schema;
  const types = Array.isArray(type)
    ? type.flatMap((each) => scalarText(each) ?? [])
    : [scalarText(type) ?? ''];
  const [first = ''] = types.filter((each) => each !== 'null');
  const isList = first === 'array' || isObject(schema['items']);
  const basic = isList
    ? `list of ${typeOf(references, schema['items'], depth + 1)}`
    : first || (name ?? (isObject(schema['properties']) ? 'object' : 'any'));
  const ending = typeof format === 'string' ? ` (${format})` : '';
  return `${basic}${ending}${nullable === true || types.includes('null') ? ' or null' : ''}`;
}

function docsOf(schema: JsonObject): string {
  const values = schema['enum'] ?? (schema['const'] === undefined ? undefined : [schema['const']]);
  const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'default'].flatMap((name) => {
    const value = scalarText(schema[name]);
    return value === undefined || value === '' ? [] : [`${name} ${code(value)}`];
  });
  const lines = [
    scalarText(schema['description']) ?? '',
    Array.isArray(values) && values.length > 0 ? `One of ${namedValues(values)}.` : '',
    bounds.length === 0 ? '' : `${bounds.join(', ')}.`,
    schema['deprecated'] === true ? '**Deprecated.**' : '',
  ];
  return lines.filter((line) => line !== '').join('\n\n');
}

function namedValues(values: readonly unknown[]): string {
  const named = values.slice(0, MAX_VALUES).map((value) => code(JSON.stringify(value)));
  return `${named.join(', ')}${values.length > MAX_VALUES ? `, and ${values.length - MAX_VALUES} more` : ''}`;
}

function code(text: string): string {
  return `\`${text.replaceAll('`', "'").slice(0, 200)}\``;
}
