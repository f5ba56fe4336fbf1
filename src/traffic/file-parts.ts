// The formats that are written exchange by exchange, as exchanges finish.
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

/** Loads only the format in use, so that runs start sooner. */
export async function filePartsOf(format: StreamedFormat): Promise<FileParts> {
  switch (format) {
    case 'session':
      return (await import('./formats/session/write.ts')).sessionParts;
    case 'har':
      return (await import('./formats/har/write.ts')).harParts;
    case 'ndjson':
      return (await import('./ndjson/line.ts')).ndjsonParts;
    case 'csv':
      return (await import('./formats/csv.ts')).csvParts;
  }
}
