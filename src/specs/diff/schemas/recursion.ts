// The parts of the comparison of schemas that the comparison of one of their keywords uses.
import type { JsonObject } from '../../../documents/json-values.ts';
import type { Direction } from '../change.ts';
import type { SchemaChange } from './schema-change.ts';

export interface SchemaRecursion {
  readonly direction: Direction;
  /** The least notice of an end that clients are to have; 0 for none. */
  readonly deprecationDays: number;
  between(before: unknown, after: unknown): readonly SchemaChange[];
  /** Returns a schema as it holds; an empty one for a reference that leads nowhere. */
  effective(version: 'old' | 'young', schema: unknown): JsonObject;
  /** Returns the alternatives of an effective schema, each with what holds for all of them. */
  forms(version: 'old' | 'young', schema: JsonObject, key: string): readonly JsonObject[];
  areSame(before: unknown, after: unknown): boolean;
  areSameReference(before: unknown, after: unknown): boolean;
  /** True where clients fail by no change between two schemas. */
  fits(before: unknown, after: unknown): boolean;
}
