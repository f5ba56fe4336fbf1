// The plan of a run, as the window is told it before the first request.
import type { RunOptions } from '../../runs/runner/options.ts';
import { selectedSteps } from '../../runs/runner/steps.ts';
import type { SecretMask } from './secret-mask.ts';

/** Steps of an iteration that the window is told. */
const MAX_STEPS = 5000;
/** Rows of data whose first value it is told. */
const MAX_LABELS = 1000;

/** Returns the requests of an iteration in their order; none where each iteration has others. */
export function plannedSteps(
  options: Pick<RunOptions, 'collection' | 'only' | 'isOrdered' | 'picked'>,
): readonly object[] {
  if (options.picked !== undefined) return [];
  return selectedSteps(options)
    .slice(0, MAX_STEPS)
    .map(({ request: { id, name, type, method } }) => ({ request: id, name, type, method }));
}

/** Returns the first value of each row of data, by which a reader knows its iteration. */
export function labelsOf({ data }: Pick<RunOptions, 'data'>, mask: SecretMask): readonly string[] {
  return data.slice(0, MAX_LABELS).map((row) => {
    const [value = ''] = Object.values(row);
    return mask.text((typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 200));
  });
}

/** Counts the requests of parts of iterations. */
export function pickedCount(picked: NonNullable<RunOptions['picked']>): number {
  return picked.reduce((sum, { requests }) => sum + requests.length, 0);
}
