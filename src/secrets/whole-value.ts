// The span of a value that is a secret as a whole, recognized by its name.
import type { SecretKind } from './forms/contract.ts';
import type { NamedSecret } from './names/names.ts';
import { isReportable, kindOfNamed, REDACTED, secretSpans, type Span, type SpanContext } from './spans.ts';

/**
 * Returns the span. `secret`: the meaning of the value's name. A scheme before the value, such as `Bearer`, is kept.
 */
export function wholeSpan(value: string, secret: NamedSecret, context: SpanContext): Span {
  const scheme = /^(?:Bearer|Basic|Token|ApiKey) +/i.exec(value)?.[0].length ?? 0;
  const own = value.slice(scheme);
  const form =
    secretSpans(own, context).find((span) => span.form !== null && !span.isRedactOnly)?.form ?? null;
  const kind: SecretKind =
    form ??
    kindOfNamed({ ...secret, kind: secret.kind === 'token' ? 'key' : secret.kind }, own, context.isPlain);
  const isRedactOnly =
    secret.isRedactOnly || (form === null && !isReportable(own, secret, { isCode: false }));
  return { start: scheme, end: value.length, kind, form, name: null, isRedactOnly, replacement: REDACTED };
}
