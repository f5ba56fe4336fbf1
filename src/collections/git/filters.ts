// Filters of a repository are programs that Git starts when it looks at a file. No setting switches all of them off, so
// each that the repository itself names is switched off by its name.
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
