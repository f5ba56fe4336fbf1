// The sessions of the traffic list: what is captured now, and what was opened from files. Each has a letter, which stays as
// long as the page, and is shown or hidden as a whole.
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { isViewer } from '../../../state/mode.ts';
import { createPreference, isOneOf } from '../../../state/preferences.ts';
import { createStore } from '../../../state/store.ts';

/** The session that is captured now. The others have the name of their file. */
export const THIS_SESSION = '';

/** Returns the session of a request. */
export function sessionOf({ openedFrom }: Pick<FlowSummary, 'openedFrom'>): string {
  return openedFrom ?? THIS_SESSION;
}

const letters = new Map<string, string>(isViewer ? [] : [[THIS_SESSION, 'A']]);

/** Returns the letter of a session; a new one gets the next. */
export function letterOf(session: string): string {
  const known = letters.get(session);
  if (known !== undefined) return known;
  const letter = letterAt(letters.size);
  letters.set(session, letter);
  return letter;
}

/** Returns A to Z, then AA, AB and so on. */
export function letterAt(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterAt(Math.floor(index / 26) - 1) + last;
}

export function sessionTitle(session: string): string {
  return session === THIS_SESSION ? 'This session' : session;
}

/** The sessions that the list leaves out. */
export const hiddenSessions = createStore<ReadonlySet<string>>(new Set());

export function toggleSession(session: string): void {
  hiddenSessions.update((hidden) => {
    const next = new Set(hidden);
    if (!next.delete(session)) next.add(session);
    return next;
  });
}

/** The way in which the list shows several sessions: mixed by time, or one after another. */
export type Arrangement = 'time' | 'sessions';
export const arrangement = createPreference<Arrangement>(
  'traffic.arrangement',
  'sessions',
  isOneOf('time', 'sessions'),
);

/** A line above the first row of a session. */
export interface Section {
  readonly session: string;
  /** The index of the row. */
  readonly at: number;
}

/**
 * Returns the lines above the rows: one for each session when they stand one after another, and one for this session
 * where the list has dropped requests of it. `sessionAt` returns the session of the row at an index.
 */
export function sectionsOf(
  length: number,
  sessionAt: (index: number) => string,
  areGrouped: boolean,
  hasDropped: boolean,
): readonly Section[] {
  if (length === 0) return [];
  const starts = areGrouped ? startsOf(length, sessionAt) : [];
  if (starts.length > 1) return starts;
  if (!hasDropped) return [];
  for (let at = 0; at < length; at += 1)
    if (sessionAt(at) === THIS_SESSION) return [{ session: THIS_SESSION, at }];
  return [];
}

/** Finds where the sessions begin: each has all its rows together. */
function startsOf(length: number, sessionAt: (index: number) => string): readonly Section[] {
  const sections: Section[] = [];
  for (let at = 0; at < length;) {
    const session = sessionAt(at);
    sections.push({ session, at });
    let [low, high] = [at + 1, length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sessionAt(middle) === session) low = middle + 1;
      else high = middle;
    }
    at = low;
  }
  return sections;
}

/** Returns the line of a row, of which those of sections before it are part. */
export function lineOf(sections: readonly Section[], index: number): number {
  return index + sections.filter(({ at }) => at <= index).length;
}

/** Returns what stands in a line: the index of a row, or a section. */
export function atLine(sections: readonly Section[], line: number): number | Section {
  let before = 0;
  for (const section of sections) {
    const own = section.at + before;
    if (line === own) return section;
    if (line < own) break;
    before += 1;
  }
  return line - before;
}
