import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { findJwts, readJwt } from './jwt.ts';

// RFC 7519 section 3.1.
const example =
  'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

test('the example of the RFC', () => {
  expect(readJwt(example)).toEqual({
    offset: 0,
    header: { typ: 'JWT', alg: 'HS256' },
    claims: { iss: 'joe', exp: 1300819380, 'http://example.com/is_root': true },
    payload: null,
    type: 'jws',
  });
});

test('encrypted ones, unsigned ones, content that is no object', () => {
  const jwe = `${part({ alg: 'RSA-OAEP', enc: 'A256GCM' })}.a.b.c.d`;
  expect(readJwt(jwe)).toMatchObject({ type: 'jwe', claims: null });
  expect(readJwt(`${part({ alg: 'none' })}.${part({ a: 1 })}.`)).toMatchObject({
    header: { alg: 'none' },
    claims: { a: 1 },
  });
  expect(readJwt(`${part({ alg: 'HS256' })}.${Buffer.from('text').toString('base64url')}.x`)).toMatchObject({
    claims: null,
    payload: 'text',
  });
});

test('tokens are found wherever they stand', () => {
  const signed = `${part({ alg: 'HS256' })}.${part({ n: 1 })}`;
  const other = `${signed}.${createHmac('sha256', 'k').update(signed).digest('base64url')}`;
  const text = `Bearer ${example}, {"token":"${other}"}; a=${example}`;
  const found = findJwts(text, 10);
  expect(found.map(({ offset, claims }) => [offset, claims?.['iss'] ?? claims?.['n']])).toEqual([
    [7, 'joe'],
    [text.indexOf(other), 1],
    [text.lastIndexOf('eyJ0'), 'joe'],
  ]);
  expect(findJwts(text, 2)).toHaveLength(2);
});

test.each([
  '',
  'eyJ',
  'eyJ.eyJ.x',
  'a.b.c',
  `${part({ typ: 'JWT' })}.e30.x`,
  `${part([1])}.e30.x`,
  example.replace('.', ''),
  `${example}.x.y.z`,
])('%j is none', (text) => {
  expect(findJwts(text, 10)).toEqual([]);
});

test('long runs of what begins like one take no more than their length', () => {
  expect(findJwts('eyJ'.repeat(1_000_000), 10)).toEqual([]);
  expect(findJwts('eyJ.'.repeat(1_000_000), 10)).toEqual([]);
});
