// The sessions of the traffic list: what is captured now, and what was opened from files. Each has a letter, which stays as
// long as the page, and is shown or hidden as a whole.
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { isViewer } from '../../../state/mode.ts';
import { createPreference, isOneOf } from '../../../state/preferences.ts';
import { createStore } from '../../../state/store.ts';

/** The session that is captured now. The others have the name of their file. */
export const THIS_SESSION = '';

/** Returns the session of a request. */
export function sessionOf({ openedFrom }: FlowSummary): string {
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
 * Returns the sorted rows in their arrangement. `isByNumber`: the list has no order but that in which requests came,
 * which is the time when several sessions are mixed.
 */
export function arranged(
  rows: readonly FlowSummary[],
  how: Arrangement,
  isByNumber: boolean,
  isDescending: boolean,
): readonly FlowSummary[] {
  if (!hasSeveral(rows)) return rows;
  if (how === 'sessions') return bySession(rows).flat();
  if (!isByNumber) return rows;
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => sign * (compareTexts(a.startedAt, b.startedAt) || a.id - b.id));
}

/** Returns true when the rows are of more than one session. */
function hasSeveral(rows: readonly FlowSummary[]): boolean {
  const first = rows[0]?.openedFrom;
  return rows.some(({ openedFrom }) => openedFrom !== first);
}

/** The rows of each session, in the order in which the sessions began. */
function bySession(rows: readonly FlowSummary[]): readonly (readonly FlowSummary[])[] {
  const groups = Map.groupBy(rows, sessionOf);
  const began = (group: readonly FlowSummary[]): string =>
    group.reduce((first, { startedAt }) => (startedAt < first ? startedAt : first), group[0]!.startedAt);
  return [...groups.values()]
    .map((group) => [began(group), group] as const)
    .sort(([a], [b]) => compareTexts(a, b))
    .map(([, group]) => group);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Returns the lines above the rows: one for each session when they stand one after another, and one for this session
 * where the list has dropped requests of it.
 */
export function sectionsOf(
  rows: readonly FlowSummary[],
  how: Arrangement,
  hasDropped: boolean,
): readonly Section[] {
  if (rows.length === 0) return [];
  if (how === 'sessions' && hasSeveral(rows)) return startsOf(rows);
  const at = hasDropped ? rows.findIndex((flow) => sessionOf(flow) === THIS_SESSION) : -1;
  return at < 0 ? [] : [{ session: THIS_SESSION, at }];
}

function startsOf(rows: readonly FlowSummary[]): readonly Section[] {
  const sections: Section[] = [];
  for (const [at, flow] of rows.entries()) {
    const session = sessionOf(flow);
    if (session !== sections.at(-1)?.session) sections.push({ session, at });
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
