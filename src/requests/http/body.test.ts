import { expect, test } from 'vitest';
import type { Body } from '../../collections/model/body.ts';
import { encodeBody } from './body.ts';

const field = { name: 'a', value: 'b', enabled: true, docs: '' };
const FORM: Body = { type: 'multipart', fields: [{ ...field, files: null, contentType: '' }] };
const URLENCODED: Body = { type: 'urlencoded', fields: [field] };

async function sent(body: Body, value: string): Promise<{ readonly type: string; readonly text: string }> {
  const { headers, bytes } = await encodeBody(body, [{ name: 'content-TYPE', value }], (path) => path);
  expect(headers.map(({ name }) => name)).toEqual(['content-TYPE']);
  return { type: headers[0]!.value, text: bytes.toString('latin1') };
}

test.each(['multipart/form-data', 'application/json', '', 'multipart/form-data; boundary='])(
  'a form under %j goes out with its own boundary',
  async (given) => {
    const { type, text } = await sent(FORM, given);
    const boundary = /^multipart\/form-data; boundary=(-+[0-9a-f]{24})$/.exec(type)?.[1] ?? 'none';
    expect(text.startsWith(`--${boundary}\r\n`)).toBe(true);
    expect(text.endsWith(`\r\n--${boundary}--\r\n`)).toBe(true);
  },
);

test.each([
  'multipart/form-data; boundary=x-1',
  'multipart/form-data; charset=utf-8; boundary="x-1"',
  'Multipart/Form-Data;boundary=x-1 ; a=b',
])('a form has the boundary that %j names', async (given) => {
  const { type, text } = await sent(FORM, given);
  expect(type).toBe(given);
  expect(text).toBe('--x-1\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x-1--\r\n');
});

test.each([
  ['application/json', 'application/x-www-form-urlencoded'],
  ['application/x-www-form-urlencoded; charset=utf-8', 'application/x-www-form-urlencoded; charset=utf-8'],
])('fields under %j are sent as %j', async (given, expected) => {
  expect(await sent(URLENCODED, given)).toEqual({ type: expected, text: 'a=b' });
});

test('other bodies keep the header that they have', async () => {
  const body: Body = { type: 'raw', language: 'json', text: '{}' };
  expect(await sent(body, 'application/vnd.api+json')).toEqual({
    type: 'application/vnd.api+json',
    text: '{}',
  });
});
