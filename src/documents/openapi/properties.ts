// The properties of an object schema, including those of the schemas that it combines.
import { isObject } from '../../base/is-object.ts';
import type { References } from './references.ts';

/** The maximum number of combined schemas. */
const MAX_SCHEMAS = 200;

/** Returns properties by name. The schema's own properties take precedence over those of its parts. */
export function propertiesOf(schema: unknown, references: References): ReadonlyMap<string, unknown> {
  const properties = new Map<string, unknown>();
  collectProperties(schema, references, properties, new Set());
  return properties;
}

function collectProperties(
  given: unknown,
  references: References,
  collected: Map<string, unknown>,
  seen: Set<unknown>,
): void {
  const schema = references.fields(given);
  if (seen.has(schema) || seen.size >= MAX_SCHEMAS) return;
  seen.add(schema);
  const { properties, allOf } = schema;
  for (const [name, property] of Object.entries(isObject(properties) ? properties : {}))
    if (!collected.has(name)) collected.set(name, property);
  if (!Array.isArray(allOf)) return;
  for (const part of allOf.slice(0, MAX_SCHEMAS) as unknown[])
    collectProperties(part, references, collected, seen);
}
