// The outcome of a run with a cassette, and the lines that say it.
import { shownPath } from './shown-path.ts';

export const CASSETTE_MODES = ['auto', 'replay', 'record'] as const;

/**
 * `auto`: known requests are answered, others go on and are recorded; `replay`: others are refused; `record`: nothing is
 * answered, and everything is recorded.
 */
export type CassetteMode = (typeof CASSETTE_MODES)[number];

export interface CassetteOutcome {
  readonly path: string;
  readonly mode: CassetteMode;
  /** Requests that were answered from the file. */
  readonly answered: number;
  /** Exchanges that were added to the file, or that replace others. */
  readonly recorded: number;
  /** Recorded exchanges that no request asked for. */
  readonly unused: number;
  /** Requests that were not recorded and therefore refused, each once. */
  readonly unknown: readonly UnknownRequest[];
  /** Exchanges that a cassette cannot hold, with the reasons. */
  readonly leftOut: readonly string[];
}

export interface UnknownRequest {
  /** Names the request. */
  readonly title: string;
  /** The whole explanation, line by line. */
  readonly lines: readonly string[];
  readonly count: number;
}

const MAX_LISTED = 10;

/** Returns the lines of a summary. */
export function outcomeLines(outcome: CassetteOutcome): readonly string[] {
  const { path, mode, answered, recorded, unused, unknown, leftOut } = outcome;
  const facts = [
    ...(mode === 'record' ? [] : [`${answered} answered`]),
    ...(mode === 'replay' ? [] : [`${recorded} recorded`]),
    ...(unknown.length > 0 ? [`${unknown.length} unknown`] : []),
    ...(mode === 'replay' && unused > 0 ? [`${unused} not asked for`] : []),
  ];
  const listed = leftOut.slice(0, MAX_LISTED);
  return [
    `Cassette ${shownPath(path)}: ${facts.join(', ')}`,
    ...listed.map((reason) => `Not in the cassette: ${reason}`),
    ...(leftOut.length > MAX_LISTED ? [`Not in the cassette: ${leftOut.length - MAX_LISTED} more`] : []),
    ...(unknown.length > 0
      ? [
          `--cassette: ${unknown.length} unknown ${unknown.length === 1 ? 'request' : 'requests'}: --cassette-mode auto records what is unknown, and record everything again`,
        ]
      : []),
  ];
}
