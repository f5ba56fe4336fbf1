// Reads one file of a collection, in either of its two formats, as fields of OpenCollection.
import { messageOf } from '../../../base/errors.ts';
import { parseBru, type BruBlock } from '../../../documents/bru.ts';
import type { JsonObject } from '../../../documents/json-values.ts';
import { parseFile } from '../shared/folder/read-yaml.ts';
import type { SourceFolder } from '../shared/folder/source-folder.ts';

/** Returns null, and records why, when the file has an error. */
export function readFields(
  folder: SourceFolder,
  file: string,
  fromBru: (blocks: readonly BruBlock[]) => JsonObject,
): JsonObject | null {
  const text = folder.text(file);
  if (text === null) return null;
  if (!file.endsWith('.bru') && !/^meta \{\s*$/m.test(text.slice(0, 1000)))
    return parseFile(folder, file, text);
  const context = folder.contextOf(file);
  if (!file.endsWith('.bru')) context.warn('it holds the text of a .bru file, and was read as one');
  try {
    return fromBru(parseBru(text));
  } catch (error) {
    context.fail(messageOf(error));
    return null;
  }
}
