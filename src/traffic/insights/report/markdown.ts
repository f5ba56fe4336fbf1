// Renders the full report as Markdown, for people and pull requests. All captured text is escaped.
import { escapeMarkdown, markdownCode } from '../../../base/escape-markdown.ts';
import { productName } from '../../../base/product.ts';
import type { Report } from './index.ts';
import { isLimited, overview, reportSections, type Cell, type Section } from './tables.ts';

export function markdownReport(report: Report): string {
  return [
    `# ${productName}: traffic report`,
    ...overview(report).flatMap((sentence) => ['', escapeMarkdown(sentence)]),
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
    ...sentences.flatMap((sentence) => ['', escapeMarkdown(sentence)]),
    '',
    ...(rows.length === 0
      ? [none]
      : [line(columns), line(columns.map(() => '---')), ...rows.map((row) => line(row.map(cell)))]),
  ];
}

function cell({ type, text: value }: Cell): string {
  // Numbers are computed here and need no escaping.
  return type === 'code' ? markdownCode(value) : type === 'number' ? value : escapeMarkdown(value);
}
