import { expect, test } from 'vitest';
import { parseChallenges } from './challenges.ts';

const challenges = (...values: string[]) =>
  parseChallenges({ status: 401, headers: values.map((value) => ({ name: 'WWW-Authenticate', value })) }).map(
    ({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)],
  );

test('several challenges in one field, and in several', () => {
  expect(
    challenges(
      'Basic realm="a, b", Digest realm="x \\"y\\"", nonce=abc, qop="auth,auth-int" , Newauth',
      'Bearer',
    ),
  ).toEqual([
    ['basic', { realm: 'a, b' }],
    ['digest', { realm: 'x "y"', nonce: 'abc', qop: 'auth,auth-int' }],
    ['newauth', {}],
    ['bearer', {}],
  ]);
});

test('tokens of 68 characters and blanks around equal signs', () => {
  expect(challenges('Negotiate oRQwEg==, Digest  nonce = "n" ,realm =r')).toEqual([
    ['negotiate', {}],
    ['digest', { nonce: 'n', realm: 'r' }],
  ]);
});

test.each(['', ',,,', '=', '"', 'Digest nonce="', 'Digest =x, "y", nonce="n', '\x00\xff'])(
  'unreadable parts are skipped: %j',
  (value) => {
    for (const [, parameters] of challenges(value)) expect(parameters).toEqual({});
  },
);

test('a long field takes its time once', () => {
  const [digest] = challenges(`Digest ${'a="\\"", '.repeat(20_000)}${'"'.repeat(20_000)}nonce=n`);
  expect(digest).toEqual(['digest', { a: '"' }]);
});
