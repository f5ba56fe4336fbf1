// A body is read as its type says, whatever its bytes are.
import { expect, test } from 'vitest';
import { scanMessage, SharedShapes, type ScanResult } from './scan.ts';

const PASSWORD = 'hunter2-Qx81-longer';
const JSON_TEXT = JSON.stringify({ password: PASSWORD });

function scan(type: string, body: Buffer): ScanResult {
  const head = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n`;
  const message = { host: 'a.test', path: '', head, transport: 'encrypted' as const };
  return scanMessage({ targets: 'both', endpoint: '', message, body, isCut: false }, new SharedShapes());
}

test.each([
  ['application/json', JSON_TEXT],
  ['application/json; charset=utf-8', JSON_TEXT],
  ['application/json; charset="ISO-8859-1"', JSON_TEXT],
  ['application/json; charset=unknown', JSON_TEXT],
  ['application/octet-stream', JSON_TEXT],
  ['image/png', JSON_TEXT],
  ['application/json', JSON_TEXT.replace('{', '{"n":"ü",')],
])('%s of %s', (type, text) => {
  const { secrets, schema } = scan(type, Buffer.from(text));
  expect(secrets).toMatchObject([{ kind: 'password', where: 'body password' }]);
  expect(schema).toMatchObject({ properties: { password: { type: 'string' } } });
});

test('UTF-16', () => {
  const { schema } = scan('application/json; charset=utf-16le', Buffer.from(JSON_TEXT, 'utf16le'));
  expect(schema).toMatchObject({ properties: { password: { type: 'string' } } });
});

test('bytes of ASCII that a declared charset makes other characters of', () => {
  const declared = scan('application/json; charset=utf-16le', Buffer.from(`${JSON_TEXT} `));
  expect(declared).toEqual({ secrets: [], schema: null });
  // The quote is that of the name in ASCII, and a half of a character behind the escape.
  const escaped = scan('application/json; charset=iso-2022-jp', Buffer.from(`\x1b$B${JSON_TEXT}`));
  expect(escaped).toEqual({ secrets: [], schema: null });
});
