// Steps on the workspace that are done at once and can be taken back: new, rename, move, duplicate, delete.
import type { ParamsOf, ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { attempt, count } from '../../../state/actions.ts';
import { say, sayError } from '../../../state/toasts.ts';
import { beginRequest } from './objects.ts';
import type { Fields } from './open-object.ts';
import { closeTab, openTab } from './tabs.ts';
import { windowName } from '../../../state/window.ts';
import { objectKey, pathTo, unsaved, workspace, type TreeObject } from './workspace.ts';

type Calls = ParamsOf<'client.act'>['calls'];

/** An object with the objects that hold it. */
export interface Placed {
  readonly object: TreeObject;
  readonly above: readonly TreeObject[];
}

/** Returns an object of the tree with what holds it; null when it is not there. */
export function placed(key: string): Placed | null {
  const { value } = workspace.store.get();
  return value === null ? null : pathTo(value.tree, key);
}

/**
 * Runs operations as one step, and offers to take it back by `undo`. Resolves with their results; null when they failed.
 */
export async function act(
  label: string,
  calls: Calls,
  undo: () => void = undoStep,
): Promise<ResultOf<'client.act'>['results'] | null> {
  try {
    const { results } = await rpc('client.act', { label, calls, window: windowName });
    await workspace.load();
    say(label, undo);
    return results;
  } catch (error) {
    sayError(`${label}: not done. ${messageOf(error)}`);
    return null;
  }
}

/** Takes back the last step of this window. */
export function undoStep(): void {
  void attempt('The last step cannot be taken back', async () => {
    const { undone } = await rpc('client.undo', { window: windowName });
    await workspace.load();
    say(`Taken back: ${undone}`);
  });
}

/** A collection or folder for a request that has no file, and its name there. */
export interface SavePlace {
  readonly collection?: string;
  readonly folder?: string;
  readonly name: string;
}

/** Opens a request that is not saved yet, and returns its key. `place`: the collection and folder that Save offers first. */
export function newRequest(fields: Fields = {}, place: Partial<SavePlace> = {}, id?: string): string {
  const key = beginRequest({ name: 'New request', type: 'http', method: 'GET', url: '', ...fields }, id);
  wantedPlaces.set(key, place);
  openTab(key);
  return key;
}

/** The collection and folder that Save offers first for requests that have no file. */
const wantedPlaces = new Map<string, Partial<SavePlace>>();

export function wantedPlace(key: string): Partial<SavePlace> {
  return wantedPlaces.get(key) ?? {};
}

export async function newCollection(): Promise<string | null> {
  const name = freeName(
    'New collection',
    (workspace.store.get().value?.tree ?? []).map((each) => each.name),
  );
  const results = await act(`Created ${name}`, [{ method: 'create_collection', params: { name } }]);
  return results === null ? null : objectKey('collection', idOf(results[0]));
}

export async function newFolder({ object, above }: Placed): Promise<string | null> {
  const name = freeName(
    'New folder',
    (object.items ?? []).map((each) => each.name),
  );
  const collection = above[0]?.id ?? object.id;
  const parent = object.kind === 'folder' ? { parent: object.id } : {};
  const results = await act(`Created ${name}`, [
    { method: 'create_folder', params: { collection, name, ...parent } },
  ]);
  return results === null ? null : objectKey('folder', idOf(results[0]));
}

function idOf(result: unknown): string {
  return (result as { readonly id: string }).id;
}

function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} ${number}`;
    if (!taken.includes(free)) return free;
  }
}

export async function rename({ object, above }: Placed, name: string): Promise<void> {
  const collection = above[0]?.id ?? object.id;
  const calls = {
    request: { method: 'update_request', params: { collection, request: object.id, changes: { name } } },
    folder: { method: 'update_folder', params: { collection, folder: object.id, changes: { name } } },
    collection: { method: 'update_collection', params: { collection, changes: { name } } },
  };
  if (object.kind in calls)
    await act(`Renamed ${object.name} to ${name}`, [calls[object.kind as keyof typeof calls]]);
}

export async function duplicate(objects: readonly Placed[]): Promise<void> {
  const calls = objects.flatMap(({ object, above }) => {
    const holder = above.at(-1);
    if (holder === undefined) return [];
    const index = (holder.items ?? []).findIndex((each) => each.id === object.id) + 1;
    const params = { collection: above[0]!.id, item: object.id, copy: true, index, ...folderOf(holder) };
    return [{ method: 'move_item', params }];
  });
  if (calls.length > 0) await act(`Duplicated ${named(objects)}`, calls);
}

function folderOf(holder: TreeObject): object {
  return holder.kind === 'folder' ? { toFolder: holder.id } : {};
}

/** Moves objects into a collection or folder, to a position among its items. */
export async function move(objects: readonly Placed[], target: Placed, index?: number): Promise<void> {
  const toCollection = target.above[0]?.id ?? target.object.id;
  const calls = objects
    .filter(({ above }) => above.length > 0)
    .map(({ object, above }, at) => ({
      method: 'move_item',
      params: {
        collection: above[0]!.id,
        item: object.id,
        toCollection,
        ...folderOf(target.object),
        ...(index !== undefined && { index: index + at }),
      },
    }));
  if (calls.length > 0) await act(`Moved ${named(objects)}`, calls);
}

/** Moves objects to the trash. Tabs of requests with changes stay, so that nothing typed is lost. */
export async function remove(objects: readonly Placed[]): Promise<void> {
  const calls = objects.map(({ object, above }) => {
    if (object.kind === 'collection')
      return { method: 'delete_collection', params: { collection: object.id } };
    if (object.kind === 'request')
      return { method: 'delete_request', params: { collection: above[0]!.id, request: object.id } };
    return { method: 'trash_item', params: { kind: object.kind, id: object.id } };
  });
  const done = await act(`Deleted ${named(objects)}`, calls);
  if (done === null) return;
  for (const { object } of objects) {
    const key = objectKey(object.kind, object.id);
    if (!unsaved.get().has(key)) closeTab(key);
  }
}

function named(objects: readonly Placed[]): string {
  return objects.length === 1 ? objects[0]!.object.name : count(objects.length, 'object');
}

/** Returns the collection and folder that hold an object, by id. */
export function whereOf(key: string): { readonly collection?: string; readonly folder?: string } {
  const found = placed(key);
  if (found === null) return {};
  const { above } = found;
  const holder = above.at(-1);
  return {
    ...(above[0] !== undefined && { collection: above[0].id }),
    ...(holder?.kind === 'folder' && { folder: holder.id }),
  };
}
