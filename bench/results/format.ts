// Figures and tables as text: Markdown that is readable on a terminal too.
import type { Spread } from './statistics.ts';
import type { Table } from '../measures/contract.ts';

/**
 * Returns a figure with three significant digits, or with all digits before the point; a dash for what was
 * not measured.
 */
export function figure(value: number): string {
  if (Number.isNaN(value)) return '–';
  // Rounded first: 9.996 is 10.0, not 10.00.
  const rounded = Math.abs(value) < 1000 ? Number(value.toPrecision(3)) : value;
  const size = Math.abs(rounded);
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return rounded.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Returns a whole number: `5,000`. */
export function count(value: number): string {
  return Number.isNaN(value) ? '–' : value.toLocaleString('en');
}

/** Returns the median and the extremes: `0.35 (0.33–0.38)`. */
export function range({ median, low, high }: Spread): string {
  return Number.isNaN(median) ? '–' : `${figure(median)} (${figure(low)}–${figure(high)})`;
}

export function percent(share: number): string {
  return Number.isNaN(share) ? '–' : `${Math.round(share * 100)} %`;
}

/** Returns megabytes of 1,000,000 bytes. */
export function megabytes(bytes: number): string {
  return figure(bytes / 1e6);
}

/**
 * Returns a Markdown table, padded as the formatter pads it: the first column left-aligned, figures right-aligned.
 */
export function markdownTable({ title, columns, rows, notes = [] }: Table): string {
  const widths = columns.map((column, at) =>
    Math.max(3, column.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => pad(cell, widths[at] ?? 0, at)).join(' | ')} |`;
  const rule = widths.map((width, at) => (at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const table = [line(columns), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
  return [`### ${title}`, table, ...notes].join('\n\n');
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}
