// The marks that Git leaves in a file where a merge could not join both sides (git-merge, "How conflicts are presented").

export type MergeSide = 'ours' | 'theirs';

const OURS = /^<{7}(?: .*)?$/;
const BASE = /^\|{7}(?: .*)?$/;
const MIDDLE = /^={7}$/;
const THEIRS = /^>{7}(?: .*)?$/;

/** Returns the line of the first mark, counted from 1; 0 for a text without a whole conflict. */
export function conflictLine(text: string): number {
  if (!text.includes('<<<<<<<')) return 0;
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => OURS.test(line));
  const middle = lines.findIndex((line, at) => at > start && MIDDLE.test(line));
  const end = lines.findIndex((line, at) => at > middle && THEIRS.test(line));
  return start >= 0 && middle > start && end > middle ? start + 1 : 0;
}

/** Counts the conflicts of a text. */
export function countConflicts(text: string): number {
  return conflictLine(text) === 0 ? 0 : text.split(/\r?\n/).filter((line) => OURS.test(line)).length;
}

/** Returns the text with one side of every conflict. */
export function withSide(text: string, side: MergeSide): string {
  const taken: string[] = [];
  let part: 'both' | 'ours' | 'base' | 'theirs' = 'both';
  for (const line of text.split('\n')) {
    const bare = line.replace(/\r$/, '');
    if (part === 'both' && OURS.test(bare)) part = 'ours';
    else if (part === 'ours' && BASE.test(bare)) part = 'base';
    else if ((part === 'ours' || part === 'base') && MIDDLE.test(bare)) part = 'theirs';
    else if (part === 'theirs' && THEIRS.test(bare)) part = 'both';
    else if (part === 'both' || part === side) taken.push(line);
  }
  return taken.join('\n');
}
