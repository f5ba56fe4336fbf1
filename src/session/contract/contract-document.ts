// The document of an API description for comparisons with traffic. It is read on the thread of descriptions, since one of
// several megabytes would hold everything else up, and remembered while its text stays the same.
import type { JsonObject } from '../../documents/json-values.ts';
import { readWholeSpec } from '../../specs/operations/index.ts';

interface Remembered {
  readonly file: string;
  readonly text: string;
  readonly document: Promise<JsonObject>;
}

let last: Remembered | null = null;

/** A reference to another file, which may change while the text stays. */
const OUTER = /\$ref["']?\s*:\s*["']?[^#"'\s]/;

/** Rejects with a UserError for a text that is no API description. */
export function contractDocument(file: string, text: string): Promise<JsonObject> {
  if (last?.file === file && last.text === text && !OUTER.test(text)) return last.document;
  const document = readWholeSpec({ path: file, text }, 'joined', {}).then(({ root }) => root);
  last = { file, text, document };
  return document;
}
