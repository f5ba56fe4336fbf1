// Values of filters: text with wildcards, statuses, sizes, durations and times.
import { matchesWildcard } from '../../base/wildcard.ts';
import type { Operator, Value } from './tokens.ts';

/** Text to look for, in folded case. */
export interface TextPattern {
  /** `part`: somewhere in the text; `whole`: equal to it; `wildcard`: all of it, with `*` and `?`. */
  readonly type: 'part' | 'whole' | 'wildcard';
  readonly text: string;
}

/** Folds the case of text. Both small sigmas are one: which of them is written depends on what follows. */
export function foldCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/** With a wildcard or `=`, the whole text must match; else a part. */
export function textPattern(
  { text, isQuoted }: Pick<Value, 'text' | 'isQuoted'>,
  operator: Operator,
): TextPattern {
  const folded = foldCase(text);
  if (!isQuoted && /[*?]/.test(folded)) return { type: 'wildcard', text: folded };
  return { type: operator === '=' ? 'whole' : 'part', text: folded };
}

/** Returns a test of texts in any case. */
export function textTest(
  value: Pick<Value, 'text' | 'isQuoted'>,
  operator: Operator,
): (text: string) => boolean {
  return patternTest(textPattern(value, operator));
}

export function patternTest({ type, text: wanted }: TextPattern): (text: string) => boolean {
  switch (type) {
    case 'wildcard':
      return (given) => matchesWildcard(wanted, foldCase(given));
    case 'whole':
      return (given) => foldCase(given) === wanted;
    case 'part':
      return (given) => foldCase(given).includes(wanted);
  }
}

export function compares(operator: Operator, given: number, wanted: number): boolean {
  switch (operator) {
    case '>':
      return given > wanted;
    case '>=':
      return given >= wanted;
    case '<':
      return given < wanted;
    case '<=':
      return given <= wanted;
    case ':':
    case '=':
      return given === wanted;
  }
}

/** Reads `404`, `4xx` or `400-499` as a range; null for another text. */
export function statusRange(text: string): readonly [from: number, to: number] | null {
  if (/^[1-9]xx$/i.test(text)) return [Number(text[0]) * 100, Number(text[0]) * 100 + 99];
  const [, from, to] = /^(\d{1,3})(?:-(\d{1,3}))?$/.exec(text) ?? [];
  return from === undefined ? null : [Number(from), Number(to ?? from)];
}

const SIZE_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1e3,
  kb: 1e3,
  m: 1e6,
  mb: 1e6,
  g: 1e9,
  gb: 1e9,
};

/** Reads `1.5mb` as bytes; null for another text. */
export function sizeBytes(text: string): number | null {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]{0,2})$/i.exec(text) ?? [];
  const factor = SIZE_UNITS[unit.toLowerCase()];
  return number === '' || factor === undefined ? null : Number(number) * factor;
}

const TIME_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  ms: 1,
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Reads `2s` or `500ms` as milliseconds; null for another text. */
export function durationMs(text: string): number | null {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]{0,3})$/i.exec(text) ?? [];
  const factor = TIME_UNITS[unit.toLowerCase()];
  return number === '' || factor === undefined ? null : Number(number) * factor;
}

/** Reads a time of today (`14:32`), an age (`10m`) or a date as epoch milliseconds; null for another text. */
export function pointInTime(text: string, now: number): number | null {
  const age = /[a-z]$/i.test(text) ? durationMs(text) : null;
  if (age !== null) return now - age;
  const [, hours, minutes, seconds = '0'] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(text) ?? [];
  if (hours !== undefined && minutes !== undefined)
    return new Date(now).setHours(Number(hours), Number(minutes), Number(seconds), 0);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text)) return null;
  const time = Date.parse(text.length === 10 ? `${text}T00:00` : text);
  return Number.isNaN(time) ? null : time;
}
