// The lines of a comparison, by severity or by operation, and the comparison as Markdown.
import { severityOf, type Change, type Severity } from './use-diff.ts';

export type Order = 'severity' | 'operation';

export type ChangeLine =
  | { readonly type: 'heading'; readonly key: string; readonly title: string; readonly note: string }
  | { readonly type: 'change'; readonly key: string; readonly change: Change };

const TITLES: Readonly<Record<Severity, readonly [title: string, note: string]>> = {
  breaking: ['Breaking', 'clients of the old version can fail'],
  warning: ['Warning', 'may fail, depends on the client'],
  info: ['Info', 'no client notices'],
};
const SEVERITIES = ['breaking', 'warning', 'info'] as const;

export function changeLines(changes: readonly Change[], order: Order): readonly ChangeLine[] {
  const keyed = changes.map((change, at) => ({ type: 'change' as const, key: `change:${at}`, change }));
  if (order === 'operation')
    return [...Map.groupBy(keyed, ({ change }) => change.operation)].flatMap(
      ([operation, lines]): readonly ChangeLine[] => [
        { type: 'heading', key: `heading:${operation}`, title: operation, note: String(lines.length) },
        ...lines,
      ],
    );
  return SEVERITIES.flatMap((severity): readonly ChangeLine[] => {
    const lines = keyed.filter(({ change }) => severityOf(change) === severity);
    if (lines.length === 0) return [];
    const [title, note] = TITLES[severity];
    return [
      { type: 'heading', key: `heading:${severity}`, title: `${title} ${lines.length}`, note },
      ...lines,
    ];
  });
}

export function countOf(changes: readonly Change[], severity: Severity): number {
  return changes.filter((change) => severityOf(change) === severity).length;
}

/** Returns the version that says what the changes are, by semantic versioning; null where the old one is none. */
export function suggestedVersion(before: string, changes: readonly Change[]): string | null {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)$/.exec(before) ?? [];
  if (major === undefined || minor === undefined || patch === undefined || changes.length === 0) return null;
  if (changes.some(({ breaking }) => breaking)) return `${Number(major) + 1}.0.0`;
  const adds = changes.some(({ what }) => /is new|may be|it takes/.test(what));
  return adds ? `${major}.${Number(minor) + 1}.0` : `${major}.${minor}.${Number(patch) + 1}`;
}

export function asMarkdown(
  { before, after }: { readonly before: string; readonly after: string },
  changes: readonly Change[],
): string {
  const head = `## Changes from ${before || 'the old version'} to ${after || 'the new version'}`;
  const parts = SEVERITIES.flatMap((severity) => {
    const own = changes.filter((change) => severityOf(change) === severity);
    if (own.length === 0) return [];
    const lines = own.map(({ operation, what }) => `- \`${operation}\`: ${what}`);
    return [`### ${TITLES[severity][0]}\n\n${lines.join('\n')}`];
  });
  return `${[head, ...(parts.length === 0 ? ['Nothing that a client notices.'] : parts)].join('\n\n')}\n`;
}
