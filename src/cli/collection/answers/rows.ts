// The rows of a database as a table for a reader, and as JSON for a pipe.
import { printable } from '../../../base/printable.ts';
import type { Answer, AnswerOptions } from './contract.ts';
import { jsonForTerminal, laidOutJson } from './json-text.ts';

/** Rows that are drawn, and characters of a value. */
const MAX_ROWS = 1000;
const MAX_CHARS = 60;

type Row = Readonly<Record<string, unknown>>;

export function rows({ print, note, isTerminal, colors }: AnswerOptions): Answer {
  return {
    end({ response }) {
      if (response === null || response.body.length === 0) return;
      const text = response.body.toString();
      if (!isTerminal) {
        print(`${text}\n`);
        return;
      }
      const found: unknown = JSON.parse(text);
      if (!Array.isArray(found) || !found.every(isRow)) {
        print(`${jsonForTerminal(laidOutJson(text) ?? text, colors)}\n`);
        return;
      }
      print(tableOf(found.slice(0, MAX_ROWS)));
      note(
        `${found.length} ${found.length === 1 ? 'row' : 'rows'}${found.length > MAX_ROWS ? `, the first ${MAX_ROWS} are shown` : ''}\n`,
      );
    },
  };
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns columns with a head, numbers at the right. */
export function tableOf(found: readonly Row[]): string {
  const names = [...new Set(found.flatMap((row) => Object.keys(row)))];
  const columns = names.map((name) => {
    const texts = found.map((row) => cellText(row[name]));
    const isNumeric = found.every((row) => row[name] === null || typeof row[name] === 'number');
    const width = Math.max(...[cellText(name), ...texts].map((text) => text.length));
    const padded = (text: string): string => (isNumeric ? text.padStart(width) : text.padEnd(width));
    return { head: padded(cellText(name)), rule: '─'.repeat(width), cells: texts.map(padded) };
  });
  const line = (cells: readonly string[]): string => `${cells.join('  ').trimEnd()}\n`;
  return [
    line(columns.map(({ head }) => head)),
    line(columns.map(({ rule }) => rule)),
    ...found.map((_, at) => line(columns.map(({ cells }) => cells[at]!))),
  ].join('');
}

function cellText(value: unknown): string {
  const text =
    value === null || value === undefined
      ? 'NULL'
      : typeof value === 'string'
        ? value
        : JSON.stringify(value);
  const shown = printable(text);
  return shown.length > MAX_CHARS ? `${shown.slice(0, MAX_CHARS - 1)}…` : shown;
}
