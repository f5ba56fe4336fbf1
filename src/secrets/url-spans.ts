// Finds the secrets of a URL.
import { NAMED_KINDS } from './forms/index.ts';
import { REDACTED, secretSpans, separateSpans, type Span, type SpanContext } from './spans.ts';
import { isRandom } from './values/plausible.ts';

/** Segments of a path that a secret follows. */
const SECRET_SEGMENT =
  /\/(?:[\w-]*(?:token|secret|api[-_]?key|reset|password|invite|invitation|magic|verify|verification|activate|activation|confirm|unlock|unsubscribe|webhooks?|hooks?)[\w-]*)\/([^/?#\s]{16,2000})/gi;

/** Finds secrets in a URL. A password there ends up in logs and histories, even if the connection is encrypted. */
export function urlSpans(path: string, context: SpanContext): readonly Span[] {
  if (path === '') return [];
  const spans = [...secretSpans(path, { ...context, isCode: false })].map(urlSpan);
  if (path.search(SECRET_SEGMENT) < 0) return spans;
  for (const match of path.matchAll(SECRET_SEGMENT)) {
    const [whole, value = ''] = match;
    const start = match.index + whole.length - value.length;
    if (isRandom(value, 16))
      spans.push({ ...NAMELESS, start, end: start + value.length, replacement: ENCODED });
  }
  return separateSpans(path, spans);
}

const ENCODED = encodeURIComponent(REDACTED);
/** A secret without a name. */
export const NAMELESS = { kind: NAMED_KINDS.bearer, form: null, name: null, isRedactOnly: true } as const;

/** In a URL brackets are percent-encoded. */
function urlSpan(span: Span): Span {
  const isPassword =
    span.kind.id === NAMED_KINDS.password.id || span.kind.id === NAMED_KINDS.plainPassword.id;
  // Documents in Base64 remain documents.
  const isDocument = /^[A-Za-z0-9+/_=%-]{16,}$/.test(span.replacement) && span.replacement !== ENCODED;
  const replacement = isDocument ? span.replacement.replaceAll('+', '%2B') : ENCODED;
  return { ...span, ...(isPassword && { kind: NAMED_KINDS.urlPassword }), replacement };
}
