import { expect, test } from 'vitest';
import { whyHandshakeFailed, whyTunneled } from './not-decrypted.ts';

test.each([
  ['not-listed', true, 'the host is not in the SSL proxying list'],
  ['not-listed', false, 'the tunnel does not carry TLS'],
  ['bypassed', true, 'bypassed'],
  ['bypassed', false, 'bypassed'],
  ['refused-before', true, 'the client refused our certificate before, and is passed through since'],
  ['decrypt', false, 'the tunnel does not carry TLS'],
] as const)('a tunnel that is %s, with TLS %s: %s', (decryption, isTls, why) => {
  expect(whyTunneled(decryption, isTls)).toBe(why);
});

test.each([
  [
    { type: 'alert', name: 'unknown ca', refusesCertificate: true },
    true,
    /refused our certificate: .*"unknown ca"/,
  ],
  [
    { type: 'alert', name: 'unknown ca', refusesCertificate: true },
    false,
    /refused our certificate: .*"unknown ca"/,
  ],
  [{ type: 'alert', name: 'handshake failure', refusesCertificate: false }, true, /\(ECH\)/],
  [{ type: 'hung-up' }, true, /\(ECH\)/],
  [{ type: 'other' }, true, /\(ECH\)/],
  [{ type: 'hung-up' }, false, /probably refused our certificate: it hung up during the handshake/],
] as const)('a handshake that failed by %j, with ECH offered %s', (failure, ech, why) => {
  expect(whyHandshakeFailed(failure, ech)).toMatch(why);
});

test('a handshake that failed for another reason says nothing of the certificate', () => {
  const failure = { type: 'alert', name: 'protocol version', refusesCertificate: false } as const;
  expect(whyHandshakeFailed(failure, false)).toBeNull();
  expect(whyHandshakeFailed({ type: 'other' }, false)).toBeNull();
});
