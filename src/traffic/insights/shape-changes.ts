// Compares the shape of a response with the expected shape: the parts a client may rely on, and the new parts.
import { mergedShape, typesOf, type Shape } from './shape.ts';

export interface ShapeChange {
  /** Such as `$.items[].price`, and `$.byId.*` for the values of a map. */
  readonly path: string;
  /** The type, or types joined by ` or `; null when the path does not exist. */
  readonly before: string | null;
  readonly after: string | null;
  /** True when a client that reads the former shape may fail; false for an addition. */
  readonly isBreaking: boolean;
  /** A value of the response as JSON, or the former one of what is gone; null where none can be shown. */
  readonly example: string | null;
}

/**
 * Returns the changes from `before` to `after`. Null, the items of an empty list and optional fields match anything;
 * paths below a changed path are not listed separately.
 */
export function shapeChanges(before: Shape, after: Shape, path = '$'): readonly ShapeChange[] {
  const [was, is] = [typesOf(before), typesOf(after)];
  if (was.length === 0 || is.length === 0) return [];
  const added = is.filter((type) => !was.includes(type) && !isNumeric(type, was));
  if (added.length > 0)
    return [
      { path, before: was.join(' or '), after: is.join(' or '), isBreaking: true, example: exampleOf(after) },
    ];
  return [
    ...propertyChanges(before, after, path),
    ...valueChanges(before, after, path),
    ...itemChanges(before, after, path),
  ];
}

function isNumeric(type: string, types: readonly string[]): boolean {
  return /^(?:integer|number)$/.test(type) && types.some((each) => each === 'integer' || each === 'number');
}

function propertyChanges(before: Shape, after: Shape, path: string): readonly ShapeChange[] {
  const { properties: own = {}, required = [] } = before;
  const { properties = {} } = after;
  if (after.properties === undefined || before.properties === undefined) return [];
  const needed = new Set(required);
  const changes = Object.entries(own).flatMap(([name, shape]) => {
    if (Object.hasOwn(properties, name)) return shapeChanges(shape, properties[name]!, path + member(name));
    if (!needed.has(name) || typesOf(shape).length === 0) return [];
    return [
      {
        path: path + member(name),
        before: nameOf(shape),
        after: null,
        isBreaking: true,
        example: exampleOf(shape),
      },
    ];
  });
  const isMap = before.additionalProperties !== undefined;
  const additions = Object.entries(properties)
    .filter(([name, shape]) => !isMap && !Object.hasOwn(own, name) && typesOf(shape).length > 0)
    .map(([name, shape]) => ({
      path: path + member(name),
      before: null,
      after: nameOf(shape),
      isBreaking: false,
      example: exampleOf(shape),
    }));
  return [...changes, ...additions];
}

/** Compares the values of maps. A map whose keys once looked like names is still a map. */
function valueChanges(before: Shape, after: Shape, path: string): readonly ShapeChange[] {
  const known = before.additionalProperties;
  const own = Object.entries(after.properties ?? {}).filter(
    ([name]) => !Object.hasOwn(before.properties ?? {}, name),
  );
  const seen = [
    ...(after.additionalProperties === undefined ? [] : [after.additionalProperties]),
    ...(known === undefined ? [] : own.map(([, shape]) => shape)),
  ];
  const [first, ...others] = seen;
  if (first === undefined) return [];
  const values = others.reduce(mergedShape, first);
  if (known !== undefined) return shapeChanges(known, values, `${path}.*`);
  return [
    { path: `${path}.*`, before: null, after: nameOf(values), isBreaking: false, example: exampleOf(values) },
  ];
}

function itemChanges({ items }: Shape, after: Shape, path: string): readonly ShapeChange[] {
  return items === undefined || after.items === undefined
    ? []
    : shapeChanges(items, after.items, `${path}[]`);
}

function member(name: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

function nameOf(shape: Shape): string {
  const types = typesOf(shape);
  return types.length === 0 ? 'null' : types.join(' or ');
}

function exampleOf({ example }: Shape): string | null {
  return example === undefined ? null : JSON.stringify(example);
}
