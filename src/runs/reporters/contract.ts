// The contract of a reporter: a plug-in that reports a run while it proceeds.
import type { Reporter } from '../runner/events.ts';

/** Parts that files of reports can be without. */
export const OMITTABLE = ['bodies', 'headers', 'secrets'] as const;
export type Omittable = (typeof OMITTABLE)[number];

export interface ReporterOptions {
  /** The path for a reporter that writes a file. */
  readonly path: string;
  readonly colors: boolean;
  /** Options such as `no-summary` for `--reporter-cli-no-summary`, by name; true without a value. */
  readonly settings: ReporterSettings;
  /** True when printed text can be erased, as on a terminal. */
  readonly isTerminal: boolean;
  /**
   * Prints to standard output; text includes line ends. The result is awaited, so that a slow reader slows down the
   * run.
   */
  readonly print: (text: string) => void | Promise<void>;
}

export type ReporterSettings = Readonly<Record<string, string | true>>;

export interface ReporterFormat {
  readonly name: string;
  /** The file that `--reporter-NAME-export` places; null for a reporter that writes none. */
  readonly file: { readonly defaultPath: string; readonly description: string } | null;
  /** Further options of Newman, `--reporter-NAME-OPTION`; those without `<value>` are switches. */
  readonly settings: readonly { readonly flags: string; readonly description: string }[];
  /** Rejects with an Error that names a file that cannot be written. */
  create(options: ReporterOptions): Promise<Reporter>;
}

export function defineReporter(format: ReporterFormat): ReporterFormat {
  return format;
}
