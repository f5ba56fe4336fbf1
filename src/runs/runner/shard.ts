// One of several parts of a run, for machines that share it.
import type { Shard } from './options.ts';
import type { Step } from './steps.ts';

/** Returns the iterations of a part, by their numbers from 0: each part has every `total`th. */
export function iterationsOf({ index, total }: Shard, iterations: number): readonly number[] {
  return Array.from({ length: iterations }, (_, iteration) => iteration).filter(
    (iteration) => iteration % total === index - 1,
  );
}

/**
 * Returns the requests of a part. Folders at the top stay whole, since their requests may depend on each other; the parts
 * are as even as this allows, in the order of the collection.
 */
export function stepsIn({ index, total }: Shard, steps: readonly Step[]): readonly Step[] {
  const groups = groupsOf(steps);
  const part: Step[] = [];
  let before = 0;
  for (const group of groups) {
    const middle = before + group.length / 2;
    before += group.length;
    if (Math.min(total, Math.floor((middle * total) / steps.length) + 1) === index) part.push(...group);
  }
  return part;
}

function groupsOf(steps: readonly Step[]): readonly (readonly Step[])[] {
  const groups: { readonly folder: string | undefined; readonly steps: Step[] }[] = [];
  for (const step of steps) {
    const [folder] = step.folders;
    const last = groups.at(-1);
    if (last !== undefined && folder !== undefined && last.folder === folder) last.steps.push(step);
    else groups.push({ folder, steps: [step] });
  }
  return groups.map((group) => group.steps);
}
