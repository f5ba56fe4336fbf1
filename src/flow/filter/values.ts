// Values of filters: text with wildcards, statuses, sizes, durations and times.
import { matchesWildcard } from '../../base/wildcard.ts';
import type { Operator, Value } from './tokens.ts';

/** Returns true for texts that contain `value`; with a wildcard or `=`, the whole text must match. */
export function textTest({ text, isQuoted }: Value, operator: Operator): (text: string) => boolean {
  const wanted = text.toLowerCase();
  if (!isQuoted && /[*?]/.test(wanted)) return (given) => matchesWildcard(wanted, given.toLowerCase());
  if (operator === '=') return (given) => given.toLowerCase() === wanted;
  return (given) => given.toLowerCase().includes(wanted);
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
