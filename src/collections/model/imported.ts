// The result of an import: everything to add to a workspace, and what was lost or guessed.
import type { Collection } from './collection.ts';
import type { Environment } from './environment.ts';
import type { SavedRequest } from './request.ts';
import type { Variable } from './values.ts';

/** Objects to add to a workspace. */
export interface Imported {
  readonly collections: readonly Collection[];
  readonly environments: readonly Environment[];
  /** Variables to add to the globals. */
  readonly globals: readonly Variable[];
  /** Requests without a collection. */
  readonly requests: readonly SavedRequest[];
  /** Documents that are kept unchanged, each with the collection that was created from it. */
  readonly specs: readonly ImportedSpec[];
  /** Sentences about files that could not be read, while the others were. */
  readonly broken: readonly string[];
  /** Sentences, each about one loss or guess. */
  readonly warnings: readonly string[];
}

export interface ImportedSpec {
  readonly name: string;
  readonly text: string;
  readonly collectionId: string;
  /** The parsed text, where the import had it. */
  readonly root?: Readonly<Record<string, unknown>>;
}

export const NOTHING_IMPORTED: Imported = {
  collections: [],
  environments: [],
  globals: [],
  requests: [],
  specs: [],
  broken: [],
  warnings: [],
};
