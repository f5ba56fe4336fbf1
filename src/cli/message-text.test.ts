import { expect, test } from 'vitest';
import { bodyText, messageText } from './message-text.ts';

const request = {
  method: 'POST',
  url: 'https://a.test/items',
  headers: [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'X-Name', value: 'Zoë\u001b[2J' },
  ],
  body: '{"id":12345678901234567890,"a":[1]}',
};

test('a request', () => {
  expect(messageText(request, false)).toBe(`POST https://a.test/items
Content-Type: application/json
X-Name: Zoë\\x1b[2J

{
  "id": 12345678901234567890,
  "a": [
    1
  ]
}`);
});

test('a response without a body', () => {
  expect(messageText({ status: 204, reason: '', headers: [], body: '' }, false)).toBe('204');
});

test('in colours', () => {
  expect(messageText({ status: 200, reason: 'OK', headers: [], body: '' }, true)).toBe(
    '\u001b[1m200 OK\u001b[22m',
  );
});

test.each([
  ['text\twith\r\nlines', 'text\twith\nlines'],
  ['\u001b]0;title\u0007', '\\x1b]0;title\\x07'],
  ['{broken', '{broken'],
  ['[1]\n[5 bytes left out]', '[1]\n[5 bytes left out]'],
])('the body %j', (body, shown) => {
  expect(bodyText(body)).toBe(shown);
});

test('a binary body', () => {
  expect(bodyText({ base64: 'AAE=', size: 2000 })).toBe(
    '[binary body of 2.0kB: write it to a file, as in "proxyctl show ID --body > FILE"]',
  );
});
