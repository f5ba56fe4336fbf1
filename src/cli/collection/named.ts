// Finds collections and environments of a workspace by id or name.
import { UserError } from '../../base/errors.ts';
import { nearest } from '../../base/did-you-mean.ts';
import type { Environment } from '../../workspace/model/environment.ts';
import type { StoredCollection } from '../../workspace/storage/read-collection.ts';
import type { Workspace } from '../../workspace/storage/workspace.ts';

/** Rejects with an Error that suggests the nearest name. */
export async function collectionNamed(workspace: Workspace, name: string): Promise<StoredCollection> {
  const head = one(await workspace.collectionHeads(), name, 'collection', workspace.folder);
  const stored = await workspace.collection(head);
  if (stored === null) throw new UserError('INVALID_FILE', `the collection ${name} cannot be read`);
  return stored;
}

export async function environmentNamed(workspace: Workspace, name: string): Promise<Environment> {
  return one(await workspace.environments(), name, 'environment', workspace.folder);
}

/** Resolves with null when none is active. */
export async function activeEnvironment(workspace: Workspace): Promise<Environment | null> {
  const { activeEnvironment: active } = workspace.fields();
  return active === null ? null : ((await workspace.environments()).find(({ id }) => id === active) ?? null);
}

interface Named {
  readonly id: string;
  readonly name: string;
}

function one<T extends Named>(all: readonly T[], name: string, kind: string, folder: string): T {
  const found = all.find(({ id }) => id === name);
  if (found !== undefined) return found;
  const exact = all.filter((each) => each.name === name);
  const same =
    exact.length > 0 ? exact : all.filter((each) => each.name.toLowerCase() === name.toLowerCase());
  const [first, second] = same;
  if (first === undefined) throw new UserError('NOT_FOUND', missing(all, name, kind, folder));
  if (second === undefined) return first;
  throw new UserError(
    'INVALID_DATA',
    `there are ${same.length} ${kind}s called ${JSON.stringify(name)}: give the id of one, ${same.map(({ id }) => id).join(' or ')}`,
  );
}

function missing(all: readonly Named[], name: string, kind: string, folder: string): string {
  const names = all.map((each) => each.name);
  const similar = nearest(name, names);
  const hint = similar === null ? '' : `; did you mean ${JSON.stringify(similar)}?`;
  return `there is no ${kind} ${JSON.stringify(name)} in ${folder}${hint}`;
}
