// The contract of a key of the filter language.
import type { ContentPattern } from './content.ts';
import type { FilterSubject } from './subject.ts';
import type { Operator, Value } from './tokens.ts';

export type Test = (subject: FilterSubject) => boolean;

export interface FilterKey {
  readonly name: string;
  /** One line, for the completion and the documentation. */
  readonly summary: string;
  readonly example: string;
  /** True when `>`, `<` and the like make sense. */
  readonly isOrdered: boolean;
  /** Values to choose from; others may be allowed. */
  readonly values: readonly string[];
  /** True when values may be `name=value`. */
  readonly hasNames?: true;
  /** Returns the test of one value, what its content has to have, or a sentence that says which values there are. */
  readonly compile: (value: Value, operator: Operator, now: number) => Test | ContentPattern | string;
}
