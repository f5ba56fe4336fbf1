// The steps of a run: requests in order, each with the authorization and the scripts that apply to it.
import { nearest } from '../../base/did-you-mean.ts';
import { UserError } from '../../base/errors.ts';
import type { Auth } from '../../collections/model/auth.ts';
import {
  requestsOf,
  type Collection,
  type Folder,
  type Item,
  type PlacedRequest,
} from '../../collections/model/collection.ts';
import { effectiveRequest, type EffectiveRequest } from '../../collections/model/inherited.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import type { RunOptions } from './options.ts';
import { valuesOf } from '../../collections/variables/scopes.ts';

export interface Step {
  /** With the headers and settings that it inherits. */
  readonly request: EffectiveRequest;
  /** Names of the folders that contain the request, the outermost first. */
  readonly folders: readonly string[];
  /** Its own and those of its folders. */
  readonly tags: readonly string[];
  /** Their ids. */
  readonly folderIds: readonly string[];
  /** Never of the type `inherit`. */
  readonly auth: Auth;
  /** Variables of the folders and of the request, in which inner ones come last. */
  readonly variables: ReadonlyMap<string, unknown>;
  /** Scripts of the collection first, and those of the request last. */
  readonly preRequest: readonly StepScript[];
  readonly test: readonly StepScript[];
}

export interface StepScript {
  readonly where: string;
  readonly script: string;
}

/** Returns the steps of an iteration of a run. Throws an Error for an unknown name. */
export function selectedSteps({
  collection,
  only,
  isOrdered = false,
  tags = [],
  excludeTags = [],
}: Pick<RunOptions, 'collection' | 'only' | 'isOrdered' | 'tags' | 'excludeTags'>): readonly Step[] {
  const named = isOrdered ? only.flatMap((each) => stepsOf(collection, [each])) : stepsOf(collection, only);
  if (tags.length === 0 && excludeTags.length === 0) return named;
  const selected = named.filter(
    (step) =>
      (tags.length === 0 || step.tags.some((tag) => tags.includes(tag))) &&
      !step.tags.some((tag) => excludeTags.includes(tag)),
  );
  if (selected.length === 0) throw nothingTagged(named, tags);
  return selected;
}

/** A run of nothing would be green by accident. */
function nothingTagged(steps: readonly Step[], tags: readonly string[]): UserError {
  const known = [...new Set(steps.flatMap((step) => step.tags))].toSorted();
  const found = known.length === 0 ? 'no request has a tag' : `its tags are ${known.join(', ')}`;
  const wanted = tags.length === 0 ? 'without the excluded tags' : `with ${tags.join(' or ')}`;
  return new UserError('NOT_FOUND', `nothing is selected ${wanted}: ${found}`);
}

/**
 * Returns the requests with these names or ids, and all requests in folders with these names or ids. Throws an Error
 * for an unknown name.
 */
export function stepsOf(collection: Collection, only: readonly string[]): readonly Step[] {
  const placed = [...requestsOf(collection.items)];
  const unknown = only.find((nameOrId) => !hasNamed(collection.items, nameOrId));
  if (unknown !== undefined) {
    const similar = nearest(unknown, [...namesIn(collection.items)]);
    const hint = similar === null ? '' : `; did you mean ${JSON.stringify(similar)}?`;
    throw new UserError(
      'NOT_FOUND',
      `there is no folder or request ${JSON.stringify(unknown)} in the collection ${collection.name}${hint}`,
    );
  }
  const selected = placed.filter(
    ({ folders, request }) =>
      only.length === 0 ||
      only.some((nameOrId) => [...folders, request].some((each) => isNamed(each, nameOrId))),
  );
  return selected.map((each) => stepOf(collection, each));
}

function* namesIn(items: readonly Item[]): Generator<string, void, undefined> {
  for (const item of items)
    if (item.kind === 'request') yield item.request.name;
    else {
      yield item.folder.name;
      yield* namesIn(item.folder.items);
    }
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
    request: effectiveRequest([collection, ...folders], request),
    folders: folders.map(({ name }) => name),
    tags: [...new Set([...folders.flatMap((folder) => folder.tags ?? []), ...request.tags])],
    folderIds: folders.map(({ id }) => id),
    auth: owners.findLast(({ auth }) => auth.type !== 'inherit')?.auth ?? { type: 'none' },
    variables: valuesOf([...folders.flatMap(({ variables }) => variables), ...request.variables]),
    preRequest: scripts('preRequest'),
    test: scripts('test'),
  };
}

/**
 * Returns the index of a request by id, or else by name; of several with the same name, the last. Returns -1 when
 * there is none.
 */
export function indexOfStep(steps: readonly Step[], next: string): number {
  const byId = steps.findIndex(({ request }) => request.id === next);
  return byId >= 0 ? byId : steps.findLastIndex(({ request }) => request.name === next);
}
