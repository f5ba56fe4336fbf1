// The image of packaging/container, built and run by hand where there is no builder: each stage is a root folder with
// the programs of this system, in which the instructions run one after another. The container has a root that is
// read-only, a user without rights, and processes of its own, of which it is the first.
import { execFile, execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { stagesOf, wordsOf, type Stage } from '../../helpers/dockerfile.ts';

const [, , folder = '', dockerfile = '', context = '', VERSION = ''] = process.argv;
/** The user of the base image. */
const USER = { name: 'node', id: 1000 };
const [packageStage, imageStage] = stagesOf(readFileSync(dockerfile, 'utf8'), { VERSION });

function mount(...args: readonly string[]): void {
  execFileSync('mount', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Makes the root folder of a base image: the system, without anything of /usr/local but Node.js. */
function baseRoot(name: string): string {
  const root = join(folder, name);
  mkdirSync(root);
  mount('-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', root);
  for (const part of ['usr', 'etc', 'proc', 'dev', 'tmp', 'opt']) mkdirSync(join(root, part));
  chmodSync(join(root, 'tmp'), 0o1777);
  mount('--rbind', '/usr', join(root, 'usr'));
  mount('-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', join(root, 'usr', 'local'));
  mount('--rbind', '/dev', join(root, 'dev'));
  for (const link of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(join('usr', link), join(root, link));
  mkdirSync(join(root, 'usr', 'local', 'bin'));
  copyFileSync(process.execPath, join(root, 'usr', 'local', 'bin', 'node'));
  writeFileSync(
    join(root, 'etc', 'passwd'),
    `root:x:0:0::/root:/bin/sh\nnode:x:${USER.id}:${USER.id}::/home/node:/bin/sh\n`,
  );
  writeFileSync(join(root, 'etc', 'group'), `root:x:0:\nnode:x:${USER.id}:\n`);
  return root;
}

/** As images have it. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Runs the instructions of a stage in its root folder. Returns the environment that they set. */
function build(stage: Stage, root: string, others: ReadonlyMap<string, string>): Record<string, string> {
  const environment: Record<string, string> = { PATH };
  for (const { name, text: value } of stage.instructions) {
    if (name === 'RUN')
      execFileSync('chroot', [root, '/bin/sh', '-ec', value], {
        env: { PATH, VERSION },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    if (name === 'COPY') {
      const [, from, rest = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(value) ?? [];
      const paths = rest.split(' ');
      const source = from === undefined ? context : others.get(from)!;
      const target = join(root, paths.pop()!);
      for (const path of paths) execFileSync('cp', ['-a', join(source, path), target]);
    }
    if (name === 'ENV')
      for (const [, key = '', given = ''] of value.matchAll(/(\w+)=(\S+)/g)) environment[key] = given;
  }
  return environment;
}

interface Container {
  readonly child: ChildProcess;
  readonly output: Promise<string>;
}

/** Starts a command as the first process of a container. */
function start(root: string, env: NodeJS.ProcessEnv, words: readonly string[]): Container {
  const args = ['-mpf', `--mount-proc=${join(root, 'proc')}`, '--kill-child', ...asUser(root), ...words];
  const child = spawn('unshare', args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((texts) => texts.join(''));
  return { child, output };
}

/** Words that run a command as the user of the image, without any capability. */
function asUser(root: string): readonly string[] {
  const user = [
    `--reuid=${USER.id}`,
    `--regid=${USER.id}`,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
  ];
  return ['chroot', root, 'setpriv', ...user, '--inh-caps=-all'];
}

/** Runs a command beside the first process, as HEALTHCHECK and `docker exec` do. */
function exec(root: string, env: NodeJS.ProcessEnv, words: readonly string[]) {
  const [program = '', ...args] = [...asUser(root), ...words];
  return spawnSync(program, args, { env, encoding: 'utf8' });
}

/** Sends a signal to the first process of a container, and resolves with the exit code of the container. */
async function stop({ child }: Container, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, 'exit');
  const first = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  process.kill(Number(first), signal);
  const [code] = (await ended) as [number | null];
  return code;
}

async function healthy(root: string, env: NodeJS.ProcessEnv, check: readonly string[]): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (exec(root, env, check).status === 0) return true;
    await setTimeout(200);
  }
  return false;
}

const packageRoot = baseRoot('package');
build(packageStage!, packageRoot, new Map());
const root = baseRoot('image');
const env = build(imageStage!, root, new Map([['package', packageRoot]]));
// A volume that is empty gets owner and mode of the folder in the image.
const { uid, mode } = statSync(join(root, 'data'));
mount(
  '-t',
  'tmpfs',
  '-o',
  `uid=${uid},gid=${uid},mode=${(mode & 0o777).toString(8)}`,
  'tmpfs',
  join(root, 'data'),
);
mount('-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs', join(root, 'tmp'));
mount('-o', 'remount,ro', root);
mount('-o', 'remount,ro', join(root, 'usr', 'local'));

const check = wordsOf(imageStage!, 'HEALTHCHECK');
const entry = wordsOf(imageStage!, 'ENTRYPOINT');
const command = wordsOf(imageStage!, 'CMD');
const origin = http.createServer((_, response) => response.end('hello'));
await once(origin.listen(0, '127.0.0.1'), 'listening');
const { port } = origin.address() as { port: number };

const before = exec(root, env, check);
const proxy = start(root, env, [...entry, ...command]);
const isHealthy = await healthy(root, env, check);
const url = `http://127.0.0.1:${port}/seen`;
const { stdout: body } = await promisify(execFile)('curl', ['-s', '-x', 'http://127.0.0.1:9090', url]);
const listed = exec(root, env, [...entry, 'list']).stdout;
const written = exec(root, env, ['touch', '/opt/proxyctl/x', '/x']).stderr;
const proxyEnd = await stop(proxy, 'SIGTERM');
const after = exec(root, env, check).status;

const app = start(root, env, [...entry, 'app', '--no-open']);
const isAppHealthy = await healthy(root, env, check);
const appEnd = await stop(app, 'SIGTERM');

// A command that handles no signal: the kernel leaves the first process alone.
const waiting = start(root, env, [...entry, 'app', '--wait', '300']);
while (!existsSync(`/proc/${waiting.child.pid}/task/${waiting.child.pid}/children`)) await setTimeout(50);
await setTimeout(2000);
const waitingEnd = await stop(waiting, 'SIGINT');

const { uid: owner } = statSync(join(root, 'data', 'api-token'));
origin.close();
console.log(
  JSON.stringify({
    healthBefore: [before.status, before.stderr],
    isHealthy,
    body,
    listed,
    written,
    proxyEnd,
    proxyOutput: await proxy.output,
    healthAfter: after,
    isAppHealthy,
    appEnd,
    waitingEnd,
    waitingOutput: await waiting.output,
    owner,
  }),
);
