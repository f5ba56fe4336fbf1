// Reads the text between the name of a field and its value: closing quotes, a separator, an opening quote. Each may be
// escaped for a JSON string, a URL or XML.
import type { NameHit } from '../scan/name-hits.ts';

export interface Separator {
  readonly type: 'colon' | 'equals' | 'element';
  /** The offset where the value starts, after an opening quote. */
  readonly start: number;
  /** The quote that opens the value as written, such as `"`, `\"`, `%22` or `&quot;`; empty without one. */
  readonly quote: string;
  /** The number of backslashes that a quote of this depth has. */
  readonly depth: number;
  /** True when the name is quoted too, as in JSON. */
  readonly isQuotedName: boolean;
  /** True when the separator is percent-encoded. */
  readonly isEncoded: boolean;
}

const CLOSING = /(?:\\*["'`]|&quot;|&#34;|&#39;|%(?:25)*2[27]|\\+u0022)?(?:\]|%(?:25)*5D)*(?:\\*["'`])?/iy;
const BLANKS = /(?:[ \t\r\n\u00a0\u200b\ufeff]|\\+[nrt]|%20|\/\*[^*]{0,100}\*\/){0,40}/y;
const SIGN =
  /=>|:=|;s:\d{1,6}:(?=\\*")|={1,2}(?!=)|::(?= [A-Za-z0-9+/]{4,}={0,2}[\r\n])|:{2,3}(?=[ \t]*["'])|:(?!:)|%(?:25)*3D|%(?:25)*3A|&#61;/iy;
const OPENING = /\\*["'`]|&quot;|&#34;|&#39;|%(?:25)*2[27]|\\+u0022/iy;

/** Returns the start of the value after a name; null when no separator follows. */
export function afterName(text: string, { start, end }: NameHit): Separator | null {
  const element = elementAt(text, start, end);
  if (element !== null) return element;
  const closed = skip(CLOSING, text, end);
  const signAt = skip(BLANKS, text, closed);
  SIGN.lastIndex = signAt;
  const sign = SIGN.exec(text)?.[0];
  if (sign === undefined) return null;
  const isColon = /^:{1,3}$|3A$/i.test(sign);
  const valueAt =
    isColon || sign === '=>' || sign === ':=' || closed > end || text[signAt - 1] === ' '
      ? skip(BLANKS, text, signAt + sign.length)
      : signAt + sign.length;
  OPENING.lastIndex = valueAt;
  const quote = OPENING.exec(text)?.[0] ?? '';
  const closing = text.slice(end, closed);
  return {
    type: isColon ? 'colon' : 'equals',
    start: valueAt + quote.length,
    quote,
    depth: /^\\*/.exec(quote === '' ? closing : quote)![0].length,
    isQuotedName: closed > end && /["'`;2]/.test(closing),
    isEncoded: sign.startsWith('%'),
  };
}

/** Returns the separator when the name is that of an XML or HTML element with text in it. */
function elementAt(text: string, start: number, end: number): Separator | null {
  let open = start - 1;
  if (text[open] === ':') open = prefixStart(text, open);
  const isEscaped = text.startsWith('&lt;', open - 3);
  if (text[open] !== '<' && !isEscaped) return null;
  const sign = isEscaped ? '&gt;' : '>';
  const close = text.slice(end, end + 500).indexOf(sign);
  if (close < 0 || text[end + close - 1] === '/' || !/^[\s>&/]/.test(text.slice(end, end + 1))) return null;
  const contentAt = end + close + sign.length;
  const cdata = text.startsWith('<![CDATA[', contentAt) ? 9 : 0;
  if (text[contentAt] === '<' && cdata === 0) return null;
  return {
    type: 'element',
    start: contentAt + cdata,
    quote: '',
    depth: 0,
    isQuotedName: false,
    isEncoded: false,
  };
}

/** Returns the offset before the namespace prefix that ends at the offset. */
function prefixStart(text: string, colon: number): number {
  let open = colon - 1;
  while (open > 0 && colon - open < 40 && /[\w.-]/.test(text[open]!)) open -= 1;
  return open;
}

export function skip(pattern: RegExp, text: string, offset: number): number {
  pattern.lastIndex = offset;
  return pattern.test(text) ? Math.max(offset, pattern.lastIndex) : offset;
}
