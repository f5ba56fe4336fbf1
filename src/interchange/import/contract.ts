// The contract of an import format: how its files are recognised, and how they are converted.
import type { Imported } from '../../collections/model/imported.ts';
import type { ImportOptions } from './shared/import-context.ts';

/** A file or a pasted text. */
export interface Content {
  readonly text: string;
  /** The file name without its folder; empty for pasted text. */
  readonly file: string;
  /** Sentences about lines that were not valid YAML, and how they were read. */
  readonly repairs: readonly string[];
  /** Parses the text as JSON or YAML. Throws an Error that says where it is neither. */
  value(): unknown;
}

export interface ImportFormat {
  readonly id: string;
  /** The name for people. */
  readonly label: string;
  /** Returns true when the content has this format. Formats are tried in order, and the first match is used. */
  readonly detect: (content: Content) => boolean;
  /** Throws an Error that says what is wrong with the file. */
  readonly read: (content: Content, options?: ImportOptions) => Imported;
}

export function defineImport(format: ImportFormat): ImportFormat {
  return format;
}
