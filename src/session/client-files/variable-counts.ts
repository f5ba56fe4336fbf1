// Counts the uses of each variable in the workspace, in one pass.
import { findVariables } from '../../collections/replace/finders.ts';
import { textsOf } from '../../collections/replace/texts.ts';
import type { ClientFiles } from './index.ts';
import { openObjects } from './searching.ts';

/** Returns the number of uses of each name that is used, known or not. */
export async function variableCounts(files: ClientFiles): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for await (const { fields } of openObjects(files))
    for (const { text, area } of textsOf(fields))
      for (const { groups } of findVariables(text, area)) {
        const name = groups[0]!;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
  return counts;
}
