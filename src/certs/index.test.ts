import { execFile, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type CertificateAuthority, type Leaf, openCertificateAuthority } from './index.ts';

const DAY = 24 * 60 * 60 * 1000;
const run = promisify(execFile);
const installed = (command: string, flag = '--version'): boolean => spawnSync(command, [flag]).status === 0;

let home = '';
let authority: CertificateAuthority;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'proxyctl-certs-'));
  authority = await openCertificateAuthority(home);
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true });
});

const certificateOf = (leaf: Leaf): X509Certificate => new X509Certificate(leaf.certPem);

describe('a leaf', () => {
  test('is signed by the root, for its names, and no authority itself', () => {
    const root = new X509Certificate(authority.certPem);
    const leaf = certificateOf(
      authority.leafFor(['Example.com', '10.1.2.3', '2001:db8::1', 'bücher.example']),
    );
    expect(leaf.verify(root.publicKey)).toBe(true);
    expect(leaf.checkIssued(root)).toBe(true);
    expect(leaf.ca).toBe(false);
    expect(leaf.subject).toBe('CN=example.com');
    expect(leaf.subjectAltName).toBe(
      'DNS:example.com, IP Address:10.1.2.3, IP Address:2001:DB8:0:0:0:0:0:1, DNS:xn--bcher-kva.example',
    );
    expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
    expect(leaf.checkHost('example.com')).toBe('example.com');
    expect(leaf.checkHost('www.example.com')).toBeUndefined();
    expect(leaf.checkIP('2001:db8::1')).toBe('2001:db8::1');
  });

  test('lives at most 45 days, two of them past', () => {
    const now = Math.floor(Date.now() / 1000) * 1000;
    vi.useFakeTimers({ toFake: ['Date'], now: now + 999 });
    const leaf = authority.leafFor(['life.example']);
    const { validFromDate, validToDate } = certificateOf(leaf);
    expect(leaf.notAfter).toBe(validToDate.getTime());
    expect(validToDate.getTime() - validFromDate.getTime()).toBe(45 * DAY - 1000);
    expect(validFromDate.getTime()).toBe(now - 2 * DAY);
  });

  test('does not outlive its root', async () => {
    vi.useFakeTimers({
      toFake: ['Date'],
      now: new X509Certificate(authority.certPem).validToDate.getTime() - 3 * DAY,
    });
    const leaf = (await openCertificateAuthority(home)).leafFor(['late.example']);
    expect(leaf.notAfter).toBe(new X509Certificate(authority.certPem).validToDate.getTime());
  });

  test('has a positive serial number of 16 bytes that no other has', () => {
    const serials = Array.from(
      { length: 300 },
      (_, id) => certificateOf(authority.leafFor([`${id}.serial.example`])).serialNumber,
    );
    expect(new Set(serials).size).toBe(300);
    for (const serial of serials) expect(serial).toMatch(/^[4-7][0-9A-F]{31}$/);
  });

  test('without a name short enough for a subject has none', () => {
    const name = `${'long-label.'.repeat(8)}example`;
    const leaf = certificateOf(authority.leafFor([name]));
    expect(leaf.toLegacyObject().subject).toEqual({});
    expect(leaf.checkHost(name)).toBe(name);
  });

  test('uses one key for all', () => {
    expect(authority.leafFor(['a.key.example']).keyPem).toBe(authority.leafFor(['b.key.example']).keyPem);
  });
});

describe('asked again', () => {
  test('the same object comes back for the same names, however written', () => {
    const leaf = authority.leafFor(['again.example', '::1']);
    expect(authority.leafFor(['AGAIN.example.', '[::1]', 'again.example'])).toBe(leaf);
    expect(authority.leafFor(['again.example'])).not.toBe(leaf);
  });

  test('a leaf with less than a day to live is replaced', () => {
    const leaf = authority.leafFor(['aged.example']);
    vi.useFakeTimers({ toFake: ['Date'], now: leaf.notAfter - DAY });
    expect(authority.leafFor(['aged.example'])).toBe(leaf);
    vi.setSystemTime(leaf.notAfter - DAY + 1);
    const next = authority.leafFor(['aged.example']);
    expect(next.notAfter).toBeGreaterThan(leaf.notAfter);
    expect(authority.leafFor(['aged.example'])).toBe(next);
  });

  test('a thousand others push a leaf out', () => {
    const leaf = authority.leafFor(['first.example']);
    for (let id = 0; id < 1000; id += 1) authority.leafFor([`${id}.other.example`]);
    expect(authority.leafFor(['first.example'])).not.toBe(leaf);
  });
});

describe('names', () => {
  test('that no certificate can carry are left out', () => {
    expect(certificateOf(authority.leafFor(['*.wild.example', 'kept.example', 'a b'])).subjectAltName).toBe(
      'DNS:kept.example',
    );
  });

  test('are named in the error when none remains', () => {
    expect(() => authority.leafFor(['*.wild.example', 'a\nb'])).toThrow(
      'no certificate can be made for "*.wild.example, a\\nb"',
    );
    expect(() => authority.leafFor([])).toThrow('no certificate can be made');
  });
});

describe('clients accept it', () => {
  const names = [
    'secure.example',
    '127.0.0.1',
    '::1',
    'deep.xn--bcher-kva.example',
    `${'long-label.'.repeat(8)}example`,
  ];

  test.skipIf(!installed('openssl', 'version'))('openssl verify, strictly', async () => {
    for (const [index, name] of names.entries()) {
      const path = join(home, `leaf-${index}.pem`);
      await writeFile(path, authority.leafFor([name]).certPem);
      const check =
        name.includes(':') || name.startsWith('127') ? ['-verify_ip', name] : ['-verify_hostname', name];
      const args = [
        'verify',
        '-x509_strict',
        '-purpose',
        'sslserver',
        ...check,
        '-CAfile',
        authority.certPath,
        path,
      ];
      expect((await run('openssl', args)).stdout).toBe(`${path}: OK\n`);
    }
  });

  test.skipIf(!installed('openssl', 'version'))('openssl reads the fields', async () => {
    const text = async (pem: string): Promise<string> => {
      await writeFile(join(home, 'read.pem'), pem);
      return (await run('openssl', ['x509', '-in', join(home, 'read.pem'), '-noout', '-text'])).stdout;
    };
    const root = await text(authority.certPem);
    expect(root).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:0/);
    expect(root).toMatch(/Key Usage: critical\s+Certificate Sign, CRL Sign/);
    const keyId = /Subject Key Identifier:\s+([0-9A-F:]{59})/.exec(root)?.[1] ?? 'none';
    const leaf = await text(authority.leafFor(['read.example']).certPem);
    expect(leaf).toMatch(new RegExp(`Authority Key Identifier:\\s+(keyid:)?${keyId}`));
    expect(leaf).toMatch(/Key Usage: critical\s+Digital Signature/);
    expect(leaf).toMatch(/Extended Key Usage:\s+TLS Web Server Authentication/);
    expect(leaf).toMatch(/Subject Alternative Name:\s+DNS:read.example/);
    const bare = await text(authority.leafFor([names[4] ?? '']).certPem);
    expect(bare).toMatch(/Subject Alternative Name: critical\s+DNS:long-label/);
  });

  const serve = async (
    name: string,
    address: string,
    use: (port: number) => Promise<void>,
  ): Promise<void> => {
    const leaf = authority.leafFor([name]);
    const server = createServer({ cert: leaf.certPem, key: leaf.keyPem }, (_, response) => {
      response.end('hello');
    });
    server.listen(0, address);
    await once(server, 'listening');
    try {
      await use((server.address() as AddressInfo).port);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  };

  const reachable = ([, address]: readonly [string, string]): boolean =>
    Object.values(networkInterfaces()).some((each) => each?.some((own) => own.address === address));

  test.each(
    [
      ['secure.example', '127.0.0.1'] as const,
      ['127.0.0.1', '127.0.0.1'] as const,
      ['::1', '::1'] as const,
    ].filter(reachable),
  )('Node, as %s', async (name, address) => {
    await serve(name, address, async (port) => {
      const servername = name.includes('example') ? { servername: name } : {};
      const socket = connect({ host: address, port, ca: authority.certPem, ...servername });
      await once(socket, 'secureConnect');
      expect(socket.authorized).toBe(true);
      socket.destroy();
      const wrong = connect({ host: address, port, ca: authority.certPem, servername: 'other.example' });
      await expect(once(wrong, 'secureConnect')).rejects.toThrow('altnames');
    });
  });

  test
    .skipIf(!installed('curl'))
    .each(
      [
        ['secure.example', '127.0.0.1'] as const,
        ['127.0.0.1', '127.0.0.1'] as const,
        ['[::1]', '::1'] as const,
      ].filter(reachable),
    )('curl, as %s', async (name, address) => {
    await serve(name, address, async (port) => {
      const resolve = ['--resolve', `secure.example:${port}:127.0.0.1`];
      const args = [
        '-sS',
        '--noproxy',
        '*',
        '--cacert',
        authority.certPath,
        ...resolve,
        `https://${name}:${port}/`,
      ];
      expect((await run('curl', args)).stdout).toBe('hello');
    });
  });

  test.skipIf(!installed('python3'))('Python, strictly', async () => {
    await serve('secure.example', '127.0.0.1', async (port) => {
      const script = [
        'import socket, ssl, sys',
        'context = ssl.create_default_context(cafile=sys.argv[1])',
        'context.verify_flags |= ssl.VERIFY_X509_STRICT',
        'raw = socket.create_connection(("127.0.0.1", int(sys.argv[2])))',
        'print(context.wrap_socket(raw, server_hostname="secure.example").getpeercert()["subjectAltName"])',
      ].join('\n');
      const { stdout } = await run('python3', ['-c', script, authority.certPath, String(port)]);
      expect(stdout.trim()).toBe("(('DNS', 'secure.example'),)");
    });
  });
});
