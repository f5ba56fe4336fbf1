// The shape of JSON: types by path, as seen in one value or in many. Fields that some objects lack are optional, a value
// of several types is a union, the elements of a list share one shape, and keys that are ids make a map.
import { namedSecret } from '../../secrets/names/names.ts';
import { isRandom } from '../../secrets/values/plausible.ts';
import { secretSpans } from '../../secrets/spans.ts';
import { isVariable } from '../endpoint.ts';

export const SHAPE_TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean'] as const;
export type ShapeType = (typeof SHAPE_TYPES)[number];

/** A shape, written as JSON Schema 2020-12 except for `nullable`. */
export interface Shape {
  /** One type or several, sorted; absent where only null, or an empty list, was seen. */
  readonly type?: ShapeType | readonly ShapeType[];
  readonly nullable?: true;
  readonly properties?: Readonly<Record<string, Shape>>;
  /** The properties that all objects had. */
  readonly required?: readonly string[];
  /** The values under keys that are ids. */
  readonly additionalProperties?: Shape;
  readonly items?: Shape;
  /** A short value that was seen; never in a baseline. */
  readonly example?: string | number | boolean;
}

/** Values below this depth have an unknown shape. */
const MAX_DEPTH = 60;
/** Objects with more properties are maps, whatever their keys are. */
const MAX_PROPERTIES = 300;
/** Elements of one list that are looked at. */
const MAX_ITEMS = 2000;
const MAX_EXAMPLE = 40;

export function shapeOf(value: unknown, name = '', depth = 0): Shape {
  if (value === null || value === undefined) return { nullable: true };
  if (depth > MAX_DEPTH) return {};
  if (Array.isArray(value)) return listShape(value, name, depth);
  if (typeof value === 'object') return objectShape(value, depth);
  const type = scalarType(value);
  const example = exampleOf(value, name);
  return example === null ? { type } : { type, example };
}

/**
 * Returns true when a value has this shape, apart from examples and the order of properties. It is cheaper than
 * building the value's shape. It may return false for equal shapes.
 */
export function hasShape(value: unknown, shape: Shape, depth = 0): boolean {
  if (value === null || value === undefined) return shape.nullable === true && shape.type === undefined;
  if (shape.nullable === true || depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return hasListShape(value, shape, depth);
  return typeof value === 'object'
    ? hasObjectShape(value as Readonly<Record<string, unknown>>, shape, depth)
    : shape.type === scalarType(value);
}

/** Elements of a list of which one has to have the whole shape of all. */
const MAX_TRIED = 5;

function hasListShape(values: readonly unknown[], { type, items }: Shape, depth: number): boolean {
  if (type !== 'array' || items === undefined) return false;
  if (values.length === 0) return Object.keys(items).length === 0;
  return (
    values.slice(0, MAX_TRIED).some((value) => hasShape(value, items, depth + 1)) &&
    values.slice(0, MAX_ITEMS).every((value) => fits(items, value, '', depth + 1))
  );
}

function hasObjectShape(
  fields: Readonly<Record<string, unknown>>,
  { type, properties, required, additionalProperties }: Shape,
  depth: number,
): boolean {
  if (type !== 'object' || properties === undefined || additionalProperties !== undefined) return false;
  const names = Object.keys(fields);
  return (
    names.length === required?.length &&
    names.length === Object.keys(properties).length &&
    names.every(
      (name) => Object.hasOwn(properties, name) && hasShape(fields[name], properties[name]!, depth + 1),
    )
  );
}

function listShape(values: readonly unknown[], name: string, depth: number): Shape {
  let items: Shape | null = null;
  for (const value of values.slice(0, MAX_ITEMS)) {
    if (items !== null && fits(items, value, name, depth + 1)) continue;
    const shape = shapeOf(value, name, depth + 1);
    items = items === null ? shape : mergedShape(items, shape);
  }
  return { type: 'array', items: items ?? {} };
}

/**
 * True when a shape stays the same merged with that of a value, which need not be made then: most elements of a list
 * have one shape.
 */
function fits(shape: Shape, value: unknown, name: string, depth: number): boolean {
  if (value === null || value === undefined) return shape.nullable === true;
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return fitsList(shape, value, name, depth);
  if (typeof value === 'object') return fitsObject(shape, value as Readonly<Record<string, unknown>>, depth);
  const type = scalarType(value);
  if (!hasType(shape, type) && !(type === 'integer' && hasType(shape, 'number'))) return false;
  return shape.example !== undefined || exampleOf(value, name) === null;
}

function fitsList(shape: Shape, values: readonly unknown[], name: string, depth: number): boolean {
  const { items } = shape;
  if (!hasType(shape, 'array') || items === undefined) return false;
  return values.slice(0, MAX_ITEMS).every((value) => fits(items, value, name, depth + 1));
}

function fitsObject(shape: Shape, fields: Readonly<Record<string, unknown>>, depth: number): boolean {
  const { properties, additionalProperties, required = [] } = shape;
  if (!hasType(shape, 'object') || properties === undefined) return false;
  const names = Object.keys(fields);
  if (names.length > MAX_PROPERTIES || !required.every((name) => Object.hasOwn(fields, name))) return false;
  return names.every((name) => {
    const known = isIdKey(name)
      ? additionalProperties
      : Object.hasOwn(properties, name)
        ? properties[name]
        : undefined;
    return known !== undefined && fits(known, fields[name], name, depth + 1);
  });
}

function hasType({ type }: Shape, wanted: ShapeType): boolean {
  return type === wanted || (typeof type === 'object' && type.includes(wanted));
}

function scalarType(value: unknown): ShapeType {
  if (typeof value !== 'number') return typeof value as ShapeType;
  return Number.isInteger(value) ? 'integer' : 'number';
}

function objectShape(fields: object, depth: number): Shape {
  const entries = Object.entries(fields) as [string, unknown][];
  const isMap = entries.length > MAX_PROPERTIES;
  const properties: [string, Shape][] = [];
  let values: Shape | null = null;
  for (const [name, value] of entries.slice(0, MAX_ITEMS)) {
    const shape = shapeOf(value, name, depth + 1);
    if (isMap || isIdKey(name)) values = values === null ? shape : mergedShape(values, shape);
    else properties.push([name, shape]);
  }
  return {
    type: 'object',
    // Object.fromEntries, because a property may have the name of a member of Object.prototype.
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name).sort(),
    ...(values !== null && { additionalProperties: values }),
  };
}

/** Keys that are remembered, since lists repeat few; a hostile body may hold a million. */
const MAX_JUDGED = 20_000;
const MAX_JUDGED_NAME = 200;
const judged = new Map<string, boolean>();
const NAMES = { isPlain: false, isCode: false } as const;

/** True for a key that is an id, or a secret, rather than a name: `line_2` and `address1` are names. */
function isIdKey(name: string): boolean {
  let isId = judged.get(name);
  if (isId !== undefined) return isId;
  isId =
    (isVariable(name) && !/^[A-Za-z]+[-_]?\d{1,3}$/.test(name)) ||
    (!/^\w{0,12}$/.test(name) && secretSpans(name, NAMES).length > 0);
  if (judged.size >= MAX_JUDGED) judged.clear();
  if (name.length <= MAX_JUDGED_NAME) judged.set(name, isId);
  return isId;
}

/** Returns a value that may be shown; null for what might be private. */
function exampleOf(value: unknown, name: string): string | number | boolean | null {
  if (namedSecret(name) !== null) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'string' || value.length > MAX_EXAMPLE || isRandom(value, 8) || value.includes('@'))
    return null;
  return value;
}

/** Returns the union of two shapes. */
export function mergedShape(one: Shape, other: Shape): Shape {
  if (covers(one, other)) return one;
  const types = unionTypes(typesOf(one), typesOf(other));
  const [single] = types;
  const example = one.example ?? other.example;
  return {
    ...(single !== undefined && { type: types.length === 1 ? single : types }),
    ...((one.nullable === true || other.nullable === true) && { nullable: true as const }),
    ...mergedObject(one, other),
    ...mergedMember('additionalProperties', one, other),
    ...mergedMember('items', one, other),
    ...(example !== undefined && { example }),
  };
}

/** True when a shape stays the same merged with another, as most elements of a list have one shape. */
function covers(one: Shape, other: Shape): boolean {
  if (one.type !== other.type && !unionCovers(one, other)) return false;
  if (other.nullable === true && one.nullable !== true) return false;
  if (other.example !== undefined && one.example === undefined) return false;
  return (
    coversMember(one.items, other.items) &&
    coversMember(one.additionalProperties, other.additionalProperties) &&
    coversProperties(one, other)
  );
}

function unionCovers(one: Shape, other: Shape): boolean {
  const types = typesOf(one);
  return typesOf(other).every(
    (type) => types.includes(type) || (type === 'integer' && types.includes('number')),
  );
}

function coversMember(one: Shape | undefined, other: Shape | undefined): boolean {
  return other === undefined || (one !== undefined && covers(one, other));
}

function coversProperties(one: Shape, other: Shape): boolean {
  if (other.properties === undefined) return true;
  if (one.properties === undefined) return false;
  for (const name of Object.keys(other.properties))
    if (!Object.hasOwn(one.properties, name) || !covers(one.properties[name]!, other.properties[name]!))
      return false;
  const { required: others = [] } = other;
  return (one.required ?? []).every((name, at) => others[at] === name || others.includes(name));
}

function mergedMember(
  name: 'items' | 'additionalProperties',
  one: Shape,
  other: Shape,
): Pick<Shape, typeof name> {
  const [a, b] = [one[name], other[name]];
  const merged = a === undefined ? b : b === undefined ? a : mergedShape(a, b);
  return merged === undefined ? {} : { [name]: merged };
}

function mergedObject(one: Shape, other: Shape): Pick<Shape, 'properties' | 'required'> {
  if (one.properties === undefined || other.properties === undefined) {
    const { properties, required } = one.properties === undefined ? other : one;
    return properties === undefined ? {} : { properties, required: required ?? [] };
  }
  const merged = new Map(Object.entries(one.properties));
  for (const [name, shape] of Object.entries(other.properties)) {
    const known = merged.get(name);
    merged.set(name, known === undefined ? shape : mergedShape(known, shape));
  }
  const others = new Set(other.required);
  return {
    properties: Object.fromEntries(merged),
    required: (one.required ?? []).filter((name) => others.has(name)),
  };
}

export function typesOf({ type }: Shape): readonly ShapeType[] {
  return type === undefined ? [] : typeof type === 'string' ? [type] : type;
}

/** An integer is a number, where both were seen. */
function unionTypes(one: readonly ShapeType[], other: readonly ShapeType[]): readonly ShapeType[] {
  const all = new Set([...one, ...other]);
  if (all.has('number')) all.delete('integer');
  return [...all].sort();
}

/** Returns the number of nested shapes in a shape, for limits. */
export function shapeSize({ properties = {}, items, additionalProperties }: Shape): number {
  const inner = [...Object.values(properties), items, additionalProperties];
  return inner.reduce((sum, each) => sum + (each === undefined ? 0 : shapeSize(each)), 1);
}

/** Returns a text that is equal for equal shapes, regardless of their examples. */
export function shapeText(shape: Shape): string {
  const { type, nullable, properties, required, additionalProperties, items } = shape;
  let text = type === undefined ? '' : String(type);
  if (nullable === true) text += '?';
  if (properties !== undefined) {
    text += '{';
    for (const name of Object.keys(properties))
      text += `${JSON.stringify(name)}:${shapeText(properties[name]!)},`;
    text += `}${JSON.stringify(required)}`;
  }
  if (additionalProperties !== undefined) text += `*${shapeText(additionalProperties)}`;
  if (items !== undefined) text += `[${shapeText(items)}]`;
  return text;
}
