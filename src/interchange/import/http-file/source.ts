// The source of a file. Files that it names are read in its folder, and nowhere else.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { posix, relative, resolve, sep } from 'node:path';
import { replaceTemplates } from '../../../documents/http-file/index.ts';
import { decodeText } from '../../../documents/decode-text.ts';

const MAX_FILE_BYTES = 16 * 1024 * 1024;

export interface HttpSource {
  /** The path below the folder of the import, with slashes. */
  readonly file: string;
  readonly text: string;
  /** The folder that holds the file and all that it may name; null for a text without a folder. */
  readonly root: string | null;
  /** Variables that paths may use. */
  readonly variables?: ReadonlyMap<string, string>;
}

/** Returns the path of a file that a source names, below the folder of the import. */
export function pathBeside({ file, variables }: HttpSource, path: string): string {
  const plain = replaceTemplates(path, ({ inner }) => variables?.get(inner.trim()) ?? `{{${inner}}}`);
  const clean = plain.replace(/^(["'])(.*)\1$/, '$2').replaceAll('\\', '/');
  if (clean.startsWith('/') || /^[a-z]:/i.test(clean) || clean.startsWith('{{')) return clean;
  const folder = posix.dirname(file);
  return folder === '.' ? clean : posix.join(folder, clean);
}

/** Reads a file that a source names; null for one that is not in its folder, hidden or not readable. */
export function textBeside(source: HttpSource, path: string, encoding = ''): string | null {
  if (source.root === null) return null;
  try {
    const root = realpathSync(source.root);
    const found = realpathSync(resolve(root, pathBeside(source, path)));
    const inside = relative(root, found);
    if (inside.startsWith('..') || inside.split(sep).some((part) => part.startsWith('.'))) return null;
    if (statSync(found).size > MAX_FILE_BYTES) return null;
    const bytes = readFileSync(found);
    return encoding === '' ? decodeText(bytes) : new TextDecoder(encoding).decode(bytes);
  } catch {
    return null;
  }
}

/** Returns a source for a file that another one names; null when it cannot be read. */
export function sourceBeside(source: HttpSource, path: string): HttpSource | null {
  const text = textBeside(source, path);
  return text === null ? null : { file: pathBeside(source, path), text, root: source.root };
}
