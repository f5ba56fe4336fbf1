// Disables the filters of a repository: programs that Git starts when it reads a file. No setting disables all of
// them, so each filter in the repository's configuration is disabled by name.
import type { GitResult } from './run-git.ts';

/** Settings in a repository's own configuration, without the user's. */
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

/** Returns settings that turn each of these filters into a no-op. */
export function withoutFilters(filters: readonly string[]): readonly string[] {
  return filters.flatMap((name) => [
    `filter.${name}.clean=`,
    `filter.${name}.smudge=`,
    `filter.${name}.process=`,
    `filter.${name}.required=false`,
  ]);
}
