// Finds the secrets in a text, by their form and by the names before them. The text is not parsed into values, so
// everything else stays exactly as it was.
import { base64Documents, type Inspect } from './places/base64-documents.ts';
import type { AssignedSecret } from './places/value-spans.ts';
import { assignedSecrets } from './places/assignments.ts';
import { bareNumber } from './places/bare-numbers.ts';
import type { SecretForm, SecretKind } from './forms/contract.ts';
import { NAMED_KINDS, PRIVATE_KEY } from './forms/index.ts';
import { formMatches, type FormMatch } from './scan/form-matches.ts';
import { isInBase64 } from './values/base64-runs.ts';
import { codesOf, landmarksOf } from './scan/landmarks.ts';
import type { NamedSecret } from './names/names.ts';
import { encodedMatches } from './scan/percent-decoded.ts';
import { statedSecrets } from './places/stated-values.ts';
import { isLikelySecret, isRandom, isSlug } from './values/plausible.ts';
import { privateKeys, type PrivateKeyRange } from './forms/private-keys.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: SecretKind;
  /** The form that was recognized; null for a secret that was recognized only by its name. */
  readonly form: SecretForm | null;
  /** The name of the field; null when the form of the secret was recognized. */
  readonly name: string | null;
  readonly isRedactOnly: boolean;
  /** The text that replaces the secret. */
  readonly replacement: string;
}

export const REDACTED = '[redacted]';
const ENCODED = encodeURIComponent(REDACTED);

/** The context in which names are interpreted. */
export interface SpanContext {
  /** True when passwords travel unencrypted. */
  readonly isPlain: boolean;
  readonly isCode: boolean;
  /** True in a document that was decoded from Base64. */
  readonly isNested?: boolean;
}

/** Returns spans in order, without overlaps. */
export function secretSpans(text: string, context: SpanContext): readonly Span[] {
  if (text.length < 4) return [];
  const codes = codesOf(text);
  const { pairs, stems, signs } = landmarksOf(codes);
  const named = [...assignedSecrets(text, { codes, stems }, context), ...statedSecrets(text, signs)].map(
    (each) => namedSpan(text, each, context),
  );
  const encoded = encodedMatches(text).map(({ kind: form, text: match, start, end }) => ({
    ...formSpan({ kind: form, text: match, start: 0 }),
    start,
    end,
    replacement: ENCODED,
  }));
  const spans = [...formMatches(text, codes, pairs).map(formSpan), ...named];
  return separateSpans(text, [
    ...privateKeys(text).map(privateKeySpan),
    ...spans.filter(({ start }) => !isInBase64(codes, start)),
    ...encoded,
    ...documentSpans(text, codes, context),
  ]);
}

/** Returns the spans of documents in Base64, whose secrets only decoding shows. */
function documentSpans(text: string, codes: Uint8Array, context: SpanContext): readonly Span[] {
  const { isNested = false } = context;
  if (isNested) return [];
  const inspect: Inspect = (document) => {
    const spans = secretSpans(document, { ...context, isCode: false, isNested: true });
    const shown = spans.find(({ isRedactOnly }) => !isRedactOnly) ?? spans[0];
    if (shown === undefined) return null;
    const { kind, isRedactOnly } = shown;
    return { kind, isRedactOnly, redacted: replaceSpans(document, spans) };
  };
  return Array.from(base64Documents(text, codes, inspect), (each) => ({ ...each, form: null, name: null }));
}

/** Returns the text with each span replaced. */
export function replaceSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let offset = 0;
  for (const { start, end, replacement } of spans) {
    parts.push(text.slice(offset, start), replacement);
    offset = end;
  }
  parts.push(text.slice(offset));
  return parts.join('');
}

/**
 * Returns the span with a replacement of its length, for binary formats. The blanks after a number are not part of it.
 */
export function sameLength(span: Span): Span {
  const length = span.end - span.start;
  return { ...span, replacement: span.replacement === '0' ? '0'.padEnd(length) : '*'.repeat(length) };
}

function namedSpan(
  text: string,
  { start, end, written, name, secret }: AssignedSecret,
  context: SpanContext,
): Span {
  const value = text.slice(start, Math.min(end, start + 300));
  const replacement = { text: REDACTED, quoted: `"${REDACTED}"`, number: '0', encoded: ENCODED }[written];
  const isRedactOnly = secret.isRedactOnly || !isReportable(value, secret, context);
  return {
    start,
    end,
    kind: kindOfNamed(secret, value, context.isPlain),
    form: null,
    name,
    isRedactOnly,
    replacement,
  };
}

export function kindOfNamed(secret: NamedSecret, value: string, isPlain: boolean): SecretKind {
  switch (secret.kind) {
    case 'password':
      return isPlain ? NAMED_KINDS.plainPassword : NAMED_KINDS.password;
    case 'token':
      return NAMED_KINDS.bearer;
    case 'session':
      return NAMED_KINDS.session;
    case 'card':
      return NAMED_KINDS.card;
    case 'key':
      return secret.isProvider && isRandom(value, 16) ? NAMED_KINDS.providerKey : NAMED_KINDS.apiKey;
  }
}

/** Characters that no secret holds, but binary data does. */
const CONTROL = /[\0-\x08\x0e-\x1f\x7f-\x9f]/;

/** Matches names such as `nextToken`. */
const CAMEL_CASE = /^[A-Za-z][a-z]{2,}(?:[A-Z][a-z]{2,}){1,6}$/;

/** Returns true for a value that is worth a finding. Labels, words of a language and examples are not. */
export function isReportable(
  value: string,
  { kind }: NamedSecret,
  { isCode }: Pick<SpanContext, 'isCode'>,
): boolean {
  if (!isLikelySecret(value) || CONTROL.test(value)) return false;
  if (isCode) return isRandom(value, 12);
  // A capitalized word is a label in some language.
  if (kind === 'password')
    return (!/\s/.test(value.trim()) || /\d/.test(value)) && !/^\p{Lu}\p{Ll}+$/u.test(value);
  if (kind === 'card') return /^[\d -]{12,23}$/.test(value);
  // Tokens and keys are written in ASCII, so other letters belong to a label.
  return (
    /^[\x21-\x7e]{6,}$/.test(value) &&
    !isSlug(value) &&
    !CAMEL_CASE.test(value) &&
    !/^(?:https?:)?\//.test(value)
  );
}

function privateKeySpan({ start, end }: PrivateKeyRange): Span {
  return {
    start,
    end,
    kind: PRIVATE_KEY,
    form: null,
    name: null,
    isRedactOnly: false,
    replacement: REDACTED,
  };
}

function formSpan({ kind: form, text, start: offset }: FormMatch): Span {
  const [before, behind] = form.secretPart?.(text) ?? [0, 0];
  const [start, end] = [offset + before, offset + text.length - behind];
  return {
    start,
    end,
    kind: form,
    form,
    name: null,
    isRedactOnly: form.isExample(text),
    replacement: REDACTED,
  };
}

/**
 * Sorts spans and removes overlaps: the first one stays and is extended over the others, with the more specific kind
 * when both cover about the same text. A secret in the place of a number is replaced by a number.
 */
export function separateSpans(text: string, spans: readonly Span[]): readonly Span[] {
  const ordered = spans
    .map((span) => numberSpan(text, span))
    .sort((a, b) => a.start - b.start || b.end - a.end);
  const separate: Span[] = [];
  for (const span of ordered) {
    const last = separate.at(-1);
    if (last === undefined || span.start >= last.end) separate.push(span);
    else separate[separate.length - 1] = merged(last, span);
  }
  return separate;
}

function numberSpan(text: string, span: Span): Span {
  const number = span.replacement === REDACTED ? bareNumber(text, span.start, span.end) : null;
  return number === null ? span : { ...span, ...number, replacement: '0' };
}

function merged(first: Span, second: Span): Span {
  const end = Math.max(first.end, second.end);
  const isSame = second.end - second.start >= (first.end - first.start) * 0.8;
  const isGeneric = first.name !== null || first.kind.id === NAMED_KINDS.bearer.id;
  const isSpecific = isSame && isGeneric && second.form !== null;
  if (isSpecific)
    return { ...first, end, kind: second.kind, form: second.form, isRedactOnly: second.isRedactOnly };
  return end === first.end ? first : { ...first, end };
}
