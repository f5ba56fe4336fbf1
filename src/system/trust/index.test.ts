import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryHome, type TemporaryHome } from '../../../test/helpers/home.ts';
import { missing } from '../../../test/helpers/need.ts';
import { runProgram, type RunProgram } from '../commands.ts';
import { shellLine, trustStores, type Root, type TrustChange, type TrustStore } from './index.ts';
import { systemChanges } from './system-store.ts';

const [pem = '', other = ''] = tls.getCACertificates('bundled');
let home: TemporaryHome;
let root: Root;

beforeEach(() => {
  home = temporaryHome();
  root = { path: join(home.path, 'root.pem'), pem };
  writeFileSync(root.path, pem);
});

afterEach(() => home.remove());

async function carryOut({ commands }: TrustChange): Promise<void> {
  for (const [program, ...args] of commands) expect((await runProgram(program, args)).code).toBe(0);
}

describe.skipIf(missing('certutil'))('databases of NSS', () => {
  async function storesIn(): Promise<readonly TrustStore[]> {
    const stores = await trustStores(root, 'linux', { HOME: home.path });
    return stores.filter(({ name }) => /^(?:Firefox|Chromium)/.test(name));
  }

  function createDatabase(...path: readonly string[]): string {
    const folder = join(home.path, ...path);
    mkdirSync(folder, { recursive: true });
    spawnSync('certutil', ['-N', '-d', `sql:${folder}`, '--empty-password']);
    return folder;
  }

  test('of Chromium and of each profile of Firefox: added, seen, removed', async () => {
    expect(await storesIn()).toEqual([]);
    createDatabase('.pki', 'nssdb');
    createDatabase('.mozilla', 'firefox', 'a1.default');
    createDatabase('snap', 'firefox', 'common', '.mozilla', 'firefox', 'b2.work');
    const stores = await storesIn();
    expect(stores.map(({ name }) => name)).toEqual([
      'Chromium',
      'Firefox, profile a1.default',
      'Firefox, profile b2.work',
    ]);
    for (const store of stores) {
      expect(await store.isTrusted()).toBe(false);
      await carryOut(store.add);
      expect(await store.isTrusted()).toBe(true);
      await carryOut(store.remove);
      expect(await store.isTrusted()).toBe(false);
    }
  });

  test('another certificate under the name, and one without trust, do not count', async () => {
    const folder = createDatabase('.pki', 'nssdb');
    const [store] = await storesIn();
    writeFileSync(root.path, other);
    await carryOut(store!.add);
    expect(await store!.isTrusted()).toBe(false);
    await carryOut(store!.remove);
    writeFileSync(root.path, pem);
    await carryOut(store!.add);
    spawnSync('certutil', ['-M', '-d', `sql:${folder}`, '-n', 'proxyctl', '-t', ',,']);
    expect(await store!.isTrusted()).toBe(false);
  });
});

test.skipIf(
  process.platform !== 'linux' || missing('update-ca-certificates', 'unshare') || process.getuid?.() !== 0,
)('the store of Debian: the commands that are shown, in a file system of their own', () => {
  const { add, remove } = systemChanges(root, 'linux')!;
  const script = [
    'mount -t overlay overlay -o lowerdir=/etc,upperdir=$1/u,workdir=$1/w /etc || mount --bind $1/etc /etc || exit 77',
    'mount -t tmpfs tmpfs /usr/local/share/ca-certificates || exit 77',
    'sudo() { "$@"; }',
    'has() { grep -cF "$(sed -n 2p "$2")" /etc/ssl/certs/ca-certificates.crt; }',
    `has - "$2"; { ${shellLine(add)}; } >/dev/null 2>&1; has - "$2"; { ${shellLine(remove)}; } >/dev/null 2>&1; has - "$2"`,
  ].join('\n');
  // The root of a test authority, which no bundle has.
  const ours = join(home.path, 'root.pem');
  spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=A test',
    '-keyout',
    join(home.path, 'key.pem'),
    '-out',
    ours,
  ]);
  for (const folder of ['u', 'w']) mkdirSync(join(home.path, folder));
  spawnSync('cp', ['-a', '/etc', join(home.path, 'etc')]);
  const { status, stdout, stderr } = spawnSync('unshare', ['-m', 'sh', '-c', script, 'sh', home.path, ours], {
    encoding: 'utf8',
  });
  if (status === 77) {
    process.stderr.write(`skipped: this container may not mount (${stderr.trim()})\n`);
    return;
  }
  expect(stdout.trim().split('\n')).toEqual(['0', '1', '0']);
});

describe('the commands of each system', () => {
  const lines = (platform: NodeJS.Platform, folder = ''): readonly string[] => {
    const changes = systemChanges(
      { path: '/data folder/root.pem', pem },
      platform,
      (path) => path === folder,
    );
    return changes === null ? [] : [shellLine(changes.add), shellLine(changes.remove)];
  };

  test.each([
    ['Debian', '/usr/local/share/ca-certificates', 'proxyctl.crt', 'update-ca-certificates'],
    ['Fedora', '/etc/pki/ca-trust/source/anchors', 'proxyctl.pem', 'update-ca-trust'],
    ['openSUSE', '/etc/pki/trust/anchors', 'proxyctl.pem', 'update-ca-certificates'],
    ['Arch', '/etc/ca-certificates/trust-source/anchors', 'proxyctl.crt', 'update-ca-trust'],
  ])('%s', (name, folder, file, update) => {
    const after = name === 'Debian' ? `${update} --fresh` : update;
    expect(lines('linux', folder)).toEqual([
      `sudo cp '/data folder/root.pem' ${folder}/${file} && sudo ${update}`,
      `sudo rm -f ${folder}/${file} && sudo ${after}`,
    ]);
  });

  test('macOS, Windows, and a system that is not known', () => {
    expect(lines('darwin')).toEqual([
      "sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain '/data folder/root.pem'",
      "sudo security remove-trusted-cert -d '/data folder/root.pem'",
    ]);
    expect(lines('win32')).toEqual([
      "certutil.exe -user -addstore Root '/data folder/root.pem'",
      expect.stringMatching(/^certutil\.exe -user -delstore Root [\dA-F]{40}$/),
    ]);
    expect(lines('linux')).toEqual([]);
  });
});

test('Java: the store has it or not, and where there is no Java there is no store', async () => {
  let listed = '';
  const run: RunProgram = (program) =>
    Promise.resolve(
      program === 'keytool'
        ? { code: listed === '' ? 1 : 0, stdout: listed, stderr: '', isMissing: false }
        : { code: null, stdout: '', stderr: '', isMissing: true },
    );
  const stores = await trustStores(root, 'linux', { HOME: home.path }, run);
  const java = stores.find(({ name }) => name === 'Java')!;
  expect(await java.isTrusted()).toBe(false);
  listed = `Alias name: proxyctl\nEntry type: trustedCertEntry\n\n${pem}`;
  expect(await java.isTrusted()).toBe(true);
  listed = other;
  expect(await java.isTrusted()).toBe(false);
  expect(shellLine(java.add)).toBe(
    `sudo keytool -importcert -noprompt -cacerts -storepass changeit -alias proxyctl -file ${root.path}`,
  );
  expect(shellLine(java.remove)).toBe('sudo keytool -delete -cacerts -storepass changeit -alias proxyctl');
  const none: RunProgram = () => Promise.resolve({ code: null, stdout: '', stderr: '', isMissing: true });
  expect((await trustStores(root, 'linux', { HOME: home.path }, none)).map(({ name }) => name)).not.toContain(
    'Java',
  );
});
