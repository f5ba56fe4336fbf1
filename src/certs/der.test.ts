import { describe, expect, test } from 'vitest';
import {
  bitString,
  elements,
  explicit,
  implicit,
  integer,
  objectId,
  octetString,
  sequence,
  time,
  trueValue,
  utf8String,
} from './der.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

describe('what is written', () => {
  test.each([
    ['an INTEGER', integer(2), '020102'],
    ['TRUE', trueValue(), '0101ff'],
    ['a BIT STRING', bitString(Uint8Array.of(0x06), 1), '03020106'],
    ['an OCTET STRING', octetString(Uint8Array.of(1, 2)), '04020102'],
    ['a UTF8String', utf8String('é'), '0c02c3a9'],
    ['a SEQUENCE', sequence(integer(1), trueValue()), '30060201010101ff'],
    ['an empty SEQUENCE', sequence(), '3000'],
    ['an IMPLICIT tag', implicit(7, Uint8Array.of(127, 0, 0, 1)), '87047f000001'],
    ['an EXPLICIT tag', explicit(0, integer(2)), 'a003020102'],
    ['an object identifier', objectId('1.2.840.10045.4.3.2'), '06082a8648ce3d040302'],
    ['an object identifier under 2', objectId('2.5.29.17'), '0603551d11'],
    [
      'a time as UTCTime',
      time(Date.UTC(2049, 11, 31, 23, 59, 59, 999)),
      `170d${hex(Buffer.from('491231235959Z'))}`,
    ],
    ['a time as GeneralizedTime', time(Date.UTC(2050, 0, 1)), `180f${hex(Buffer.from('20500101000000Z'))}`],
  ])('%s', (_, bytes, expected) => {
    expect(hex(bytes)).toBe(expected);
  });

  test.each([
    [127, '047f'],
    [128, '048180'],
    [255, '0481ff'],
    [256, '04820100'],
    [65_536, '0483010000'],
  ])('the length of %d bytes', (length, header) => {
    const bytes = octetString(new Uint8Array(length));
    expect(hex(bytes.subarray(0, bytes.length - length))).toBe(header);
  });
});

describe('what is read', () => {
  test.each([0, 127, 128, 255, 256, 70_000])('an element of %d bytes beside another', (length) => {
    const first = octetString(new Uint8Array(length).fill(7));
    const [one, two, ...rest] = elements(Buffer.concat([first, integer(5)]));
    expect(one?.tag).toBe(0x04);
    expect(one?.content.length).toBe(length);
    expect(one?.whole).toEqual(Buffer.from(first));
    expect(two?.content).toEqual(Buffer.of(5));
    expect(rest).toEqual([]);
  });

  test('nothing', () => {
    expect(elements(Uint8Array.of())).toEqual([]);
  });

  test.each(['02', '0205', '020201', '0482ffff00', '3080020100'])('%s is refused', (text) => {
    expect(() => elements(Buffer.from(text, 'hex'))).toThrow(RangeError);
  });
});
