import { expect, test } from 'vitest';
import { decodeTextBody, encodeText } from './text-body.ts';

test('decodes a body by its charset', () => {
  const latin1 = Buffer.from('caf\xe9', 'latin1');
  expect(decodeTextBody(latin1, 'text/plain; charset=iso-8859-1')).toBe('café');
  expect(decodeTextBody(Buffer.from('\ufeff{}'), 'application/json')).toBe('{}');
  expect(decodeTextBody(Buffer.from([0, 1, 2]), 'text/plain')).toBeNull();
  expect(decodeTextBody(latin1, 'image/png')).toBeNull();
});

test.each([
  ['plain', 'text/plain; charset=iso-8859-1', null],
  ['é', 'text/plain; charset=iso-8859-1; x=y', 'text/plain; x=y; charset=utf-8'],
  ['é', 'text/plain; charset="iso-8859-1"', 'text/plain; charset=utf-8'],
  ['é', 'text/plain', null],
  ['é', 'text/plain; charset=UTF-8', null],
  ['é', undefined, null],
  ['a', 'text/plain; charset=utf-16', 'text/plain; charset=utf-8'],
  ['<meta charset=windows-1251>ж', 'text/html', 'text/html; charset=utf-8'],
])('encodes %j under %s so that it can be decoded', (text, before, after) => {
  const { bytes, contentType } = encodeText(text, before);
  expect(contentType).toBe(after);
  expect(decodeTextBody(bytes, contentType ?? before)).toBe(text);
});
