// JSON files that users write.
import { readFile } from 'node:fs/promises';
import { codeOf, messageOf } from '../base/errors.ts';
import { jsonTrouble } from '../base/json-trouble.ts';
import { parseJson } from '../base/parse-json.ts';

/** Rejects with an Error that says what is wrong: that there is no such file, or the line and column that is no JSON. */
export async function readJsonFile(path: string): Promise<unknown> {
  return parsedJson(await readText(path));
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new Error(codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error), {
      cause: error,
    });
  }
}

export function parsedJson(text: string): unknown {
  // Some editors put a byte order mark before it.
  const json = text.replace(/^\uFEFF/, '');
  const value = parseJson(json);
  const trouble = jsonTrouble(value);
  if (trouble !== null) throw new Error(trouble);
  return value;
}
