// Collections and their folders: a tree whose leaves are requests.
import { z } from 'zod';
import { auth, INHERIT, NO_AUTH } from './auth.ts';
import { settings, type OwnSettings, type SavedRequest } from './request.ts';
import { docs, id, name, pair, scripts, strict, tags, text, variable, type Pair } from './values.ts';

const order = z
  .array(text)
  .default([])
  .describe(
    'Names of the requests (`get`) and folders (`orders/`) in this folder, in their order; others come last, by name',
  );

const headers = z.array(pair).default([]);

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
  headers: headers.describe('Headers of the requests in it, unless they have one of the name'),
  settings: settings.prefault({}).describe('How the requests in it are sent, unless they say otherwise'),
  scripts: scripts.prefault({}),
  order,
});

export const collectionFields = strict({
  id,
  name: name.default('New Collection'),
  docs,
  auth: auth.default(NO_AUTH).describe('Authorization of the requests that inherit it'),
  variables: z.array(variable).default([]).describe('Variables for all requests of the collection'),
  headers: headers.describe('Headers of all requests, unless they have one of the name'),
  settings: settings.prefault({}).describe('How all requests are sent, unless they say otherwise'),
  scripts: scripts.prefault({}),
  order,
});

/** Fields that requests inherit, and that few collections and folders have. */
interface Inherited {
  readonly headers?: Pair[];
  readonly settings?: OwnSettings;
}

type FolderFields = z.output<typeof folderFields>;
type CollectionFields = z.output<typeof collectionFields>;

export interface Folder extends Omit<FolderFields, 'order' | 'tags' | keyof Inherited>, Inherited {
  readonly tags?: string[];
  readonly items: readonly Item[];
}

export interface Collection extends Omit<CollectionFields, 'order' | keyof Inherited>, Inherited {
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
