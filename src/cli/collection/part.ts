// The part of a collection that a run is restricted to: by tags, and by shards.
import { UserError } from '../../base/errors.ts';
import type { RunOptions, Shard } from '../../runs/runner/options.ts';
import type { RunFlags } from './run-flags.ts';

/** Throws a UserError for an invalid option. */
export function partOf(flags: RunFlags): Pick<RunOptions, 'tags' | 'excludeTags' | 'shard'> {
  return { tags: listOf(flags.tags), excludeTags: listOf(flags.excludeTags), shard: shardOf(flags) };
}

/** Returns the parts of a list with commas, each once. */
function listOf(list = ''): readonly string[] {
  const parts = list.split(',').map((each) => each.trim());
  return [...new Set(parts.filter((each) => each !== ''))];
}

/** Throws a UserError for a text that is no shard. */
function shardOf({ shard, failed }: RunFlags): Shard | undefined {
  if (shard === undefined) return undefined;
  const [, index = 0, total = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(shard) ?? []).map(Number);
  if (index < 1 || index > total)
    throw new UserError(
      'INVALID_PARAMETER',
      `--shard ${JSON.stringify(shard)}: give a part and the number of parts, such as 2/4`,
    );
  if (failed === true)
    throw new UserError('INVALID_PARAMETER', '--shard and --failed: what failed is run in one part');
  return { index, total };
}
