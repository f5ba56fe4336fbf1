// Finds values without a separator after their name: after blanks, as in `.netrc` files, SQL and sentences; in the next
// cell or element of a page; in the next segment of a path; in the next string of a binary format.
import { closingQuote } from './assigned-values.ts';
import type { ValueSpan } from './value-spans.ts';
import type { NameHit } from '../scan/name-hits.ts';
import { hasVariety, isRandom } from '../values/plausible.ts';

/** The number of characters after a name in which its value must start. */
const NEAR = 400;

type Finder = (text: string, hit: NameHit, after: string) => readonly [start: number, end: number] | null;

export function looseValues(text: string, hit: NameHit): readonly ValueSpan[] {
  if (hit.secret.isWeak || hit.secret.kind === 'session') return [];
  const after = text.slice(hit.end, hit.end + NEAR);
  for (const find of FINDERS) {
    const found = find(text, hit, after);
    if (found !== null) return [{ start: found[0], end: found[1], written: 'text' }];
  }
  return [];
}

/** Returns where a value is that follows a name and what leads to it. */
function within({ end }: NameHit, lead: string, value: string): readonly [start: number, end: number] {
  return [end + lead.length, end + lead.length + value.length];
}

/** People choose passwords like words with a number; a token that is one is a word of a sentence. Codes are digits. */
function isLike({ name, secret }: NameHit, value: string): boolean {
  if (/code$/i.test(name) && /^\d{4,8}$/.test(value)) return true;
  return secret.kind === 'password' ? hasVariety(value) : isRandom(value, 8);
}

/** `PASSWORD '…'` of SQL, `PASSWORD('…')`, `#define API_KEY "…"`; `variable "db_password" { default = "…" }`. */
function quoted(text: string, hit: NameHit, after: string): ReturnType<Finder> {
  const { name, end } = hit;
  const opening =
    /^(?:[ \t]+|[ \t]*(?:=[ \t]*)?(?:[A-Za-z_]+[ \t]*)?\([ \t]*)(\\*["'])/.exec(after) ??
    /^["'][ \t]*\{\s*(?:default|value)[ \t]*=[ \t]*(\\*["'])/.exec(after) ??
    (/\{:?$/.test(text.slice(Math.max(0, hit.start - 2), hit.start))
      ? /^[ \t]*,[ \t]*(?:<<)?(\\*["'])/.exec(after)
      : null);
  const quote = opening?.[1];
  if (opening === null || quote === undefined) return null;
  const start = end + opening[0].length;
  const close = closingQuote(text, start, quote.at(-1)!, quote.length - 1);
  const value = text.slice(start, Math.min(close, start + 300));
  if (close - start < 4 || close - start > 200 || /\s/.test(value)) return null;
  // Statements are written in capitals; for other names, the value must look like a secret.
  if (/^[A-Z_]+$/.test(name) || isLike(hit, value)) return [start, close];
  // A name written as in a program is not a word of prose: `(setq api-key "…")`.
  return /[-_.]|[a-z][A-Z]/.test(name) && hasVariety(value) ? [start, close] : null;
}

/** `Authorization "Bearer …"` of servers' settings. */
function schemed(_: string, { end }: NameHit, after: string): ReturnType<Finder> {
  const [lead = '', value = ''] =
    /^[ \t]+\\*["'](?:Bearer|Basic|Token|ApiKey) +([^\s"'\\$<{]{4,2000})(?=\\*["'])/.exec(after) ?? [];
  return value === '' ? null : [end + lead.length - value.length, end + lead.length];
}

/** `password eq '…'` of OData and SCIM, `password LIKE '…'` of SQL, also percent-encoded. */
function compared(_: string, { end }: NameHit, after: string): ReturnType<Finder> {
  const [lead = '', value = ''] =
    /^(?:\\*["'`]|%22)?(?:[ \t]|%20|\+){1,5}(?:eq|ne|is|like|ilike|in \(?|=~)(?:[ \t]|%20|\+){0,5}(?:\\*["']|%2[27])((?:(?!%2[27])[^"'\\\r\n&]){1,300})(?=\\*["']|%2[27])/i.exec(
      after,
    ) ?? [];
  return value === '' ? null : [end + lead.length - value.length, end + lead.length];
}

/** `apiKey string = "…"` of Go, `password[] = "…"` of C, `Password As String = "…"` of Basic. */
function declared(text: string, { start, end }: NameHit, after: string): ReturnType<Finder> {
  // The attribute of an element, as in `<Assertion xmlns="…">`.
  if (text[start - 1] === '<') return null;
  const [lead = '', value = ''] =
    /^(?:\*|\[\w{0,20}\]|[ \t]+(?:As[ \t]+)?\*?[A-Za-z][\w.<>&*]{0,30}(?:\[\])?)[ \t]*:?=[ \t]*["'`]([^"'`\\\r\n]{4,300})["'`]/.exec(
      after,
    ) ?? [];
  if (value === '' || /\s/.test(value)) return null;
  return [end + lead.length - value.length - 1, end + lead.length - 1];
}

const BEFORE_ON_LINE =
  /(?:^|\n|\\n)[ \t]*(?:(?:ENV|export|setenv|set(?: -\w+)*|requirepass|CONFIG SET)[ \t]+)?$|\b(?:login|user|username|account)[ \t]+\S{1,100}\s+$/;

/** A line of a name and a value, as in `.netrc`, `ldap.conf` and `Dockerfile`. */
function onLine(text: string, hit: NameHit, after: string): ReturnType<Finder> {
  const { start } = hit;
  const [, blanks = '', value = ''] = /^([ \t]+)([^\s"'<>:=|]\S{5,300}?)(?=\s|\\n|["']|$)/.exec(after) ?? [];
  if (!isLike(hit, value) || !BEFORE_ON_LINE.test(text.slice(Math.max(0, start - 160), start))) return null;
  return within(hit, blanks, value);
}

/** `Your password is …`, `**Password:** …`, and the next cell of a table in Markdown. */
function inSentence(_: string, hit: NameHit, after: string): ReturnType<Finder> {
  const [lead = ''] =
    /^(?:[*_]{2})?[ \t]+(?:is|was)(?:[ \t]+now)?:?[ \t]+["'`]?/.exec(after) ??
    /^(?:[*_]{1,2}:|:[*_]{1,2})[ \t]+[`"']?/.exec(after) ??
    /^[*_`]{0,2}[ \t]*\|[ \t]*`?/.exec(after) ??
    [];
  const [value = ''] = /^[^\s"'`<>|]{4,300}/.exec(after.slice(lead.length)) ?? [];
  const own = value.replace(/[.,;!?]+$/, '');
  return lead === '' || !isLike(hit, own) ? null : within(hit, lead, own);
}

/** The text of the next element, as in `<th>Password</th><td>…</td>` and `password is <b>…</b>`. */
function inElement(_: string, hit: NameHit, after: string): ReturnType<Finder> {
  const [whole = '', lead = '', value = ''] =
    /^([ \t]*(?:is[ \t]*)?:?\s*(?:<\/[A-Za-z]\w{0,15}>\s*){0,2}:?\s*(?:<(?!th\b|h\d|a\b|label|option)[A-Za-z]\w{0,15}(?:\s[^<>]{0,100})?>\s*){1,2})([^<>\s]{6,300})\s*<\//.exec(
      after,
    ) ?? [];
  return whole === '' || !isLike(hit, value) ? null : within(hit, lead, value);
}

/** The segment behind one that names it, as in `/reset-password/…`. */
function inPath(text: string, { start, end }: NameHit, after: string): ReturnType<Finder> {
  const [, value = ''] = /^\/([^/?#&\s"'<>\\]{16,300})/.exec(after) ?? [];
  return text[start - 1] === '/' && isRandom(value, 16) ? [end + 1, end + 1 + value.length] : null;
}

/** The string after a key of MessagePack or BSON, which begins with its length. */
function inBinary(text: string, { name, start, end }: NameHit): ReturnType<Finder> {
  const [before, first] = [text.charCodeAt(start - 1), text.charCodeAt(end)];
  const isMessagePack = before === 0xa0 + name.length || (before === name.length && text[start - 2] === 'Ù');
  const length = isMessagePack
    ? first > 0xa0 && first < 0xc0
      ? first - 0xa0
      : first === 0xd9
        ? text.charCodeAt(end + 1)
        : 0
    : before === 0x02 && first === 0
      ? text.charCodeAt(end + 1) + 256 * text.charCodeAt(end + 2) - 1
      : 0;
  const at = end + (isMessagePack ? (first === 0xd9 ? 2 : 1) : 5);
  return length > 0 && at + length <= text.length ? [at, at + length] : null;
}

const FINDERS: readonly Finder[] = [
  quoted,
  schemed,
  compared,
  declared,
  onLine,
  inSentence,
  inElement,
  inPath,
  inBinary,
];
