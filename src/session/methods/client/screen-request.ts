// A request as a window has it on the screen, in the collection that it belongs to.
import { checked } from '../../../collections/edit/changes.ts';
import { changeItem, folderNamed, insertItem } from '../../../collections/edit/items.ts';
import {
  requestsOf,
  type Collection,
  type Folder,
  type Item,
  type PlacedRequest,
} from '../../../collections/model/collection.ts';
import { request as requestModel, type SavedRequest } from '../../../collections/model/request.ts';
import { collectionPaths } from '../../../collections/storage/collection-files.ts';
import type { StoredCollection } from '../../../collections/storage/read-collection.ts';
import type { Workspace } from '../../../collections/storage/workspace.ts';
import type { WorkspaceSources } from '../../../runs/runner/workspace-sources.ts';
import { newSecrets, withScriptValues } from '../../live/script-variables.ts';
import type { ScriptValues } from '../../live/script-values.ts';
import type { ReadSources, RequestSources } from '../../live/source-cache.ts';
import { MASK } from '../../settings/secrets.ts';
import type { AppContext } from '../context.ts';
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
  /** False for a request without a collection. */
  readonly isStored: boolean;
}

type ScreenContext = Pick<AppContext, 'workspace' | 'clientState' | 'clientFiles'>;

/** Variables have their script values. Rejects with a UserError that names what is not valid. */
export async function screenRequest(app: ScreenContext, given: OnScreen): Promise<ScreenRequest> {
  const workspace = await app.workspace.open();
  const { value } = await readSources(workspace, given);
  return placed(await contextOf(app, workspace, given), given, value);
}

/** As `screenRequest`, from what was read before, while the files that matter for a preview are the same. */
export async function previewRequest(app: ScreenContext, given: OnScreen): Promise<ScreenRequest> {
  const workspace = await app.workspace.open();
  const { collection, folder, environment, request } = given;
  // An object, because a list would have null for what is not given too.
  const key = JSON.stringify({ collection, folder, environment, id: request['id'] });
  const sources = await app.clientState.previews.get(key, async () => {
    const { value, paths } = await readSources(workspace, given);
    return { value: { ...value, stored: value.stored && around(value.stored, given) }, paths };
  });
  return placed(await contextOf(app, workspace, given), given, sources);
}

interface Placing {
  readonly context: WorkspaceContext;
  readonly workspace: Workspace;
  readonly values: ScriptValues;
  /** The request with what was typed; null where there is no draft, or no mask stands for a part of it. */
  readonly typed: Readonly<Record<string, unknown>> | null;
}

async function contextOf(app: ScreenContext, workspace: Workspace, { request }: OnScreen): Promise<Placing> {
  const values = await app.clientState.scriptValues();
  return { context: app.workspace, workspace, values, typed: await typedRequest(app, request) };
}

/** Secrets that were typed are masked on the screen, as those of the file are. */
async function typedRequest(app: ScreenContext, request: OnScreen['request']): Promise<Placing['typed']> {
  const { id } = request;
  if (typeof id !== 'string' || !JSON.stringify(request).includes(MASK)) return null;
  const view = await (await app.clientFiles()).view({ kind: 'request', id });
  return view?.value ?? null;
}

/** Returns the collection with nothing but the request, or its folder, and what is around it. */
function around(collection: Collection, { request, folder }: OnScreen): Collection {
  const isSaved = folder === undefined || savedRequest(collection, request['id']) !== undefined;
  const id = isSaved ? request['id'] : folderNamed(collection, folder).item.folder.id;
  return { ...collection, items: collection.items.flatMap((item) => branch(item, id)) };
}

function branch(item: Item, id: unknown): readonly Item[] {
  if (item.kind === 'request') return item.request.id === id ? [item] : [];
  const items = item.folder.items.flatMap((inner) => branch(inner, id));
  const isAround = item.folder.id === id || items.length > 0;
  return isAround ? [{ kind: 'folder', folder: { ...item.folder, items } }] : [];
}

function placed(
  { context, workspace, values, typed }: Placing,
  given: OnScreen,
  { stored, ...variables }: RequestSources,
): ScreenRequest {
  const old = savedRequest(stored, given.request['id'])?.request ?? null;
  const fields = unmasked(context, given.request, typed ?? old ?? {}, 'request') as object;
  const request = checked(requestModel, { id: crypto.randomUUID(), ...fields }, 'request');
  const collection = stored ?? newCollection({ name: 'Not saved' });
  const item = { kind: 'request', request } as const;
  const items =
    old === null
      ? insertItem(collection.items, folderId(collection, given.folder), item)
      : changeItem(collection.items, old.id, () => item);
  const sources = { collection: { ...collection, items }, ...variables };
  values.set(newSecrets(sources, values.all()));
  return { workspace, request, isStored: stored !== null, ...withScriptValues(sources, values.all()) };
}

function folderId(collection: Collection, folder: string | undefined): string | null {
  return folder === undefined ? null : folderNamed(collection, folder).item.folder.id;
}

async function readSources(workspace: Workspace, given: OnScreen): Promise<ReadSources> {
  const stored = given.collection === undefined ? null : await storedCollection(workspace, given.collection);
  const collection = stored?.collection ?? null;
  const variables = await variablesOf(workspace, given.environment);
  const folders = foldersOf(collection, given).map(({ id }) => stored?.paths.get(id) ?? '');
  return {
    value: { stored: collection, ...variables },
    paths: [
      ...(await workspace.variableFiles()),
      ...(stored === null ? [] : collectionPaths(stored.path, folders)),
    ],
  };
}

function foldersOf(collection: Collection | null, { request, folder }: OnScreen): readonly Folder[] {
  if (collection === null) return [];
  const saved = savedRequest(collection, request['id']);
  if (saved !== undefined || folder === undefined) return saved?.folders ?? [];
  const { item, folders } = folderNamed(collection, folder);
  return [...folders, item.folder];
}

async function storedCollection(workspace: Workspace, name: string): Promise<StoredCollection> {
  const { collectionNamed } = await import('../../../collections/storage/named.ts');
  const { refuseFileErrors } = await import('../../../collections/storage/needed-files.ts');
  const stored = await collectionNamed(workspace, name);
  refuseFileErrors(workspace, stored);
  return stored;
}

function savedRequest(collection: Collection | null, id: unknown): PlacedRequest | undefined {
  return [...requestsOf(collection?.items ?? [])].find(({ request }) => request.id === id);
}

async function variablesOf(
  workspace: Workspace,
  environment: string | null | undefined,
): Promise<Pick<WorkspaceSources, 'environment' | 'globals'>> {
  if (environment === null) return { environment: null, globals: await workspace.globals() };
  const { workspaceVariables } = await import('../../../runs/runner/workspace-sources.ts');
  return workspaceVariables(workspace, environment);
}
