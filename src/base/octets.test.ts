import { expect, test } from 'vitest';
import { octetLines, octetsOfText, textOfOctets } from './octets.ts';

test.each([
  ['plain', 'plain'],
  ['gr\xc3\xb6\xc3\x9fe', 'größe'],
  ['\xe2\x82\xac \xf0\x9f\x98\x80', '€ 😀'],
  // Not UTF-8: cut, overlong, a surrogate.
  ['Zo\xeb', 'Zoë'],
  ['\xc3', 'Ã'],
  ['\xc0\xaf', 'À¯'],
  ['\xed\xa0\x80', 'í\xa0\x80'],
  // A byte order mark is text like any other.
  ['\xef\xbb\xbfa', '\ufeffa'],
])('%j is %j', (octets, text) => {
  expect(textOfOctets(octets)).toBe(text);
});

test.each(['plain', 'größe', '€ 😀', '\ufeffa', ''])('%j is itself again', (text) => {
  expect(octetsOfText(text)).toMatch(/^[\0-\xff]*$/);
  expect(textOfOctets(octetsOfText(text))).toBe(text);
});

test('a line that stays keeps its octets, whatever they are; others are written in UTF-8', () => {
  const before = [
    ['Name', 'Zo\xeb'],
    ['City', 'K\xc3\xb6ln'],
  ] as const;
  const edited = [
    ['Name', 'Zoë'],
    ['City', 'Köln'],
    ['name', 'Zoë'],
    ['City', 'Bön'],
  ] as const;
  expect(octetLines(edited, before)).toEqual([...before, ['name', 'Zo\xc3\xab'], ['City', 'B\xc3\xb6n']]);
});
