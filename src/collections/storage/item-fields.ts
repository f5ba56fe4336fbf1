// The fields of an item of a collection, as its file has them.
import type { z } from 'zod';
import type { folderFields } from '../model/collection.ts';
import type { SavedRequest } from '../model/request.ts';

/** A request, or the own fields of a folder. */
export type ItemFields =
  | { readonly kind: 'request'; readonly value: SavedRequest }
  | { readonly kind: 'folder'; readonly value: z.output<typeof folderFields> };
