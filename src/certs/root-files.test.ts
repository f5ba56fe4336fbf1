import { X509Certificate } from 'node:crypto';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openCertificateAuthority } from './index.ts';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'proxyctl-certs-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(home, { recursive: true, force: true });
});

const certFile = (): string => join(home, 'ca', 'root.pem');
const keyFile = (): string => join(home, 'ca', 'root.key');

describe('on first need', () => {
  test('a root is made that only its owner can read, and stays', async () => {
    const made = await openCertificateAuthority(join(home, 'deep', 'data'));
    expect(made.certPath).toBe(join(home, 'deep', 'data', 'ca', 'root.pem'));
    expect(made.keyPath).toBe(join(home, 'deep', 'data', 'ca', 'root.key'));
    expect(await readFile(made.certPath, 'utf8')).toBe(made.certPem);
    expect((await openCertificateAuthority(join(home, 'deep', 'data'))).certPem).toBe(made.certPem);
    expect(await readdir(join(home, 'deep', 'data'))).toEqual(['ca']);
  });

  test.skipIf(process.platform === 'win32')('modes are 0600 and 0700', async () => {
    const { keyPath } = await openCertificateAuthority(join(home, 'data'));
    expect((await stat(keyPath)).mode & 0o777).toBe(0o600);
    expect((await stat(join(home, 'data', 'ca'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(home, 'data'))).mode & 0o777).toBe(0o700);
  });

  test('the root says what a root must say', async () => {
    const root = new X509Certificate((await openCertificateAuthority(home)).certPem);
    expect(root.ca).toBe(true);
    expect(root.subject).toBe(root.issuer);
    expect(root.verify(root.publicKey)).toBe(true);
    expect(root.publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    const years =
      (root.validToDate.getTime() - root.validFromDate.getTime()) / (365.25 * 24 * 60 * 60 * 1000);
    expect(years).toBeCloseTo(10, 1);
    expect(root.validFromDate.getTime()).toBeLessThan(Date.now());
  });

  test('the name is that of the certificate', async () => {
    const { name, certPem } = await openCertificateAuthority(home);
    expect(name).toMatch(/^Traffic Proxy CA \(.+\)$/);
    expect(new X509Certificate(certPem).subject).toContain(`CN=${name}`);
  });
});

describe('started at once', () => {
  test('callers in one process end with one root and nothing left over', async () => {
    const opened = await Promise.all(Array.from({ length: 12 }, () => openCertificateAuthority(home)));
    expect(new Set(opened.map(({ certPem }) => certPem)).size).toBe(1);
    expect(opened[0]?.certPem).toBe(await readFile(certFile(), 'utf8'));
    expect(await readdir(home)).toEqual(['ca']);
  });

  test('processes end with one root and nothing left over', async () => {
    const racers = Array.from({ length: 4 }, startRacer);
    await Promise.all(racers.map(({ ready }) => ready));
    for (const { child } of racers) child.stdin?.end('go');
    const certificates = await Promise.all(racers.map(({ certificate }) => certificate));
    expect(new Set(certificates)).toEqual(new Set([await readFile(certFile(), 'utf8')]));
    expect(await readdir(home)).toEqual(['ca']);
    expect((await openCertificateAuthority(home)).certPem).toBe(certificates[0]);
  });

  interface Racer {
    readonly child: ChildProcess;
    readonly ready: Promise<unknown>;
    readonly certificate: Promise<string>;
  }

  function startRacer(): Racer {
    const script = `
      const { openCertificateAuthority } = await import(${JSON.stringify(new URL('./index.ts', import.meta.url).href)});
      process.stderr.write('ready');
      for await (const _ of process.stdin);
      process.stdout.write((await openCertificateAuthority(${JSON.stringify(home)})).certPem);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    return { child, ready: once(child.stderr, 'data'), certificate: text(child.stdout) };
  }
});

describe('after a crash', () => {
  test('what was half made is removed and a whole root made', async () => {
    await mkdir(join(home, 'ca.unfinished-AbCdEf'));
    await writeFile(join(home, 'ca.unfinished-AbCdEf', 'root.key'), 'half a key');
    await writeFile(join(home, 'settings.json'), '{}');
    const { certPem } = await openCertificateAuthority(home);
    expect((await readdir(home)).sort()).toEqual(['ca', 'settings.json']);
    expect(await readFile(certFile(), 'utf8')).toBe(certPem);
  });

  test('an empty folder in the way is filled', async () => {
    await mkdir(join(home, 'ca'));
    const { certPem } = await openCertificateAuthority(home);
    expect(await readFile(certFile(), 'utf8')).toBe(certPem);
  });
});

describe('files that cannot be used are named and left alone', () => {
  const refusal = async (): Promise<string> => {
    const before = await contents();
    const error: unknown = await openCertificateAuthority(home).then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(await contents()).toEqual(before);
    expect(await readdir(home)).toEqual(['ca']);
    return error instanceof Error ? error.message : '';
  };

  const contents = async (): Promise<readonly string[]> => {
    const names = await readdir(join(home, 'ca'));
    return Promise.all(
      names.map(async (name) => `${name} ${await readFile(join(home, 'ca', name), 'utf8')}`),
    );
  };

  test.each([
    ['empty', ''],
    ['text', 'hello'],
    ['cut', '-----BEGIN CERTIFICATE-----\nMIIBtDCCAVmg\n-----END CERTIFICATE-----\n'],
  ])('a certificate that is %s', async (_, content) => {
    await openCertificateAuthority(home);
    await writeFile(certFile(), content);
    const message = await refusal();
    expect(message).toContain(`${certFile()} is not a certificate in PEM form`);
    expect(message).toContain(`remove the folder ${join(home, 'ca')}`);
  });

  test('a corrupt key', async () => {
    await openCertificateAuthority(home);
    await writeFile(keyFile(), 'nonsense');
    expect(await refusal()).toContain(`${keyFile()} is not an unencrypted private key in PEM form`);
  });

  test('the key of another root', async () => {
    await openCertificateAuthority(home);
    const other = await openCertificateAuthority(join(home, 'other'));
    await writeFile(keyFile(), await readFile(other.keyPath));
    await rm(join(home, 'other'), { recursive: true });
    expect(await refusal()).toContain(`${keyFile()} is not the key of the certificate beside it`);
  });

  test.each(['root.pem', 'root.key'])('%s missing', async (name) => {
    await openCertificateAuthority(home);
    await rm(join(home, 'ca', name));
    expect(await refusal()).toContain(`the folder ${join(home, 'ca')} is there without ${name}`);
  });

  test('a folder of something else', async () => {
    await mkdir(join(home, 'ca'));
    await writeFile(join(home, 'ca', 'notes.txt'), 'mine');
    expect(await refusal()).toContain('is there without root.pem');
  });

  test('a root whose life is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 11 * 365 * 24 * 60 * 60 * 1000 });
    await openCertificateAuthority(home);
    vi.useRealTimers();
    expect(await refusal()).toMatch(new RegExp(`root\\.pem expired on .+; restore it, or remove the folder`));
  });

  test('a leaf in place of the root', async () => {
    const leaf = (await openCertificateAuthority(home)).leafFor(['example.com']);
    await writeFile(certFile(), leaf.certPem);
    await writeFile(keyFile(), leaf.keyPem);
    expect(await refusal()).toContain(`${certFile()} is not the certificate of an authority`);
  });

  test('a folder that is a file', async () => {
    await writeFile(join(home, 'ca'), 'mine');
    await expect(openCertificateAuthority(home)).rejects.toThrow(`${certFile()} cannot be read`);
    expect(await readFile(join(home, 'ca'), 'utf8')).toBe('mine');
  });

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'a folder that may not be written',
    async () => {
      await chmod(home, 0o500);
      await expect(openCertificateAuthority(home)).rejects.toThrow(
        'the certificate authority cannot be made',
      );
      await chmod(home, 0o700);
    },
  );
});
