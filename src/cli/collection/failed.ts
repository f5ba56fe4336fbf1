// `collection run --failed`: what failed in the last run of the same; and how the history knows runs of the same.
import { UserError } from '../../base/errors.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import { failedOf } from '../../runs/history/failed-again.ts';
import { RunHistory, type SavingOptions } from '../../runs/history/run-history.ts';
import { isSameRun, selectionOf } from '../../runs/history/same-run.ts';
import type { PickedIteration, RunOptions } from '../../runs/runner/options.ts';
import type { RunFlags } from './run-flags.ts';
import type { RunSources } from './sources.ts';

interface PastOfRun {
  /** The part that is sent again; undefined for all of the run. */
  readonly picked: readonly PickedIteration[] | undefined;
  /** The marks by which the history knows the run. */
  readonly about: SavingOptions;
}

/** Resolves with the part of a run that failed before, where `--failed` asks for it. */
export async function pastOf(
  sources: RunSources,
  selected: Pick<RunOptions, 'only' | 'isOrdered'>,
  { failed, iterationData }: RunFlags,
  workspace: Workspace,
): Promise<PastOfRun> {
  if (sources.stored === null) {
    if (failed !== true) return { picked: undefined, about: {} };
    throw new UserError('INVALID_PARAMETER', '--failed: only collections of the workspace have a history');
  }
  const selection = selectionOf({ collection: sources.collection, ...selected }, iterationData);
  if (failed !== true) return { picked: undefined, about: { selection } };
  const history = new RunHistory(workspace);
  const last = (await history.list(() => undefined)).find((each) => isSameRun(each, sources, selection));
  return { picked: await failedOf(history, last), about: { selection, repeats: last?.id } };
}
