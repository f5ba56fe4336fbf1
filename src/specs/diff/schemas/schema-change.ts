// A change within a schema, before it is known where the schema is used.
import type { Effect } from '../change.ts';

export interface SchemaChange {
  /** Such as `pets[].name`; empty for the schema itself. */
  readonly path: string;
  /** Completes `request-property-…`. */
  readonly id: string;
  readonly effect: Effect;
  /** Follows the name of the part. */
  readonly predicate: string;
  /** True for a part that is not there in this direction: one that is read-only in requests, or write-only in responses. */
  readonly isAbsent: boolean;
}

export function change(id: string, effect: Effect, predicate: string): SchemaChange {
  return { path: '', id, effect, predicate, isAbsent: false };
}

/** Returns the changes of a part as changes of the whole. `name`: of a property, `[]`, or an alternative in parentheses. */
export function within(
  name: string,
  changes: readonly SchemaChange[],
  isAbsent = false,
): readonly SchemaChange[] {
  return changes.map((each) => ({
    ...each,
    path: joined(name, each.path),
    isAbsent: isAbsent || each.isAbsent,
  }));
}

function joined(name: string, path: string): string {
  if (path === '') return name;
  return path.startsWith('[') || path.startsWith('(') ? `${name}${path}` : `${name}.${path}`;
}

/** Returns a text as it is, and anything else as JSON. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

/** Returns a value as a reader sees it, shortened. */
export function shown(value: unknown): string {
  const text = textOf(value);
  return text.length <= 60 ? text : `${text.slice(0, 60).toWellFormed()}…`;
}
