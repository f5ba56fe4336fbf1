// Files that are written exchange by exchange, as exchanges finish.
import type { FileHandle } from 'node:fs/promises';
import type { Flow } from '../flow/flow.ts';
import { EntryFile } from './entry-file.ts';
import type { FileParts } from './formats/contract.ts';

export const streamedFormats = ['session', 'har', 'ndjson', 'csv'] as const;

export type StreamedFormat = (typeof streamedFormats)[number];

/** File name extensions. */
export const streamedExtensions: Readonly<Record<StreamedFormat, string>> = {
  session: '.proxysession',
  har: '.har',
  ndjson: '.ndjson',
  csv: '.csv',
};

/** A file that can be ended after any exchange, also where writing one has failed. */
export interface ExchangeFile {
  readonly entries: number;
  /** Bytes so far. */
  readonly size: number;
  /** Adds finished exchanges; the format may leave some out. Calls must not overlap. */
  add(...flows: readonly Flow[]): Promise<void>;
  /** Resolves when all that was added is in the file. */
  flush(): Promise<void>;
  /** Completes the file and closes it. */
  end(): Promise<void>;
  /** Closes the file as it is. */
  close(): Promise<void>;
}

/**
 * Begins the empty file `file` at `path`, which is open for appending, and closed where that fails. Only the format in
 * use is loaded, so that runs start sooner.
 */
export async function beginExchangeFile(
  format: StreamedFormat,
  path: string,
  file: FileHandle,
): Promise<ExchangeFile> {
  if (format !== 'session') return EntryFile.begin(file, await partsOf(format));
  await file.close();
  const { SessionRecording } = await import('./session-file/recording.ts');
  return SessionRecording.begin(path);
}

async function partsOf(format: Exclude<StreamedFormat, 'session'>): Promise<FileParts> {
  switch (format) {
    case 'har':
      return (await import('./formats/har/write.ts')).harParts;
    case 'ndjson':
      return (await import('./ndjson/line.ts')).ndjsonParts();
    case 'csv':
      return (await import('./formats/csv.ts')).csvParts;
  }
}
