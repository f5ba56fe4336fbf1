// Problems of API descriptions, and the messages of the thread that finds them.
import type { UserErrorCode } from '../base/errors.ts';
import type { TextFix } from './reference-fix.ts';
import type { OutlineGroup } from './outline.ts';

/** A problem, and where it is. */
export interface SpecProblem {
  readonly severity: 'error' | 'warning';
  /** Name of the rule, such as `operation-operationId-unique`. */
  readonly rule: string;
  readonly message: string;
  /** Absolute path. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The change of the text near its line that most likely mends it. */
  readonly fix?: TextFix;
}

export interface LintOptions {
  /** Path of a ruleset in the format of Redocly or Spectral; without one the recommended rules hold. */
  readonly ruleset?: string | undefined;
}

/** A text to check in place of what a file has. */
export interface LintedText {
  readonly text?: string | undefined;
}

export interface LintRequest extends LintOptions, LintedText {
  readonly file: string;
  /** True to give the parts of the description too. */
  readonly hasOutline?: boolean | undefined;
}

export type LintResponse =
  | {
      readonly type: 'problems';
      readonly problems: readonly SpecProblem[];
      /** Null where it was not asked for, or where the text cannot be read. */
      readonly outline: readonly OutlineGroup[] | null;
    }
  /** A UserError. */
  | { readonly type: 'refused'; readonly code: UserErrorCode; readonly message: string };
