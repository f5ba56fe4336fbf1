// Finds values that another member of their object declares to be secret: `{"value": "…", "sensitive": true}` of
// Terraform, `{"value": "…", "type": "secret"}` of Postman.
import { closingQuote } from './assigned-values.ts';
import type { Range } from './command-lines.ts';

const DECLARATION =
  /\b(?:sensitive|secret|isSecret|is_secret)\\*"(?:\s{0,20}:\s{0,20}true|(?<="type\\*"\s{0,20}:\s{0,20}\\*"secret\\*"))/g;
const VALUE = /(\\*)"value\1"\s{0,20}:\s{0,20}\1"/;

/** The number of characters on each side of a declaration that are searched for the value. */
const NEAR = 2000;

export function* declaredMembers(text: string): Generator<Range, void, undefined> {
  for (const { index } of text.matchAll(DECLARATION)) {
    const from = Math.max(0, index - NEAR);
    const before = text.slice(from, index);
    const start = from + before.lastIndexOf('{') + 1;
    const behind = text.slice(index, index + NEAR).search(/[{}]/);
    const value = VALUE.exec(text.slice(start, behind < 0 ? index + NEAR : index + behind));
    if (value === null) continue;
    const valueAt = start + value.index + value[0].length;
    const end = closingQuote(text, valueAt, '"', value[1]!.length);
    if (end > valueAt) yield [valueAt, end];
  }
}
