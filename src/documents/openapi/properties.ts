// The properties of an object schema, including those of the schemas that it combines.
import { isObject } from '../../base/is-object.ts';
import type { References } from './references.ts';

/** The maximum number of combined schemas. */
const MAX_SCHEMAS = 200;

/** Returns properties by name. Those of the schema itself take precedence over those of its parts. */
export function propertiesOf(schema: unknown, references: References): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  collectProperties(schema, references, found, new Set());
  return found;
}

function collectProperties(
  given: unknown,
  references: References,
  found: Map<string, unknown>,
  seen: Set<unknown>,
): void {
  const schema = references.fields(given);
  if (seen.has(schema) || seen.size >= MAX_SCHEMAS) return;
  seen.add(schema);
  const { properties, allOf } = schema;
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {}))
    if (!found.has(name)) found.set(name, property);
  if (!Array.isArray(allOf)) return;
  for (const part of allOf.slice(0, MAX_SCHEMAS) as unknown[])
    collectProperties(part, references, found, seen);
}
