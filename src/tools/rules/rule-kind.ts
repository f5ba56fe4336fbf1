// The rules of one tool as it declares them: their fields, and how these are checked.
import type { z } from 'zod';
import type { Rule } from './rule.ts';

/** A tool's declaration of its rules. */
export interface RuleKind<R extends Rule = Rule> {
  /** The name of the tool in stored rules. */
  readonly name: string;
  /** The name of the tool in messages. */
  readonly title: string;
  /** Fields besides those of every rule, each with its default; null for a tool without rules. */
  readonly fields: z.core.$ZodLooseShape | null;
  /** Fields of every rule that these do not have. */
  readonly without?: readonly (keyof Rule)[];
  /** Fields that are paths, and the kind of file that each leads to. */
  readonly pathFields?: Readonly<Record<string, 'file' | 'folder'>>;
  /** True when they may have conditions on the response, with which they take no part in the request. */
  readonly matchesResponses?: true;
  /** Checks a rule whose fields are each valid; returns the first issue, or null. */
  readonly check?: (rule: R) => RuleIssue | null;
  /** Returns what does not work in a valid rule, but may work later, as sentences. Never rejects. */
  readonly warnings?: (rule: R) => readonly string[] | Promise<readonly string[]>;
}

export interface RuleIssue {
  /** Path of the field in the rule. */
  readonly field: string;
  /** A valid value in words: completes "give …". */
  readonly expected: string;
}
