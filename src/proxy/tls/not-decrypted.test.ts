import { expect, test } from 'vitest';
import { whyHandshakeFailed, whyRejected, whyTunneled } from './not-decrypted.ts';

test.each([
  ['not-listed', true, 'not-listed', 'the host is not in the SSL proxying list'],
  ['not-listed', false, 'no-tls', 'the tunnel does not carry TLS'],
  ['bypassed', true, 'bypassed', 'bypassed'],
  ['bypassed', false, 'bypassed', 'bypassed'],
  [
    'refused-before',
    true,
    'refused',
    'the client refused our certificate before, and is passed through since',
  ],
  ['decrypt', false, 'no-tls', 'the tunnel does not carry TLS'],
] as const)('a tunnel that is %s, with TLS %s: %s', (decryption, isTls, code, text) => {
  expect(whyTunneled(decryption, isTls)).toEqual({ code, text });
});

test.each([
  [
    { type: 'alert', name: 'unknown ca', refusesCertificate: true },
    true,
    'refused',
    /refused our certificate: .*"unknown ca"/,
  ],
  [
    { type: 'alert', name: 'unknown ca', refusesCertificate: true },
    false,
    'refused',
    /refused our certificate: .*"unknown ca"/,
  ],
  [{ type: 'alert', name: 'handshake failure', refusesCertificate: false }, true, 'ech', /\(ECH\)/],
  [{ type: 'hung-up' }, true, 'ech', /\(ECH\)/],
  [{ type: 'other' }, true, 'ech', /\(ECH\)/],
  [
    { type: 'hung-up' },
    false,
    'refused',
    /probably refused our certificate: it hung up during the handshake/,
  ],
] as const)('a handshake that failed by %j, with ECH offered %s', (failure, ech, code, text) => {
  expect(whyHandshakeFailed(failure, ech)).toEqual({ code, text: expect.stringMatching(text) });
});

test('a handshake that failed for another reason says nothing of the certificate', () => {
  const failure = { type: 'alert', name: 'protocol version', refusesCertificate: false } as const;
  expect(whyHandshakeFailed(failure, false)).toBeNull();
  expect(whyHandshakeFailed({ type: 'other' }, false)).toBeNull();
});

test('a client that leaves after the handshake has refused our certificate, with an alert or without', () => {
  expect(whyRejected(null)).toMatchObject({ code: 'refused', text: expect.stringContaining('hung up') });
  expect(whyRejected('unknown ca')).toMatchObject({
    code: 'refused',
    text: expect.stringContaining('unknown ca'),
  });
});
