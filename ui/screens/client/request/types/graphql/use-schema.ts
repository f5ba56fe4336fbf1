// The schema of the server of a tab.
import { useDescription } from '../shared/description.ts';
import { parseSchema, type Schema } from './schema.ts';

/** Parsed schemas by their text: a large one takes some time. */
const parsed = new WeakMap<object, Schema>();

/** Returns null until the server has told it. */
export function useSchema(tabKey: string): Schema | null {
  const { value } = useDescription(tabKey, 'graphql');
  if (value === null) return null;
  const known = parsed.get(value) ?? parseSchema(value.schema);
  parsed.set(value, known);
  return known;
}
