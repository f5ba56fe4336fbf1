// What an import format is: how its files are told from others, and what a workspace gets of one.
import type { Imported } from '../model/imported.ts';

/** A file or a pasted text. */
export interface Content {
  readonly text: string;
  /** Name of the file, without its folder; empty for pasted text. */
  readonly file: string;
  /** The text read as JSON or YAML. Throws an Error whose sentence says where it is neither. */
  value(): unknown;
}

export interface ImportFormat {
  readonly id: string;
  /** As people call it. */
  readonly label: string;
  /** By content alone. Formats are asked in their order; the first one that says yes reads. */
  readonly detect: (content: Content) => boolean;
  /** Throws an Error whose sentence says what is wrong with the file. */
  readonly read: (content: Content) => Imported;
}

export function defineImport(format: ImportFormat): ImportFormat {
  return format;
}
