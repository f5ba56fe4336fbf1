// Texts made to be read again and again cost work in proportion to their length. Work is what V8 counts: how often each
// block of the code of this room ran, the same on every machine.
import { Session, type Profiler } from 'node:inspector';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretSpans } from './spans.ts';

const session = new Session();

beforeAll(() => {
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});
afterAll(() => {
  session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
});

/** Returns how often blocks ran since the last call. */
function takenCounts(): number {
  let scripts: readonly Profiler.ScriptCoverage[] = [];
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error !== null) throw error;
    scripts = result;
  });
  return scripts
    .filter(({ url }) => url.includes('/src/secrets/'))
    .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
    .reduce((sum, { count }) => sum + count, 0);
}

function workOf(text: string): number {
  takenCounts();
  secretSpans(text, { isPlain: false, isCode: false });
  return takenCounts();
}

const UNITS = [
  '"a',
  '1 ',
  '\\"',
  'eyJ',
  'sk-',
  'a://',
  '%41',
  '%70assword%61',
  '\\u0070',
  '&#112;a',
  '-----BEGIN PRIVATE KEY-----',
  'token=',
  'phrase_',
  '"passwords":[',
  '{"secrets":{',
  'password:\n  - ',
  '["password",',
  '"password","x"\\n',
  '"name":"password","rows":[[',
  '<tr><th>password</th>',
  '| password | a |\n|---|---|\n',
  'password,a\n',
  "INSERT INTO a (password) VALUES ('",
  '<input name="password" ',
  '<input value=a ',
  'WIFI:P:',
  'a:5432:b:c:',
  'LOGIN a b',
  'PASS ab1cdef\n',
  '\nAUTH PLAIN abcd',
  '$4\r\nAUTH\r\n$4\r\nab12\r\n',
  '\xa1\x68password\x64abcd',
  '{"kty":"RSA","d":"',
  'kty":"oct" ',
  '{"path":"/password","value":"',
  '"name":"password","value":{"a":"',
  'username a password 0 ',
  'a:b@tcp(',
  '-password ab1c ',
  'openssl -pass pass:',
  '密码:ab12cdef ',
  'U2VjcmV0',
];

test.each(UNITS)('%j again and again', (unit) => {
  const text = (length: number): string => unit.repeat(Math.ceil(length / unit.length));
  // Once before, since names are remembered.
  workOf(text(1000));
  const [short, long] = [workOf(text(50_000)), workOf(text(200_000))];
  expect(short).toBeGreaterThan(1000);
  expect(long / short).toBeLessThan(4.5);
});
