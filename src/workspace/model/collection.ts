// Collections and their folders: a tree whose leaves are requests.
import { z } from 'zod';
import { auth, INHERIT, NO_AUTH } from './auth.ts';
import type { SavedRequest } from './request.ts';
import { id, name, scripts, text, variable } from './values.ts';

/** Names of files and folders beside it, folders with a slash behind: what is not there comes last, by name. */
const order = z.array(text).default([]);

export const folderFields = z.strictObject({
  id,
  name: name.default('New Folder'),
  docs: text.default(''),
  auth: auth.default(INHERIT),
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

export interface Folder extends Omit<z.output<typeof folderFields>, 'order'> {
  readonly items: readonly Item[];
}

export interface Collection extends Omit<z.output<typeof collectionFields>, 'order'> {
  readonly items: readonly Item[];
}

export type Item =
  | { readonly kind: 'folder'; readonly folder: Folder }
  | { readonly kind: 'request'; readonly request: SavedRequest };

/** A request and the folders that it lies in, the outermost first. */
export interface PlacedRequest {
  readonly folders: readonly Folder[];
  readonly request: SavedRequest;
}

/** All requests in order, those of folders where the folder stands. */
export function* requestsOf(
  items: readonly Item[],
  folders: readonly Folder[] = [],
): Generator<PlacedRequest, void, undefined> {
  for (const item of items)
    if (item.kind === 'request') yield { folders, request: item.request };
    else yield* requestsOf(item.folder.items, [...folders, item.folder]);
}
