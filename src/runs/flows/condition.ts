// Evaluates a condition of a flow.
import { RE2JS } from 're2js';
import { messageOf } from '../../base/errors.ts';
import type { z } from 'zod';
import type { flowCondition } from '../../collections/model/flow.ts';
import { ScenarioError } from '../runner/scenario.ts';
import { Interpolator } from '../runner/interpolator.ts';
import type { Scopes } from '../../collections/variables/scopes.ts';

export type Condition = z.output<typeof flowCondition>;

/** Evaluates the condition. Throws a ScenarioError for values that cannot be compared. */
export function holds({ left, op, right }: Condition, scopes: Scopes): boolean {
  const interpolator = new Interpolator((name) => scopes.value(name));
  const value = interpolator.text(left);
  const isThere = interpolator.unresolved.size === 0 && value !== '';
  if (op === 'exists') return isThere;
  if (op === 'notExists') return !isThere;
  const other = interpolator.text(right);
  switch (op) {
    case 'equals':
      return value === other;
    case 'notEquals':
      return value !== other;
    case 'contains':
      return value.includes(other);
    case 'matches':
      return matches(value, other);
    case 'less':
      return number(value) < number(other);
    case 'greater':
      return number(value) > number(other);
  }
}

/** On an engine that needs linear time. */
function matches(value: string, pattern: string): boolean {
  try {
    return RE2JS.compile(pattern).matcher(value).find();
  } catch (error) {
    throw new ScenarioError(`${JSON.stringify(pattern)} is not a pattern: ${messageOf(error)}`);
  }
}

function number(text: string): number {
  if (text.trim() !== '' && !Number.isNaN(Number(text))) return Number(text);
  throw new ScenarioError(
    `${JSON.stringify(text.slice(0, 100))} is not a number, so that it cannot be compared`,
  );
}
