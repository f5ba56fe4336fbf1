// Reads JSON files that users write.
import { readFile } from 'node:fs/promises';
import { fileErrorMessage, UserError } from './errors.ts';
import { parseJson, unsafeJsonReason } from './json.ts';

/**
 * Reads and parses a file. Rejects with an Error when the file does not exist, or with the line and column of the
 * syntax error.
 */
export async function readJsonFile(path: string): Promise<unknown> {
  return parseJsonText(await readText(path));
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new UserError('INVALID_FILE', fileErrorMessage(error), { cause: error });
  }
}

export function parseJsonText(text: string): unknown {
  // Some editors write a byte order mark first.
  const json = text.replace(/^\uFEFF/, '');
  const value = parseJson(json);
  const reason = unsafeJsonReason(value);
  if (reason !== null) throw new UserError('INVALID_DATA', reason);
  return value;
}
