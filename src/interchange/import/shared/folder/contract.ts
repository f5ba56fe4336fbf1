// The contract of an import format that is a folder with one file for each request.
import type { Collection } from '../../../../collections/model/collection.ts';
import type { Environment } from '../../../../collections/model/environment.ts';
import type { Variable } from '../../../../collections/model/values.ts';
import type { ImportContext } from '../import-context.ts';
import type { SourceFolder } from './source-folder.ts';

export interface FolderFormat {
  readonly id: string;
  /** The name for people. */
  readonly label: string;
  /** Returns true for the folder of a collection. */
  readonly isRoot: (folder: SourceFolder) => boolean;
  readonly read: (folder: SourceFolder, context: ImportContext) => Collection;
  /** Reads the environments of a folder, which may be that of a collection or one beside it. */
  readonly environments: (folder: SourceFolder) => readonly Environment[];
  /** Reads the globals of a folder; null when it holds none. */
  readonly globals: (folder: SourceFolder) => readonly Variable[] | null;
}

export function defineFolderFormat(format: FolderFormat): FolderFormat {
  return format;
}
