// A changed text as lines: what was removed and added, with some lines around, and the rest folded.
import { lineDiff } from '../examples/line-diff.ts';

export type TextLine =
  | { readonly type: 'same' | 'removed' | 'added'; readonly number: number; readonly text: string }
  | { readonly type: 'folded'; readonly count: number };

/** Lines that are shown around a change. */
const AROUND = 3;

/** Returns the lines of both texts in one column; numbers are those of the text that a line is in. */
export function textLines(before: string, after: string): readonly TextLine[] {
  const lines: TextLine[] = [];
  let [old, now] = [0, 0];
  const added: TextLine[] = [];
  for (const pair of lineDiff(before, after)) {
    const isSame = pair.before === pair.after;
    if (isSame) lines.push(...added.splice(0));
    if (pair.before !== null) old += 1;
    if (pair.after !== null) now += 1;
    if (isSame) lines.push({ type: 'same', number: now, text: pair.after ?? '' });
    else {
      if (pair.before !== null) lines.push({ type: 'removed', number: old, text: pair.before });
      if (pair.after !== null) added.push({ type: 'added', number: now, text: pair.after });
    }
  }
  lines.push(...added);
  return folded(lines);
}

function folded(lines: readonly TextLine[]): readonly TextLine[] {
  const isNear = new Set<number>();
  for (const [at, { type }] of lines.entries())
    if (type !== 'same') for (let near = at - AROUND; near <= at + AROUND; near += 1) isNear.add(near);
  const shown: TextLine[] = [];
  for (const [at, line] of lines.entries()) {
    const last = shown.at(-1);
    if (isNear.has(at)) shown.push(line);
    else if (last?.type === 'folded') shown[shown.length - 1] = { type: 'folded', count: last.count + 1 };
    else shown.push({ type: 'folded', count: 1 });
  }
  return shown;
}

export function countLines(lines: readonly TextLine[], type: 'removed' | 'added'): number {
  return lines.filter((line) => line.type === type).length;
}

/** Lines that stand together and differ. */
export interface Hunk {
  /** The number of the first one in the text as it is, from 1. */
  readonly line: number;
  readonly now: readonly string[];
  readonly before: readonly string[];
}

/** Returns the hunks by the position of their first line. */
export function hunksOf(lines: readonly TextLine[]): ReadonlyMap<number, Hunk> {
  const hunks = new Map<number, Hunk>();
  let [start, next] = [-1, 1];
  for (const [at, line] of lines.entries()) {
    if (line.type === 'folded') next += line.count;
    if (line.type === 'same') next = line.number + 1;
    if (line.type === 'folded' || line.type === 'same') {
      start = -1;
      continue;
    }
    if (start === -1) start = at;
    const { now, before, ...hunk } = hunks.get(start) ?? { line: next, now: [], before: [] };
    const isAdded = line.type === 'added';
    hunks.set(start, {
      ...hunk,
      now: isAdded ? [...now, line.text] : now,
      before: isAdded ? before : [...before, line.text],
    });
  }
  return hunks;
}
