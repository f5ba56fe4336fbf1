// Real clients started by `proxyctl run --ssl '*' -- <client>` without any proxy option: each has to find
// proxy and certificate in its environment, and every exchange has to be recorded decrypted.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { devNull, homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli, type CliResult } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { findProgram, missing } from '../helpers/need.ts';
import { oldNode } from '../helpers/old-node.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';

let origin: Origin;
let home: TemporaryHome;
/** Holds the clients' files, and a repository that the origin serves. */
let work: TemporaryHome;

beforeAll(async () => {
  work = temporaryHome();
  origin = await startOrigin(answer);
  home = temporaryHome();
});

afterAll(async () => {
  await origin.close();
  home.remove();
  work.remove();
});

/**
 * Serves the repository as plain files, which git can clone, and responds to other requests with their method
 * and URL.
 */
const answer: RequestListener = (request, response) => {
  const path = /^\/(repository\.git\/[^?]*)/.exec(request.url ?? '')?.[1];
  const file = path === undefined ? undefined : join(work.path, path);
  if (file === undefined) response.end(`${request.method ?? ''} ${request.url ?? ''}\n`);
  else if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) response.end(readFileSync(file));
  else response.writeHead(404).end();
};

/** Isolates clients from the configuration of this machine's user. */
const env = (): NodeJS.ProcessEnv => ({
  NODE_EXTRA_CA_CERTS: origin.caPath,
  SECURE: origin.https,
  PLAIN: origin.http,
  CURL_HOME: work.path,
  WGETRC: emptyFile(),
  GIT_CONFIG_GLOBAL: devNull,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  PIP_CONFIG_FILE: devNull,
  npm_config_userconfig: emptyFile(),
  CARGO_HOME: join(work.path, 'cargo'),
  RUSTUP_HOME: process.env['RUSTUP_HOME'] ?? join(homedir(), '.rustup'),
});

function emptyFile(): string {
  const path = join(work.path, 'empty');
  writeFileSync(path, '');
  return path;
}

const wrapped = (...command: readonly string[]): Promise<CliResult> =>
  runCli(['run', '--port', '0', '--ssl', '*', '--', ...command], {
    home: home.path,
    env: env(),
    cwd: work.path,
  });

interface Recorded {
  readonly app: string;
  readonly status: string;
  readonly method: string;
  /** The URLs without the origin. */
  readonly path: string;
  readonly decrypted: boolean;
}

/** Returns the requests that a run printed, without the command's own output. */
function recorded({ stdout }: CliResult): readonly Recorded[] {
  const line = /^#\d+ \[(.*?)\] (\S+) (\S+) https?:\/\/[^/\s]+(\S*) .*?( 🔒)?$/gm;
  return [...stdout.matchAll(line)].map(([, app = '', status = '', method = '', path = '', lock]) => {
    return { app, status, method, path, decrypted: lock !== undefined };
  });
}

const got = (path: string, decrypted = true) => ({ status: '200', method: 'GET', path, decrypted });

const java = `
import java.net.*;
import java.net.http.*;
public class Ask {
  public static void main(String[] args) throws Exception {
    for (String origin : new String[] { System.getenv("SECURE"), System.getenv("PLAIN") }) {
      var connection = (HttpURLConnection) new URL(origin + "/connection").openConnection();
      System.out.print(new String(connection.getInputStream().readAllBytes()));
      var request = HttpRequest.newBuilder(URI.create(origin + "/client")).build();
      System.out.print(HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
    }
  }
}`;

const nodeScript = `
  const get = (module, url) => new Promise((resolve, reject) => {
    module.get(url, (response) => response.resume().on('end', resolve)).on('error', reject);
  });
  const { SECURE, PLAIN } = process.env;
  (async () => {
    await get(require('https'), SECURE + '/https');
    await get(require('http'), PLAIN + '/http');
    await (await fetch(SECURE + '/fetch')).text();
    await (await fetch(PLAIN + '/fetch')).text();
  })();`;
const nodeRequests = [got('/https'), got('/http', false), got('/fetch'), got('/fetch', false)];

const [nodeBefore] = oldNode();

interface ClientCase {
  readonly name: string;
  readonly needs: readonly string[];
  readonly command: readonly string[];
  readonly requests: readonly object[];
  /** True when something that need not come with the program, such as a Python module, is installed. */
  readonly ready?: () => boolean;
}

const shell = (script: string): readonly string[] => ['sh', '-c', script];
const succeeds = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

const clients: readonly ClientCase[] = [
  {
    name: 'curl',
    needs: ['curl'],
    command: shell('curl -sS "$SECURE/secure" "$PLAIN/plain"'),
    requests: [got('/secure'), got('/plain', false)],
  },
  {
    name: 'wget',
    needs: ['wget'],
    command: shell('wget -qO- "$SECURE/secure" && wget -qO- "$PLAIN/plain"'),
    requests: [got('/secure'), got('/plain', false)],
  },
  {
    name: 'Python, urllib',
    needs: ['python3'],
    command: [
      'python3',
      '-c',
      'import os, urllib.request as r\nfor n in "SECURE", "PLAIN": r.urlopen(os.environ[n] + "/" + n).read()',
    ],
    requests: [got('/SECURE'), got('/PLAIN', false)],
  },
  {
    name: 'Python, Requests',
    needs: ['python3'],
    ready: () => succeeds('python3', '-c', 'import requests'),
    command: [
      'python3',
      '-c',
      'import os, requests\nfor n in "SECURE", "PLAIN": requests.get(os.environ[n] + "/" + n).raise_for_status()',
    ],
    requests: [got('/SECURE'), got('/PLAIN', false)],
  },
  { name: 'this Node.js', needs: [], command: [process.execPath, '-e', nodeScript], requests: nodeRequests },
  {
    name: 'an older Node.js',
    needs: [],
    ready: () => nodeBefore !== process.execPath,
    command: [nodeBefore, '-e', nodeScript],
    requests: nodeRequests,
  },
  {
    name: 'npm',
    needs: ['npm'],
    command: shell('npm ping --silent --no-update-notifier --fetch-retries=0 --registry "$SECURE"'),
    requests: [got('/-/ping')],
  },
  {
    name: 'Java',
    needs: ['java', 'javac'],
    command: shell('javac -d classes Ask.java && java -cp classes Ask'),
    requests: [got('/connection'), got('/client'), got('/connection', false), got('/client', false)],
  },
  {
    name: 'Perl, HTTP::Tiny',
    needs: ['perl'],
    ready: () => succeeds('perl', '-MHTTP::Tiny', '-MIO::Socket::SSL', '-e', ''),
    command: [
      'perl',
      '-MHTTP::Tiny',
      '-e',
      'die unless HTTP::Tiny->new(verify_SSL => 1)->get("$ENV{SECURE}/x")->{success}',
    ],
    requests: [got('/x')],
  },
  {
    name: 'Perl, LWP',
    needs: ['perl'],
    ready: () => succeeds('perl', '-MLWP::Protocol::https', '-e', ''),
    command: [
      'perl',
      '-MLWP::UserAgent',
      '-e',
      'die unless LWP::UserAgent->new->get("$ENV{SECURE}/x")->is_success',
    ],
    requests: [got('/x')],
  },
  {
    name: 'PHP, curl',
    needs: ['php'],
    ready: () => succeeds('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);'),
    command: ['php', '-r', 'exit(curl_exec(curl_init(getenv("SECURE") . "/x")) ? 0 : 1);'],
    requests: [got('/x')],
  },
  {
    name: 'Deno',
    needs: ['deno'],
    command: ['deno', 'eval', 'await (await fetch(Deno.env.get("SECURE") + "/x")).text()'],
    requests: [got('/x')],
  },
  {
    name: 'Bun',
    needs: ['bun'],
    command: ['bun', '-e', 'await (await fetch(process.env.SECURE + "/x")).text()'],
    requests: [got('/x')],
  },
];

describe.skipIf(process.platform === 'win32')('goes through the proxy by its environment alone', () => {
  beforeAll(() => writeFileSync(join(work.path, 'Ask.java'), java));

  test.for(clients)('$name', async ({ name, needs, ready, command, requests }, { skip }) => {
    if (missing(...needs)) skip();
    if (ready?.() === false) {
      process.stderr.write(`skipped: ${name} is not installed\n`);
      skip();
    }
    const result = await wrapped(...command);
    expect(result).toMatchObject({ code: 0 });
    expect(recorded(result)).toMatchObject(requests);
  });

  test.skipIf(missing('git'))('git clone', async () => {
    makeRepository();
    const result = await wrapped('git', 'clone', '-q', `${origin.https}/repository.git`, 'cloned');
    expect(result).toMatchObject({ code: 0 });
    expect(readFileSync(join(work.path, 'cloned', 'file'), 'utf8')).toBe('content');
    const requests = recorded(result);
    expect(requests.map(({ path }) => path)).toContain('/repository.git/HEAD');
    expect(requests.length).toBeGreaterThan(3);
    expect(requests.every(({ decrypted }) => decrypted)).toBe(true);
  });

  test.skipIf(missing('cargo'))('cargo asks its registry', async () => {
    makePackage();
    const result = await wrapped('cargo', 'fetch', '-q');
    expect(recorded(result)).toMatchObject([got('/index/config.json')]);
  });

  test.skipIf(missing('curl', 'wget', 'python3', 'git'))(
    'a script of many programs, each by name',
    async () => {
      makeRepository();
      const path = join(home.path, 'out.har');
      const script = `curl -sS "$SECURE/curl"; wget -qO- "$SECURE/wget"
      python3 -c 'import os, urllib.request as r; r.urlopen(os.environ["SECURE"] + "/python").read()'
      git ls-remote -q "$SECURE/repository.git"
      "${process.execPath}" -e 'fetch(process.env.SECURE + "/node").then((answer) => answer.text())'`;
      const args = ['run', '--port', '0', '--ssl', '*', '--quiet', '--record', path, '--', ...shell(script)];
      expect(await runCli(args, { home: home.path, env: env(), cwd: work.path })).toMatchObject({ code: 0 });
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
      expect(entries.every(({ request }) => request.url.startsWith(`${origin.https}/`))).toBe(true);
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
  const bare = join(work.path, 'repository.git');
  if (statSync(bare, { throwIfNoEntry: false }) !== undefined) return;
  const source = join(work.path, 'source');
  mkdirSync(source);
  writeFileSync(join(source, 'file'), 'content');
  const author = ['-c', 'user.name=Someone', '-c', 'user.email=someone@example.test'];
  git(source, 'init', '-q');
  git(source, 'add', 'file');
  git(source, ...author, 'commit', '-q', '-m', 'first');
  git(work.path, 'clone', '-q', '--bare', source, bare);
  git(bare, 'update-server-info');
}

function git(cwd: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync('git', args, {
    cwd,
    env: { ...process.env, ...env() },
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
    '.cargo/config.toml': `[registries.origin]\nindex = "sparse+${origin.https}/index/"\n`,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(work.path, path, '..'), { recursive: true });
    writeFileSync(join(work.path, path), text);
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

test.skipIf(process.platform === 'win32' || missing('python3'))('Ctrl-C reaches the command once', () => {
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
    { env: { ...process.env, PROXYCTL_HOME: home.path, TERM: 'dumb' }, encoding: 'utf8' },
  );
  expect(stdout).toContain('interrupted 1');
  expect(status).toBe(5);
});
