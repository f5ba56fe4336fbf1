// The comparison of two requests as the page shows it: sections with what differs, and what is equal.
import { useEffect, useState } from 'react';
import { sizeOf } from '../../../../src/flow/filter/index.ts';
import type { FlowSummary, ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { durationText, sizeText } from '../../../format/measures.ts';
import { urlParts } from '../../../format/url.ts';
import type { Exceptions, Pair } from '../model/compared.ts';

type Sides = ResultOf<'ui.compare_side_by_side'>;
export type Message = Sides['request'];
export type Body = Message['body'];

export interface Row {
  readonly name: string;
  /** Null where a side does not have it. */
  readonly before: string | null;
  readonly after: string | null;
  /** The name by which it is left out of comparisons; null where it cannot be. */
  readonly ignorable: string | null;
  /** The number of its difference in the section, where several rows have one. */
  readonly difference?: number;
}

export interface Compared {
  readonly sides: Sides | null;
  readonly error: string | null;
}

/** Compares again whenever one of the two changes. */
export function useComparison(
  { a, b }: Pair,
  byKey: boolean,
  { ignored, compared }: Exceptions,
  states: string,
): Compared {
  const [result, setResult] = useState<Compared>({ sides: null, error: null });
  const exceptions = JSON.stringify([ignored, compared]);
  useEffect(() => {
    const control = new AbortController();
    const [first, second] = JSON.parse(exceptions) as [string[], string[]];
    rpc('ui.compare_side_by_side', { a, b, byKey, ignored: first, compared: second }, control.signal).then(
      (sides) => setResult({ sides, error: null }),
      (error: unknown) => {
        if (!control.signal.aborted) setResult({ sides: null, error: messageOf(error) });
      },
    );
    return () => control.abort();
  }, [a, b, byKey, exceptions, states]);
  return result;
}

/** Returns the facts of both, those included that are equal. */
export function overviewRows(a: FlowSummary, b: FlowSummary): readonly Row[] {
  const facts = FACTS.map(([name, read]) => ({ name, before: read(a), after: read(b), ignorable: null }));
  return facts.filter(({ before, after }) => before !== null || after !== null);
}

const FACTS: readonly (readonly [name: string, read: (flow: FlowSummary) => string | null])[] = [
  ['Status', ({ status, error }) => (status === undefined ? (error ?? null) : String(status))],
  ['Method', ({ method }) => method],
  ['Host', ({ host }) => host],
  ['Path', ({ url }) => urlParts(url).path || null],
  ['Query', ({ url }) => urlParts(url).query.slice(1) || null],
  ['Protocol', ({ httpVersion }) => httpVersion ?? null],
  ['App', ({ app }) => app],
  ['Time', ({ durationMs }) => (durationMs === undefined ? null : durationText(durationMs))],
  [
    'Size',
    (flow) => {
      const size = sizeOf(flow);
      return size === undefined ? null : sizeText(size);
    },
  ],
  ['Rules', ({ tags }) => tags.join(', ') || null],
];

export function headerRows({ headers, sameHeaders }: Message): readonly Row[] {
  return [
    ...headers.map(({ where, before, after }) => ({ name: where, before, after, ignorable: where })),
    ...sameHeaders.map(({ where, value }) => ({
      name: where,
      before: value,
      after: value,
      ignorable: where,
    })),
  ];
}

export function isDifferent({ before, after }: Pick<Row, 'before' | 'after'>): boolean {
  return before !== after;
}

/** Bodies that are not compared by key are JSON by their beginning. */
export function isJsonBody({ isByKey, lines }: Body): boolean {
  const [line] = lines;
  return isByKey || /^\s*[[{]/.test(line?.before ?? line?.after ?? '');
}

/** Returns the differences of a body as rows, each value under its path, or lines under the number of the first. */
export function bodyRows({ lines }: Body): readonly Row[] {
  const rows: {
    readonly name: string;
    readonly path: string | null;
    readonly lines: Line[];
    difference: number;
  }[] = [];
  let difference = -1;
  lines.forEach((line, at) => {
    if (!isDifferent(line)) return;
    const isFirst = at === 0 || !isDifferent(lines[at - 1]!);
    if (isFirst) difference += 1;
    const path = line.path ?? null;
    const last = rows.at(-1);
    if (!isFirst && last !== undefined && isInside(path, last.path)) last.lines.push(line);
    else rows.push({ name: path ?? `line ${at + 1}`, path, lines: [line], difference });
  });
  return rows.map(({ name, path, lines: own, difference: number }) => ({
    name,
    before: sideText(own.map(({ before }) => before)),
    after: sideText(own.map(({ after }) => after)),
    ignorable: path,
    difference: number,
  }));
}

type Line = Body['lines'][number];

/** Returns true for the value at a path, and what is in it; lines without a path belong together. */
function isInside(path: string | null, outer: string | null): boolean {
  if (path === null || outer === null) return path === outer;
  return path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

/** Returns the lines that a side has, without the indent that all have and the last comma; null without any. */
function sideText(lines: readonly (string | null)[]): string | null {
  const own = lines.filter((line) => line !== null);
  if (own.length === 0) return null;
  const indent = Math.min(...own.map((line) => line.length - line.trimStart().length));
  const text = own.map((line) => line.slice(indent)).join('\n');
  return text.replace(/,$/, '');
}

/** Returns the words that differ of two texts, from the first to the last, as positions in each. */
export function differingPart(
  a: string,
  b: string,
): { readonly start: number; readonly endA: number; readonly endB: number } {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  // Whole words, since half a number says nothing.
  if (start + end < Math.max(a.length, b.length)) {
    while (start > 0 && isWord(a[start - 1]!)) start -= 1;
    while (end > 0 && isWord(a[a.length - end]!)) end -= 1;
  }
  return { start, endA: a.length - end, endB: b.length - end };
}

function isWord(char: string): boolean {
  return /[\w.]/.test(char);
}

/** Returns what differs as Markdown. */
export function markdownOf(
  title: string,
  sections: readonly { readonly title: string; readonly rows: readonly Row[]; readonly body?: Body }[],
): string {
  const cell = (text: string | null): string =>
    text === null ? '' : `\`${text.replaceAll('`', "'").replaceAll('|', '\\|').replaceAll('\n', ' ')}\``;
  const parts = sections.flatMap(({ title: name, rows, body }) => {
    const changed = rows.filter(isDifferent);
    if (changed.length > 0)
      return [
        `### ${name}\n\n| | Before | After |\n| --- | --- | --- |\n${changed
          .map((row) => `| ${row.name} | ${cell(row.before)} | ${cell(row.after)} |`)
          .join('\n')}`,
      ];
    if (body === undefined || body.differences === 0) return [];
    const lines = body.lines.flatMap((line) =>
      isDifferent(line)
        ? [
            ...(line.before === null ? [] : [`- ${line.before}`]),
            ...(line.after === null ? [] : [`+ ${line.after}`]),
          ]
        : [],
    );
    return [`### ${name}\n\n\`\`\`diff\n${lines.join('\n')}\n\`\`\``];
  });
  return `## ${title}\n\n${parts.join('\n\n')}\n`;
}
