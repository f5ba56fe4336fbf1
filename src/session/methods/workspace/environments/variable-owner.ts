// The owners of variables: globals, an environment, a collection, or a folder or request in one.
import { z } from 'zod';
import { ParameterError } from '../../../../base/errors.ts';
import { anyNamed, changeItem, itemOf } from '../../../../collections/edit/items.ts';
import type { Collection, Item } from '../../../../collections/model/collection.ts';
import type { Variable } from '../../../../collections/model/values.ts';
import type { Workspace } from '../../../../collections/storage/workspace.ts';

export const VARIABLE_SCOPES = ['globals', 'environment', 'collection', 'folder', 'request'] as const;
export type VariableScope = (typeof VARIABLE_SCOPES)[number];

export const scope = z.enum(VARIABLE_SCOPES, VARIABLE_SCOPES.join(', '));
export const OWNER = 'Environment (default: active) or collection; for a folder or request Collection/Path';

/** The variables of one owner. */
export interface OwnedVariables {
  readonly owner: string;
  readonly variables: readonly Variable[];
  /** Replaces the variables. */
  readonly save: (variables: readonly Variable[]) => Promise<void>;
}

/** Finds the owner. Rejects with an Error that names a missing one. */
export async function ownedVariables(
  workspace: Workspace,
  of: VariableScope,
  owner: string | undefined,
): Promise<OwnedVariables> {
  if (of === 'globals') return globalVariables(workspace, owner);
  if (of === 'environment') return environmentVariables(workspace, owner);
  if (owner === undefined)
    throw new ParameterError(`owner is missing: give the name or id of the ${of}`, { field: 'owner' });
  return of === 'collection' ? collectionVariables(workspace, owner) : itemVariables(workspace, of, owner);
}

async function globalVariables(workspace: Workspace, owner: string | undefined): Promise<OwnedVariables> {
  if (owner !== undefined)
    throw new ParameterError('globals have no owner: leave it out', { field: 'owner' });
  return {
    owner: '',
    variables: await workspace.globals(),
    save: (variables) => workspace.saveGlobals(variables),
  };
}

async function environmentVariables(
  workspace: Workspace,
  owner: string | undefined,
): Promise<OwnedVariables> {
  const { activeEnvironment, environmentNamed } = await import('../../../../collections/storage/named.ts');
  const found =
    owner === undefined ? await activeEnvironment(workspace) : await environmentNamed(workspace, owner);
  if (found === null)
    throw new ParameterError('owner is missing, and no environment is active: give the name or id of one', {
      field: 'owner',
    });
  return {
    owner: found.name,
    variables: found.variables,
    save: (variables) => workspace.saveEnvironment({ ...found, variables: [...variables] }),
  };
}

async function collectionVariables(workspace: Workspace, owner: string): Promise<OwnedVariables> {
  const { collectionNamed } = await import('../../../../collections/storage/named.ts');
  const stored = await collectionNamed(workspace, owner);
  const { collection } = stored;
  return {
    owner: collection.name,
    variables: collection.variables,
    save: (variables) =>
      workspace.saveCollection({ ...stored, collection: { ...collection, variables: [...variables] } }),
  };
}

async function itemVariables(
  workspace: Workspace,
  kind: 'folder' | 'request',
  owner: string,
): Promise<OwnedVariables> {
  const { collection, item } = await itemOfPath(workspace, kind, owner);
  const { id, name, variables } = itemOf(item);
  return {
    owner: name,
    variables,
    async save(next) {
      if (next.some(({ secret }) => secret))
        throw new ParameterError(
          `variables of a ${kind} cannot be secret, since they are shared: use an environment or the collection`,
          { field: 'secret' },
        );
      const stored = await workspace.wholeCollection(await headOf(workspace, collection.id));
      const items = changeItem(stored.collection.items, id, (each) => withVariables(each, next));
      await workspace.replaceCollection(stored, { ...stored.collection, items });
    },
  };
}

function withVariables(item: Item, variables: readonly Variable[]): Item {
  return item.kind === 'folder'
    ? { kind: 'folder', folder: { ...item.folder, variables: [...variables] } }
    : { kind: 'request', request: { ...item.request, variables: [...variables] } };
}

async function headOf(workspace: Workspace, id: string): Promise<{ readonly path: string }> {
  const { collectionHeadNamed } = await import('../../../../collections/storage/named.ts');
  return collectionHeadNamed(workspace, id);
}

/** Finds `Collection/Path`, or an id in any collection. */
async function itemOfPath(
  workspace: Workspace,
  kind: 'folder' | 'request',
  owner: string,
): Promise<{ readonly collection: Collection; readonly item: Item }> {
  const { allItems, idOf } = await import('../../../../collections/edit/items.ts');
  const { collectionNamed } = await import('../../../../collections/storage/named.ts');
  for (const { collection } of await workspace.collections()) {
    const found = [...allItems(collection.items)].find(
      ({ item }) => item.kind === kind && idOf(item) === owner,
    );
    if (found !== undefined) return { collection, item: found.item };
  }
  const slash = owner.indexOf('/');
  if (slash < 1)
    throw new ParameterError(
      `owner is ${JSON.stringify(owner.slice(0, 100))}: give the id of the ${kind}, or Collection/Path`,
      { field: 'owner' },
    );
  const { collection } = await collectionNamed(workspace, owner.slice(0, slash));
  const { item } = anyNamed(collection, owner.slice(slash + 1));
  if (item.kind !== kind)
    throw new ParameterError(`${owner} is a ${item.kind}, not a ${kind}`, { field: 'owner' });
  return { collection, item };
}
