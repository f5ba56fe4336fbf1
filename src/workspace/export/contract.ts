// What an export format is: what it takes of a workspace, and the file that it makes of it.
import type { Collection } from '../model/collection.ts';
import type { Environment } from '../model/environment.ts';

export interface ExportResult {
  readonly text: string;
  /** Sentences, each on what the format has no place for. */
  readonly warnings: readonly string[];
}

/** What is there beside the object itself. */
export interface ExportContext {
  /** The active environment; null for none. */
  readonly environment: Environment | null;
}

interface Format<Kind extends string, Source> {
  readonly kind: Kind;
  readonly format: string;
  /** As people call it. */
  readonly label: string;
  /** What a file is called by default, its name first. */
  readonly ending: string;
  readonly write: (source: Source, context: ExportContext) => ExportResult;
}

export type CollectionExport = Format<'collection', Collection>;
export type EnvironmentExport = Format<'environment', Environment>;
export type ExportFormat = CollectionExport | EnvironmentExport;

export function defineExport<Kind extends ExportFormat>(format: Kind): Kind {
  return format;
}

/** What a file with the export of something of this name is called: without what a file's name cannot hold. */
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

/** Most systems take names of 255 bytes. */
const MAX_NAME_BYTES = 180;
