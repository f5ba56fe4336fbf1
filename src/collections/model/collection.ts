// Collections and their folders: a tree whose leaves are requests.
import { z } from 'zod';
import { auth, INHERIT, NO_AUTH } from './auth.ts';
import type { SavedRequest } from './request.ts';
import { id, name, scripts, tags, text, variable } from './values.ts';

/**
 * Names of files and folders in this folder, those of folders with a slash. Names that are missing come last, sorted.
 */
const order = z.array(text).default([]);

export const folderFields = z.strictObject({
  id,
  name: name.default('New Folder'),
  docs: text.default(''),
  /** Those of all requests in it. */
  tags,
  auth: auth.default(INHERIT),
  /** Variables for the requests in it; none of them may be secret. */
  variables: z.array(variable).default([]),
  scripts: scripts.prefault({}),
  order,
});

export const collectionFields = z.strictObject({
  id,
  name: name.default('New Collection'),
  docs: text.default(''),
  auth: auth.default(NO_AUTH),
  variables: z.array(variable).default([]),
  scripts: scripts.prefault({}),
  order,
});

export interface Folder extends Omit<z.output<typeof folderFields>, 'order' | 'tags'> {
  readonly tags?: string[];
  readonly items: readonly Item[];
}

export interface Collection extends Omit<z.output<typeof collectionFields>, 'order'> {
  readonly items: readonly Item[];
}

export type Item =
  | { readonly kind: 'folder'; readonly folder: Folder }
  | { readonly kind: 'request'; readonly request: SavedRequest };

/** A request and the folders that contain it, the outermost first. */
export interface PlacedRequest {
  readonly folders: readonly Folder[];
  readonly request: SavedRequest;
}

/** Yields all requests in order, including those of folders. */
export function* requestsOf(
  items: readonly Item[],
  folders: readonly Folder[] = [],
): Generator<PlacedRequest, void, undefined> {
  for (const item of items)
    if (item.kind === 'request') yield { folders, request: item.request };
    else yield* requestsOf(item.folder.items, [...folders, item.folder]);
}
