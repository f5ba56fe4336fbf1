// The part of JSON Schema that describes rules, and the kind of control that edits each part of it.

/** The members of JSON Schema that rules use. */
export interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly description?: string;
  /** The values of other fields for which this field has an effect. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/**
 * The kind of a control. `choices`: any of a few texts. `values`: a list of texts or numbers. `line`: an object of few
 * plain fields. `group`: an object. `conditions`: an object whose fields are added one by one. `rows`: a list of lines.
 * `sets`: a list of groups.
 */
export type Kind =
  | 'flag'
  | 'choice'
  | 'number'
  | 'text'
  | 'json'
  | 'body'
  | 'choices'
  | 'values'
  | 'line'
  | 'group'
  | 'conditions'
  | 'rows'
  | 'sets';

/** The control that edits a value, and what the value may be. */
export interface Shape {
  readonly kind: Kind;
  /** The schema without references and `null`. */
  readonly schema: JsonSchema;
  readonly isNullable: boolean;
}

type Definitions = Readonly<Record<string, JsonSchema>>;

const PLAIN: ReadonlySet<Kind> = new Set(['flag', 'choice', 'number', 'text', 'json']);
/** Returns true for a kind whose control holds a single value. */
export function isPlainKind(kind: Kind): boolean {
  return PLAIN.has(kind);
}

const MAX_LINE_FIELDS = 5;

/** Returns the shape of a schema, with references resolved. */
export function shapeOf(given: JsonSchema, definitions: Definitions): Shape {
  const schema = resolved(given, definitions);
  const rest = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const isNullable = schema.anyOf !== undefined && rest.length < schema.anyOf.length;
  const only = isNullable && rest.length === 1 ? { ...schema, ...rest[0]!, anyOf: undefined! } : schema;
  return { kind: kindOf(only, definitions), schema: only, isNullable };
}

function resolved(schema: JsonSchema, definitions: Definitions): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  const target = name === undefined ? undefined : definitions[name];
  return target === undefined ? schema : { ...resolved(target, definitions), ...schema, $ref: undefined! };
}

function kindOf(schema: JsonSchema, definitions: Definitions): Kind {
  const { type, anyOf } = schema;
  if (anyOf !== undefined) return anyOf.every((each) => each.type === 'object') ? 'body' : 'json';
  if (schema.enum !== undefined) return 'choice';
  if (type === 'array') return listKind(schema.items ?? {}, definitions);
  if (type === 'object') return objectKind(schema, definitions);
  return type === 'boolean' ? 'flag' : type === 'number' || type === 'integer' ? 'number' : 'text';
}

function listKind(items: JsonSchema, definitions: Definitions): Kind {
  const { kind } = shapeOf(items, definitions);
  if (kind === 'choice') return 'choices';
  if (kind === 'line') return 'rows';
  return PLAIN.has(kind) ? 'values' : 'sets';
}

function objectKind({ properties = {}, required = [] }: JsonSchema, definitions: Definitions): Kind {
  const fields = Object.entries(properties);
  const isLine = fields.every(([, field]) => isPlain(field, definitions));
  if (isLine && fields.length <= MAX_LINE_FIELDS && !fields.every(([, field]) => field.default === null))
    return 'line';
  const hasOptional = fields.some(([name, field]) => !('default' in field) && !required.includes(name));
  return hasOptional && !fields.some(([, field]) => isBody(field)) ? 'conditions' : 'group';
}

function isPlain(field: JsonSchema, definitions: Definitions): boolean {
  if (field.type === 'array' || field.type === 'object') return false;
  return PLAIN.has(shapeOf(field, definitions).kind);
}

/** Returns true for the schema of a body. It has no default, because it accepts several forms. */
function isBody({ anyOf }: JsonSchema): boolean {
  return anyOf?.every(({ type }) => type === 'object') === true;
}

/** Returns the value of something new, such as an added row. */
export function initialValue(given: JsonSchema, definitions: Definitions): unknown {
  const { kind, schema } = shapeOf(given, definitions);
  if ('default' in schema && kind !== 'group') return schema.default;
  switch (kind) {
    case 'flag':
      return false;
    case 'choice':
      return schema.enum![0];
    case 'body':
      return { text: '' };
    case 'conditions':
      return {};
    case 'line':
    case 'group':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(
            ([, field]) =>
              'default' in field || kind === 'line' || shapeOf(field, definitions).kind !== 'json',
          )
          .map(([name, field]) => [name, initialValue(field, definitions)]),
      );
    case 'rows':
    case 'sets':
      return [initialValue(schema.items ?? {}, definitions)];
    case 'choices':
    case 'values':
      return [];
    default:
      return '';
  }
}

/** Returns true when a field has an effect, given the values of the others. */
export function hasEffect({ when }: JsonSchema, values: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(when ?? {}).every(([name, wanted]) => {
    const value = values[name];
    return Array.isArray(value)
      ? value.some((each) => wanted.includes(String(each)))
      : wanted.includes(String(value));
  });
}

/** Returns a value as text to edit. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the path of a field as in messages: `conditions.headers[0].name`. */
export function fieldPath(parent: string, part: string | number): string {
  if (typeof part === 'number') return `${parent}[${part}]`;
  return parent === '' ? part : `${parent}.${part}`;
}
