// Reads one YAML file of a folder. An error is recorded with its line, and the rest of the folder is read.
import { isObject } from '../../../../base/is-object.ts';
import { messageOf } from '../../../../base/errors.ts';
import { describeType, type JsonObject } from '../../../../documents/json-values.ts';
import { parseLenientYaml } from '../../../../documents/lenient-yaml.ts';
import type { SourceFolder } from './source-folder.ts';

/** Returns null when the file has an error, or is not a map. Numbers are texts, as they are written. */
export function readYaml(folder: SourceFolder, name: string): JsonObject | null {
  const text = folder.text(name);
  return text === null ? null : parseFile(folder, name, text);
}

export function parseFile(folder: SourceFolder, name: string, text: string): JsonObject | null {
  const context = folder.contextOf(name);
  try {
    const { value, repairs } = parseLenientYaml(text, { numbersAsText: true });
    for (const repair of repairs) context.warn(repair);
    if (isObject(value)) return value;
    if (value === null) return {};
    context.fail(`it is ${describeType(value)}, where names with values should be`);
  } catch (error) {
    context.fail(`it is not valid YAML: ${messageOf(error)}`);
  }
  return null;
}
