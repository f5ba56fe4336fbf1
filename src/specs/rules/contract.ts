// The contract of our own rules for API descriptions, which run beside those of Redocly and of rulesets.
import type { SpecProblem } from '../problem.ts';

export interface Finding {
  /** The JSON pointer of what breaks the rule, such as `#/paths`. */
  readonly pointer: string;
  readonly message: string;
}

export interface SpecRule extends Pick<SpecProblem, 'severity'> {
  /** The name in results. */
  readonly name: string;
  /** True for a rule that must hold before anything else can be checked: the other rules do not see what breaks it. */
  readonly comesFirst?: true;
  /** Returns what breaks the rule, in the order of the description. */
  readonly check: (description: unknown) => readonly Finding[];
}

export function defineRule(rule: SpecRule): SpecRule {
  return rule;
}
