import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import tls, { type TLSSocket } from 'node:tls';
import { expect, test } from 'vitest';
import { untrustedAuthority } from '../../test/helpers/authority.ts';
import { publicKeyInfo, signedCertificate } from '../certs/certificate.ts';
import { sequence } from '../certs/der.ts';
import { noteChain } from '../base/certificate-chains.ts';
import { tlsDetail } from './certificates.ts';

const TLS = { version: 'TLSv1.3', cipher: 'C', alpn: null, sni: 'a.test' };

test('a chain that a server has shown is known by the fingerprint of its first certificate', async () => {
  const authority = untrustedAuthority();
  const { key, cert } = authority.issue('a.test', 'b.test', '127.0.0.1');
  const server = https.createServer({ key, cert: cert + authority.ca }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const socket = await new Promise<TLSSocket>((resolve) => {
    const opened = tls.connect({ port, host: '127.0.0.1', ca: authority.ca, servername: 'a.test' }, () =>
      resolve(opened),
    );
  });
  const certificate = noteChain(socket.getPeerX509Certificate()!);
  socket.destroy();
  server.close();
  const detail = tlsDetail({ ...TLS, certificate });
  const first = new X509Certificate(cert);
  expect(detail).toMatchObject({ ...TLS, fingerprint: first.fingerprint256 });
  expect(detail).not.toHaveProperty('certificate');
  expect(detail.certificates).toMatchObject([
    {
      names: ['a.test', 'b.test', '127.0.0.1'],
      fingerprint: first.fingerprint256,
      validUntil: first.validToDate.toISOString(),
      key: expect.stringMatching(/^EC, /),
    },
    { names: [], fingerprint: new X509Certificate(authority.ca).fingerprint256 },
  ]);
});

test('of a chain that is no longer known the fingerprint is left', () => {
  const certificate = Buffer.alloc(32, 0xab).toString('base64');
  expect(tlsDetail({ ...TLS, certificate })).toEqual({
    ...TLS,
    fingerprint: Array.from({ length: 32 }, () => 'AB').join(':'),
  });
  expect(tlsDetail(TLS)).toEqual(TLS);
});

test('a certificate without names', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const content = {
    issuer: sequence(),
    subject: sequence(),
    publicKeyInfo: publicKeyInfo(publicKey),
    notBefore: 0,
    notAfter: Date.UTC(2030, 0),
    extensions: [],
  };
  const certificate = noteChain(new X509Certificate(signedCertificate(content, privateKey)));
  expect(tlsDetail({ ...TLS, certificate }).certificates).toMatchObject([
    { subject: '', issuer: '', names: [], validFrom: '1970-01-01T00:00:00.000Z' },
  ]);
});
