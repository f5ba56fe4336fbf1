// Disables the filters and merge drivers of a repository: programs that Git starts when it reads a file or joins two. No
// setting disables all of them, so each one in the repository's configuration is disabled by name.
import type { GitResult } from './run-git.ts';

/** Settings in a repository's own configuration, without the user's. */
export interface OwnSettings {
  /** Names of filters, such as `lfs`. */
  readonly filters: readonly string[];
  /** Names of merge drivers. */
  readonly drivers: readonly string[];
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
  const named = (pattern: RegExp): readonly string[] => [
    ...new Set([...names].flatMap((name) => pattern.exec(name)?.[1] ?? [])),
  ];
  return {
    filters: named(/^filter\.(.+)\.[^.]+$/s),
    drivers: named(/^merge\.(.+)\.[^.]+$/s),
    hasOtherWorkTree: names.has('core.worktree'),
  };
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

/** Returns settings with which these drivers join nothing: their files become conflicts. */
export function withoutDrivers(drivers: readonly string[]): readonly string[] {
  return drivers.map((name) => `merge.${name}.driver=false`);
}
