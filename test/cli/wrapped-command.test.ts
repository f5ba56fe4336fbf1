// Real clients started by `proxyctl run --ssl '*' -- <client>` without any proxy option: each has to find
// proxy and certificate in its environment, and every exchange has to be recorded decrypted.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli, type CliResult } from '../helpers/cli.ts';
import { clientRow, clientRows } from '../helpers/client-table.ts';
import { clients, shell } from '../helpers/clients.ts';
import { findProgram, missing } from '../helpers/need.ts';
import { isInstalled, recorded, startWrapping, type Wrapping } from '../helpers/wrapping.ts';

let wrapping: Wrapping;

beforeAll(async () => {
  wrapping = await startWrapping();
});

afterAll(() => wrapping[Symbol.asyncDispose]());

const wrapped = (...command: readonly string[]): Promise<CliResult> => wrapping.wrapped(...command);

/** A compiler that starts for the first time takes a minute. */
const SLOW = { timeout: 180_000 };

const page = readFileSync(new URL('../../docs/environment.md', import.meta.url), 'utf8');
const rows = clientRows(page);

describe.skipIf(process.platform === 'win32')('goes through the proxy by its environment alone', () => {
  test.for(sampled(clients, 3))(
    '$name, as the table of the documentation has it',
    SLOW,
    async (client, { skip }) => {
      if (missing(...client.needs)) skip();
      if (!isInstalled(client)) {
        process.stderr.write(`skipped: ${client.name} is not installed\n`);
        skip();
      }
      const result = await wrapped(...client.command);
      expect(result).toMatchObject({ code: 0 });
      const requests = recorded(result);
      expect(requests).toMatchObject(client.requests);
      expect(rows.get(client.name)).toBe(clientRow(client, requests));
    },
  );

  test('the table has every client, and no other', () => {
    expect([...rows.keys()]).toEqual(clients.map(({ name }) => name));
  });

  test.skipIf(missing('git'))('git clone', { tags: ['full'] }, async () => {
    makeRepository();
    const result = await wrapped('git', 'clone', '-q', `${wrapping.origin.https}/repository.git`, 'cloned');
    expect(result).toMatchObject({ code: 0 });
    expect(readFileSync(join(wrapping.work, 'cloned', 'file'), 'utf8')).toBe('content');
    const requests = recorded(result);
    expect(requests.map(({ path }) => path)).toContain('/repository.git/HEAD');
    expect(requests.length).toBeGreaterThan(3);
    expect(requests.every(({ decrypted }) => decrypted)).toBe(true);
  });

  test.skipIf(missing('cargo'))('cargo asks its registry', { tags: ['full'] }, async () => {
    makePackage();
    const result = await wrapped('cargo', 'fetch', '-q');
    expect(recorded(result)).toMatchObject([{ method: 'GET', path: '/index/config.json', decrypted: true }]);
  });

  test.skipIf(missing('curl', 'wget', 'python3', 'git'))(
    'a script of many programs, each by name',
    { tags: ['full'] },
    async () => {
      makeRepository();
      const path = join(wrapping.home, 'out.har');
      const script = `curl -sS "$SECURE/curl"; wget -qO- "$SECURE/wget"
      python3 -c 'import os, urllib.request as r; r.urlopen(os.environ["SECURE"] + "/python").read()'
      git ls-remote -q "$SECURE/repository.git"
      "${process.execPath}" -e 'fetch(process.env.SECURE + "/node").then((answer) => answer.text())'`;
      const args = ['run', '--port', '0', '--ssl', '*', '--quiet', '--record', path, '--', ...shell(script)];
      expect(
        await runCli(args, { home: wrapping.home, env: wrapping.env, cwd: wrapping.work }),
      ).toMatchObject({ code: 0 });
      const { entries } = (JSON.parse(readFileSync(path, 'utf8')) as Recording).log;
      const apps = entries.map(({ request, _proxyClient }) => [new URL(request.url).pathname, _proxyClient]);
      expect(apps).toEqual(
        expect.arrayContaining([
          ['/curl', 'curl'],
          ['/wget', 'wget'],
          ['/python', expect.stringContaining('python')],
          ['/repository.git/info/refs', expect.stringContaining('git')],
          ['/node', expect.stringContaining('node')],
        ]),
      );
      expect(entries.every(({ request }) => request.url.startsWith(`${wrapping.origin.https}/`))).toBe(true);
    },
  );
});

interface Recording {
  readonly log: {
    readonly entries: readonly {
      readonly request: { readonly url: string };
      readonly _proxyClient?: string;
    }[];
  };
}

/** Creates a bare repository that can be cloned from a plain file server. */
function makeRepository(): void {
  const bare = join(wrapping.work, 'repository.git');
  if (statSync(bare, { throwIfNoEntry: false }) !== undefined) return;
  const source = join(wrapping.work, 'source');
  mkdirSync(source);
  writeFileSync(join(source, 'file'), 'content');
  const author = ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.test'];
  git(source, 'init', '-q');
  git(source, 'add', 'file');
  git(source, ...author, 'commit', '-q', '-m', 'first');
  git(wrapping.work, 'clone', '-q', '--bare', source, bare);
  git(bare, 'update-server-info');
}

function git(cwd: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync('git', args, {
    cwd,
    env: { ...process.env, ...wrapping.env },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
}

/** Creates a package whose only dependency comes from a registry at the origin. */
function makePackage(): void {
  const files = {
    'Cargo.toml':
      '[package]\nname = "asker"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\nthing = { version = "1", registry = "origin" }\n',
    'src/main.rs': 'fn main() {}\n',
    '.cargo/config.toml': `[registries.origin]\nindex = "sparse+${wrapping.origin.https}/index/"\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(wrapping.work, path, '..'), { recursive: true });
    writeFileSync(join(wrapping.work, path), text);
  }
}

// A program that holds the other end of the terminal types Ctrl-C.
const onTerminal = `
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0: os.execv(sys.argv[1], sys.argv[1:])
said = b''
typed = False
while True:
  try: piece = os.read(terminal, 4096)
  except OSError: break
  if not piece: break
  said += piece
  if b'ready' in said and not typed:
    typed = True
    os.write(terminal, b'\\x03')
sys.stdout.buffer.write(said)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;
import { sampled } from '../helpers/scale.ts';

test.skipIf(process.platform === 'win32' || missing('python3'))(
  'Ctrl-C reaches the command once',
  { tags: ['full'] },
  () => {
    const counter = `
    let count = 0;
    process.on('SIGINT', () => (count += 1) === 1 && setTimeout(() => {
      console.log('interrupted ' + count);
      process.exit(5);
    }, 300));
    console.log('ready');
    setInterval(() => {}, 1000);`;
    const launcher = fileURLToPath(new URL('../../bin/proxyctl.js', import.meta.url));
    const args = ['run', '--port', '0', '--', process.execPath, '-e', counter];
    const { stdout, status } = spawnSync(
      findProgram('python3') ?? '',
      ['-c', onTerminal, process.execPath, launcher, ...args],
      { env: { ...process.env, PROXYCTL_HOME: wrapping.home, TERM: 'dumb' }, encoding: 'utf8' },
    );
    expect(stdout).toContain('interrupted 1');
    expect(status).toBe(5);
  },
);
