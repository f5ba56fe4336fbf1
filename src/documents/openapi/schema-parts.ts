// Values of combined schemas as a whole: the name in its discriminator, and whether it may be null.
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../json-values.ts';
import type { References } from './references.ts';

/**
 * Returns an object whose discriminator names its component, or the value itself. `parts`: the schemas that were
 * combined, of alternatives the chosen one.
 */
export function withDiscriminator(
  value: unknown,
  schema: JsonObject,
  parts: readonly unknown[],
  references: References,
): unknown {
  const all = [schema, ...parts.map((part) => references.fields(part))];
  const discriminator = all.map((each) => each['discriminator']).find(isObject);
  const property = discriminator?.['propertyName'];
  if (!isObject(value) || discriminator === undefined || typeof property !== 'string') return value;
  // Of alternatives the chosen one has the name; a subtype is named itself, and not its base.
  const isChoice = schema['oneOf'] !== undefined || schema['anyOf'] !== undefined;
  const known = isChoice ? all.slice(1) : all;
  const component = known.map((each) => references.componentName(each)).find((name) => name !== undefined);
  const mapping = isObject(discriminator['mapping']) ? Object.entries(discriminator['mapping']) : [];
  const name = nameFor(mapping, component);
  const present = value[property];
  const names = new Set<unknown>(mapping.map(([key]) => key));
  // A value that the schema gives itself says it exactly; that of a base, and a text of no meaning, do not.
  const isOpen = present === undefined || present === 'string' || references.isComponent(present);
  if (name === undefined || name === present || (!isOpen && !names.has(present))) return value;
  return { ...value, [property]: name };
}

function nameFor(
  mapping: readonly (readonly [key: string, target: unknown])[],
  component: string | undefined,
): string | undefined {
  const isTarget = (target: unknown): boolean =>
    typeof target === 'string' && component !== undefined && target.split('/').at(-1) === component;
  return mapping.find(([, target]) => isTarget(target))?.[0] ?? component ?? mapping[0]?.[0];
}

export function permitsNull(given: unknown, references: References): boolean {
  const { type, nullable, anyOf, oneOf } = references.fields(given);
  if (isObject(given) && given['nullable'] === true) return true;
  if (nullable === true || type === 'null' || (Array.isArray(type) && type.includes('null'))) return true;
  const alternatives = [anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  return alternatives.some((each) => references.fields(each)['type'] === 'null');
}
