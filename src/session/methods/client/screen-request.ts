// A request as a window has it on the screen, in the collection that it belongs to.
import { checked } from '../../../collections/edit/changes.ts';
import { allItems, changeItem, folderNamed, insertItem } from '../../../collections/edit/items.ts';
import type { Collection } from '../../../collections/model/collection.ts';
import { request as requestModel, type SavedRequest } from '../../../collections/model/request.ts';
import type { Workspace } from '../../../collections/storage/workspace.ts';
import type { WorkspaceSources } from '../../../runs/runner/workspace-sources.ts';
import type { WorkspaceContext } from '../workspace-context.ts';
import { newCollection } from '../workspace/editing.ts';
import { unmasked } from '../workspace/masks.ts';

export interface OnScreen {
  readonly request: Readonly<Record<string, unknown>>;
  readonly collection?: string | undefined;
  readonly folder?: string | undefined;
  readonly environment?: string | null | undefined;
}

export interface ScreenRequest extends Pick<WorkspaceSources, 'environment' | 'globals'> {
  readonly workspace: Workspace;
  /** The collection with the request as the screen has it. */
  readonly collection: Collection;
  readonly request: SavedRequest;
}

/** Rejects with a UserError that names what is not valid. */
export async function screenRequest(context: WorkspaceContext, given: OnScreen): Promise<ScreenRequest> {
  const workspace = await context.open();
  const stored = given.collection === undefined ? null : await storedCollection(workspace, given.collection);
  const old = savedRequest(stored, given.request['id']);
  const fields = unmasked(context, given.request, old ?? {}, 'request') as object;
  const request = checked(requestModel, { id: crypto.randomUUID(), ...fields }, 'request');
  const collection = stored ?? newCollection({ name: 'Not saved' });
  const item = { kind: 'request', request } as const;
  const folder = given.folder === undefined ? null : folderNamed(collection, given.folder).item.folder.id;
  const items =
    old === null
      ? insertItem(collection.items, folder, item)
      : changeItem(collection.items, old.id, () => item);
  return {
    workspace,
    collection: { ...collection, items },
    request,
    ...(await variablesOf(workspace, given.environment)),
  };
}

async function storedCollection(workspace: Workspace, name: string): Promise<Collection> {
  const { collectionNamed } = await import('../../../collections/storage/named.ts');
  const { refuseFileErrors } = await import('../../../collections/storage/needed-files.ts');
  const stored = await collectionNamed(workspace, name);
  refuseFileErrors(workspace, stored);
  return stored.collection;
}

function savedRequest(collection: Collection | null, id: unknown): SavedRequest | null {
  for (const { item } of allItems(collection?.items ?? []))
    if (item.kind === 'request' && item.request.id === id) return item.request;
  return null;
}

async function variablesOf(
  workspace: Workspace,
  environment: string | null | undefined,
): Promise<Pick<WorkspaceSources, 'environment' | 'globals'>> {
  if (environment === null) return { environment: null, globals: await workspace.globals() };
  const { workspaceVariables } = await import('../../../runs/runner/workspace-sources.ts');
  return workspaceVariables(workspace, environment);
}
