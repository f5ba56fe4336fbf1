// Random lists: tuples, lists of a length between bounds, with items that differ or contain something.
import { isObject } from '../../../base/is-object.ts';
import type { JsonObject } from '../../json-values.ts';
import { NOTHING, SOFT_DEPTH, type RandomContext } from './contract.ts';

/** Lists have 2 to 5 items where nothing is said. */
const USUAL = { min: 2, max: 5 };
/** The maximum number of items, whatever the schema asks for. */
const MAX_ITEMS = 1000;
/** The number of items that are tried where all have to differ. */
const ATTEMPTS = 40;

export function randomArray(
  context: RandomContext,
  schema: JsonObject,
  depth: number,
  name: string,
): unknown {
  const { items, prefixItems } = schema;
  const tuple: readonly unknown[] = Array.isArray(prefixItems)
    ? prefixItems
    : Array.isArray(items)
      ? items
      : [];
  const rest = Array.isArray(items) ? schema['additionalItems'] : items;
  const count = countOf(context, schema, { depth, tuple: tuple.length, mayHaveMore: rest !== false });
  const item = singular(name);
  const list = new ItemList(schema['uniqueItems'] === true);
  for (const each of containedOf(schema, rest))
    if (tuple.length === 0 && !list.tryAdd(() => context.value(each, depth + 1, item))) return NOTHING;
  for (let index = list.values.length; index < count; index += 1) {
    const of = index < tuple.length ? tuple[index] : (rest ?? {});
    if (!list.tryAdd(() => context.value(of, depth + 1, item))) break;
  }
  return list.values.length < numberOf(schema['minItems'], 0) ? NOTHING : list.values;
}

class ItemList {
  readonly values: unknown[] = [];
  readonly #seen = new Set<string>();
  readonly #isUnique: boolean;

  constructor(isUnique: boolean) {
    this.#isUnique = isUnique;
  }

  /** Adds a value; returns false where none was found. */
  tryAdd(make: () => unknown): boolean {
    for (let attempt = 0; attempt < (this.#isUnique ? ATTEMPTS : 1); attempt += 1) {
      const value = make();
      if (value === NOTHING) return false;
      const key = this.#isUnique ? JSON.stringify(value) : '';
      if (this.#isUnique && this.#seen.has(key)) continue;
      this.#seen.add(key);
      this.values.push(value);
      return true;
    }
    return false;
  }
}

function countOf(
  { random }: RandomContext,
  schema: JsonObject,
  {
    depth,
    tuple,
    mayHaveMore,
  }: { readonly depth: number; readonly tuple: number; readonly mayHaveMore: boolean },
): number {
  const min = numberOf(schema['minItems'], 0);
  const max = Math.min(numberOf(schema['maxItems'], Infinity), mayHaveMore ? Infinity : tuple);
  if (depth > SOFT_DEPTH) return Math.min(Math.max(min, tuple), max, MAX_ITEMS);
  if (tuple > 0) return Math.min(Math.max(min, tuple), max, MAX_ITEMS);
  const low = Math.min(Math.max(min, USUAL.min), max);
  const high = Math.max(low, Math.min(max, Math.max(min, USUAL.max)));
  return Math.min(random.integer(low, high), MAX_ITEMS);
}

/** Returns the schemas of items that the list has to contain. */
function containedOf({ contains, minContains }: JsonObject, items: unknown): readonly unknown[] {
  if (contains === undefined || contains === true) return [];
  const count = Math.min(numberOf(minContains, 1), MAX_ITEMS);
  const schema = isObject(items) ? { allOf: [items, contains] } : contains;
  return Array.from({ length: count }, () => schema);
}

/** Returns `tag` for `tags`. */
function singular(name: string): string {
  return name.replace(/ies$/, 'y').replace(/s$/, '');
}

function numberOf(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}
