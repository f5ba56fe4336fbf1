// The lines of the structure: groups of parts, and the parts of those that are open.
import type { OutlineGroup, OutlineItem, Problem } from './use-lint.ts';

export interface OutlineLine {
  readonly key: string;
  readonly group: OutlineGroup;
  /** Null for the line of the group itself. */
  readonly item: OutlineItem | null;
  /** Null for a line without further ones. */
  readonly isOpen: boolean | null;
  /** The worst problem between this line and the next part. */
  readonly mark: Problem['severity'] | null;
}

/** Returns the lines in sight; with a `query`, the parts whose name or method has it. */
export function outlineLines(
  groups: readonly OutlineGroup[],
  open: ReadonlySet<string>,
  problems: readonly Problem[],
  query = '',
): readonly OutlineLine[] {
  const wanted = query.trim().toLowerCase();
  const marks = marksOf(groups, problems);
  return groups.flatMap((group): readonly OutlineLine[] => {
    const found =
      wanted === ''
        ? group.items
        : group.items.filter((item) => `${item.method} ${item.name}`.toLowerCase().includes(wanted));
    const hasTitle = group.title.toLowerCase().includes(wanted);
    if (found.length === 0 && !hasTitle) return [];
    const isOpen = group.items.length === 0 ? null : open.has(group.title) || (wanted !== '' && !hasTitle);
    const own = group.items.map(({ line }) => marks.get(line)).filter((mark) => mark !== undefined);
    const worst = own.includes('error') ? 'error' : (own[0] ?? marks.get(group.line) ?? null);
    const head: OutlineLine = { key: `group:${group.title}`, group, item: null, isOpen, mark: worst };
    if (isOpen !== true) return [head];
    const shown = hasTitle && wanted !== '' ? group.items : found;
    return [
      head,
      ...shown.map((item, at) => ({
        key: `item:${group.title}:${item.method}:${item.name}:${at}`,
        group,
        item,
        isOpen: null,
        mark: marks.get(item.line) ?? null,
      })),
    ];
  });
}

/** Returns the worst problem of each part, by the line of the part. */
function marksOf(
  groups: readonly OutlineGroup[],
  problems: readonly Problem[],
): ReadonlyMap<number, Problem['severity']> {
  const lines = groups
    .flatMap(({ line, items }) => [line, ...items.map((item) => item.line)])
    .toSorted((one, other) => one - other);
  const marks = new Map<number, Problem['severity']>();
  for (const { line, severity, file } of problems) {
    const part = file === null ? lastUpTo(lines, line) : undefined;
    if (part !== undefined && marks.get(part) !== 'error') marks.set(part, severity);
  }
  return marks;
}

function lastUpTo(lines: readonly number[], line: number): number | undefined {
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]! <= line) low = middle + 1;
    else high = middle;
  }
  return lines[low - 1];
}
