// The filter language of captured requests: `host:api status:4xx -method:OPTIONS (duration>2s OR size>1mb) "some text"`.
// It loads nothing of Node: the web UI filters with it, as do `proxyctl list --filter` and `/api/flows?filter=`.
import { nearest } from '../../base/did-you-mean.ts';
import {
  allOf,
  anyOf,
  not,
  UNANSWERED,
  whereKnown,
  type Answers,
  type ContentTerm,
  type FilterTest,
} from './content.ts';
import type { FilterKey, Test } from './key.ts';
import { filterKeys, findKey, hasNames } from './keys.ts';
import type { FilterSubject } from './subject.ts';
import { filterTokens, type Operator, type TermToken, type Token, type Value } from './tokens.ts';
import { textTest } from './values.ts';

export { completions, quoted, type Completion, type KnownValues } from './complete.ts';
export { UNKNOWN_FIELD } from './content.ts';
export type { Answers, ContentPattern, ContentTerm, ContentPart } from './content.ts';
export type { FilterKey } from './key.ts';
export { filterKeys } from './keys.ts';
export {
  isApplicationError,
  isError,
  pathOf,
  sizeOf,
  typeNames,
  typeOf,
  type FilterSubject,
} from './subject.ts';
export { foldCase, patternTest, type TextPattern } from './values.ts';

export type Filter = ValidFilter | InvalidFilter;

export interface ValidFilter {
  readonly type: 'filter';
  /** Tests a request by what lists know of it. Null where the content decides, and `answers` do not tell. */
  readonly matches: (subject: FilterSubject, answers?: Answers) => boolean | null;
  /** The terms that need the content of requests; empty for a filter that lists can decide. */
  readonly contentTerms: readonly ContentTerm[];
  /** True for a filter with terms that do not need the content. */
  readonly hasFieldTerms: boolean;
  readonly terms: readonly FilterTerm[];
}

export interface InvalidFilter {
  readonly type: 'invalid';
  /** A sentence with what is wrong and what to do about it. */
  readonly message: string;
  /** Position in the text, from 0. */
  readonly start: number;
  readonly end: number;
}

/** A part of the filter that stands by itself, so that it can be dropped. */
export interface FilterTerm {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Parses a filter; an empty one matches everything. `now`: epoch milliseconds, for ages such as `since:10m`. */
export function parseFilter(text: string, now = Date.now()): Filter {
  const tokens = filterTokens(text, { isKey, hasNames });
  try {
    const parser = new Parser(text, tokens, now);
    const test = parser.all();
    return {
      type: 'filter',
      matches: (subject, answers = UNANSWERED) => test(subject, answers),
      contentTerms: parser.contentTerms,
      hasFieldTerms: parser.hasFieldTerms,
      terms: topTerms(text, tokens),
    };
  } catch (error) {
    if (error instanceof FilterError) return error.invalid;
    throw error;
  }
}

/** A colon in text that is no key, as in `localhost:3000` or `https://…`, is text. */
function isKey(name: string, value: string): boolean {
  return findKey(name) !== undefined || !/^(?:\d|\/\/)/.test(value);
}

class FilterError extends Error {
  readonly invalid: InvalidFilter;

  constructor(message: string, { start, end }: { readonly start: number; readonly end: number }) {
    super(message);
    this.invalid = { type: 'invalid', message, start, end };
  }
}

/** Depth of parentheses and negations that a filter may have. */
const MAX_DEPTH = 100;

class Parser {
  readonly #text: string;
  readonly #tokens: readonly Token[];
  readonly #now: number;
  #at = 0;
  #depth = 0;
  #isNegated = false;
  readonly contentTerms: ContentTerm[] = [];
  hasFieldTerms = false;

  constructor(text: string, tokens: readonly Token[], now: number) {
    this.#text = text;
    this.#tokens = tokens;
    this.#now = now;
  }

  all(): FilterTest {
    if (this.#tokens.length === 0) return () => true;
    const test = this.#alternatives();
    const rest = this.#tokens[this.#at];
    if (rest !== undefined) throw new FilterError('This ) has no ( before it', rest);
    return test;
  }

  #alternatives(): FilterTest {
    const tests = [this.#sequence()];
    while (this.#take('or')) tests.push(this.#sequence());
    return anyOf(tests);
  }

  #sequence(): FilterTest {
    const tests = [this.#single()];
    for (;;) {
      const hasAnd = this.#take('and') !== null;
      const next = this.#tokens[this.#at];
      if (!hasAnd && (next === undefined || next.type === 'close' || next.type === 'or')) break;
      tests.push(this.#single());
    }
    return allOf(tests);
  }

  #single(): FilterTest {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw new FilterError(this.#missing(), this.#endPosition());
    if ((this.#depth += 1) > MAX_DEPTH) throw new FilterError('The filter is nested too deeply', token);
    this.#at += 1;
    const test = this.#testOf(token);
    this.#depth -= 1;
    return test;
  }

  #testOf(token: Token): FilterTest {
    switch (token.type) {
      case 'not': {
        this.#isNegated = !this.#isNegated;
        const test = this.#single();
        this.#isNegated = !this.#isNegated;
        return not(test);
      }
      case 'open': {
        const test = this.#alternatives();
        if (this.#take('close') === null) throw new FilterError('This ( is not closed: add )', token);
        return test;
      }
      case 'term':
        return this.#term(token);
      case 'close':
        throw new FilterError('A term is missing before )', token);
      case 'or':
      case 'and':
        throw new FilterError(`A term is missing before ${this.#text.slice(token.start, token.end)}`, token);
    }
  }

  #term(token: TermToken): FilterTest {
    const { key: name, operator, values } = token;
    if (!token.isClosed) throw new FilterError('The quotation mark is not closed', token);
    if (name === null) return this.#fieldTest(plainTextTest(token));
    const key = findKey(name);
    if (key === undefined) throw new FilterError(unknownKey(name), token);
    if (values.length === 0) throw new FilterError(`${name} needs a value, such as ${key.example}`, token);
    if (!key.isOrdered && operator !== ':' && operator !== '=')
      throw new FilterError(`${name} cannot be compared with ${operator}: write ${key.example}`, token);
    return anyOf(values.map((value) => this.#value(value, operator, key)));
  }

  #value(value: Value, operator: Operator, key: FilterKey): FilterTest {
    const test = key.compile(value, operator, this.#now);
    if (typeof test === 'string')
      throw new FilterError(`${JSON.stringify(value.text)} is not a value of ${key.name}: ${test}`, value);
    if (typeof test === 'function') return this.#fieldTest(test);
    const term: ContentTerm = { ...test, isNegated: this.#isNegated };
    this.contentTerms.push(term);
    return (_, answers) => answers(term);
  }

  #fieldTest(test: Test): FilterTest {
    this.hasFieldTerms = true;
    return whereKnown(test);
  }

  #take(type: Token['type']): Token | null {
    const token = this.#tokens[this.#at];
    if (token?.type !== type) return null;
    this.#at += 1;
    return token;
  }

  #missing(): string {
    const last = this.#tokens.at(-1);
    return `A term is missing after ${last === undefined ? 'the start' : this.#text.slice(last.start, last.end)}`;
  }

  #endPosition(): { readonly start: number; readonly end: number } {
    return { start: this.#tokens.at(-1)?.start ?? 0, end: this.#text.length };
  }
}

/** Text alone is looked for in the URL, the app, the comment and the error. */
function plainTextTest({ values }: TermToken): Test {
  const test = textTest({ ...values[0]!, isQuoted: true }, ':');
  return ({ url, app, comment, error, method }: FilterSubject) =>
    test(url) ||
    (app !== null && test(app)) ||
    (comment !== undefined && test(comment)) ||
    (error !== undefined && test(error)) ||
    method.toLowerCase() === values[0]!.text.toLowerCase();
}

function unknownKey(name: string): string {
  const similar = nearest(
    name,
    filterKeys.map((key) => key.name),
  );
  const hint =
    similar === null ? 'to look for it as text, put it in quotation marks' : `did you mean ${similar}?`;
  return `${JSON.stringify(name)} is not a key: ${hint}`;
}

/** Returns the terms that stand side by side; none where OR joins them. */
function topTerms(text: string, tokens: readonly Token[]): readonly FilterTerm[] {
  if (tokens.some(({ type }) => type === 'or')) return text.trim() === '' ? [] : [whole(text)];
  const terms: FilterTerm[] = [];
  let depth = 0;
  let start: number | null = null;
  for (const token of tokens) {
    if (depth === 0 && token.type !== 'and') start ??= token.start;
    if (token.type === 'open') depth += 1;
    if (token.type === 'close') depth -= 1;
    if (depth > 0 || token.type === 'not' || token.type === 'and' || start === null) continue;
    terms.push({ text: text.slice(start, token.end), start, end: token.end });
    start = null;
  }
  return terms;
}

function whole(text: string): FilterTerm {
  return { text: text.trim(), start: 0, end: text.length };
}
