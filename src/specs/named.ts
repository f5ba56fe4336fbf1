// Finds a description of the workspace by id or name.
import { nearest } from '../base/did-you-mean.ts';
import { UserError } from '../base/errors.ts';
import type { StoredSpec } from '../collections/storage/specs.ts';
import type { Workspace } from '../collections/storage/workspace.ts';

/**
 * Resolves with the description. Rejects with a UserError that suggests the nearest name. `isTitle`: the name is the
 * title of a file, never an id.
 */
export async function specNamed(workspace: Workspace, name: string, isTitle = false): Promise<StoredSpec> {
  const all = await workspace.specs();
  const same = (each: StoredSpec): boolean => each.name.toLowerCase() === name.toLowerCase();
  const byId = isTitle ? [] : all.filter(({ id }) => id === name);
  const exact = all.filter((each) => each.name === name);
  const found = [byId, exact, all.filter(same)].find(({ length }) => length > 0) ?? [];
  const [first, second] = found;
  if (first === undefined) throw new UserError('NOT_FOUND', missing(all, name, isTitle, workspace.folder));
  if (second === undefined) return first;
  throw new UserError(
    'INVALID_DATA',
    `there are ${found.length} specifications called ${JSON.stringify(name)}: give the id of one, ${found.map(({ id }) => id).join(' or ')}`,
  );
}

function missing(all: readonly StoredSpec[], name: string, isTitle: boolean, folder: string): string {
  const similar = nearest(
    name,
    all.map((each) => each.name),
  );
  const hint = similar === null ? '' : `; did you mean ${JSON.stringify(similar)}?`;
  const advice = isTitle ? ': add it with spec import, or name another one with --spec' : '';
  return `there is no specification ${JSON.stringify(name)} in ${folder}${advice}${hint}`;
}
