// Heads are read as `fieldList` reads them, whatever was read before.
import { expect, test } from 'vitest';
import { fieldList } from '../codec/http1/field-lines.ts';
import { HeadReader } from './head-fields.ts';

const HEADS = [
  'GET / HTTP/1.1\r\nHost: a.test\r\nX-Empty:\r\nset-cookie: a=1\r\nSet-Cookie:  b=2 \t\r\n\r\n',
  'HTTP/1.1 200 OK\r\nno field\r\n: no name\r\nX-Time: 12:30:05\r\nHost: a.test\r\n\r\n',
  `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(1000)}\r\nX-Latin: \xe4\xf6\r\n\r\n`,
  'HTTP/1.1 200 OK\r\n\r\n',
  'HTTP/1.1 200 OK',
  'HTTP/1.1 200 OK\r\nX-Cut: ends here',
  '',
];

test('lines are taken apart as in a single head, with names in lower case', () => {
  const reader = new HeadReader();
  for (const head of [...HEADS, ...HEADS])
    expect(reader.fields(head)).toEqual(
      fieldList(head).map((field) => ({ ...field, key: field.name.toLowerCase() })),
    );
});

test('what many different lines displaced is read again', () => {
  const reader = new HeadReader();
  const fields = (at: number): readonly string[] =>
    reader.fields(`GET / HTTP/1.1\r\nX-At: ${at}\r\nHost: a.test\r\n\r\n`).map(({ value }) => value);
  for (let at = 0; at < 3000; at += 1) expect(fields(at)).toEqual([String(at), 'a.test']);
  expect(fields(0)).toEqual(['0', 'a.test']);
});
