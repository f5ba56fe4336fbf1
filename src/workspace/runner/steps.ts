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
  const unknown = only.find((nameOrId) => !hasNamed(collection.items, nameOrId));
  if (unknown !== undefined)
    throw new Error(
      `there is no folder or request ${JSON.stringify(unknown)} in the collection ${collection.name}`,
    );
  const selected = placed.filter(
    ({ folders, request }) =>
      only.length === 0 ||
      only.some((nameOrId) => [...folders, request].some((each) => isNamed(each, nameOrId))),
  );
  return selected.map((each) => stepOf(collection, each));
}

function hasNamed(items: readonly Item[], nameOrId: string): boolean {
  return items.some((item) =>
    item.kind === 'folder'
      ? isNamed(item.folder, nameOrId) || hasNamed(item.folder.items, nameOrId)
      : isNamed(item.request, nameOrId),
  );
}

function isNamed({ id, name }: Folder | SavedRequest, nameOrId: string): boolean {
  return name === nameOrId || id === nameOrId;
}

function stepOf(collection: Collection, { folders, request }: PlacedRequest): Step {
  const owners = [
    { where: 'collection', ...collection.scripts, auth: collection.auth },
    ...folders.map(({ name, scripts, auth }) => ({ where: `folder ${name}`, ...scripts, auth })),
    { where: 'request', ...request.scripts, auth: request.auth },
  ];
  const scripts = (phase: 'preRequest' | 'test'): readonly StepScript[] =>
    owners
      .filter((owner) => owner[phase].trim() !== '')
      .map((owner) => ({ where: owner.where, script: owner[phase] }));
  return {
    request,
    folders: folders.map(({ name }) => name),
    auth: owners.findLast(({ auth }) => auth.type !== 'inherit')?.auth ?? { type: 'none' },
    preRequest: scripts('preRequest'),
    test: scripts('test'),
  };
}

/** Where `next` names a request: by id, else by name, of several of one name the last; -1 when there is none. */
export function indexOfStep(steps: readonly Step[], next: string): number {
  const byId = steps.findIndex(({ request }) => request.id === next);
  return byId >= 0 ? byId : steps.findLastIndex(({ request }) => request.name === next);
}
