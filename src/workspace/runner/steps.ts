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

/** `only`: what lies in folders of these names or ids, at any depth, and requests of them. Throws an Error for one of nothing. */
export function stepsOf(collection: Collection, only: readonly string[]): readonly Step[] {
  const placed = [...requestsOf(collection.items)];
  const unknown = only.find((wanted) => !hasNamed(collection.items, wanted));
  if (unknown !== undefined)
    throw new Error(
      `there is no folder or request ${JSON.stringify(unknown)} in the collection ${collection.name}`,
    );
  const found = placed.filter(
    ({ folders, request }) =>
      only.length === 0 || only.some((wanted) => [...folders, request].some((each) => isNamed(each, wanted))),
  );
  return found.map((each) => stepOf(collection, each));
}

function hasNamed(items: readonly Item[], wanted: string): boolean {
  return items.some((item) =>
    item.kind === 'folder'
      ? isNamed(item.folder, wanted) || hasNamed(item.folder.items, wanted)
      : isNamed(item.request, wanted),
  );
}

function isNamed({ id, name }: Folder | SavedRequest, wanted: string): boolean {
  return name === wanted || id === wanted;
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
