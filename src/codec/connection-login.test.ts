import { describe, expect, test } from 'vitest';
import { hasConnectionLogin, isConnectionLogin } from './connection-login.ts';
import { scanFields } from './http1/fields.ts';

describe('a login of the connection', () => {
  test.each([
    'NTLM',
    'NTLM TlRMTVNTUAABAAAA',
    'ntlm\tTlRM',
    'Negotiate YIIJ',
    'Kerberos YIIJ',
    'Basic realm="r", NTLM',
    'Bearer realm="r",Negotiate',
    'NTLM, Negotiate',
    ', ,Negotiate , Basic realm="r"',
  ])('%s', (value) => expect(isConnectionLogin(value)).toBe(true));

  test.each(['', 'Basic bnRsbQ==', 'Bearer Negotiate', 'NTLMv2 x', 'Digest username="ntlm"', 'X-NTLM y'])(
    'is not %j',
    (value) => expect(isConnectionLogin(value)).toBe(false),
  );
});

describe('fields with such a login', () => {
  test.each([
    ['Authorization', 'Negotiate YIIJ'],
    ['PROXY-AUTHORIZATION', 'NTLM TlRM'],
    ['www-authenticate', 'NTLM'],
    ['Proxy-Authenticate', 'Basic realm="r", Negotiate'],
  ])('%s: %s', (name, value) => {
    expect(hasConnectionLogin(['accept', '*/*', name.toLowerCase(), value])).toBe(true);
    expect(scanFields(`Accept: */*\r\n${name}: ${value}\r\n\r\n`, 0)).toMatchObject({
      bindsConnection: true,
    });
  });

  test('one of several is enough', () => {
    const head = 'WWW-Authenticate: Negotiate\r\nWWW-Authenticate: Basic realm="r"\r\n\r\n';
    expect(scanFields(head, 0)).toMatchObject({ bindsConnection: true });
  });

  test.each([
    ['Authorization', 'Basic TlRM'],
    ['Cookie', 'NTLM TlRM'],
    ['X-Authenticate', 'NTLM'],
  ])('not %s: %s', (name, value) => {
    expect(hasConnectionLogin([name.toLowerCase(), value])).toBe(false);
    expect(scanFields(`${name}: ${value}\r\n\r\n`, 0)).toMatchObject({ bindsConnection: false });
  });
});
