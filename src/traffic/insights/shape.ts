// The shape of JSON as a flat list of places and types, so that two can be compared.
import type { JsonSchema } from '../../documents/json-schema.ts';

/** By place, such as `$.items[].price`, the type of what stands there; `null` of what was null. */
export type Shape = ReadonlyMap<string, string>;

export interface ShapeChange {
  readonly path: string;
  /** The type; null where there was, or is, nothing. */
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
  // Of an empty list nothing is known.
  if (items?.type !== undefined) walk(`${path}[]`, items, shape);
}

function member(name: string): string {
  return /^[A-Za-z_$][\w$-]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** What differs; what is null, or in a list that is empty, may be anything. */
export function shapeChanges(before: Shape, after: Shape): readonly ShapeChange[] {
  const changes: ShapeChange[] = [];
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(path) ?? null, after.get(path) ?? null];
    if (was === is || was === 'null' || is === 'null' || isNumber(was, is)) continue;
    const where = was === null ? before : after;
    if ((was === null || is === null) && isUnknown(path, where)) continue;
    changes.push({ path, before: was, after: is });
  }
  // What is below something that has changed has changed with it.
  const changed = new Set(changes.map(({ path }) => path));
  return changes.filter(({ path }) => !parentPaths(path).some((place) => changed.has(place)));
}

function isNumber(one: string | null, other: string | null): boolean {
  return (one === 'integer' && other === 'number') || (one === 'number' && other === 'integer');
}

/** Whether nothing can be said of a place in `shape`, since what holds it is null there, or an empty list. */
function isUnknown(path: string, shape: Shape): boolean {
  return parentPaths(path).some((place) => {
    const type = shape.get(place);
    return type === 'null' || (type === 'array' && !shape.has(`${place}[]`));
  });
}

/** The places that may hold `path`: all that it begins with, up to a dot or bracket. */
function parentPaths(path: string): readonly string[] {
  const places: string[] = [];
  for (let at = 1; at < path.length; at += 1)
    if (path[at] === '.' || path[at] === '[') places.push(path.slice(0, at));
  return places;
}
