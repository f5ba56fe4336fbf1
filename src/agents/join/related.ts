// Processes that belong together: the same one, or one that descends from the other.
import type { Program } from '../facts/contract.ts';
import type { JoinedBy } from '../run.ts';
import { openCalls, type DraftRun, type OpenCall } from './drafts.ts';

/** A program that says nothing for longer has begun something else. */
export const MAX_PAUSE_MS = 120_000;

/** Returns how the programs of a run and of an exchange are related; null when they are not, as far as is known. */
export function relation(run: DraftRun, { name, process, parents }: Program): JoinedBy | null {
  if (process === null || run.processes.size === 0)
    return name !== null && name === run.program.name ? 'program' : null;
  if (run.processes.has(process)) return 'process';
  const descends = parents.some((parent) => run.processes.has(parent));
  return descends || run.program.parents.includes(process) ? 'parent process' : null;
}

/** True when an exchange begins soon enough after what the run did last. */
export function isSoon(run: DraftRun, startedAt: number): boolean {
  return startedAt - run.lastAt <= MAX_PAUSE_MS;
}

/** A call whose result has not come by then is not waited for any more. */
const MAX_CALL_MS = 600_000;

/** Returns the calls of tools that run at a time, as far as is known. */
export function runningCalls(run: DraftRun, at: number): readonly OpenCall[] {
  return openCalls(run).filter(({ step }) => step.startedAt <= at && at - step.startedAt <= MAX_CALL_MS);
}

/** True where both name a trace, and the run does not have that of the exchange. */
export function isOtherTrace(run: DraftRun, traceId: string | null): boolean {
  return traceId !== null && run.traces.size > 0 && !run.traces.has(traceId);
}
