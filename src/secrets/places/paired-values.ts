// Finds values whose name is a value itself: `{"key": "API_KEY", "value": "…"}`, `<input name="password" value="…">`,
// `<key>token</key><string>…</string>`, parts of multipart bodies.
import type { NameHit } from '../scan/name-hits.ts';
import type { ValueSpan } from './value-spans.ts';
import { hasVariety, isRandom, isSlug } from '../values/plausible.ts';
import { closingQuote, schemeLength } from './assigned-values.ts';

/** The number of characters on each side that are searched for the value. */
const NEAR = 2000;

const LABEL =
  /(?:^|[^A-Za-z])(?:key|name|id|header|field|fieldname|param|parameter|variable|var|property|attribute|setting|type|label|k|n|http-equiv|itemprop|option|configkey|keyname|displayname)\\*["']?\s*[:=]\s*(\\*)["'](?:[\w./:-]{0,80}[/:])?$/i;
const VALUE =
  /(?<![A-Za-z])(?:value|values|val|content|data|text|secret|v|default|defaultvalue|currentvalue|stringvalue|plaintext)\\*["']?\s*[:=]\s*(\\*["'])?/i;

/** Names of members that hold names as well as texts of all kinds: only a `value` beside them is read. */
const TITLE =
  /(?:^|[^A-Za-z])(?:title|path|caption|prompt)\\*["']\s{0,20}:\s{0,20}\\*["'](?:[\w.~/-]{0,80}\/)?$/i;
/** A value in a separate object, as in `"value": {"string": "…"}`. */
const WRAPPED =
  /^[^{}]{0,200}\\*["']value\\*["']\s{0,20}:\s{0,20}\{\s{0,20}\\*["']\w{1,30}\\*["']\s{0,20}:\s{0,20}(\\*["'])/;
const BESIDE = /^[^{}]{0,300}[,\s]\\*["']value\\*["']\s{0,20}:\s{0,20}(\\*["'])/;

export function pairedValues(text: string, hit: NameHit): readonly ValueSpan[] {
  const { start, end } = hit;
  if (/^--?[A-Za-z]/.test(hit.name)) return flagValue(text, hit);
  const listed = listedValue(text, hit);
  if (listed !== null) return listed;
  // Most names have no value: they are words of prose, or variables of a program.
  if (!/["'>=;/:]/.test(text[start - 1] ?? '')) return [];
  const before = text.slice(Math.max(0, start - 120), start);
  const part = partValue(text, hit, before);
  if (part !== null) return part;
  const element = besideElement(text, hit, before);
  if (element !== null) return element;
  const labelled = LABEL.exec(before);
  if (labelled !== null) return attributeValue(text, start, end);
  if (TITLE.test(before)) return titledValue(text, hit);
  return listValue(text, hit, before);
}

/** Returns the value of a list element of YAML: `- name: DB_PASSWORD` with `value: …` on the line below or above. */
function listedValue(text: string, { start, end }: NameHit): readonly ValueSpan[] | null {
  if (!/[ "']/.test(text[start - 1] ?? '')) return null;
  if (!/:[ \t]*["']?$/.test(text.slice(Math.max(0, start - 20), start))) return null;
  const before = text.slice(Math.max(0, start - 300), start);
  const label = /(?:^|\n)[ \t]*(?:- +)?["']?(?:name|key|k|variable)["']?[ \t]*:[ \t]*["']?$/i.exec(before);
  if (label === null) return null;
  const below =
    /^["']?[ \t]*\r?\n[ \t]*["']?(?:value|val|default)["']?[ \t]*:[ \t]+(["']?)([^\s"',{[][^\r\n"']*)\1/i;
  const [whole, , value = ''] = below.exec(text.slice(end, end + NEAR)) ?? [];
  if (whole !== undefined) {
    const from = end + whole.lastIndexOf(value);
    return [{ start: from, end: from + value.trimEnd().length, written: 'text' }];
  }
  const above = /(?:^|\n)([ \t]*(?:- +)?value[ \t]*:[ \t]+["']?)([^\s"',{[][^\r\n"']*)["']?\r?$/i.exec(
    before.slice(0, label.index),
  );
  if (above === null) return null;
  const at = start - before.length + above.index + above[0].indexOf(above[2]!, above[1]!.length);
  return [{ start: at, end: at + above[2]!.trimEnd().length, written: 'text' }];
}

/** Returns the content of the part of a multipart body that the name belongs to (RFC 7578). */
function partValue(text: string, { end }: NameHit, before: string): readonly ValueSpan[] | null {
  if (!/content-disposition:[^\n]*\bname="?[^"\n]*$/i.test(before)) return null;
  const head = text.slice(end, end + NEAR);
  const blank = /\r?\n\r?\n/.exec(head);
  if (blank === null) return [];
  const from = end + blank.index + blank[0].length;
  const found = text.indexOf('\n--', from);
  const close = found < 0 ? text.length : text[found - 1] === '\r' ? found - 1 : found;
  return close > from && close - from < 100_000 ? [{ start: from, end: close, written: 'text' }] : [];
}

/**
 * Returns the text of the element after the one that contains the name, or after the tag that has it as an attribute.
 */
function besideElement(text: string, { end }: NameHit, before: string): readonly ValueSpan[] | null {
  const isContent = /<(?:key|name|param-name|property-name|id|string)>\s*$/i.test(before);
  const isAttribute = /<[A-Za-z][\w:-]*\s[^<>]*(?:name|key|id)\s*=\s*["']$/i.test(before);
  if (!isContent && !isAttribute) return null;
  const after = text.slice(end, end + NEAR);
  const pattern = isContent
    ? /^\s*<\/[\w:-]+>\s*(?:<[\w:-]+(?:\s[^<>]{0,100})?>\s*){1,3}([^<>]{1,1500})</
    : /^["'](?:\s[^<>]{0,300})?>\s*([^<>]{1,1500})<\//;
  const [whole, value = ''] = pattern.exec(after) ?? [];
  if (whole === undefined || value.trim() === '') return isContent ? [] : null;
  const start = end + whole.lastIndexOf(value);
  return [{ start, end: start + value.trimEnd().length, written: 'text' }];
}

/** Returns the value attribute or member of the same tag or object, after the name or before it. */
function attributeValue(text: string, start: number, end: number): readonly ValueSpan[] {
  const behind = text.slice(end, end + NEAR);
  const wrapped = WRAPPED.exec(behind);
  if (wrapped !== null) return valueAt(text, end + wrapped[0].length, wrapped[1]);
  const close = behind.search(/[{}>]/);
  const after = VALUE.exec(close < 0 ? behind : behind.slice(0, close));
  if (after !== null) return valueAt(text, end + after.index + after[0].length, after[1]);
  const ahead = text.slice(Math.max(0, start - NEAR), start);
  const open = Math.max(ahead.lastIndexOf('{'), ahead.lastIndexOf('}'), ahead.lastIndexOf('<'));
  const own = ahead.slice(open + 1);
  const match = VALUE.exec(own);
  return match === null ? [] : valueAt(text, start - own.length + match.index + match[0].length, match[1]);
}

/** Returns the `value` after a title when it looks like the kind of secret that the title names, as in a JSON patch. */
function titledValue(text: string, { end }: NameHit): readonly ValueSpan[] {
  const match = BESIDE.exec(text.slice(end, end + NEAR));
  if (match === null) return [];
  const values = valueAt(text, end + match[0].length, match[1]);
  return values.filter((value) =>
    hasVariety(text.slice(value.start, Math.min(value.end, value.start + 300))),
  );
}

function valueAt(text: string, start: number, quote: string | undefined): readonly ValueSpan[] {
  if (quote === undefined) {
    const number = /^-?\d[\d.eE+-]*/.exec(text.slice(start, start + 40))?.[0];
    return number === undefined ? [] : [{ start, end: start + number.length, written: 'number' }];
  }
  const end = closingQuote(text, start, quote.at(-1)!, quote.length - 1);
  return end > start ? [{ start, end, written: 'text' }] : [];
}

/** Returns the argument after an option of a command, as in `--token …`. */
function flagValue(text: string, { name, end, secret }: NameHit): readonly ValueSpan[] {
  const [, quote = '', value = ''] =
    /^ (["']?)([^\s"'-][^\s"']{0,2000})\1/.exec(text.slice(end, end + 2100)) ?? [];
  if (value === '' || secret.isWeak) return [];
  // A word after a single hyphen may be part of a sentence or of a search.
  if (!name.startsWith('--') && !hasVariety(value)) return [];
  const start = text.indexOf(value, end + quote.length);
  return [{ start, end: start + value.length, written: 'text' }];
}

/** Returns the second element of a list of two, as in `["Authorization", "Bearer …"]`. */
function listValue(text: string, { end, secret }: NameHit, before: string): readonly ValueSpan[] {
  if (secret.isWeak || !/[[(,]\s*\\*["']$/.test(before)) return [];
  const [whole, quote] = /^\\*["']\s*,\s*(\\*["'])/.exec(text.slice(end, end + 60)) ?? [];
  if (whole === undefined || quote === undefined) return [];
  const start = end + whole.length;
  const scheme = schemeLength(text, start);
  const close = closingQuote(text, start, quote.at(-1)!, quote.length - 1);
  const rest = text.slice(close + quote.length, close + quote.length + 20);
  // In a longer list of names and values, such as raw headers, the value must look like one.
  const isPair = /[[(]\s*\\*["']$/.test(before) && /^\s*[\])]/.test(rest);
  const value = text.slice(start + scheme, Math.min(close, start + 300));
  // Two words, one of which is `cookie`, do not form a pair.
  if (secret.kind !== 'password' && isSlug(value)) return [];
  return close > start + scheme && (isPair || scheme > 0 || isRandom(value, 12))
    ? [{ start: start + scheme, end: close, written: 'text' }]
    : [];
}
