// Describes the shape of JSON as a flat list of paths and types, so that two can be compared.
import type { JsonSchema } from '../../documents/json-schema.ts';

/** The type at each path, such as `$.items[].price`; `null` when the value was null. */
export type Shape = ReadonlyMap<string, string>;

export interface ShapeChange {
  readonly path: string;
  /** The type; null when the path does not exist. */
  readonly before: string | null;
  readonly after: string | null;
}

export function shapeOf(schema: JsonSchema): Shape {
  const shape = new Map<string, string>();
  walk('$', schema, shape);
  return shape;
}

function walk(path: string, { type, properties = {}, items }: JsonSchema, shape: Map<string, string>): void {
  shape.set(path, type ?? 'null');
  for (const [name, inner] of Object.entries(properties)) walk(path + member(name), inner, shape);
  // The items of an empty list are unknown.
  if (items?.type !== undefined) walk(`${path}[]`, items, shape);
}

function member(name: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Returns the changes between two shapes. Null, and the items of an empty list, match any type. */
export function shapeChanges(before: Shape, after: Shape): readonly ShapeChange[] {
  const changes: ShapeChange[] = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(path) ?? null, after.get(path) ?? null];
    if (was === is || was === 'null' || is === 'null' || isNumber(was, is)) continue;
    const where = was === null ? before : after;
    if ((was === null || is === null) && isUnknown(path, where)) continue;
    changes.push({ path, before: was, after: is });
  }
  // Paths below a changed one are not listed themselves.
  const changed = new Set(changes.map(({ path }) => path));
  return changes.filter(({ path }) => !parentPaths(path).some((parent) => changed.has(parent)));
}

function isNumber(one: string | null, other: string | null): boolean {
  return (one === 'integer' && other === 'number') || (one === 'number' && other === 'integer');
}

/**
 * Returns true when the type at a path in `shape` is unknown, since a parent is null or an empty list there.
 */
function isUnknown(path: string, shape: Shape): boolean {
  return parentPaths(path).some((parent) => {
    const type = shape.get(parent);
    return type === 'null' || (type === 'array' && !shape.has(`${parent}[]`));
  });
}

/** Returns all possible parents of `path`: its prefixes up to a dot or bracket. */
function parentPaths(path: string): readonly string[] {
  const parents: string[] = [];
  for (let at = 1; at < path.length; at += 1)
    if (path[at] === '.' || path[at] === '[') parents.push(path.slice(0, at));
  return parents;
}
