// Renders the full report as Markdown, for people and pull requests. All captured text is escaped.
import { productName } from '../../../base/product.ts';
import type { Report } from './index.ts';
import { isLimited, overview, reportSections, type Cell, type Section } from './tables.ts';

export function markdownReport(report: Report): string {
  return [
    `# ${productName}: traffic report`,
    ...overview(report).flatMap((sentence) => ['', text(sentence)]),
    ...reportSections(report).flatMap(sectionLines),
    ...(isLimited(report) ? ['', `Each list shows at most ${report.limit} entries.`] : []),
    '',
  ].join('\n');
}

function sectionLines({ title, sentences, columns, rows, none }: Section): readonly string[] {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    '',
    `## ${title}`,
    ...sentences.flatMap((sentence) => ['', text(sentence)]),
    '',
    ...(rows.length === 0
      ? [none]
      : [line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(row.map(cell)))]),
  ];
}

function cell({ type, text: value }: Cell): string {
  // Numbers are computed here and need no escaping.
  return type === 'code' ? code(value) : type === 'number' ? value : text(value);
}

/** Escapes a text for a cell of a table, so that it contains no Markdown, HTML or cell separator. */
function text(value: string): string {
  return oneLine(value).replace(/[\\`*_{}[\]()#+!|<>&~]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/**
 * Renders inline code for a cell of a table. The fence is longer than any run of backticks inside; a bar
 * would end the cell.
 */
function code(value: string): string {
  const plain = oneLine(value).replaceAll('|', '¦');
  if (plain === '') return '–';
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = plain.startsWith('`') || plain.endsWith('`') ? ' ' : '';
  return `${fence}${space}${plain}${space}${fence}`;
}

function oneLine(value: string): string {
  return value.replace(/\p{Cc}|\p{Zl}|\p{Zp}|[\u202a-\u202e\u2066-\u2069]/gu, ' ').slice(0, 600);
}
