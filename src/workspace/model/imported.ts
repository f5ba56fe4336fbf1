// What an import has made of a file: everything to be put into a workspace, and what was lost or guessed on the way.
import type { Collection } from './collection.ts';
import type { Environment } from './environment.ts';
import type { SavedRequest } from './request.ts';
import type { Variable } from './values.ts';

/** Something that a workspace takes in. */
export interface Imported {
  readonly collections: readonly Collection[];
  readonly environments: readonly Environment[];
  /** Added to the globals. */
  readonly globals: readonly Variable[];
  /** In no collection yet. */
  readonly requests: readonly SavedRequest[];
  /** Documents kept as they are, each with the collection made of it. */
  readonly specs: readonly { readonly name: string; readonly text: string; readonly collectionId: string }[];
  /** Sentences, each on one loss or guess. */
  readonly warnings: readonly string[];
}

export const NOTHING_IMPORTED: Imported = {
  collections: [],
  environments: [],
  globals: [],
  requests: [],
  specs: [],
  warnings: [],
};
