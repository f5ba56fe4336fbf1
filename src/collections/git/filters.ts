// Disables the filters of a repository, which are programs that Git starts when it reads a file. No setting disables
// all of them, so each filter that the repository names is disabled by name.
import type { GitResult } from './run-git.ts';

/** Names in the configuration of a repository, not in that of its user. */
export interface OwnSettings {
  /** Names of filters, such as `lfs`. */
  readonly filters: readonly string[];
  /** True when files lie somewhere else than the repository says by its place. */
  readonly hasOtherWorkTree: boolean;
}

export async function ownSettings(
  git: (args: readonly string[]) => Promise<GitResult>,
): Promise<OwnSettings> {
  const names = new Set<string>();
  for (const scope of ['--local', '--worktree']) {
    const { stdout } = await git(['config', scope, '--includes', '--list', '--name-only', '-z']);
    for (const name of stdout.split('\0')) names.add(name);
  }
  const filters = [...names].flatMap((name) => /^filter\.(.+)\.[^.]+$/s.exec(name)?.[1] ?? []);
  return { filters: [...new Set(filters)], hasOtherWorkTree: names.has('core.worktree') };
}

/** Returns settings that leave files as they are, whatever these filters would do. */
export function withoutFilters(filters: readonly string[]): readonly string[] {
  return filters.flatMap((name) => [
    `filter.${name}.clean=`,
    `filter.${name}.smudge=`,
    `filter.${name}.process=`,
    `filter.${name}.required=false`,
  ]);
}
