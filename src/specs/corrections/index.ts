// Corrections of an API description for a violation in the traffic: what is missing is added, or what was too narrow
// is widened by what was seen. Only the author can say if that is what is meant.
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import type { TextEdit } from '../text-edits/index.ts';
import { dialectOf, schemaOf, type Dialect } from './dialect.ts';

export interface Correction {
  /** Such as `optional`; the same for the same violation. */
  readonly id: string;
  /** Such as "Make total optional". */
  readonly label: string;
  /** The part that has to be in the document itself, and not in a file beside it. */
  readonly part: readonly string[];
  readonly edits: readonly TextEdit[];
}

/** The part of a description that is broken, and what the traffic has there. */
export interface BrokenPart {
  /** The names that lead to it. */
  readonly path: readonly string[];
  readonly values: readonly unknown[];
  /** A property that is missing, or that the schema does not have; empty without one. */
  readonly property: string;
  /** The value of a property that the schema does not have. */
  readonly propertyValue?: unknown;
}

interface Rule extends BrokenPart {
  /** The value at the path. */
  readonly rule: unknown;
  /** The path without its keyword. */
  readonly schema: readonly string[];
  readonly dialect: Dialect;
}

/** Returns nothing for a violation of which only its author can say what is meant. */
export function correctionsOf(root: JsonObject, part: BrokenPart): readonly Correction[] {
  const keyword = part.path.at(-1) ?? '';
  const correct = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
  const rule = valueAt(root, part.path);
  if (correct === undefined || rule === undefined) return [];
  return correct({ ...part, rule, schema: part.path.slice(0, -1), dialect: dialectOf(root) }, root);
}

type Correct = (rule: Rule, root: JsonObject) => readonly Correction[];

/** Keywords that are bounds, with the one of two values that is wider. */
const BOUNDS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  minimum: (values) => Math.min(...values),
  maximum: (values) => Math.max(...values),
  minLength: (values) => Math.min(...values),
  maxLength: (values) => Math.max(...values),
  minItems: (values) => Math.min(...values),
  maxItems: (values) => Math.max(...values),
};

const KEYWORDS: Readonly<Record<string, Correct>> = {
  type: correctedType,
  required: correctedRequired,
  enum: correctedEnum,
  additionalProperties: ({ schema, property, propertyValue, dialect }) =>
    property === '' || property === '*'
      ? []
      : [
          {
            id: 'property',
            label: `Add the property ${property}`,
            part: schema,
            edits: [
              {
                type: 'set',
                path: [...schema, 'properties', property],
                value: schemaOf(propertyValue, dialect),
              },
            ],
          },
        ],
  ...Object.fromEntries(
    Object.entries(BOUNDS).map(([keyword, wider]) => [keyword, correctedBound(keyword, wider)]),
  ),
  ...Object.fromEntries(
    ['pattern', 'format', 'multipleOf', 'uniqueItems', 'const'].map((keyword) => [
      keyword,
      ({ path }: Rule) => one('remove', `Remove ${keyword}`, { type: 'remove', path }),
    ]),
  ),
};

/** Returns nothing without an edit. */
function one(id: string, label: string, ...edits: readonly TextEdit[]): readonly Correction[] {
  const [first] = edits;
  return first === undefined ? [] : [{ id, label, part: first.path.slice(0, -1), edits }];
}

function correctedRequired({ rule, path, schema, property }: Rule, root: JsonObject): readonly Correction[] {
  // That of a parameter or a body.
  if (rule === true) {
    const { name } = asObject(valueAt(root, schema));
    const subject =
      typeof name === 'string' ? name : schema.at(-1) === 'requestBody' ? 'the body' : schema.at(-1)!;
    return one('optional', `Make ${subject} optional`, { type: 'set', path, value: false });
  }
  if (property === '') return [];
  return one('optional', `Make ${property} optional`, { type: 'drop', path, value: property });
}

function correctedEnum({ values, path }: Rule): readonly Correction[] {
  const added = [...new Set(values)].filter((value) => typeof value !== 'object' || value === null);
  const edits = added.map((value): TextEdit => ({ type: 'append', path, value }));
  return one('enum', `Add ${added.map((value) => JSON.stringify(value)).join(', ')}`, ...edits);
}

function correctedBound(keyword: string, wider: (values: readonly number[]) => number): Correct {
  return ({ values, path }) => {
    const sizes = values.map((value) =>
      typeof value === 'number'
        ? value
        : Array.isArray(value) || typeof value === 'string'
          ? Array.from(value).length
          : NaN,
    );
    const bound = wider(sizes);
    return Number.isNaN(bound)
      ? []
      : one('bound', `Set ${keyword} to ${bound}`, { type: 'set', path, value: bound });
  };
}

function correctedType(rule: Rule, root: JsonObject): readonly Correction[] {
  const { rule: given, values, path, schema, dialect } = rule;
  const before = (Array.isArray(given) ? given : [given]).map(String);
  const seen = new Set(values.map(typeOf));
  if (seen.size === 1 && seen.has('null')) return nullable(rule, before);
  // Whole numbers are numbers.
  const wider = before.map((type) => (type === 'integer' && seen.has('number') ? 'number' : type));
  const fits = (type: string): boolean =>
    wider.includes(type) || (type === 'integer' && wider.includes('number'));
  const all = [...wider, ...[...seen].filter((type) => !fits(type))];
  const [single] = all;
  const label = `Allow ${all.join(' or ')}`;
  if (all.length === 1) return one('type', label, { type: 'set', path, value: single });
  if (dialect === '3.1') return one('type', label, ...typeEdits(rule, before, all));
  // Before 3.1 a schema has one type, and others are alternatives.
  if (dialect === '2.0' || all.includes('null') || asObject(valueAt(root, schema))['anyOf'] !== undefined)
    return [];
  return one(
    'type',
    label,
    { type: 'set', path: [...schema, 'anyOf'], value: all.map((type) => ({ type })) },
    { type: 'remove', path },
  );
}

function nullable(
  { path, schema, dialect, ...rule }: Rule,
  before: readonly string[],
): readonly Correction[] {
  const label = `Allow null beside ${before.join(' or ')}`;
  if (dialect === '3.1')
    return one(
      'nullable',
      label,
      ...typeEdits({ ...rule, path, schema, dialect }, before, [...before, 'null']),
    );
  if (dialect === '2.0') return [];
  return one('nullable', label, { type: 'set', path: [...schema, 'nullable'], value: true });
}

/** A list of types stays as it is written, and gets those that it lacks. */
function typeEdits(
  { rule, path }: Rule,
  before: readonly string[],
  all: readonly string[],
): readonly TextEdit[] {
  const isKept = Array.isArray(rule) && before.every((type) => all.includes(type));
  if (!isKept) return [{ type: 'set', path, value: all }];
  return all.filter((type) => !before.includes(type)).map((value) => ({ type: 'append', path, value }));
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns undefined for a part that is not there. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as JsonObject)[name]
        : undefined,
    root,
  );
}
