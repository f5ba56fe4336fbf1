// A workspace under Git: its changes and commits, which touch nothing outside of the workspace. Branches and remote
// repositories are in files of their own.
import { existsSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { ParameterError, UserError } from '../../base/errors.ts';
import { ownSettings, withoutDrivers, withoutFilters, type OwnSettings } from './filters.ts';
import { runGit, type GitOptions, type GitResult } from './run-git.ts';

export interface GitStatus {
  /** Null where no branch is checked out. */
  readonly branch: string | null;
  /** The commit that is checked out; null before the first one. */
  readonly commit: string | null;
  /** Commits that the upstream branch does not have, and those that it has more; 0 without one. */
  readonly ahead: number;
  readonly behind: number;
  readonly files: readonly GitFile[];
}

export interface GitFile {
  /** Relative to the workspace. */
  readonly path: string;
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed' | 'untracked' | 'conflict';
  /** True when the change is part of the next commit already. */
  readonly isStaged: boolean;
}

export interface GitCommit {
  readonly commit: string;
  readonly author: string;
  /** ISO 8601. */
  readonly time: string;
  readonly subject: string;
}

const MAX_FILES = 2000;
/** The size of all texts that are compared with those of the last commit. */
const MAX_TEXTS_BYTES = 256 * 1024 * 1024;

export class Repository {
  readonly #folder: string;
  readonly #signal: AbortSignal | undefined;
  #own: Promise<OwnSettings> | null = null;

  /** `folder`: that of the workspace. */
  constructor(folder: string, signal?: AbortSignal) {
    this.#folder = folder;
    this.#signal = signal;
  }

  /**
   * Rejects with a UserError where there is no repository, or none that may be used. Without renames, a file that was
   * renamed is one that was deleted and one that was added.
   */
  async status({ renames = true } = {}): Promise<GitStatus> {
    const { stdout } = await this.#git([
      'status',
      '--porcelain=v2',
      '--branch',
      '-z',
      '--untracked-files=all',
      ...(renames ? [] : ['--no-renames']),
      '--',
      '.',
    ]);
    const prefix = await this.#prefix();
    return parsedStatus(stdout, prefix);
  }

  /** Returns the changes since the last commit as a unified diff; new files stand in the status only. */
  async diff(path: string | undefined): Promise<{ readonly diff: string; readonly isCut: boolean }> {
    const pathspec = path === undefined ? '.' : this.#inside(path);
    const options = ['--no-ext-diff', '--no-textconv', '--no-color', '--relative'];
    const hasCommits = (await this.run(['rev-parse', '--verify', '-q', 'HEAD'])).code === 0;
    const { stdout, isCut } = await this.#git([
      'diff',
      ...options,
      ...(hasCommits ? ['HEAD'] : []),
      '--',
      pathspec,
    ]);
    return { diff: stdout, isCut };
  }

  /**
   * Returns the texts that files had in a commit, by default the last one, by path; those that it does not have are left
   * out. `revision`: a name of a commit, a branch or a tag.
   */
  async committedTexts(paths: readonly string[], revision = 'HEAD'): Promise<ReadonlyMap<string, string>> {
    if (!/^\w[\w./@^~-]{0,200}$/.test(revision))
      throw new ParameterError(`${JSON.stringify(revision.slice(0, 200))} is not the name of a revision`, {
        field: 'revision',
      });
    // A name with a line break would be two.
    const plain = paths.filter((path) => !/[\n\0]/.test(path));
    if (plain.length === 0) return new Map();
    const prefix = await this.#prefix();
    const input = plain.map((path) => `${revision}:${prefix}${path}\n`).join('');
    const { bytes } = await this.run(['cat-file', '--batch'], { input, maxBytes: MAX_TEXTS_BYTES });
    return new Map([...batchTexts(bytes)].flatMap((text, at) => (text === null ? [] : [[plain[at]!, text]])));
  }

  /** Takes files out of the next commit; they stay as they are. */
  async unstage(paths: readonly string[]): Promise<void> {
    const { commit } = await this.status();
    if (commit !== null && paths.length > 0)
      await this.#git(['reset', '-q', 'HEAD', '--', ...paths.map((path) => this.#inside(path))]);
  }

  /** Returns the latest commits that touched the workspace, or a file of it, newest first. */
  async log(limit: number, path?: string): Promise<readonly GitCommit[]> {
    return this.#log(limit, ['--', path === undefined ? '.' : this.#inside(path)]);
  }

  async #log(limit: number, rest: readonly string[]): Promise<readonly GitCommit[]> {
    const format = '--format=%H%x1f%an%x1f%aI%x1f%s%x1e';
    const { code, stdout, stderr } = await this.run(['log', `--max-count=${limit}`, format, ...rest]);
    if (code !== 0 && /does not have any commits|bad default revision/.test(stderr)) return [];
    if (code !== 0) throw this.refused(stderr);
    return stdout.split('\x1e').flatMap((text) => {
      const [commit = '', author = '', time = '', subject = ''] = text.trim().split('\x1f');
      return commit === '' ? [] : [{ commit, author, time, subject }];
    });
  }

  /** Commits the given files of the workspace, by default all that changed in it; others stay as they are staged. */
  async commit(message: string, paths: readonly string[]): Promise<GitCommit> {
    if (message.trim() === '')
      throw new ParameterError('message is empty: say what the commit changes', { field: 'message' });
    const places = paths.length === 0 ? ['.'] : paths.map((path) => this.#inside(path));
    await this.refuseFilters();
    await this.#git(['add', '--all', '--', ...places]);
    const commit = ['commit', '--no-verify', '--no-gpg-sign', '--cleanup=verbatim', '-F', '-'];
    const input = `${message.trimEnd()}\n`;
    const partial = await this.run([...commit, '--only', '--', ...places], { input });
    // The commit of a merge has all that the merge has brought.
    const isMerge = partial.code !== 0 && partial.stderr.includes('partial commit during a merge');
    const done = isMerge ? await this.run(commit, { input }) : partial;
    if (done.code !== 0) {
      if (/nothing to commit|no changes added|nothing added to commit/.test(done.stdout + done.stderr))
        throw new UserError('CONFLICT', `There is nothing to commit in ${this.#folder}`);
      throw this.refused(done.stderr || done.stdout);
    }
    // By path, a merge that took one side as a whole would not be found.
    const [made] = await this.#log(1, []);
    if (made === undefined) throw new UserError('UNAVAILABLE', 'Git made no commit');
    return made;
  }

  /** Returns a path relative to the workspace. Throws a ParameterError for one outside of it. */
  #inside(path: string): string {
    const own = relative(this.#folder, resolve(this.#folder, path));
    if (own === '..' || own.startsWith(`..${sep}`) || isAbsolute(own) || path.includes('\0'))
      throw new ParameterError(`${path} is outside of the workspace ${this.#folder}`, { field: 'path' });
    return own === '' ? '.' : `:(literal)${own}`;
  }

  async #prefix(): Promise<string> {
    return (await this.#git(['rev-parse', '--show-prefix'])).stdout.trim();
  }

  async #git(args: readonly string[]): Promise<GitResult> {
    const result = await this.run(args);
    if (result.code !== 0) throw this.refused(result.stderr);
    return result;
  }

  /** Runs Git without the programs that the repository names. Rejects with a UserError where there is none to use. */
  async run(args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
    const { filters, drivers } = await this.#settings();
    const settings = [...withoutFilters(filters), ...withoutDrivers(drivers), ...(options.settings ?? [])];
    return this.#start(args, { ...options, settings });
  }

  /** The folder of the workspace. */
  get folder(): string {
    return this.#folder;
  }

  /** Rejects with a UserError where files would have to pass a program that the repository names. */
  async refuseFilters(): Promise<void> {
    const [filter] = (await this.#settings()).filters;
    if (filter !== undefined)
      throw new UserError(
        'CONFLICT',
        `The repository of ${this.#folder} names the filter program ${filter}, which is not started here: use Git itself`,
      );
  }

  #start(args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
    return runGit(this.#folder, args, { signal: this.#signal, ...options });
  }

  /** Reads what the repository names, once. Rejects with a UserError when it cannot be used. */
  #settings(): Promise<OwnSettings> {
    return (this.#own ??= this.#readSettings());
  }

  async #readSettings(): Promise<OwnSettings> {
    const folder = this.#folder;
    if (!existsSync(folder)) throw new UserError('NOT_FOUND', `The workspace ${folder} does not exist yet`);
    const found = await this.#start(['rev-parse', '--is-inside-work-tree']);
    if (found.code !== 0) throw this.refused(found.stderr);
    if (found.stdout.trim() !== 'true') throw this.refused('must be run in a work tree');
    const own = await ownSettings((args) => this.#start(args));
    if (own.hasOtherWorkTree)
      throw new UserError(
        'CONFLICT',
        `The repository of ${folder} keeps its files elsewhere (core.worktree): use Git itself`,
      );
    return own;
  }

  /** Returns the error for what Git has printed. */
  refused(stderr: string): UserError {
    const folder = this.#folder;
    if (/not a git repository/i.test(stderr))
      return new UserError('NOT_FOUND', `${folder} is not in a Git repository: "git init" in it makes one`);
    if (stderr.includes('dubious ownership'))
      return new UserError(
        'CONFLICT',
        `The repository of ${folder} belongs to another user: "git config --global --add safe.directory ${folder}" trusts it`,
      );
    if (stderr.includes('must be run in a work tree'))
      return new UserError('CONFLICT', `${folder} is a bare repository, which has no files`);
    if (/tell me who you are|empty ident name|unable to auto-detect email/i.test(stderr))
      return new UserError(
        'CONFLICT',
        'Git does not know who commits: set user.name and user.email with "git config --global"',
      );
    const line =
      stderr.split('\n').find((each) => /^(?:fatal|error):/.test(each)) ?? stderr.trim().split('\n')[0];
    return new UserError('UNAVAILABLE', `Git in ${folder}: ${(line ?? '').slice(0, 500) || 'it failed'}`);
  }
}

function parsedStatus(text: string, prefix: string): GitStatus {
  const records = text.split('\0');
  const heads = new Map<string, string>();
  const files: GitFile[] = [];
  for (let at = 0; at < records.length && files.length < MAX_FILES; at += 1) {
    const record = records[at]!;
    const head = /^# branch\.(\w+) (.*)$/.exec(record);
    if (head !== null) heads.set(head[1]!, head[2]!);
    else if (record !== '') files.push(...fileOf(record, prefix));
    // The former name of a renamed file is a separate record.
    if (record.startsWith('2 ')) at += 1;
  }
  const [, ahead = '0', behind = '0'] = /^\+(\d+) -(\d+)$/.exec(heads.get('ab') ?? '') ?? [];
  const commit = heads.get('oid') ?? '(initial)';
  const branch = heads.get('head') ?? '(detached)';
  return {
    branch: branch === '(detached)' ? null : branch,
    commit: commit === '(initial)' ? null : commit,
    ahead: Number(ahead),
    behind: Number(behind),
    files,
  };
}

/** Fields before the path, by the kind of record (git-status, porcelain format version 2). */
const FIELDS: Readonly<Record<string, number>> = { '1': 8, '2': 9, u: 10, '?': 1 };

function fileOf(record: string, prefix: string): readonly GitFile[] {
  const kind = record[0] ?? '';
  const fields = FIELDS[kind];
  if (fields === undefined) return [];
  const path = record.split(' ').slice(fields).join(' ');
  const own = path.startsWith(prefix) ? path.slice(prefix.length) : path;
  if (kind === '?') return [{ path: own, change: 'untracked', isStaged: false }];
  if (kind === 'u') return [{ path: own, change: 'conflict', isStaged: false }];
  const [staged = '.', working = '.'] = record.slice(2, 4);
  return [{ path: own, change: changeOf(staged === '.' ? working : staged), isStaged: staged !== '.' }];
}

function changeOf(letter: string): GitFile['change'] {
  if (letter === 'A') return 'added';
  if (letter === 'D') return 'deleted';
  return letter === 'R' || letter === 'C' ? 'renamed' : 'modified';
}

/** Yields the objects in the output of `git cat-file --batch`, null for those that are missing. */
function* batchTexts(bytes: Buffer): Generator<string | null, void, undefined> {
  let at = 0;
  while (at < bytes.length) {
    const end = bytes.indexOf(0x0a, at);
    if (end < 0) return;
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(bytes.toString('utf8', at, end))?.[1];
    at = end + 1;
    if (size === undefined) yield null;
    else {
      yield bytes.toString('utf8', at, at + Number(size));
      at += Number(size) + 1;
    }
  }
}
