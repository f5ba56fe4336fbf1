// JSON in indented lines, and variants of it: values in a row, calls of a function, guards against inclusion.
import { lineAndColumn } from '../../base/text-position.ts';
import { formatJson, type FormattedJson } from '../../codec/json-text.ts';
import {
  bodyText,
  defineView,
  startText,
  isGenericType,
  MAX_CHARS,
  mediaTypeOf,
  type View,
  type ViewContext,
} from './contract.ts';

export const json = defineView({
  id: 'json',
  title: 'JSON',
  matches: (bytes, context) => {
    const type = mediaTypeOf(context);
    if (type.includes('json')) return bytes.length > 0;
    if (/(?:java|ecma)script/.test(type))
      return /^(?:\)\]\}'|(?:\/\*\*\/\s*)?[\w$.]{1,100}\(\s*[[{])/.test(startText(bytes, context));
    return (
      isGenericType(context) &&
      /^(?:\)\]\}'|\{\s*(?:["}]|$)|\[\s*(?:[[{"\-\d\]tfn]|$))/.test(startText(bytes, context))
    );
  },
  view,
});

function view(bytes: Uint8Array, context: ViewContext): View {
  const { text, isCut, cutNotes } = bodyText(bytes, context);
  const { start, end, notes } = findPayload(text, isCut);
  const laidOut = formatJson(text.slice(start, end), MAX_CHARS, start === 0, isCut);
  const shown =
    laidOut.error !== null ? MAX_CHARS : laidOut.leftOut === 0 ? text.length : end - laidOut.leftOut;
  const allNotes = [...notes, ...sequenceNote(laidOut), ...cutNotes(shown)];
  if (laidOut.error === null)
    return { type: 'text', text: laidOut.text, language: 'json', notes: allNotes, error: null };
  const offset = start + laidOut.error.offset;
  const error = {
    reason: `expected ${laidOut.error.expected}`,
    offset: null,
    ...lineAndColumn(text, offset),
  };
  return { type: 'text', text: text.slice(0, MAX_CHARS), language: 'json', notes: allNotes, error };
}

function sequenceNote({ documents }: FormattedJson): string[] {
  return documents > 1 ? [`${documents} values, one behind the other`] : [];
}

interface Payload {
  readonly start: number;
  readonly end: number;
  /** Notes on the text around it. */
  readonly notes: readonly string[];
}

/** Guards that keep a script element from reading it. */
const GUARD = /(?:\)\]\}'?,?|while\s*\(1\);|for\s*\(;;\);|throw\s+1;)[ \t]*\n?/y;
const CALL = /(?:\/\*\*\/\s*)?(?:typeof\s+[\w$.]{1,200}\s*===\s*'function'\s*&&\s*)?([\w$.[\]]{1,200})\s*\(/y;

/** Returns where the JSON is in a text that may have something around it. */
export function findPayload(text: string, isCut: boolean): Payload {
  const first = text.length - text.trimStart().length;
  const guard = matchAt(GUARD, text, first);
  if (guard !== null && guard.end < text.length)
    return {
      start: guard.end,
      end: text.length,
      notes: [`behind the guard ${JSON.stringify(guard.text.trim())}`],
    };
  const call = matchAt(CALL, text, first);
  const close = call === null ? -1 : closingBracket(text, isCut);
  if (call !== null && close >= call.end && !/^[\d[\]]/.test(call.name))
    return { start: call.end, end: close, notes: [`inside a call of ${call.name}`] };
  return { start: 0, end: text.length, notes: [] };
}

interface StickyMatch {
  readonly text: string;
  readonly name: string;
  readonly end: number;
}

/** Matches a sticky pattern at an offset, so that leading white space is examined once. */
function matchAt(pattern: RegExp, text: string, at: number): StickyMatch | null {
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  return match === null ? null : { text: match[0], name: match[1] ?? '', end: at + match[0].length };
}

/**
 * Returns the offset of the bracket that closes a call at the end of the text, perhaps with a semicolon; -1
 * without one.
 */
function closingBracket(text: string, isCut: boolean): number {
  const trimmed = text.trimEnd();
  const end = trimmed.endsWith(';') ? trimmed.slice(0, -1).trimEnd() : trimmed;
  if (end.endsWith(')')) return end.length - 1;
  return isCut ? text.length : -1;
}
