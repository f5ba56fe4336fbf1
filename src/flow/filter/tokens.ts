// The words of a filter: terms such as `host:api`, plain text, operators and parentheses, each with its position.

export type Token =
  | { readonly type: 'open' | 'close' | 'or' | 'and' | 'not'; readonly start: number; readonly end: number }
  | TermToken;

/** A key with an operator and a value, or plain text, which has no key. */
export interface TermToken {
  readonly type: 'term';
  readonly start: number;
  readonly end: number;
  /** In lower case; null for plain text. */
  readonly key: string | null;
  readonly operator: Operator;
  /** The values between commas, unquoted. */
  readonly values: readonly Value[];
  /** Position at which the value begins. */
  readonly valueStart: number;
  /** False while a quotation mark is open. */
  readonly isClosed: boolean;
}

export interface Value {
  /** The name before `=`, for keys whose values have names; null without one. */
  readonly name: string | null;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** In quotation marks, where wildcards and words of the language mean themselves. */
  readonly isQuoted: boolean;
}

export type Operator = ':' | '=' | '>' | '>=' | '<' | '<=';

const KEY = /([a-z][a-z-]*)(:(?:>=|<=|>|<|=)?|>=|<=|>|<|=)/iy;
const WORDS = { or: 'or', and: 'and', not: 'not', '||': 'or', '&&': 'and' } as const;

/** The keys of the language, as far as its words depend on them. */
export interface KeyTests {
  /** Tells keys from text that has a colon, such as `localhost:3000`. */
  readonly isKey: (name: string, value: string) => boolean;
  /** True for keys whose values may be `name=value`. */
  readonly hasNames: (name: string) => boolean;
}

/** Splits a filter into its words. */
export function filterTokens(text: string, keys: KeyTests): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const char = text[at]!;
    if (/\s/.test(char)) at += 1;
    else {
      const token = simpleToken(text, at) ?? termToken(text, at, keys);
      tokens.push(token);
      at = token.end;
    }
  }
  return tokens;
}

function simpleToken(text: string, start: number): Token | null {
  const char = text[start]!;
  if (char === '(') return { type: 'open', start, end: start + 1 };
  if (char === ')') return { type: 'close', start, end: start + 1 };
  const next = text[start + 1];
  if ((char === '-' || char === '!') && next !== undefined && !/[\s)]/.test(next))
    return { type: 'not', start, end: start + 1 };
  const word = /^(?:OR|AND|NOT|\|\||&&)(?=[\s(]|$)/.exec(text.slice(start, start + 5))?.[0];
  if (word === undefined) return null;
  return { type: WORDS[word.toLowerCase() as keyof typeof WORDS], start, end: start + word.length };
}

function termToken(text: string, start: number, { isKey, hasNames }: KeyTests): TermToken {
  KEY.lastIndex = start;
  const match = KEY.exec(text);
  const [all = '', name = '', sign = ''] = match ?? [];
  if (match !== null && isKey(name.toLowerCase(), text.slice(start + all.length))) {
    const valueStart = start + all.length;
    const { values, end, isClosed } = readValues(
      text,
      valueStart,
      hasNames(name.toLowerCase()) ? readNamedValue : readValue,
    );
    const operator = (sign.length > 1 && sign.startsWith(':') ? sign.slice(1) : sign) as Operator;
    return { type: 'term', start, end, key: name.toLowerCase(), operator, values, valueStart, isClosed };
  }
  const { value, end, isClosed } = readValue(text, start, /[\s)]/g);
  return { type: 'term', start, end, key: null, operator: ':', values: [value], valueStart: start, isClosed };
}

interface ReadValue {
  readonly value: Value;
  readonly end: number;
  readonly isClosed: boolean;
}

function readValues(
  text: string,
  start: number,
  read: (text: string, start: number) => ReadValue,
): { readonly values: readonly Value[]; readonly end: number; readonly isClosed: boolean } {
  const values: Value[] = [];
  let at = start;
  for (;;) {
    const { value, end, isClosed } = read(text, at);
    if (value.text !== '' || value.isQuoted || value.name !== null) values.push(value);
    if (text[end] !== ',') return { values, end, isClosed };
    at = end + 1;
  }
}

const NAME = /[^\s"'(),=]+(?==)/y;

/** Reads `name=value`, or a value without a name. */
function readNamedValue(text: string, start: number): ReadValue {
  NAME.lastIndex = start;
  const name = NAME.exec(text)?.[0];
  if (name === undefined) return readValue(text, start);
  const { value, end, isClosed } = readValue(text, start + name.length + 1);
  return { value: { ...value, name, start }, end, isClosed };
}

function readValue(text: string, start: number, stop = /[\s),]/g): ReadValue {
  const quote = text[start];
  if (quote === '"' || quote === "'") return readQuoted(text, start, quote);
  stop.lastIndex = start;
  const end = stop.exec(text)?.index ?? text.length;
  const value = { name: null, text: text.slice(start, end), start, end, isQuoted: false };
  return { value, end, isClosed: true };
}

function readQuoted(text: string, start: number, quote: string): ReadValue {
  let content = '';
  let at = start + 1;
  while (at < text.length && text[at] !== quote) {
    if (text[at] === '\\' && at + 1 < text.length) at += 1;
    content += text.charAt(at);
    at += 1;
  }
  const isClosed = at < text.length;
  const end = isClosed ? at + 1 : at;
  return { value: { name: null, text: content, start, end, isQuoted: true }, end, isClosed };
}
