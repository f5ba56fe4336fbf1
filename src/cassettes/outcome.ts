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
  /** Recorded answers such as 401, 429 and 500, which a replay will repeat. */
  readonly recordedErrors: readonly string[];
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
  const { path, mode, answered, recorded, unused, unknown, leftOut, recordedErrors } = outcome;
  const facts = [
    ...(mode === 'record' ? [] : [`${answered} answered`]),
    ...(mode === 'replay' ? [] : [`${recorded} recorded`]),
    ...(unknown.length > 0 ? [`${unknown.length} unknown`] : []),
    ...(mode === 'replay' && unused > 0 ? [`${unused} not asked for`] : []),
  ];
  return [
    `Cassette ${shownPath(path)}: ${facts.join(', ')}`,
    ...listed('Not in the cassette', leftOut),
    ...listed('Recorded as an error, and answered so from now on', recordedErrors),
    ...(unknown.length > 0
      ? [
          `--cassette: ${unknown.length} unknown ${unknown.length === 1 ? 'request' : 'requests'}: --cassette-mode auto records what is unknown, and record everything again`,
        ]
      : []),
  ];
}

function listed(title: string, entries: readonly string[]): readonly string[] {
  const left = entries.length - MAX_LISTED;
  const lines = entries.slice(0, MAX_LISTED).map((entry) => `${title}: ${entry}`);
  return left > 0 ? [...lines, `${title}: ${left} more`] : lines;
}
