// Brings the collection of an API description up to date with it, and keeps what people added to the collection.
import { isDeepStrictEqual } from 'node:util';
import { UserError } from '../base/errors.ts';
import { importContent } from '../interchange/import/index.ts';
import { isOperationId } from '../interchange/import/openapi/ids.ts';
import { mergeCollection } from '../collections/merge/index.ts';
import {
  requestsOf,
  type Collection,
  type Item,
  type PlacedRequest,
} from '../collections/model/collection.ts';
import type { Imported } from '../collections/model/imported.ts';
import type { SavedRequest } from '../collections/model/request.ts';
import { specText, writeSpec, type StoredSpec } from '../collections/storage/specs.ts';
import type { StoredCollection } from '../collections/storage/read-collection.ts';
import { copyToTrash } from '../collections/storage/trash.ts';
import type { Workspace } from '../collections/storage/workspace.ts';
import { specNamed } from './named.ts';
import { requestDifferences, type RequestDifference } from './request-differences.ts';

/** A request of the collection that a synchronization added, updated or removed. */
export interface SyncChange {
  readonly type: 'added' | 'updated' | 'removed';
  readonly id: string;
  readonly method: string;
  readonly name: string;
  /** Names of the folders that contain it. */
  readonly folders: readonly string[];
  /** The parts of an updated request that change. */
  readonly differences: readonly RequestDifference[];
}

export interface SyncResult {
  readonly spec: Pick<StoredSpec, 'id' | 'name'>;
  readonly collection: Pick<Collection, 'id' | 'name'>;
  /** In the order of the collection, removed requests last. */
  readonly changes: readonly SyncChange[];
  /** Sentences about the parts of the description that were lost or guessed. */
  readonly warnings: readonly string[];
}

/**
 * Replaces the description `name` with `version`, if there is one, and brings its collection up to date. By default,
 * the description is the one with the same title. Requests that the description no longer has go to the trash. Those
 * with an id in `leftOut` stay as they are, or are not added.
 */
export async function syncSpec(
  workspace: Workspace,
  name: string | null,
  version: Imported | null = null,
  leftOut: ReadonlySet<string> = new Set(),
): Promise<SyncResult> {
  return workspace.exclusively(async () => {
    const title = name ?? version?.specs[0]?.name;
    if (title === undefined)
      throw new UserError('INVALID_DATA', 'it is not an OpenAPI or Swagger description');
    const spec = await specNamed(workspace, title, name === null);
    const imported = version ?? importContent(Buffer.from(specText(spec)), spec.path);
    const [theirs] = imported.collections;
    const [document] = imported.specs;
    if (theirs === undefined || document === undefined)
      throw new UserError('INVALID_DATA', `${spec.name} is not an OpenAPI or Swagger description`);
    const { collection, changes } = await syncCollection(workspace, spec, theirs, leftOut);
    // The name follows the title, by which the next version is found.
    const fields = version === null ? { name: spec.name, text: specText(spec) } : document;
    const written = await writeSpec(spec, { ...fields, collectionId: collection.id });
    return { spec: written, collection, changes, warnings: imported.warnings };
  });
}

interface Synced {
  readonly collection: Pick<Collection, 'id' | 'name'>;
  readonly changes: readonly SyncChange[];
}

/** Returns what a synchronization with a version of the description would change; writes nothing. */
export async function previewSync(
  workspace: Workspace,
  { collectionId }: Pick<StoredSpec, 'collectionId'>,
  theirs: Collection,
): Promise<Synced> {
  const head = (await workspace.collectionHeads()).find(({ id }) => id === collectionId);
  if (head === undefined) return { collection: theirs, changes: changesOf([], theirs.items) };
  const { collection: stored } = await workspace.wholeCollection(head);
  const { collection } = merged(stored, theirs, new Set());
  return { collection: head, changes: changesOf(stored.items, collection.items) };
}

async function syncCollection(
  workspace: Workspace,
  spec: StoredSpec,
  theirs: Collection,
  leftOut: ReadonlySet<string>,
): Promise<Synced> {
  const head = (await workspace.collectionHeads()).find(({ id }) => id === spec.collectionId);
  if (head === undefined) {
    // The collection was deleted, or never existed.
    const chosen = new Set([...requestsOf(theirs.items)].map(({ request }) => request));
    const refused = new Set([...chosen].filter(({ id }) => leftOut.has(id)));
    const items = without(theirs.items, refused);
    const { id } = await workspace.addCollection({ ...theirs, items });
    return { collection: { id, name: theirs.name }, changes: changesOf([], items) };
  }
  const stored = await workspace.wholeCollection(head);
  const { collection, removed } = merged(stored.collection, theirs, leftOut);
  const changes = changesOf(stored.collection.items, collection.items);
  if (!isDeepStrictEqual(collection, stored.collection)) {
    await trashRequests(workspace, stored, removed);
    await workspace.replaceCollection(stored, collection);
  }
  return { collection, changes };
}

interface MergedCollection {
  readonly collection: Collection;
  readonly removed: ReadonlySet<SavedRequest>;
}

/** Joins a collection with what the description makes of it, except for the requests that are left out. */
function merged(stored: Collection, theirs: Collection, leftOut: ReadonlySet<string>): MergedCollection {
  const { collection, missing } = mergeCollection(stored, theirs);
  const removed = new Set(missing.filter(({ id }) => isOperationId(id) && !leftOut.has(id)));
  const own = new Map([...requestsOf(stored.items)].map(({ request }) => [request.id, request]));
  const added = [...requestsOf(collection.items)]
    .map(({ request }) => request)
    .filter(({ id }) => leftOut.has(id) && !own.has(id));
  const items = without(collection.items, new Set([...removed, ...added]));
  const unchanged = new Map([...own].filter(([id]) => leftOut.has(id)));
  return {
    collection: { ...collection, items: unchanged.size === 0 ? items : restored(items, unchanged) },
    removed,
  };
}

/** Puts requests back as they were. */
function restored(items: readonly Item[], unchanged: ReadonlyMap<string, SavedRequest>): readonly Item[] {
  return items.map((item): Item => {
    if (item.kind === 'folder')
      return { kind: 'folder', folder: { ...item.folder, items: restored(item.folder.items, unchanged) } };
    return { kind: 'request', request: unchanged.get(item.request.id) ?? item.request };
  });
}

/** Returns the items without these requests and the folders that they leave empty. */
function without(items: readonly Item[], removed: ReadonlySet<SavedRequest>): readonly Item[] {
  return items.flatMap((item): readonly Item[] => {
    if (item.kind === 'request') return removed.has(item.request) ? [] : [item];
    const remaining = without(item.folder.items, removed);
    if (remaining.length === 0 && item.folder.items.length > 0) return [];
    return [{ kind: 'folder', folder: { ...item.folder, items: remaining } }];
  });
}

async function trashRequests(
  workspace: Workspace,
  { paths }: StoredCollection,
  removed: ReadonlySet<SavedRequest>,
): Promise<void> {
  for (const { id, name } of removed) {
    const path = paths.get(id);
    if (path !== undefined) await copyToTrash(workspace.folder, { kind: 'request', name, path });
  }
}

function changesOf(before: readonly Item[], after: readonly Item[]): readonly SyncChange[] {
  const known = new Map([...requestsOf(before)].map((placed) => [placed.request.id, placed]));
  const requestChanges = [...requestsOf(after)].flatMap((placed): readonly SyncChange[] => {
    const own = known.get(placed.request.id);
    known.delete(placed.request.id);
    if (own === undefined) return [changeOf('added', placed)];
    const isSame =
      isDeepStrictEqual(own.request, placed.request) && isDeepStrictEqual(namesOf(own), namesOf(placed));
    return isSame ? [] : [changeOf('updated', placed, differencesOf(own, placed))];
  });
  return [...requestChanges, ...[...known.values()].map((placed) => changeOf('removed', placed))];
}

function changeOf(
  type: SyncChange['type'],
  placed: PlacedRequest,
  differences: readonly RequestDifference[] = [],
): SyncChange {
  const { id, method, name } = placed.request;
  return { type, id, method, name, folders: namesOf(placed), differences };
}

function differencesOf(before: PlacedRequest, after: PlacedRequest): readonly RequestDifference[] {
  const isMoved = !isDeepStrictEqual(namesOf(before), namesOf(after));
  const folder = { mark: '~', what: `folder ${namesOf(after).join(' / ') || 'none'}` } as const;
  return [...(isMoved ? [folder] : []), ...requestDifferences(before.request, after.request)];
}

function namesOf({ folders }: PlacedRequest): readonly string[] {
  return folders.map(({ name }) => name);
}
