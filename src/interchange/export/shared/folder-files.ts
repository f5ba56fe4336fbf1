// Names of files and folders that are readable, valid on every system, and distinct on each of them.
import { writeYaml } from '../../../documents/yaml.ts';

export interface ExportedFile {
  /** Path segments below the folder that is written. */
  readonly path: readonly string[];
  readonly text: string;
}

/** The maximum length of a name, in bytes; most systems allow 255, and endings follow. */
const MAX_BYTES = 150;

/** Returns a function that gives each name once; later ones get a number. */
export function uniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  return (name) => {
    const stem = fileStem(name);
    let unique = stem;
    for (let number = 1; taken.has(unique.toLowerCase()); number += 1) unique = `${stem}-${number}`;
    taken.add(unique.toLowerCase());
    return unique;
  };
}

function fileStem(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[\0-\x1f\x7f/\\:*?"<>|]/g, '-')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  let stem = '';
  for (const char of plain) {
    if (Buffer.byteLength(stem + char) > MAX_BYTES) break;
    stem += char;
  }
  return /^(?:con|prn|aux|nul|com\d|lpt\d)?$/i.test(stem) ? `_${stem}` : stem;
}

/** Writes an object without its empty values. */
export function yamlFile(path: readonly string[], fields: Readonly<Record<string, unknown>>): ExportedFile {
  return { path, text: writeYaml(withoutEmpty(fields)) };
}

export function withoutEmpty(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === '') return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
