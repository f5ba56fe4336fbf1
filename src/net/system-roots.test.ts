import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { temporaryHome } from '../../test/helpers/home.ts';
import { systemRoots } from './system-roots.ts';

const [FIRST = '', SECOND = '', THIRD = ''] = tls.rootCertificates;

test('reads the files that the environment names, each certificate once', () => {
  using folder = temporaryHome();
  const bundle = join(folder.path, 'bundle.crt');
  const certificates = join(folder.path, 'certificates');
  mkdirSync(join(certificates, 'folder'), { recursive: true });
  writeFileSync(bundle, `# Some authority\n${FIRST}\n# Another\r\n${SECOND.replaceAll('\n', '\r\n')}`);
  writeFileSync(join(certificates, 'first.pem'), FIRST);
  writeFileSync(join(certificates, 'third.pem'), `${THIRD}\n-----BEGIN CERTIFICATE-----\ncut off`);
  writeFileSync(
    join(certificates, 'key.pem'),
    '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
  );
  symlinkSync('third.pem', join(certificates, '0a1b2c3d.0'));
  symlinkSync('nowhere.pem', join(certificates, '4e5f6071.0'));
  const roots = systemRoots('linux', {
    SSL_CERT_FILE: bundle,
    SSL_CERT_DIR: `${certificates}:${join(folder.path, 'absent')}`,
  });
  expect(roots.map((root) => root.replaceAll('\r', ''))).toEqual([FIRST, SECOND, THIRD]);
});

test.runIf(process.platform === 'linux')('finds the same roots as Node', () => {
  const unique = (roots: readonly string[]): Set<string> =>
    new Set(roots.map((root) => root.replaceAll(/\s/g, '')));
  expect(unique(systemRoots())).toEqual(unique(tls.getCACertificates('system')));
});

test('where no file has any, and on other systems, Node is asked', () => {
  using folder = temporaryHome();
  const nothing = { SSL_CERT_FILE: join(folder.path, 'absent'), SSL_CERT_DIR: folder.path };
  for (const platform of ['linux', 'darwin'] as const)
    expect(systemRoots(platform, nothing)).toEqual(tls.getCACertificates('system'));
});
