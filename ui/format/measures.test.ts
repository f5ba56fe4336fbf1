import { expect, test } from 'vitest';
import { dateTimeText, elapsedText, showTimesIn, sizeText, startText } from './measures.ts';

test.each([
  [0, '0 B'],
  [96, '96 B'],
  [999, '999 B'],
  [2400, '2.4 KB'],
  [31_000, '31.0 KB'],
  [214_000, '214 KB'],
  [999_960, '1.0 MB'],
  [3_100_000, '3.1 MB'],
  [2.5e9, '2.5 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test('elapsed time counts minutes and seconds, never below zero', () => {
  const start = '2026-11-22T14:00:00.000Z';
  expect(elapsedText(start, Date.parse(start) + 42_900)).toBe('0:42');
  expect(elapsedText(start, Date.parse(start) + 62_000)).toBe('1:02');
  expect(elapsedText(start, Date.parse(start) - 5000)).toBe('0:00');
});

test('the start of a request has the day unless it is today', () => {
  const noon = new Date(2026, 10, 22, 12, 30, 5, 7);
  expect(startText(noon.toISOString(), new Date(2026, 10, 22, 23))).toBe('12:30:05.007');
  expect(startText(noon.toISOString(), new Date(2026, 10, 23))).toBe('22 Nov 12:30:05');
});

test('times are those of UTC where that is chosen', () => {
  const iso = '2026-11-22T23:59:05.007Z';
  showTimesIn('utc');
  expect(dateTimeText(iso)).toBe('22 Nov 2026, 23:59:05.007 UTC');
  expect(startText(iso, new Date('2026-11-22T00:00:00Z'))).toBe('23:59:05.007');
  expect(startText(iso, new Date('2026-11-23T00:00:00Z'))).toBe('22 Nov 23:59:05');
  showTimesIn('local');
});
