// Collections and their folders: a tree whose leaves are requests.
import { z } from 'zod';
import { auth, INHERIT, NO_AUTH } from './auth.ts';
import type { SavedRequest } from './request.ts';
import { docs, id, name, scripts, strict, tags, text, variable } from './values.ts';

const order = z
  .array(text)
  .default([])
  .describe(
    'Names of the requests (`get`) and folders (`orders/`) in this folder, in their order; others come last, by name',
  );

export const folderFields = strict({
  id,
  name: name.default('New Folder'),
  docs,
  tags,
  auth: auth.default(INHERIT).describe('Authorization of the requests in it'),
  variables: z
    .array(variable)
    .default([])
    .describe('Variables for the requests in it; none of them may be secret'),
  scripts: scripts.prefault({}),
  order,
});

export const collectionFields = strict({
  id,
  name: name.default('New Collection'),
  docs,
  auth: auth.default(NO_AUTH).describe('Authorization of the requests that inherit it'),
  variables: z.array(variable).default([]).describe('Variables for all requests of the collection'),
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
