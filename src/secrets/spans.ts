// Finds where secrets are in a text, by their form and by the names before them. Nothing is parsed into values, so
// everything else stays exactly as it was.
import { jsonMembers } from './json-members.ts';
import { PRIVATE_KEY, type SecretKind } from './secret-patterns.ts';
import { kindOfName, type NamedKind } from './names.ts';
import { patternMatches, type PatternMatch } from './pattern-matches.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
  /** The name of the field; null when the form of the secret was recognised. */
  readonly name: string | null;
  readonly isRedactOnly: boolean;
  /** The text that replaces the secret. */
  readonly replacement: string;
}

export const REDACTED = '[redacted]';

/** The format of a text. */
export type TextFormat = 'json' | 'form' | 'multipart' | 'text';

/** Returns spans in order, without overlaps. `isPlain` is true for an unencrypted message. */
export function secretSpans(text: string, format: TextFormat, isPlain: boolean): readonly Span[] {
  const named =
    format === 'json'
      ? jsonSpans(text, isPlain)
      : format === 'form'
        ? formSpans(text, isPlain)
        : format === 'multipart'
          ? multipartSpans(text, isPlain)
          : [];
  return removeOverlaps([...privateKeySpans(text), ...patternSpans(text), ...named]);
}

/** Returns the text with each span replaced. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  let out = '';
  let offset = 0;
  for (const { start, end, replacement: instead } of spans) {
    out += text.slice(offset, start) + instead;
    offset = end;
  }
  return out + text.slice(offset);
}

function patternSpans(text: string): readonly Span[] {
  return patternMatches(text).map((match) => patternSpan(match));
}

/** The maximum number of characters between the first and last line of a private key. */
const MAX_KEY = 20_000;

function privateKeySpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (
    let offset = text.indexOf('PRIVATE KEY-----');
    offset >= 0;
    offset = text.indexOf('PRIVATE KEY-----', offset + 1)
  ) {
    const begin = /-----BEGIN [A-Z0-9 ]{0,40}$/.exec(text.slice(Math.max(0, offset - 60), offset));
    const rest = text.slice(offset + 16, offset + MAX_KEY);
    const close = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----/.exec(begin === null ? '' : rest);
    if (begin === null || close === null) continue;
    const start = offset - begin[0].length;
    const end = offset + 16 + close.index + close[0].length;
    spans.push({ start, end, kind: PRIVATE_KEY, name: null, isRedactOnly: false, replacement: REDACTED });
    offset = end;
  }
  return spans;
}

function patternSpan({ kind, text, start: offset }: PatternMatch): Span {
  const [before, behind] = kind.secretPart?.(text) ?? [0, 0];
  const [start, end] = [offset + before, offset + text.length - behind];
  return { start, end, kind, name: null, isRedactOnly: false, replacement: REDACTED };
}

function jsonSpans(text: string, isPlain: boolean): readonly Span[] {
  const spans: Span[] = [];
  // The same few names appear many times. The cache lives only for this text, because each name keeps the whole text
  // in memory.
  const kinds = new Map<string, NamedKind | null>();
  for (const { name, start, end, isNumber } of jsonMembers(text)) {
    let found = kinds.get(name);
    if (found === undefined) kinds.set(name, (found = kindOfName(name, isPlain)));
    // A number is replaced by a number, which keeps the structure valid.
    if (found !== null && end > start)
      spans.push({ start, end, ...found, name, replacement: isNumber ? '0' : REDACTED });
  }
  return spans;
}

/** The maximum length of the head of a part that is searched, and of a value that may be a secret. */
const MAX_PART_HEAD = 2000;
const MAX_VALUE = 10_000;

const PAIR = /(?:^|[&?;])([^=&;?#]{1,200})=([^&;#\s]+)/g;

/** Finds secrets in queries and forms. */
function formSpans(text: string, isPlain: boolean): readonly Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(PAIR)) {
    const [whole, name = '', value = ''] = match;
    const found = kindOfName(formDecode(name), isPlain);
    const end = match.index + whole.length;
    if (found !== null)
      spans.push({
        start: end - value.length,
        end,
        ...found,
        name,
        replacement: encodeURIComponent(REDACTED),
      });
  }
  return spans;
}

function formDecode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Finds secrets in multipart bodies, whose first line is the boundary (RFC 2046 section 5.1.1). */
function multipartSpans(text: string, isPlain: boolean): readonly Span[] {
  const boundary = /^--[^\r\n]{1,72}/.exec(text)?.[0];
  if (boundary === undefined) return [];
  const spans: Span[] = [];
  for (let offset = 0, next = 0; offset < text.length; offset = next) {
    const found = text.indexOf(`\n${boundary}`, offset + 1);
    next = found < 0 ? text.length : found;
    const span = partSpan(text, offset, next, isPlain);
    if (span !== null) spans.push(span);
  }
  return spans;
}

/** Finds the secret of the part between two offsets, which starts with its boundary. */
function partSpan(text: string, start: number, end: number, isPlain: boolean): Span | null {
  const head = text.slice(start, Math.min(end, start + MAX_PART_HEAD));
  const [whole, emptyLine = ''] = /^[^]*?\r?\n(\r?\n)/.exec(head) ?? [];
  const name = /^content-disposition:.*?\bname="([^"\r\n]{1,200})"/im.exec(whole ?? '')?.[1];
  const found = name === undefined ? null : kindOfName(name, isPlain);
  if (whole === undefined || name === undefined || found === null || emptyLine === '') return null;
  const valueStart = start + whole.length;
  const valueEnd = text[end - 1] === '\r' ? end - 1 : end;
  if (valueEnd <= valueStart || valueEnd - valueStart > MAX_VALUE) return null;
  return { start: valueStart, end: valueEnd, ...found, name, replacement: REDACTED };
}

/**
 * Sorts spans and removes overlaps: the first one stays, with the more specific kind when both cover about the same
 * text.
 */
function removeOverlaps(spans: readonly Span[]): readonly Span[] {
  const ordered = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const separate: Span[] = [];
  for (const span of ordered) {
    const last = separate.at(-1);
    if (last === undefined || span.start >= last.end) separate.push(span);
    else if (
      span.name === null &&
      last.name !== null &&
      span.end - span.start >= (last.end - last.start) * 0.8
    )
      separate[separate.length - 1] = { ...last, kind: span.kind, isRedactOnly: false };
  }
  return separate;
}
