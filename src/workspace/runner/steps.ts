// What a run goes through, in order: each request with the authorization and the scripts that hold for it.
import type { Auth } from '../model/auth.ts';
import {
  requestsOf,
  type Collection,
  type Folder,
  type Item,
  type PlacedRequest,
} from '../model/collection.ts';
import type { SavedRequest } from '../model/request.ts';

export interface Step {
  readonly request: SavedRequest;
  /** Names of the folders that it lies in, the outermost first. */
  readonly folders: readonly string[];
  /** Never `inherit`. */
  readonly auth: Auth;
  /** The collection's first, the request's own last. */
  readonly preRequest: readonly StepScript[];
  readonly test: readonly StepScript[];
}

export interface StepScript {
  readonly where: string;
  readonly script: string;
}

/** `folder`: only what lies in folders of this name, or id, at any depth. Throws an Error when there is none. */
export function stepsOf(collection: Collection, folder: string | null): readonly Step[] {
  const placed = [...requestsOf(collection.items)];
  if (folder === null) return placed.map((each) => stepOf(collection, each));
  const names = (each: Folder): boolean => each.name === folder || each.id === folder;
  const found = placed.filter(({ folders }) => folders.some(names));
  if (found.length === 0 && !hasFolder(collection.items, names))
    throw new Error(`there is no folder ${JSON.stringify(folder)} in the collection ${collection.name}`);
  return found.map((each) => stepOf(collection, each));
}

function hasFolder(items: readonly Item[], isWanted: (folder: Folder) => boolean): boolean {
  return items.some(
    (item) => item.kind === 'folder' && (isWanted(item.folder) || hasFolder(item.folder.items, isWanted)),
  );
}

function stepOf(collection: Collection, { folders, request }: PlacedRequest): Step {
  const holders = [
    { where: 'collection', ...collection.scripts, auth: collection.auth },
    ...folders.map(({ name, scripts, auth }) => ({ where: `folder ${name}`, ...scripts, auth })),
    { where: 'request', ...request.scripts, auth: request.auth },
  ];
  const scripts = (phase: 'preRequest' | 'test'): readonly StepScript[] =>
    holders
      .filter((holder) => holder[phase].trim() !== '')
      .map((holder) => ({ where: holder.where, script: holder[phase] }));
  return {
    request,
    folders: folders.map(({ name }) => name),
    auth: holders.findLast(({ auth }) => auth.type !== 'inherit')?.auth ?? { type: 'none' },
    preRequest: scripts('preRequest'),
    test: scripts('test'),
  };
}

/** Where `next` names a request: by id, else by name, of several of one name the last; -1 when there is none. */
export function placeOf(steps: readonly Step[], next: string): number {
  const byId = steps.findIndex(({ request }) => request.id === next);
  return byId >= 0 ? byId : steps.findLastIndex(({ request }) => request.name === next);
}
