// Texts that are made to be read repeatedly cost work in proportion to their length. V8 counts the work: how often each
// block of this folder's code ran, which is the same on every machine.
import { Session, type Profiler } from 'node:inspector';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Redactor } from './redaction/redactor.ts';
import { secretSpans } from './spans.ts';
import { scaled } from '../../test/helpers/scale.ts';

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

function workOf(text: string, look = inSpans): number {
  takenCounts();
  look(text);
  return takenCounts();
}

function inSpans(text: string): void {
  secretSpans(text, { isPlain: false, isCode: false });
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
  '{"method":"login","params":["a",',
  '"params":["a","b"],"method":"login",',
  '<methodName>login</methodName><params>',
  '\0\x04MQTT\x04\xc2\0\x3c\0\x01a',
  '{"value":"a","sensitive":true,',
  '"sensitive":true ',
  'login(password:$p) variables "p":"a" ',
  'Private-Lines: 1\n',
  '$2b$12$',
  'a AZDO ',
  'snmpget a ',
  'curl -u a:b ',
  'net use a ',
  'keytool -storepass ab1cdef ',
  'echo a:b chpasswd ',
  '::add-mask::ab1c ',
  'API Key: ',
  "password eq '",
  'apiKey string = ',
  'api_key = [[a',
];

/** Characters of the shorter text. */
const LENGTH = scaled({ quick: 10_000, full: 50_000 });
/** Characters of each run. */
const RUN = scaled({ quick: 1500, full: 9000 });

test.each(UNITS)('%j again and again', (unit) => {
  const text = (length: number): string => unit.repeat(Math.ceil(length / unit.length));
  // Once before, since names are remembered.
  workOf(text(1000));
  const [short, long] = [workOf(text(LENGTH)), workOf(text(4 * LENGTH))];
  expect(short).toBeGreaterThan(1000);
  // Twice as much per character would be a loop in a loop; what is done once weighs more in a short text.
  expect(long / short).toBeLessThan(scaled({ quick: 6, full: 4.5 }));
});

test('all of them in texts of megabytes', () => {
  // Runs of each, again and again: what one run leaves open would be looked for in all that follow.
  const runs = UNITS.map((unit) => unit.repeat(Math.ceil(RUN / unit.length))).join('\n');
  const looks = [
    (each: string) => new Redactor().text(each),
    (each: string) => secretSpans(each, { isPlain: true, isCode: true }),
  ];
  for (const look of looks) {
    workOf(runs, look);
    const [short, long] = [workOf(runs.repeat(2), look), workOf(runs.repeat(6), look)];
    expect(short).toBeGreaterThan(100 * RUN);
    expect(long / short).toBeLessThan(3.3);
  }
}, 120_000);
