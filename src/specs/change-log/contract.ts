// A change log of an API description: the changes that are shown, and what else a reader has to know to judge them.
import { isObject } from '../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../documents/json-values.ts';
import type { Level, SpecChange } from '../diff/index.ts';

export interface LoggedChange extends SpecChange {
  /** The line of the operation in the new version; null where it has none. */
  readonly line: number | null;
}

export interface ChangeLog {
  /** The name of the API, and its versions. */
  readonly title: string;
  readonly before: string;
  readonly after: string;
  /** The file with the new version. */
  readonly file: string;
  /** Those that count and are of the level that was asked for, the worst first. */
  readonly changes: readonly LoggedChange[];
  /** The numbers of all that count, shown or not. */
  readonly counts: Readonly<Record<Level, number>>;
  readonly ignored: number;
  readonly compared: number;
  readonly notCompared: readonly string[];
}

/** Completes headings; the plain words of the levels. */
export const TITLES: Readonly<Record<Level, string>> = {
  error: 'Breaking changes',
  warning: 'Warnings',
  info: 'Other changes',
};

/** Says what came of it, also where nothing changed. */
export function summaryOf({ counts, ignored, compared, notCompared }: ChangeLog): string {
  const total = counts.error + counts.warning + counts.info;
  const found =
    total === 0
      ? 'no differences'
      : `${counted(counts.error, 'breaking change')}, ${counted(counts.warning, 'warning')}, ${counts.info} other`;
  return [
    `${found}; ${counted(compared, 'operation')} compared`,
    ...(ignored > 0 ? [`${ignored} ignored`] : []),
    ...(notCompared.length > 0 ? [`${counted(notCompared.length, 'part')} could not be compared`] : []),
  ].join(', ');
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function titleOf({ info }: JsonObject): { readonly title: string; readonly version: string } {
  const fields = isObject(info) ? info : {};
  return { title: scalarText(fields['title']) ?? 'API', version: scalarText(fields['version']) ?? '' };
}

/** Returns `1.0 → 2.0`; empty without versions. */
export function versionsOf({ before, after }: ChangeLog): string {
  return before === '' && after === ''
    ? ''
    : `${before === '' ? '?' : before} → ${after === '' ? '?' : after}`;
}

export interface ChangeGroup {
  /** The operations that have all of the changes, shortened. */
  readonly operations: readonly string[];
  /** The number of those that are left out. */
  readonly more: number;
  readonly sentences: readonly string[];
}

/** More operations are counted. */
const MAX_OPERATIONS = 20;

/** Returns the changes of a level, those of the same operations together: one of a shared schema is said once. */
export function groupsOf({ changes }: ChangeLog, level: Level): readonly ChangeGroup[] {
  const sentences = Map.groupBy(
    changes.filter((change) => change.level === level),
    ({ what }) => what,
  );
  const groups = Map.groupBy(sentences, ([, same]) => same.map(({ operation }) => operation).join('\n'));
  return [...groups.values()].map((group) => {
    const operations = group[0]![1].map(({ operation }) => operation);
    return {
      operations: operations.slice(0, MAX_OPERATIONS),
      more: Math.max(0, operations.length - MAX_OPERATIONS),
      sentences: group.map(([what]) => what),
    };
  });
}
