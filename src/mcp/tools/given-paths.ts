// Checks the files named by parameters. The guard decides which files assistants may use.
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isObject } from '../../base/is-object.ts';
import type { PathGuard } from '../trust/path-guard.ts';

/** Fields of rules and settings that name files. `path` alone leads into JSON. */
const FILE_FIELD = /(?:Path|File|Folder|Directory)s?$|^(?:file|folder|directory|source)s?$/;
const FILE_URL = /^file:/i;

/**
 * Returns the value of a parameter with absolute paths. The value is a path, or an object whose path fields are
 * recognised by their names. Throws a ParameterError that names the field of a forbidden path.
 */
export function withPaths(paths: PathGuard, value: unknown, parameter: string): unknown {
  return typeof value === 'string' ? paths.allowed(value, parameter) : within(paths, value, parameter, false);
}

function within(paths: PathGuard, value: unknown, field: string, isFile: boolean): unknown {
  if (typeof value === 'string') {
    if (FILE_URL.test(value)) return pathToFileURL(paths.allowed(fileURLToPath(value), field)).href;
    return isFile && value !== '' ? paths.allowed(value, field) : value;
  }
  if (Array.isArray(value))
    return value.map((each: unknown, at) => within(paths, each, `${field}[${at}]`, isFile));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    // The headers of a message may have any name.
    if (key === 'headers') return [key, inner];
    return [key, within(paths, inner, `${field}.${key}`, FILE_FIELD.test(key))];
  });
  return Object.fromEntries(entries);
}
