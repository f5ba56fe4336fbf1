// Finds the end of a value from its start. A quoted value ends at its quote, a list or an object at its bracket, and
// the end of a bare value depends on the text around its name.
import type { NameHit } from '../scan/name-hits.ts';
import type { Separator } from './separators.ts';
import { isTypeName, lineValue } from './line-values.ts';
import { isRandom } from '../values/plausible.ts';
import { commentStart, endBy, isBehindEscape, isForm, isLineStart, trimmed, MAX_BARE } from './text-edges.ts';
import { MAX_VALUE, plain, readLimit, type ReadBudget, type ValueSpan } from './value-spans.ts';

/** Facts about a text besides its characters. */
export interface TextTraits {
  /** True for program code, where a colon or an equals sign assigns expressions. */
  readonly isCode: boolean;
}

const MAX_IN_CODE = 300;

export function assignedValues(
  text: string,
  hit: NameHit,
  separator: Separator,
  traits: TextTraits,
  budget: ReadBudget,
): readonly ValueSpan[] {
  const { type, start, quote } = separator;
  if (type === 'element') return elementValue(text, start);
  if (quote !== '') return quotedValue(text, separator);
  if (type === 'equals' && LONG_BRACKET.test(text.slice(start, start + 3))) return bracketValue(text, start);
  if ((text[start] === '[' && text[start + 1] !== ']') || text[start] === '{')
    return hit.secret.isWeak ? [] : containedValues(text, separator, hit, budget);
  if (type === 'equals') return equalsValue(text, hit, separator, traits);
  return colonValue(text, hit, separator, traits, budget);
}

/** The beginning of a text of Lua, `[[…]]`. */
const LONG_BRACKET = /^\[\[[^\s["'{\]]/;

function bracketValue(text: string, start: number): readonly ValueSpan[] {
  const end = text.slice(start, start + MAX_IN_CODE).indexOf(']]');
  return end < 0 ? [] : [{ start: start + 2, end: start + end, written: 'text' }];
}

function elementValue(text: string, start: number): readonly ValueSpan[] {
  const end = endBy(text, start, /<|&lt;|\]\]>/g);
  const [from, to] = trimmed(text, start, end);
  if (to <= from) return [];
  return [
    {
      start: from,
      end: to,
      written: /^-?\d+(?:\.\d+)?$/.test(text.slice(from, Math.min(to, from + 40))) ? 'number' : 'text',
    },
  ];
}

function quotedValue(text: string, { start, quote, depth, isEncoded }: Separator): readonly ValueSpan[] {
  const end =
    quote.endsWith('"') || quote.endsWith("'") || quote.endsWith('`')
      ? closingQuote(text, start, quote.at(-1)!, depth)
      : text.indexOf(quote, start);
  const found = end < 0 || end - start > MAX_VALUE ? endBy(text, start, /[\r\n]/g) : end;
  // A quoted name before a colon may be a label; an empty value is no secret.
  if (found <= start) return [];
  // `"Authorization": "Bearer …"`: the scheme stays.
  const scheme =
    /^(?:Bearer|Basic|Token|ApiKey|Digest|AWS4-HMAC-SHA256) +/i.exec(text.slice(start, start + 30))?.[0]
      .length ?? 0;
  return [
    { start: start + scheme, end: found, written: isEncoded || quote.startsWith('%') ? 'encoded' : 'text' },
  ];
}

/** Returns the length of an authorization scheme and the blanks after it, which are not part of the secret. */
export function schemeLength(text: string, start: number): number {
  return (
    /^(?:Bearer|Basic|Token|ApiKey|Digest|AWS4-HMAC-SHA256)(?: +|\+|%20)/i.exec(
      text.slice(start, start + 30),
    )?.[0].length ?? 0
  );
}

/** Returns the offset of the backslashes of the quote that ends a string at this depth of escapes; -1 without one. */
export function closingQuote(text: string, from: number, quote: string, depth: number): number {
  const period = 2 * (depth + 1);
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    let first = at;
    while (first > from && text[first - 1] === '\\') first -= 1;
    if ((at - first) % period === depth) return at - depth;
    // A quote of a lower depth ends the outer string, and with it this one.
    if (at - first < depth) return first;
  }
  return -1;
}

/** Returns the strings and numbers of a list, and those of an object that are not said to be something else. */
function containedValues(
  text: string,
  { start, depth, isQuotedName }: Separator,
  { secret }: NameHit,
  budget: ReadBudget,
): readonly ValueSpan[] {
  if (secret.kind === 'session') return [];
  const spans: ValueSpan[] = [];
  const token = /\\*"|[[\]{}]|-?\d[\d.eE+-]*/g;
  token.lastIndex = start;
  let open = 0;
  let label = '';
  const limit = readLimit(budget);
  let read = 0;
  for (
    let match = token.exec(text);
    match !== null && (read = match.index - start) < limit;
    match = token.exec(text)
  ) {
    const [sign] = match;
    if (sign === '[' || sign === '{') open += 1;
    else if (sign === ']' || sign === '}') open -= 1;
    else if (sign.endsWith('"')) {
      const end = closingQuote(text, token.lastIndex, '"', isQuotedName ? depth : sign.length - 1);
      if (end < 0) break;
      const after = end + sign.length;
      if (/^\s*:/.test(text.slice(after, after + 20)))
        label = text.slice(token.lastIndex, Math.min(end, token.lastIndex + 60));
      else if (!isDescription(label) && end > token.lastIndex)
        spans.push({ start: token.lastIndex, end, written: 'text' });
      token.lastIndex = after;
      continue;
    } else if (!isDescription(label) && secret.kind === 'password')
      spans.push({ start: match.index, end: token.lastIndex, written: 'number' });
    if (open <= 0) break;
  }
  budget.remaining -= read;
  return spans;
}

/** True for a field beside a secret that only describes it. */
function isDescription(label: string): boolean {
  return /(?:type|id|name|user|username|email|expires?(?:_?(?:in|at|on))?|expiration|number|exp|iat|scopes?|kind|role|label|created(?:_?at)?|updated(?:_?at)?|algorithm|alg|url|uri|host|length|count|min|max|status|description|message|format|required|enabled|title|\$ref|pattern|shape|arn|import|require|version)$/i.test(
    label,
  );
}

const QUERY_END = /[&#\s"'<>\\^`{}|)\]]|%(?:25)*26|%(?:25)*22|%(?:25)*23/gi;
const PARAMETER_END = /[;,\s"'<>&\\)}\]]/g;

function equalsValue(
  text: string,
  hit: NameHit,
  separator: Separator,
  { isCode }: TextTraits,
): readonly ValueSpan[] {
  const { start, isEncoded } = separator;
  // In `PASSWORD('…')` of SQL and other calls, `looseValues` reads the quoted text.
  if (!isEncoded && /^[A-Za-z_]{1,40}\(\s*\\*["']/.test(text.slice(start, start + 60))) return [];
  const before = text[hit.start - 1] ?? '';
  const isQuery =
    isEncoded || /[?&#]/.test(before) || isBehindEscape(text, hit.start) || isForm(text, hit.start);
  if (isQuery) return plain(text, start, endBy(text, start, QUERY_END), 'encoded');
  if (isLineStart(text, hit.start, /^\s*(?:export |set |ENV |- )?\s*['"]?[\w.-]*$/)) {
    // A form with one field is also a line.
    const end = endBy(text, start, /[\r\n]|\\[nr]|"/g);
    const line = text.slice(start, Math.min(end, start + 2000));
    if (line.includes('&')) return plain(text, start, endBy(text, start, QUERY_END), 'encoded');
    if (isCode && !isRandom(line.replace(/[;,'"]+$/, ''), 8)) return [];
    return plain(text, start, commentStart(text, start, end), 'text');
  }
  const end = endBy(text, start, PARAMETER_END, isCode ? MAX_IN_CODE : MAX_BARE);
  if (isCode && !isRandom(text.slice(start, Math.min(end, start + MAX_BARE)), 8)) return [];
  return plain(text, start, end, 'text');
}

function colonValue(
  text: string,
  hit: NameHit,
  separator: Separator,
  { isCode }: TextTraits,
  budget: ReadBudget,
): readonly ValueSpan[] {
  const { start, isQuotedName, isEncoded, depth } = separator;
  const number = /^-?\d[\d.eE+-]*(?=\s*(?:[,}\])\r\n;]|\\[nr]|$|%))/.exec(text.slice(start, start + 60))?.[0];
  if (number !== undefined)
    return isCount(hit, number) ? [] : [{ start, end: start + number.length, written: 'number' }];
  if (isEncoded) return plain(text, start, endBy(text, start, QUERY_END), 'encoded');
  if (isQuotedName) return isCode || depth > 0 ? [] : quotedNameValue(text, hit, start, budget);
  const before = text[hit.start - 1] ?? '';
  // A typed declaration: `apiKey: String = "…"`, `API_KEY: &'static str = "…"`.
  const typed = /^(?:&|\[\]|\*)?(?:'\w{1,20} )?[A-Za-z][\w<>?|[\]. ]{0,40}=\s*(["'`])/.exec(
    text.slice(start, start + 60),
  );
  if (typed !== null) {
    const from = start + typed[0].length;
    const end = closingQuote(text, from, typed[1]!, 0);
    return end > from && end - from <= MAX_IN_CODE ? [{ start: from, end, written: 'text' }] : [];
  }
  if (before === '$') return [];
  const scheme = schemeLength(text, start);
  // A quoted header line, as in commands.
  if (/["'`]/.test(before) && (scheme > 0 || !isCode)) {
    const end = Math.min(
      endBy(text, start, /[\r\n]/g),
      !text.includes(before, start) ? Infinity : text.indexOf(before, start),
    );
    return plain(text, start + scheme, end, 'text');
  }
  if (scheme > 0) return plain(text, start + scheme, endBy(text, start + scheme, PARAMETER_END), 'text');
  if (!isCode && isLineStart(text, hit.start, /^(?:[ \t]|- |\\t)*["'>]?[\w.-]*$/))
    return lineValue(text, hit, start, budget);
  const end = endBy(text, start, PARAMETER_END, isCode ? MAX_IN_CODE : MAX_BARE);
  const value = text.slice(start, end).replace(/[.!?]$/, '');
  const isLogged =
    !isCode && !hit.secret.isWeak && value.length >= 4 && /\d|[^\w.-]/.test(value) && !isTypeName(value);
  return isLogged || isRandom(value, 8) ? plain(text, start, start + value.length, 'text') : [];
}

/** Reads a bare value after a quoted name, as in YAML. In JSON only words and numbers are bare. */
function quotedNameValue(
  text: string,
  hit: NameHit,
  start: number,
  budget: ReadBudget,
): readonly ValueSpan[] {
  if (!isLineStart(text, hit.start, /^[ \t]*(?:- )?["']$/)) return [];
  const line = text.slice(start, endBy(text, start, /[\r\n]/g)).trimEnd();
  return /[,;({]$|^[\w.]+\(/.test(line) ? [] : lineValue(text, hit, start, budget);
}

/** Numbers of tokens and keys count something, unless they are long. */
function isCount({ secret }: NameHit, number: string): boolean {
  return secret.kind !== 'password' && secret.kind !== 'card' && number.length < 6;
}
