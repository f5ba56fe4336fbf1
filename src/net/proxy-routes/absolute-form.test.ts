import { expect, test } from 'vitest';
import { absoluteForm } from './absolute-form.ts';

const PROXY = { type: 'http', host: 'proxy.test', port: 3128, account: null } as const;
const ANNA = { ...PROXY, account: { username: 'anna', password: 'pä:ss' } };

test.each([
  ['GET /a?b HTTP/1.1\r\nHost: x\r\n\r\n', 'GET http://a.test/a?b HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['OPTIONS * HTTP/1.1\r\n\r\n', 'OPTIONS http://a.test HTTP/1.1\r\n\r\n'],
])('%j', (first, expected) => {
  expect(absoluteForm('a.test', 80, PROXY)(first)).toBe(expected);
  const bytes = Buffer.concat([Buffer.from(first), Buffer.from([0xff, 0, 13, 10])]);
  const rewritten = absoluteForm('a.test', 80, PROXY)(bytes);
  expect(rewritten).toEqual(Buffer.concat([Buffer.from(expected), Buffer.from([0xff, 0, 13, 10])]));
});

test('names the port and an IPv6 address, and us', () => {
  const credentials = Buffer.from('anna:pä:ss').toString('base64');
  expect(absoluteForm('2001:db8::1', 8080, ANNA)('GET / HTTP/1.1\r\n\r\n')).toBe(
    `GET http://[2001:db8::1]:8080/ HTTP/1.1\r\nProxy-Authorization: Basic ${credentials}\r\n\r\n`,
  );
});
