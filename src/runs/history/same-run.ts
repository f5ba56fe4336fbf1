// Which earlier run a run is compared with: the last one of the same selection, environment and data.
import { createHash } from 'node:crypto';
import { requestsOf } from '../../collections/model/collection.ts';
import type { RunOptions } from '../runner/options.ts';
import { selectedSteps } from '../runner/steps.ts';
import type { PastRun } from './run-history.ts';

type Selected = Pick<RunOptions, 'collection' | 'only' | 'isOrdered'>;

/**
 * Returns a text that is the same for runs of the same requests in the same order with the same data; undefined for a
 * whole collection without data. `data`: the name of the dataset or file.
 */
export function selectionOf(options: Selected, data: string | undefined): string | undefined {
  const ids = selectedSteps(options).map(({ request }) => request.id);
  const all = [...requestsOf(options.collection.items)].map(({ request }) => request.id);
  const isAll = ids.length === all.length && ids.every((id, at) => id === all[at]);
  if (isAll && data === undefined) return undefined;
  const text = JSON.stringify({ requests: isAll ? null : ids, data: data ?? null });
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Returns true for a run of the same. */
export function isSameRun(
  past: PastRun,
  { collection, environment }: Pick<RunOptions, 'collection' | 'environment'>,
  selection: string | undefined,
): boolean {
  return (
    past.collection.id === collection.id &&
    past.environment === (environment?.name ?? null) &&
    past.selection === selection
  );
}
