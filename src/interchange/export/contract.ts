// The contract of an export format: the objects of a workspace that it takes, and the file that it writes.
import type { Collection } from '../../collections/model/collection.ts';
import { flattened } from '../../collections/model/inherited.ts';
import type { Environment } from '../../collections/model/environment.ts';
import type { ExportedFile } from './shared/folder-files.ts';

export interface ExportResult {
  readonly text: string;
  /** Sentences about the parts that the format cannot express. */
  readonly warnings: readonly string[];
}

/** The context of an export besides the object itself. */
export interface ExportContext {
  /** The active environment; null for none. */
  readonly environment: Environment | null;
  /** The text of the API description that the collection follows. */
  readonly description?: string | undefined;
}

/** The files of a format that is a folder. */
export interface ExportedFolder extends Pick<ExportResult, 'warnings'> {
  readonly files: readonly ExportedFile[];
}

interface Format<Kind extends string, Source, Result = ExportResult> {
  readonly kind: Kind;
  readonly format: string;
  /** The name for people. */
  readonly label: string;
  /** The end of the default file name, after the name of the object. */
  readonly ending: string;
  readonly write: (source: Source, context: ExportContext) => Result;
}

export type CollectionExport = Format<'collection', Collection>;
export type EnvironmentExport = Format<'environment', Environment>;
/** A collection that becomes a folder of files. */
export type FolderExport = Format<'folder', Collection, ExportedFolder>;
export type ExportFormat = CollectionExport | EnvironmentExport | FolderExport;

/** Returns the format, whose requests have what they inherit: other programs have other rules for that. */
export function defineExport<Kind extends ExportFormat>(format: Kind): Kind {
  if (format.kind === 'environment') return format;
  const { write } = format as CollectionExport;
  return {
    ...format,
    write: (collection: Collection, context: ExportContext) => write(flattened(collection), context),
  };
}

/** Returns the default file name for an object, without characters that file names cannot contain. */
export function exportFileName({ ending }: ExportFormat, name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[\0-\x1f\x7f<>:"/\\|?*]+/g, '-')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  let stem = '';
  for (const char of plain) {
    if (Buffer.byteLength(stem + char) > MAX_NAME_BYTES) break;
    stem += char;
  }
  return `${/^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(stem) ? '_' : ''}${stem || 'untitled'}${ending}`;
}

/** Most systems allow names of 255 bytes. */
const MAX_NAME_BYTES = 180;
