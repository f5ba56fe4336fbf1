// Finders of parts of texts: words, patterns that run in linear time, and variables.
import { RE2JS, RE2JSException } from 're2js';
import { UserError } from '../../base/errors.ts';
import type { TextArea } from './texts.ts';

/** A part of a text. */
export interface FoundRange {
  readonly start: number;
  readonly end: number;
  /** The whole match, then its groups. */
  readonly groups: readonly string[];
}

/** Returns what is found in a text, from left to right. */
export type Finder = (text: string, area: TextArea) => readonly FoundRange[];

export interface SearchQuery {
  readonly query: string;
  readonly isRegex: boolean;
  readonly wholeWord: boolean;
  readonly matchCase: boolean;
}

/** The number of occurrences in one text. */
const MAX_FOUND = 10_000;

/** Returns a finder. Throws a UserError for a pattern that is not valid. */
export function finderOf({ query, isRegex, wholeWord, matchCase }: SearchQuery): Finder {
  const pattern = compiled(query, isRegex, matchCase);
  return (text) => {
    const found: FoundRange[] = [];
    // Testing is many times faster than finding.
    if (!pattern.test(text)) return found;
    const matcher = pattern.matcher(text);
    while (matcher.find() && found.length < MAX_FOUND) {
      const [start, end] = [matcher.start(), matcher.end()];
      if (start === end || (wholeWord && !isWord(text, start, end))) continue;
      const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, at) => matcher.group(at) ?? '');
      found.push({ start, end, groups });
    }
    return found;
  };
}

function compiled(query: string, isRegex: boolean, matchCase: boolean): RE2JS {
  const flags = matchCase ? RE2JS.MULTILINE : RE2JS.MULTILINE | RE2JS.CASE_INSENSITIVE;
  try {
    return RE2JS.compile(isRegex ? RE2JS.translateRegExp(query) : RE2JS.quote(query), flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new UserError('INVALID_PARAMETER', `the pattern cannot be used: ${error.message}`, {
      field: 'query',
    });
  }
}

const WORD_BEFORE = /[\p{L}\p{N}_]$/u;
const WORD_AFTER = /^[\p{L}\p{N}_]/u;

function isWord(text: string, start: number, end: number): boolean {
  // Two units, because a character may have two.
  return (
    !WORD_BEFORE.test(text.slice(Math.max(0, start - 2), start)) && !WORD_AFTER.test(text.slice(end, end + 2))
  );
}

/** Returns a replacement with `$1` and `$&` replaced by groups. */
export function expanded(replacement: string, { groups }: FoundRange): string {
  return replacement.replace(
    /\$(?:(\d{1,2})|(&)|(\$))/g,
    (whole, number?: string, all?: string, dollar?: string) => {
      if (dollar !== undefined) return '$';
      return (all === undefined ? groups[Number(number)] : groups[0]) ?? whole;
    },
  );
}

const IN_TEXT = /\{\{([^{}]*)\}\}/g;
/** Calls by which scripts name variables, in Postman's and in Bruno's words. */
const IN_SCRIPT =
  /\b(?:variables|environment|globals|collectionVariables|iterationData)\s*\.\s*(?:get|set|unset|has)\s*\(\s*(["'`])((?:(?!\1)[^\\\n])*)\1|\bbru\s*\.\s*(?:get|set|delete|has)\w*Var\s*\(\s*(["'`])((?:(?!\3)[^\\\n])*)\3/g;

/** Returns all variables that a text names. */
export const findVariables: Finder = (text, area) => {
  const named = [...text.matchAll(IN_TEXT)].flatMap(({ index, 1: name = '' }) => range(index + 2, name));
  if (area !== 'scripts') return named;
  const called = [...text.matchAll(IN_SCRIPT)].flatMap(({ 0: whole, index, 2: one, 4: other }) => {
    const name = one ?? other ?? '';
    return range(index + whole.length - 1 - name.length, name);
  });
  return [...named, ...called].sort((one, other) => one.start - other.start);
};

function range(at: number, given: string): readonly FoundRange[] {
  const name = given.trim();
  const start = at + given.length - given.trimStart().length;
  return name === '' ? [] : [{ start, end: start + name.length, groups: [name] }];
}

/** Returns a finder of one variable. */
export function variableFinder(name: string): Finder {
  return (text, area) =>
    text.includes(name) ? findVariables(text, area).filter(({ groups }) => groups[0] === name) : [];
}
