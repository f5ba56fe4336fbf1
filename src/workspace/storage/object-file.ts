// One object of a workspace in one YAML file.
import { lstatSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { messageOf, systemCode } from '../../base/errors.ts';
import { replaceFile } from '../../base/replace-file.ts';
import { plainSchemaError } from '../../base/schema-error.ts';
import { parseYaml, YamlError, writeYaml } from '../../documents/yaml.ts';
import { LINKS_NOT_FOLLOWED, refuseLink } from './safe-path.ts';
import { omitDefaults } from './omit-defaults.ts';

/** A file that cannot be read as what it should be: it is left as it is, and the rest of the workspace loads. */
export interface FileError {
  readonly file: string;
  /** From 1; 0 where it is not known. */
  readonly line: number;
  readonly reason: string;
}

/** Larger files are none that anybody reviews. */
const MAX_BYTES = 50 * 1024 * 1024;
/** Others who work with the files read them too; values of secrets never stand in them. */
const MODE = 0o644;
const NO_FILE = `it is no regular file, and ${LINKS_NOT_FOLLOWED}`;

/** Null when there is no such file, or a problem with it. */
export function readObject<T extends z.ZodType>(
  path: string,
  schema: T,
  onError: (onError: FileError) => void,
): z.output<T> | null {
  const text = readText(path, onError);
  if (text === null) return null;
  try {
    return schema.parse(parseYaml(text) ?? {});
  } catch (error) {
    onError(fileErrorOf(path, text, error));
    return null;
  }
}

/** Null when there is no such file, or none that can be read. Links lead elsewhere, and of a pipe there is no end. */
export function readText(path: string, onError: (onError: FileError) => void): string | null {
  try {
    // There are many, and small: asking the thread pool for each costs several times as much as reading it.
    const found = lstatSync(path);
    if (found.isFile() && found.size <= MAX_BYTES) return readFileSync(path, 'utf8');
    const reason = found.isFile() ? `it is larger than ${MAX_BYTES} bytes` : NO_FILE;
    onError({ file: path, line: 0, reason });
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') onError({ file: path, line: 0, reason: messageOf(error) });
  }
  return null;
}

/** Rejects with an Error that names the file, which then is as it was. */
export async function writeObject<T extends z.ZodType>(
  path: string,
  schema: T,
  value: z.output<T>,
): Promise<void> {
  refuseLink(path);
  await replaceFile(path, objectText(schema, value), MODE);
}

export function objectText<T extends z.ZodType>(schema: T, value: z.output<T>): string {
  return writeYaml(omitDefaults(schema, value));
}

function fileErrorOf(file: string, text: string, error: unknown): FileError {
  if (error instanceof z.ZodError) {
    const { path, reason } = plainSchemaError(error.issues);
    return { file, line: lineOf(text, path), reason };
  }
  if (!(error instanceof YamlError)) return { file, line: 0, reason: messageOf(error) };
  const reason = error.line > 0 ? error.message.replace(/^line \d+: /, '') : error.message;
  return { file, line: error.line, reason };
}

/** Where the keys of `path` stand one below the other; 0 when they are not found so. */
function lineOf(text: string, path: readonly PropertyKey[]): number {
  const lines = text.split('\n');
  let at = 0;
  let found = 0;
  for (const key of path) {
    if (typeof key === 'number') continue;
    const next = lines.findIndex((line, index) => index >= at && isKey(line, String(key)));
    if (next < 0) return found;
    at = next + 1;
    found = at;
  }
  return found;
}

function isKey(line: string, key: string): boolean {
  const bare = line.replace(/^[\s-]*/, '');
  return bare.startsWith(`${key}:`) || bare.startsWith(`"${key}":`);
}
