import { describe, expect, test } from 'vitest';
import { received, requestRun } from '../../../../test/helpers/runs.ts';
import { requestRecord } from './records.ts';

test('has the same keys, whatever happened', () => {
  const keys = (value: object): readonly string[] => Object.keys(value);
  const whole = requestRecord(requestRun(), 100);
  const failed = requestRecord(requestRun({ sent: null, response: null, error: 'no' }), 100);
  expect(keys(failed)).toEqual(keys(whole));
  expect(failed).toMatchObject({ failed: true, request: null, response: null, error: 'no' });
  expect(whole).toMatchObject({
    failed: false,
    startedAt: '2026-01-02T03:04:05.678Z',
    response: { status: 200, timeMs: 12.346, size: 8, body: { size: 8, leftOut: 0, text: '{"id":1}' } },
  });
});

test('fields in UTF-8 are read as such, others byte by byte', () => {
  const utf8 = Buffer.from('ü').toString('latin1');
  const headers = [utf8, '\xfc'].map((value) => ({ name: 'A', value }));
  const { response } = requestRecord(requestRun({ response: received({ headers }) }), 100);
  expect(response?.headers.map(({ value }) => value)).toEqual(['ü', 'ü']);
});

describe('bodies', () => {
  const bodyOf = (body: Buffer, max: number) =>
    requestRecord(requestRun({ response: received({ body }) }), max).response?.body;

  test('are cut between characters, with the omitted size', () => {
    const body = Buffer.from('aü€😀'.repeat(10));
    for (let max = 0; max <= body.length; max += 1) {
      const { text = '', size, leftOut } = bodyOf(body, max)!;
      expect(body.toString().startsWith(text)).toBe(true);
      expect(Buffer.byteLength(text)).toBe(body.length - leftOut);
      expect(Buffer.byteLength(text)).toBeGreaterThan(max - 4);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(max);
      expect(size).toBe(body.length);
    }
  });

  test('that are binary are in base64', () => {
    expect(bodyOf(Buffer.from([0xff, 0xfe, 1]), 100)).toEqual({ size: 3, leftOut: 0, base64: '//4B' });
    expect(bodyOf(Buffer.from('a\0b'), 2)).toEqual({ size: 3, leftOut: 1, base64: 'YQA=' });
    expect(bodyOf(Buffer.alloc(9, 0x80), 5)).toEqual({ size: 9, leftOut: 4, base64: 'gICAgIA=' });
  });
});
