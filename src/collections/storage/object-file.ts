// Reads and writes one object of a workspace in one YAML file.
import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isObject } from '../../base/is-object.ts';
import { messageOf, systemCode } from '../../base/errors.ts';
import { replaceFile } from '../../base/replace-file.ts';
import { plainSchemaError } from '../../base/plain-schema-error.ts';
import { YamlError, writeYaml } from '../../documents/yaml.ts';
import { readByHand } from './by-hand/read-by-hand.ts';
import { conflictLine } from './conflict-marks.ts';
import { LINKS_NOT_FOLLOWED, refuseLink } from './safe-path.ts';
import { omitDefaults } from './omit-defaults.ts';

/** An error in a file. The file stays as it is, and the rest of the workspace is loaded. */
export interface FileError {
  readonly file: string;
  /** The line, counted from 1; 0 when it is not known. */
  readonly line: number;
  readonly reason: string;
  /** True when the file is used nevertheless. */
  readonly isUsed?: true;
  /** True for a file that has the marks of a merge that was not decided. */
  readonly isConflict?: true;
}

/** The maximum size of a file. */
const MAX_BYTES = 50 * 1024 * 1024;
/** Other users may read the files, which never contain values of secrets. */
const MODE = 0o644;
const CONFLICT = 'it has the marks of a merge that was not decided: keep one side of each';
const NO_FILE = `it is not a regular file, and ${LINKS_NOT_FOLLOWED}`;

/** Reads an object. Returns null when the file does not exist or has an error. */
export function readObject<T extends z.ZodType>(
  path: string,
  schema: T,
  onError: (onError: FileError) => void,
): z.output<T> | null {
  const text = readText(path, onError);
  return text === null ? null : parseObject(path, text, schema, onError);
}

/** Parses the text of the file at `path`. Returns null when it has an error. */
export function parseObject<T extends z.ZodType>(
  path: string,
  text: string,
  schema: T,
  onError: (onError: FileError) => void,
): z.output<T> | null {
  try {
    return readByHand(path, text, schema);
  } catch (error) {
    onError(fileErrorOf(path, text, error));
    return null;
  }
}

/**
 * Returns the text of a file; null when it does not exist or cannot be read. Only regular files are read, because
 * links can lead out of the workspace, and pipes may never end. `known`: the file as it was seen just now.
 */
export function readText(
  path: string,
  onError: (onError: FileError) => void,
  known?: Pick<Stats, 'size' | 'isFile'>,
): string | null {
  try {
    // Synchronous, because there are many small files, and the thread pool takes several times as long.
    const found = known ?? lstatSync(path);
    if (found.isFile() && found.size <= MAX_BYTES) return readFileSync(path, 'utf8');
    const reason = found.isFile() ? `it is larger than ${MAX_BYTES} bytes` : NO_FILE;
    onError({ file: path, line: 0, reason });
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') onError({ file: path, line: 0, reason: messageOf(error) });
  }
  return null;
}

/** Writes an object. Rejects with an Error that names the file, and leaves the file unchanged. */
export async function writeObject<T extends z.ZodType>(
  path: string,
  schema: T,
  value: z.output<T>,
): Promise<void> {
  refuseLink(path);
  await replaceFile(path, (await changedText(path, schema, value)) ?? objectText(schema, value), MODE);
}

/**
 * Returns the text of the file with what has changed, where a person has written it in a form of their own. Null for a
 * file that is not there, or is in the form in which objects are written.
 */
async function changedText<T extends z.ZodType>(
  path: string,
  schema: T,
  value: z.output<T>,
): Promise<string | null> {
  const text = readText(path, () => undefined);
  const before = text === null ? null : parseObject(path, text, schema, () => undefined);
  if (text === null || before === null || objectText(schema, before) === text) return null;
  const [old, next] = [before, value].map((each) => omitDefaults(schema, each) as Record<string, unknown>);
  const { rewritten } = await import('./by-hand/rewritten.ts');
  const changed = rewritten(text, old!, next!);
  // A change that would mean something else is written as a whole.
  const after = changed === null ? null : parseObject(path, changed, schema, () => undefined);
  return isDeepStrictEqual(withParsedJson(after), withParsedJson(schema.parse(value))) ? changed : null;
}

/** Texts that are JSON may be written as YAML, which does not keep their spaces. */
function withParsedJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withParsedJson);
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withParsedJson(inner)]));
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

export function objectText<T extends z.ZodType>(schema: T, value: z.output<T>): string {
  return writeYaml(omitDefaults(schema, value));
}

function fileErrorOf(file: string, text: string, error: unknown): FileError {
  const conflict = conflictLine(text);
  if (conflict > 0) return { file, line: conflict, reason: CONFLICT, isConflict: true };
  if (error instanceof z.ZodError) {
    const { path, reason } = plainSchemaError(error.issues);
    return { file, line: lineOf(text, path), reason };
  }
  if (!(error instanceof YamlError)) return { file, line: 0, reason: messageOf(error) };
  const reason = error.line > 0 ? error.message.replace(/^line \d+: /, '') : error.message;
  return { file, line: error.line, reason };
}

/** Returns the line of the last key in `path` that is found; 0 without one. */
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
