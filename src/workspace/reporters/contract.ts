// What a reporter is made of: a plug-in that tells of a run while it goes on.
import type { Reporter } from '../runner/events.ts';

export interface ReporterOptions {
  /** Where a reporter that writes a file has to write it. */
  readonly path: string;
  readonly colors: boolean;
  /** Whether what is printed can be taken back, as on a terminal. */
  readonly isTerminal: boolean;
  /** To standard output; line ends included. Waited for, so that a slow reader slows the run and not its memory. */
  readonly print: (text: string) => void | Promise<void>;
}

export interface ReporterFormat {
  readonly name: string;
  /** Null for one that writes no file. */
  readonly defaultPath: string | null;
  /** Rejects with an Error that names the file that cannot be written. */
  create(options: ReporterOptions): Promise<Reporter>;
}

export function defineReporter(format: ReporterFormat): ReporterFormat {
  return format;
}
