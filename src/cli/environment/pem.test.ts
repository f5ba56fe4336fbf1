import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeRoot } from '../../certs/root.ts';
import { certificatesIn, isCertificate, pemBundle } from './pem.ts';

const [one, other] = [makeRoot(), makeRoot()];
const der = (pem: string) => new X509Certificate(pem).raw;

test('finds the certificates of a bundle, in order, whatever stands between them', () => {
  const text = `# comment\r\n${one.certPem.replaceAll('\n', '\r\n')}junk${one.keyPem}${other.certPem.trim()}`;
  expect(certificatesIn(text)).toEqual([der(one.certPem), der(other.certPem)]);
});

test('tells certificates from what only looks like them', () => {
  const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
  expect(certificatesIn(broken + one.certPem).map(isCertificate)).toEqual([false, true]);
  expect(certificatesIn('')).toEqual([]);
  expect(certificatesIn(one.certPem.slice(0, -30))).toEqual([]);
});

test('a bundle holds each certificate once, as it was', () => {
  const [first, second] = [der(one.certPem), der(other.certPem)];
  expect(pemBundle([first, second, first])).toBe(one.certPem + other.certPem);
  expect(pemBundle([])).toBe('');
});
