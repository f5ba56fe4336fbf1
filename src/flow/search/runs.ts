// The runs of AI agents as a search knows them. They are joined elsewhere, from many exchanges.
import { patternTest, type TextPattern } from '../filter/index.ts';
import type { Flow } from '../flow.ts';

export interface KnownRun {
  readonly id: number;
  readonly name: string;
  /** True for the newest. */
  readonly isLast: boolean;
}

/** Returns the run that an exchange is part of; null for none. */
export type RunLookUp = (flow: Flow) => KnownRun | null;

export const NO_RUNS: RunLookUp = () => null;

/** Returns the text of a run by which a pattern finds it; null where it does not. */
export function foundRun(run: KnownRun | null, pattern: TextPattern): string | null {
  if (run === null) return null;
  const texts = [String(run.id), ...(run.isLast ? ['last'] : []), run.name];
  return texts.find(patternTest(pattern)) ?? null;
}
