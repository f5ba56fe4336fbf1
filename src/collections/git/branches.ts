// The branches of a repository: their list, another one, and a new one. Git keeps what is not committed where it can, and
// refuses where a file would be lost.
import { ParameterError, UserError } from '../../base/errors.ts';
import type { Repository } from './repository.ts';

export interface Branch {
  /** Such as `main`, or `origin/main` of a remote repository. */
  readonly name: string;
  readonly isCurrent: boolean;
  /** True for one that is known of a remote repository alone. */
  readonly isRemote: boolean;
  /** The branch that it follows; null without one. */
  readonly upstream: string | null;
  /** ISO 8601, of its last commit. */
  readonly time: string;
  readonly subject: string;
}

const MAX_BRANCHES = 500;
const SEPARATOR = '\x1f';
const FIELDS = [
  '%(refname)',
  '%(HEAD)',
  '%(upstream:short)',
  '%(committerdate:iso-strict)',
  '%(subject)',
  '%(symref)',
];

/** Returns the branches, those with the latest commits first; of remote ones those that no branch here follows. */
export async function branchesOf(repository: Repository): Promise<readonly Branch[]> {
  const format = `--format=${FIELDS.join('%1f')}`;
  const { code, stdout, stderr } = await repository.run([
    'for-each-ref',
    '--sort=-committerdate',
    `--count=${MAX_BRANCHES}`,
    format,
    'refs/heads',
    'refs/remotes',
  ]);
  if (code !== 0) throw repository.refused(stderr);
  const all = stdout
    .split('\n')
    .filter((line) => line !== '')
    .flatMap(branchOf);
  const followed = new Set(all.map(({ upstream }) => upstream));
  return all.filter(({ isRemote, name }) => !isRemote || !followed.has(name));
}

function branchOf(line: string): readonly Branch[] {
  const [ref = '', head = '', upstream = '', time = '', subject = '', symbolic = ''] = line.split(SEPARATOR);
  // The head of a remote repository is another name of one of its branches.
  if (symbolic !== '') return [];
  const isRemote = ref.startsWith('refs/remotes/');
  const name = ref.replace(/^refs\/(?:heads|remotes)\//, '');
  return [
    { name, isCurrent: head === '*', isRemote, upstream: upstream === '' ? null : upstream, time, subject },
  ];
}

/** Checks a branch out; of a remote one a new branch that follows it. Rejects with a UserError when Git refuses. */
export async function switchBranch(repository: Repository, name: string): Promise<void> {
  const found = (await branchesOf(repository)).find((each) => each.name === name);
  if (found === undefined)
    throw new ParameterError(`there is no branch ${JSON.stringify(name.slice(0, 200))}`, { field: 'branch' });
  const own = name.replace(/^[^/]+\//, '');
  await checkOut(repository, found.isRemote ? ['--track', '-c', own, name] : [name]);
}

/** Makes a branch that begins at the present commit, and checks it out. */
export async function createBranch(repository: Repository, name: string): Promise<void> {
  const { code } = await repository.run(['check-ref-format', '--branch', name]);
  if (code !== 0 || name.startsWith('-'))
    throw new ParameterError(
      `${JSON.stringify(name.slice(0, 200))} is not a name for a branch: leave out spaces, "..", and ~ ^ : ? * [`,
      { field: 'branch' },
    );
  await checkOut(repository, ['-c', name]);
}

async function checkOut(repository: Repository, args: readonly string[]): Promise<void> {
  await repository.refuseFilters();
  const { code, stderr } = await repository.run(['switch', '--no-guess', '--no-recurse-submodules', ...args]);
  if (code !== 0) throw checkOutError(repository, stderr);
}

/** Returns what keeps Git from replacing files. */
export function checkOutError(repository: Repository, stderr: string): UserError {
  const lost = stderr.match(/^\t.+$/gm)?.map((line) => line.trim()) ?? [];
  if (stderr.includes('would be overwritten'))
    return new UserError(
      'CONFLICT',
      `${lost.length === 1 ? 'A file has' : `${lost.length} files have`} changes that would be lost, ${lost.slice(0, 3).join(', ')}${lost.length > 3 ? ' …' : ''}: commit or discard them first`,
    );
  const [, taken] = /a branch named '(.+)' already exists/.exec(stderr) ?? [];
  if (taken !== undefined)
    return new UserError(
      'CONFLICT',
      `there is a branch ${JSON.stringify(taken)} already: give another name`,
      {
        field: 'branch',
      },
    );
  if (/you need to resolve your current index first|MERGE_HEAD exists|while merging/i.test(stderr))
    return new UserError('CONFLICT', 'A merge is not finished: decide its conflicts, and commit');
  return repository.refused(stderr);
}
