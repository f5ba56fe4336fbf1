// The interface between the parts that make random values: what a list or an object needs for its members.
import type { SeededRandom } from '../../../base/seeded-random.ts';
import type { References } from '../references.ts';
import type { Direction } from '../schema-example.ts';

/** There is no value, or none was found within the bounds. */
export const NOTHING = Symbol('nothing');

export interface RandomContext {
  readonly references: References;
  readonly random: SeededRandom;
  readonly direction: Direction;
  /** Returns a value, or `NOTHING`. `name`: that of the property. */
  readonly value: (schema: unknown, depth: number, name: string) => unknown;
}

/** Optional parts are left out below this depth, so that schemas that refer to themselves end. */
export const SOFT_DEPTH = 5;
