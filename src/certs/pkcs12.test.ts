import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryHome, type TemporaryHome } from '../../test/helpers/home.ts';
import { missing } from '../../test/helpers/need.ts';
import { elements } from './der.ts';
import { pkcs12TrustStore } from './pkcs12.ts';
import { makeRoot } from './root.ts';

const PASSWORD = 'changeit';
const certificates = [1, 2, 3].map(() => new X509Certificate(makeRoot().certPem));
const entries = certificates.map(({ raw }, index) => ({ alias: `entry-${index}`, certificate: raw }));

let home: TemporaryHome;

beforeAll(() => {
  home = temporaryHome();
});

afterAll(() => home.remove());

function storeFile(name: string, store: Uint8Array): string {
  const path = join(home.path, name);
  writeFileSync(path, store);
  return path;
}

describe.skipIf(missing('keytool'))('as Java reads it', () => {
  test('every certificate is trusted, under its alias', () => {
    const listed = keytool(storeFile('all.p12', pkcs12TrustStore(entries, PASSWORD)), PASSWORD);
    expect(listed).toMatchObject({ status: 0, stderr: '' });
    for (const [index, { fingerprint256 }] of certificates.entries()) {
      expect(listed.stdout).toMatch(new RegExp(`^entry-${index}, .*trustedCertEntry`, 'm'));
      expect(listed.stdout).toContain(fingerprint256);
    }
    expect(listed.stdout).toContain('contains 3 entries');
  });

  test('a store without entries is valid', () => {
    const listed = keytool(storeFile('none.p12', pkcs12TrustStore([], PASSWORD)), PASSWORD);
    expect(listed).toMatchObject({ status: 0, stderr: '' });
    expect(listed.stdout).toContain('contains 0 entries');
  });

  test('another password is refused', () => {
    const listed = keytool(storeFile('locked.p12', pkcs12TrustStore(entries, PASSWORD)), 'another');
    expect(listed.status).toBe(1);
    expect(listed.stdout).toMatch(/integrity check/i);
  });

  test('a damaged store is refused', () => {
    const store = Uint8Array.from(pkcs12TrustStore(entries, PASSWORD));
    store[store.length >> 1]! ^= 1;
    expect(keytool(storeFile('damaged.p12', store), PASSWORD).status).toBe(1);
  });

  function keytool(path: string, password: string) {
    const args = ['-list', '-v', '-keystore', path, '-storetype', 'PKCS12', '-storepass', password];
    const { status, stdout, stderr } = spawnSync('keytool', args, {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C', JAVA_TOOL_OPTIONS: undefined },
    });
    return { status, stdout: stdout.replace(/^Alias name: (\S+)\n.*\nEntry type: /gm, '$1, '), stderr };
  }
});

test.skipIf(missing('openssl'))('OpenSSL finds every certificate, and the MAC right', () => {
  const path = storeFile('openssl.p12', pkcs12TrustStore(entries, PASSWORD));
  const args = ['pkcs12', '-in', path, '-nokeys', '-passin', `pass:${PASSWORD}`];
  const read = spawnSync('openssl', args, { encoding: 'utf8' });
  expect(read.status).toBe(0);
  for (const certificate of certificates) expect(read.stdout).toContain(certificate.toString().trim());
});

test('the same entries give the same bytes, one whole DER value', () => {
  const store = pkcs12TrustStore(entries, PASSWORD);
  expect(pkcs12TrustStore(entries, PASSWORD)).toEqual(store);
  expect(elements(store)).toHaveLength(1);
});
