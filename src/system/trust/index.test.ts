// The stores of trusted roots: the commands that add the root, the places where it is found, and the commands that
// remove it.
import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import tls from 'node:tls';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryHome, type TemporaryHome } from '../../../test/helpers/home.ts';
import { missing } from '../../../test/helpers/need.ts';
import { ANCHOR_FOLDERS, commandLine } from '../../base/trust-places.ts';
import { runProgram, type CommandResult, type RunProgram } from '../commands.ts';
import { trustStores, type Machine, type Root, type TrustChange, type TrustStore } from './index.ts';

const [pem = '', other = ''] = tls.getCACertificates('bundled');
const hash = new X509Certificate(pem).fingerprint.replaceAll(':', '');
let home: TemporaryHome;
let root: Root;

beforeEach(() => {
  home = temporaryHome();
  root = { path: join(home.path, 'root.pem'), pem };
  writeFileSync(root.path, pem);
});

afterEach(() => home.remove());

const NOTHING: CommandResult = { code: null, stdout: '', stderr: '', isMissing: true };
const failed: CommandResult = { ...NOTHING, code: 1, isMissing: false };
const answer = (stdout: string): CommandResult => ({ code: 0, stdout, stderr: '', isMissing: false });

/** Answers as the programs of a transcript do: by their command lines. */
function transcript(answers: Readonly<Record<string, CommandResult>>): RunProgram {
  return (program, args) => Promise.resolve(answers[[program, ...args].join(' ')] ?? NOTHING);
}

function machine(given: Partial<Machine>): Machine {
  const env = { HOME: home.path };
  return { platform: 'linux', env, run: transcript({}), files: home.path, isAdministrator: false, ...given };
}

async function systemStore(given: Partial<Machine>): Promise<TrustStore> {
  const [store] = await trustStores(root, machine(given));
  return store!;
}

const line = (change: TrustChange | null): string => (change === null ? '' : commandLine(change.commands));

/** Returns where the root is and how it is removed from there. */
async function found(store: TrustStore): Promise<readonly (readonly [where: string, remove: string])[]> {
  return (await store.look()).places.map(({ where, remove }) => [where, line(remove)]);
}

function put(path: string, content: string | Buffer): void {
  const file = join(home.path, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

describe('Linux', () => {
  test.each(ANCHOR_FOLDERS.map((each) => [each.systems, each] as const))(
    '%s: it is added under one name, and found under any',
    async (_, { folder, file, update, updateAfterRemoval }) => {
      put(`${folder}/unrelated.crt`, other);
      const store = await systemStore({});
      expect(line(store.add)).toBe(`sudo cp ${root.path} ${folder}/${file} && sudo ${update.join(' ')}`);
      expect(store.add.needsPassword).toBe(true);
      expect(await found(store)).toEqual([]);
      const der = Buffer.from(new X509Certificate(pem).raw);
      for (const [name, content] of [
        [file, pem],
        ['proxyctl.crt', `# somebody\r\n${pem.replaceAll('\n', '\r\n')}`],
        ['deep/er/mine.pem', pem],
        ['binary.crt', der],
      ] as const) {
        put(`${folder}/${name}`, content);
        expect(await found(store)).toEqual([
          [`${folder}/${name}`, `sudo rm -f ${folder}/${name} && sudo ${updateAfterRemoval.join(' ')}`],
        ]);
        rmSync(join(home.path, folder, name));
      }
    },
  );

  test('another folder than that of the system, a file with others, and a bundle without a file', async () => {
    const [debian, fedora] = ANCHOR_FOLDERS;
    put(`${debian!.folder}/unrelated.crt`, other);
    put(`${fedora!.folder}/mine.pem`, pem);
    const store = await systemStore({});
    expect(await found(store)).toEqual([
      [`${fedora!.folder}/mine.pem`, `sudo rm -f ${fedora!.folder}/mine.pem && sudo update-ca-trust`],
    ]);
    put(`${fedora!.folder}/mine.pem`, `${other}\n${pem}`);
    expect(await found(store)).toEqual([[`${fedora!.folder}/mine.pem, beside other certificates`, '']]);
    put(`${fedora!.folder}/mine.pem`, other);
    put('/etc/ssl/certs/ca-certificates.crt', `${other}\n${pem}`);
    expect((await store.look()).isTrusted).toBe(true);
    expect(await found(store)).toEqual([
      ['the bundle, but in no folder that is known', 'sudo update-ca-certificates --fresh'],
    ]);
  });

  test('an administrator needs no sudo, and is not asked', async () => {
    const [debian] = ANCHOR_FOLDERS;
    put(`${debian!.folder}/mine.crt`, pem);
    const { add, look } = await systemStore({ isAdministrator: true });
    expect(add.needsPassword).toBe(false);
    expect(line(add)).toMatch(/^cp .* && update-ca-certificates$/);
    const [location] = (await look()).places;
    expect(location?.remove?.needsPassword).toBe(false);
    expect(line(location?.remove ?? null)).toMatch(/^rm -f .* && update-ca-certificates --fresh$/);
  });

  test('a system that is not known has no store', async () => {
    expect(await trustStores(root, machine({}))).toEqual([]);
  });
});

describe('macOS, by transcripts', () => {
  const list = 'security find-certificate -a -p';
  const system = '/Library/Keychains/System.keychain';
  const login = (): string => `${home.path}/Library/Keychains/login.keychain-db`;
  const verify = (): string => `security verify-cert -c ${root.path} -p ssl -L -q`;

  test('it is added for the user alone', async () => {
    const store = await systemStore({ platform: 'darwin' });
    expect(line(store.add)).toBe(`security add-trusted-cert -r trustRoot -k ${login()} ${root.path}`);
    expect(await store.look()).toEqual({ isTrusted: false, places: [] });
  });

  test('without a screen it is added for all users, by an administrator', async () => {
    const env = { HOME: home.path, SSH_CONNECTION: '192.0.2.1 50000 192.0.2.2 22' };
    const store = await systemStore({ platform: 'darwin', env });
    expect(line(store.add)).toBe(`sudo security add-trusted-cert -d -r trustRoot -k ${system} ${root.path}`);
    expect(store.note).toMatch(/^over SSH .*no user interaction was possible.*at the screen$/);
    expect((await systemStore({ platform: 'darwin' })).note).toBeNull();
  });

  test('it is found in the keychain of the user and in that of all users', async () => {
    const run = transcript({
      [verify()]: answer(''),
      [`${list} ${login()}`]: answer(`${other}${pem}`),
      [`${list} ${system}`]: answer(`${pem}${other}`),
    });
    const store = await systemStore({ platform: 'darwin', run });
    expect((await store.look()).isTrusted).toBe(true);
    expect(await found(store)).toEqual([
      [login(), `security delete-certificate -Z ${hash} -t ${login()}`],
      [
        system,
        `sudo security remove-trusted-cert -d ${root.path} && sudo security delete-certificate -Z ${hash} ${system}`,
      ],
    ]);
  });

  test('another certificate is none', async () => {
    const run = transcript({ [`${list} ${system}`]: answer(other) });
    expect(await found(await systemStore({ platform: 'darwin', run }))).toEqual([]);
  });
});

describe('Windows, by transcripts', () => {
  const key = (hive: string): string =>
    `reg.exe query ${hive}\\Microsoft\\SystemCertificates\\Root\\Certificates\\${hash}`;

  test('it is added for the user alone', async () => {
    const store = await systemStore({ platform: 'win32' });
    expect(commandLine(store.add.commands, true)).toBe(`certutil.exe -user -addstore Root ${root.path}`);
    expect(commandLine([['certutil.exe', 'C:\\Users\\a b\\root.pem']], true)).toBe(
      'certutil.exe "C:\\Users\\a b\\root.pem"',
    );
    expect(await store.look()).toEqual({ isTrusted: false, places: [] });
  });

  test('it is found in the stores of the user and of the machine, and in a policy', async () => {
    const run = transcript({
      [`certutil.exe -user -verifystore Root ${hash}`]: answer(''),
      [`certutil.exe -verifystore Root ${hash}`]: failed,
      [key('HKCU\\Software')]: answer(''),
      [key('HKLM\\SOFTWARE')]: answer(''),
      [key('HKLM\\SOFTWARE\\Policies')]: answer(''),
    });
    const store = await systemStore({ platform: 'win32', run });
    expect((await store.look()).isTrusted).toBe(true);
    expect(await found(store)).toEqual([
      ['CurrentUser\\Root', `certutil.exe -user -delstore Root ${hash}`],
      ['LocalMachine\\Root', `certutil.exe -delstore Root ${hash}`],
      ['a group policy, which its administrator can change', ''],
    ]);
  });
});

describe.skipIf(missing('certutil'))('databases of NSS', () => {
  async function storesIn(): Promise<readonly TrustStore[]> {
    const stores = await trustStores(root, machine({ run: runProgram }));
    return stores.filter(({ name }) => /^(?:Firefox|Chromium)/.test(name));
  }

  function createDatabase(...path: readonly string[]): string {
    const folder = join(home.path, ...path);
    mkdirSync(folder, { recursive: true });
    spawnSync('certutil', ['-N', '-d', `sql:${folder}`, '--empty-password']);
    return folder;
  }

  async function carryOut({ commands }: TrustChange): Promise<void> {
    for (const [program, ...args] of commands) expect((await runProgram(program, args)).code).toBe(0);
  }

  test('of Chromium and of each profile of Firefox: added, seen, removed', { tags: ['full'] }, async () => {
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
      expect(await store.look()).toEqual({ isTrusted: false, places: [] });
      await carryOut(store.add);
      const { isTrusted, places } = await store.look();
      expect([isTrusted, places.map(({ where }) => where)]).toEqual([true, ['its entry proxyctl']]);
      await carryOut(places[0]!.remove!);
      expect(await store.look()).toEqual({ isTrusted: false, places: [] });
    }
  });

  test('it is found under the name that a person gave it', { tags: ['full'] }, async () => {
    const folder = createDatabase('.pki', 'nssdb');
    const [store] = await storesIn();
    const name = 'My proxy - Home, at work';
    spawnSync('certutil', ['-A', '-d', `sql:${folder}`, '-n', name, '-t', 'C,,', '-i', root.path]);
    const { isTrusted, places } = await store!.look();
    expect([isTrusted, places.map(({ where }) => where)]).toEqual([true, [`its entry ${name}`]]);
    await carryOut(places[0]!.remove!);
    expect(await store!.look()).toEqual({ isTrusted: false, places: [] });
  });

  test(
    'another certificate under the name does not count, and one without trust is not trusted',
    { tags: ['full'] },
    async () => {
      const folder = createDatabase('.pki', 'nssdb');
      const [store] = await storesIn();
      writeFileSync(root.path, other);
      await carryOut(store!.add);
      expect(await store!.look()).toEqual({ isTrusted: false, places: [] });
      spawnSync('certutil', ['-D', '-d', `sql:${folder}`, '-n', 'proxyctl']);
      writeFileSync(root.path, pem);
      await carryOut(store!.add);
      spawnSync('certutil', ['-M', '-d', `sql:${folder}`, '-n', 'proxyctl', '-t', ',,']);
      expect(await store!.look()).toMatchObject({
        isTrusted: false,
        places: [{ where: 'its entry proxyctl' }],
      });
    },
  );
});

test('Java: it is found under any name, and where there is no Java there is no store', async () => {
  const list = 'keytool -list -cacerts -storepass changeit -rfc';
  const entry = (alias: string, text: string): string =>
    `Alias name: ${alias}\nEntry type: trustedCertEntry\n\n${text}\n\n*****\n`;
  const javaWith = async (listed: CommandResult): Promise<TrustStore> => {
    const stores = await trustStores(root, machine({ run: transcript({ [list]: listed }) }));
    return stores.find(({ name }) => name === 'Java')!;
  };
  const java = await javaWith(answer(entry('somebody', other)));
  expect(await java.look()).toEqual({ isTrusted: false, places: [] });
  expect(line(java.add)).toBe(
    `sudo keytool -importcert -noprompt -cacerts -storepass changeit -alias proxyctl -file ${root.path}`,
  );
  const named = await javaWith(answer(entry('somebody', other) + entry('mine', pem)));
  expect((await named.look()).isTrusted).toBe(true);
  expect(await found(named)).toEqual([
    ['its entry mine', 'sudo keytool -delete -cacerts -storepass changeit -alias mine'],
  ]);
  expect(await (await javaWith(failed)).look()).toEqual({ isTrusted: null, places: [] });
  expect((await trustStores(root, machine({}))).map(({ name }) => name)).not.toContain('Java');
});
