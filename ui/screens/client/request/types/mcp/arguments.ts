// The arguments of a tool or a prompt as a form: fields from a JSON Schema, and the reasons why a value is wrong.

export interface ArgumentField {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'flag' | 'choice' | 'json';
  readonly isRequired: boolean;
  /** The type with its limits, such as `integer, 1 to 100, default 20`. */
  readonly note: string;
  readonly description: string;
  /** The texts of the values of a choice. */
  readonly choices: readonly string[];
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly isInteger: boolean;
}

type Schema = Readonly<Record<string, unknown>>;
export type Arguments = Readonly<Record<string, unknown>>;

/** Returns the fields of the properties of a schema; empty for one without properties. */
export function argumentFields(schema: unknown): readonly ArgumentField[] {
  if (!isObject(schema) || !isObject(schema['properties'])) return [];
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(schema['properties']).map(([name, property]) =>
    fieldOf(name, isObject(property) ? property : {}, required.includes(name)),
  );
}

/** Returns the fields of a prompt, whose arguments are texts. */
export function promptFields(
  given: readonly { readonly name: string; readonly description: string; readonly required: boolean }[],
): readonly ArgumentField[] {
  return given.map(({ name, description, required }) =>
    fieldOf(name, { type: 'string', description }, required),
  );
}

/** Returns the arguments of a text; null where it is no JSON object. */
export function argumentsIn(text: string): Arguments | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns a value as it is typed. */
export function typedText(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the value of a typed text; undefined for none. What is not of its kind stays a text. */
export function typedValue({ kind }: ArgumentField, text: string): unknown {
  if (kind === 'text') return text === '' ? undefined : text;
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Returns the reason why a value is wrong; null for none. A variable may have any value. */
export function problemOf(field: ArgumentField, value: unknown): string | null {
  const { kind, isRequired, isInteger, minimum, maximum } = field;
  if (value === undefined) return isRequired ? 'It must be given.' : null;
  if (typeof value === 'string' && value.includes('{{')) return null;
  if (kind === 'json') return typeof value === 'string' ? 'It is not JSON.' : null;
  if (kind !== 'number') return null;
  if (typeof value !== 'number') return 'It is not a number.';
  if (isInteger && !Number.isInteger(value)) return 'It is not a whole number.';
  if (minimum !== null && value < minimum) return `At least ${minimum}.`;
  return maximum !== null && value > maximum ? `At most ${maximum}.` : null;
}

function fieldOf(name: string, schema: Schema, isRequired: boolean): ArgumentField {
  const { type, description } = schema;
  const choices = Array.isArray(schema['enum']) ? schema['enum'].map((value) => typedText(value)) : [];
  const isInteger = type === 'integer';
  return {
    name,
    kind: choices.length > 0 && type !== 'array' ? 'choice' : kindOf(type),
    isRequired,
    note: noteOf(schema),
    description: typeof description === 'string' ? description : '',
    choices,
    minimum: numberIn(schema, 'minimum'),
    maximum: numberIn(schema, 'maximum'),
    isInteger,
  };
}

function kindOf(type: unknown): ArgumentField['kind'] {
  if (type === 'string') return 'text';
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'boolean' ? 'flag' : 'json';
}

function noteOf(schema: Schema): string {
  const { type } = schema;
  const [lowest, highest] = [numberIn(schema, 'minimum'), numberIn(schema, 'maximum')];
  const range =
    lowest !== null && highest !== null
      ? `${lowest} to ${highest}`
      : lowest !== null
        ? `from ${lowest}`
        : highest !== null
          ? `to ${highest}`
          : '';
  const initial = schema['default'] === undefined ? '' : `default ${typedText(schema['default'])}`;
  return [typeof type === 'string' && type !== 'string' ? type : '', range, initial]
    .filter((part) => part !== '')
    .join(', ');
}

function numberIn(schema: Schema, key: string): number | null {
  const value = schema[key];
  return typeof value === 'number' ? value : null;
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
