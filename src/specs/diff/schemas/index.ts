// Compares two versions of a JSON Schema, as they hold: with references and `allOf` followed. Equal parts are found
// before anything is compared, and a pair of schemas is compared once for all its uses.
import type { JsonObject } from '../../../documents/json-values.ts';
import type { Direction } from '../change.ts';
import type { DocumentPair } from './document-pair.ts';
import { alternativeChanges, wrappingChanges } from './alternatives.ts';
import { boundChanges, LIMITS } from './bounds.ts';
import { ANNOTATIONS } from './effective.ts';
import { objectChanges } from './objects.ts';
import { partChanges } from './parts.ts';
import type { SchemaRecursion } from './recursion.ts';
import type { SchemaChange } from './schema-change.ts';
import { formatChanges, typeChange } from './types.ts';
import { contentChanges, valueChanges, wholeChanges } from './values.ts';

/** Deeper schemas are not compared. */
const MAX_DEPTH = 50;
/** Pairs of schemas within one message; more are not compared. */
const MAX_PAIRS = 200_000;
const MAX_CHANGES = 1000;

const COMPARED: ReadonlySet<string> = new Set([
  ...LIMITS,
  ...'type nullable format enum const default pattern multipleOf uniqueItems x-extensible-enum properties required additionalProperties dependentRequired readOnly writeOnly deprecated x-sunset x-stability-level items prefixItems contains propertyNames unevaluatedItems unevaluatedProperties contentSchema contentMediaType contentEncoding patternProperties dependentSchemas oneOf anyOf allOf not if then else xml discriminator $ref $dynamicRef'.split(
    ' ',
  ),
]);
/** Keywords of a Swagger 2 parameter, which is its own schema. */
const OF_PARAMETERS: ReadonlySet<string> = new Set(
  'name in collectionFormat allowEmptyValue schema content style explode allowReserved'.split(' '),
);

export class SchemaComparison implements SchemaRecursion {
  readonly direction: Direction;
  readonly deprecationDays: number;
  readonly #pair: DocumentPair;
  readonly #isText: boolean;
  readonly #known = new WeakMap<object, WeakMap<object, readonly SchemaChange[]>>();
  /** The pairs that are being compared, by depth. */
  readonly #active = new Map<object, Map<object, number>>();
  #depth = 0;
  /** The smallest depth to which a pair that is being compared led back. */
  #lowest = Infinity;
  #pairs = 0;

  constructor(pair: DocumentPair, direction: Direction, isText: boolean) {
    this.#pair = pair;
    this.direction = direction;
    this.deprecationDays = pair.deprecationDays;
    this.#isText = isText;
  }

  /** Compares the schemas of one message. */
  message(before: unknown, after: unknown): readonly SchemaChange[] {
    this.#pairs = 0;
    return this.between(before, after);
  }

  between(before: unknown, after: unknown): readonly SchemaChange[] {
    if (before === after || this.areSameReference(before, after)) return [];
    const old = this.#pair.oldSchemas.of(before);
    const young = this.#pair.youngSchemas.of(after);
    // The documents have named the reference that leads nowhere.
    if (old === null || young === null) return [];
    const known = this.#known.get(old)?.get(young);
    if (known !== undefined) return known;
    const active = this.#active.get(old)?.get(young);
    if (active !== undefined) {
      this.#lowest = Math.min(this.#lowest, active);
      return [];
    }
    this.#pairs += 1;
    if (this.#depth > MAX_DEPTH || this.#pairs > MAX_PAIRS) {
      this.#pair.noteHere('its schemas are too deep or too many to compare all of them');
      return [];
    }
    return this.#remembered(old, young);
  }

  effective(version: 'old' | 'young', schema: unknown): JsonObject {
    return (version === 'old' ? this.#pair.oldSchemas : this.#pair.youngSchemas).of(schema) ?? {};
  }

  forms(version: 'old' | 'young', schema: JsonObject, key: string): readonly JsonObject[] {
    return (version === 'old' ? this.#pair.oldSchemas : this.#pair.youngSchemas).forms(schema, key);
  }

  areSame(before: unknown, after: unknown): boolean {
    return this.#pair.areSame(before, after);
  }

  areSameReference(before: unknown, after: unknown): boolean {
    return this.#pair.areSameReference(before, after);
  }

  fits(before: unknown, after: unknown): boolean {
    return this.between(before, after).every(
      ({ effect, isAbsent }) => isAbsent || effect[this.direction] !== 'error',
    );
  }

  /** Remembers changes unless they are those of a part of a loop, which are whole only where the loop begins. */
  #remembered(old: JsonObject, young: JsonObject): readonly SchemaChange[] {
    const depth = this.#depth;
    const around = this.#lowest;
    const active = this.#active.get(old) ?? new Map<object, number>();
    this.#active.set(old, active);
    active.set(young, depth);
    this.#depth += 1;
    this.#lowest = Infinity;
    const changes = this.#changes(old, young).slice(0, MAX_CHANGES);
    this.#depth = depth;
    active.delete(young);
    if (this.#lowest >= depth) {
      const known = this.#known.get(old) ?? new WeakMap<object, readonly SchemaChange[]>();
      this.#known.set(old, known);
      known.set(young, changes);
      this.#lowest = around;
    } else this.#lowest = Math.min(this.#lowest, around);
    return changes;
  }

  #changes(old: JsonObject, young: JsonObject): readonly SchemaChange[] {
    const wrapping = wrappingChanges(old, young, this);
    if (wrapping !== null) return wrapping;
    const types = typeChange(old, young, this.#isText);
    if (types?.isOther === true) return [types.change];
    this.#noteUnknown(old, young);
    return [
      ...(types === null ? [] : [types.change]),
      ...formatChanges(old, young),
      ...boundChanges(old, young),
      ...valueChanges(old, young),
      ...contentChanges(old, young),
      ...wholeChanges(old, young, (before, after) => this.areSame(before, after)),
      ...objectChanges(old, young, this),
      ...partChanges(old, young, this),
      ...alternativeChanges(old, young, this),
    ];
  }

  #noteUnknown(old: JsonObject, young: JsonObject): void {
    for (const keyword of new Set([...Object.keys(old), ...Object.keys(young)])) {
      if (COMPARED.has(keyword) || ANNOTATIONS.has(keyword) || OF_PARAMETERS.has(keyword)) continue;
      if (keyword.startsWith('x-') || this.areSame(old[keyword], young[keyword])) continue;
      this.#pair.noteHere(`the keyword ${JSON.stringify(keyword.slice(0, 50))} changed, which is not known`);
    }
  }
}
