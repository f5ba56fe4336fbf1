// Pull and push. They happen when the user asks for them alone, with the credentials of the user's own Git: what the
// repository says about programs has no say here either.
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UserError } from '../../base/errors.ts';
import { checkOutError } from './branches.ts';
import type { Repository } from './repository.ts';
import type { GitResult } from './run-git.ts';

/** A remote repository, and the branch in it. */
interface Upstream {
  readonly remote: string;
  readonly url: string;
  /** Its name there, such as `main`. */
  readonly branch: string;
  /** True where the branch follows it already. */
  readonly isSet: boolean;
}

export interface Pulled {
  /** Such as `origin/main`. */
  readonly from: string;
  /** Commits that came. */
  readonly commits: number;
  /** Files with the marks of a merge that is to be decided. */
  readonly conflicts: number;
}

export interface Pushed {
  readonly to: string;
  readonly commits: number;
}

/** Fetches the branch that this one follows, and joins it. Conflicts stay in the files, to be decided. */
export async function pull(repository: Repository): Promise<Pulled> {
  await repository.refuseFilters();
  const { branch, commit } = await repository.status();
  const upstream = await upstreamOf(repository, branch);
  const from = `${upstream.remote}/${upstream.branch}`;
  const refspec = `+refs/heads/${upstream.branch}:refs/remotes/${from}`;
  const options = ['--no-recurse-submodules', '--no-auto-gc', '--upload-pack=git-upload-pack'];
  const fetched = await transport(repository, ['fetch', ...options, upstream.remote, refspec]);
  if (fetched.code !== 0) throw transportError(upstream, fetched);
  if ((await repository.run(['rev-parse', '--verify', '-q', 'MERGE_HEAD'])).code === 0)
    throw new UserError('CONFLICT', 'A merge is not finished: decide its conflicts, and commit');
  const range = commit === null ? from : `HEAD..${from}`;
  const commits = await countOf(repository, range);
  if (commits === 0) return { from, commits, conflicts: 0 };
  const merged = await repository.run([
    'merge',
    '--no-edit',
    '--no-verify',
    '--no-gpg-sign',
    '--no-stat',
    from,
  ]);
  const conflicts = (await repository.status()).files.filter(({ change }) => change === 'conflict').length;
  if (merged.code !== 0 && conflicts === 0) {
    if (merged.stderr.includes('unrelated histories'))
      throw new UserError(
        'CONFLICT',
        `${from} has another history than this branch: join them with Git itself`,
      );
    throw checkOutError(repository, merged.stderr || merged.stdout);
  }
  return { from, commits, conflicts };
}

/** Pushes the present branch to the one that it follows; where it follows none, to one of the same name. */
export async function push(repository: Repository): Promise<Pushed> {
  const { branch, commit } = await repository.status();
  if (commit === null) throw new UserError('CONFLICT', 'There is no commit to push yet: commit first');
  const upstream = await upstreamOf(repository, branch);
  const to = `${upstream.remote}/${upstream.branch}`;
  const isKnown = (await repository.run(['rev-parse', '--verify', '-q', `refs/remotes/${to}`])).code === 0;
  const commits = await countOf(repository, isKnown ? `refs/remotes/${to}..HEAD` : 'HEAD');
  const options = [
    '--no-verify',
    '--porcelain',
    '--recurse-submodules=no',
    '--receive-pack=git-receive-pack',
  ];
  const set = upstream.isSet ? [] : ['--set-upstream'];
  const refspec = `HEAD:refs/heads/${upstream.branch}`;
  const pushed = await transport(repository, ['push', ...options, ...set, upstream.remote, refspec]);
  if (pushed.code !== 0) throw transportError(upstream, pushed);
  return { to, commits };
}

async function upstreamOf(repository: Repository, branch: string | null): Promise<Upstream> {
  if (branch === null)
    throw new UserError('CONFLICT', 'No branch is checked out: choose one first', { field: 'branch' });
  const names = (await repository.run(['remote'])).stdout.split('\n').filter((name) => name !== '');
  const format = '--format=%(upstream:remotename)%1f%(upstream:remoteref)';
  const { stdout } = await repository.run(['for-each-ref', format, `refs/heads/${branch}`]);
  const [own = '', ref = ''] = stdout.trim().split('\x1f');
  const remote = own !== '' ? own : (names.find((name) => name === 'origin') ?? names[0]);
  if (remote === undefined || !names.includes(remote))
    throw new UserError(
      'NOT_FOUND',
      'There is no remote repository: "git remote add origin URL" in the folder names one',
    );
  const url = (await repository.run(['remote', 'get-url', '--', remote])).stdout.trim();
  await refuseUrl(repository, url);
  return { remote, url, branch: ref.replace(/^refs\/heads\//, '') || branch, isSet: own !== '' };
}

/** Rejects with a UserError for a transport that starts programs, and for a repository that came with this one. */
async function refuseUrl(repository: Repository, url: string): Promise<void> {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  const isNetwork = ['https', 'http', 'ssh'].includes(scheme ?? '') || /^[^/\\:]+@[^/\\:]+:/.test(url);
  if (isNetwork && !url.includes('::')) return;
  const path = scheme === 'file' ? fileURLToPath(url) : url;
  if ((scheme !== undefined && scheme !== 'file' && !/^[a-z]$/.test(scheme)) || url.includes('::'))
    throw new UserError('CONFLICT', `${url} is neither https, ssh nor a folder: use Git itself`);
  const top = (await repository.run(['rev-parse', '--show-toplevel'])).stdout.trim();
  const inside = relative(top, resolve(top, path));
  if (inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside))
    throw new UserError(
      'CONFLICT',
      `${url} lies in this repository itself, so that whoever made it could name programs: use Git itself`,
    );
}

async function countOf(repository: Repository, range: string): Promise<number> {
  return Number((await repository.run(['rev-list', '--count', range, '--'])).stdout.trim()) || 0;
}

/** Milliseconds of a transport. */
const TIMEOUT_MS = 300_000;
const SSH = 'ssh -o BatchMode=yes';

/** Runs Git with transports over https, ssh and folders, and the user's own credentials. */
async function transport(repository: Repository, args: readonly string[]): Promise<GitResult> {
  const own = await userSettings(repository);
  const ssh = process.env['GIT_SSH_COMMAND'] ?? own.get('core.sshcommand')?.at(-1) ?? SSH;
  const helpers = [...own].filter(([name]) => /^credential\..*helper$|^credential\.helper$/.test(name));
  return repository.run(args, {
    timeoutMs: TIMEOUT_MS,
    settings: [
      ...['https', 'http', 'ssh', 'file'].map((scheme) => `protocol.${scheme}.allow=always`),
      `core.sshCommand=${ssh}`,
      'http.sslVerify=true',
      'push.gpgSign=false',
      ...helpers.flatMap(([name, values]) => values.map((value) => `${name}=${value}`)),
    ],
  });
}

/** Returns the settings of the user and of the machine, without those of the repository, by name. */
async function userSettings(repository: Repository): Promise<ReadonlyMap<string, readonly string[]>> {
  const settings = new Map<string, string[]>();
  for (const scope of ['--system', '--global']) {
    const { stdout } = await repository.run(['config', scope, '--includes', '--list', '-z']);
    for (const record of stdout.split('\0')) {
      const at = record.indexOf('\n');
      if (at > 0)
        settings.set(record.slice(0, at), [
          ...(settings.get(record.slice(0, at)) ?? []),
          record.slice(at + 1),
        ]);
    }
  }
  return settings;
}

function transportError({ url, remote, branch }: Upstream, { stderr, stdout }: GitResult): UserError {
  // A URL may hold a password.
  const shown = url.replace(/\/\/[^@/]*@/, '//');
  const printed = `${stdout}\n${stderr}`;
  if (/\[rejected\]|non-fast-forward|fetch first/.test(printed))
    return new UserError('CONFLICT', `${remote}/${branch} has commits that are not here: pull first`);
  const [, refused] = /\[remote rejected\] \((.+)\)/.exec(printed) ?? [];
  if (refused !== undefined) {
    const lines = [...printed.matchAll(/^remote: (.+)$/gm)].map(([, line = '']) => line.trim());
    return new UserError(
      'CONFLICT',
      `${shown} refuses the push: ${[refused, ...lines].join('; ').slice(0, 500)}`,
    );
  }
  if (printed.includes('Host key verification failed'))
    return new UserError(
      'UNAVAILABLE',
      `${shown} is not known to ssh yet: connect to it once with ssh itself`,
    );
  if (
    /could not read (?:Username|Password)|Authentication failed|terminal prompts disabled|Permission denied/.test(
      printed,
    )
  )
    return new UserError(
      'UNAVAILABLE',
      `${shown} lets nobody in without a sign-in: push once in a terminal, so that Git keeps the credentials`,
    );
  const [, missing] = /couldn't find remote ref (\S+)/.exec(printed) ?? [];
  if (missing !== undefined)
    return new UserError('NOT_FOUND', `${remote} has no branch ${branch} yet: push first`);
  const line =
    stderr.split('\n').find((each) => /^(?:fatal|error|ssh):/.test(each)) ?? stderr.trim().split('\n')[0];
  return new UserError('UNAVAILABLE', `${shown} cannot be reached: ${(line ?? '').slice(0, 500)}`);
}
