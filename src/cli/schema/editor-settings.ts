// Adds schemas to the settings of VS Code, whose comments and other entries stay as they are.
import { endsAt, objectAt, valueEnd, type ObjectText } from './jsonc.ts';

const KEY = 'yaml.schemas';

/** Paths of schemas with the files that they are for. */
export type SchemaPaths = ReadonlyMap<string, string>;

/** Returns the settings with the schemas; null when they cannot be read. An entry that is there already stays. */
export function withSchemas(settings: string, schemas: SchemaPaths): string | null {
  const text = settings.trim() === '' ? '{}\n' : settings;
  const root = objectAt(text, 0);
  if (root === null || !endsAt(text, valueEnd(text, root.inside - 1))) return null;
  const own = root.members.find(({ name }) => name === KEY);
  if (own === undefined)
    return inserted(text, root, [`${JSON.stringify(KEY)}: ${schemasText(schemas)}`], '  ');
  const object = objectAt(text, own.start);
  if (object === null) return null;
  const known = new Set(object.members.map(({ name }) => name));
  const missing = [...schemas].filter(([path]) => !known.has(path));
  return inserted(text, object, missing.map(entryText), '    ');
}

/** Returns the setting as it is pasted. */
export function schemasText(schemas: SchemaPaths): string {
  return `{\n    ${[...schemas].map(entryText).join(',\n    ')}\n  }`;
}

function entryText([path, files]: readonly [string, string]): string {
  return `${JSON.stringify(path)}: ${JSON.stringify(files)}`;
}

function inserted(text: string, object: ObjectText, entries: readonly string[], indent: string): string {
  if (entries.length === 0) return text;
  const { inside, members } = object;
  const rest = text.slice(inside);
  const isOnOneLine = !/^[^\S\n]*(?:\/\/[^\n]*)?\n/.test(rest);
  const ending = `${members.length > 0 ? ',' : ''}${isOnOneLine ? `\n${indent.slice(2)}` : ''}`;
  return `${text.slice(0, inside)}\n${indent}${entries.join(`,\n${indent}`)}${ending}${rest}`;
}
