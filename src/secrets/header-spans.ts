// Finds the secrets of header fields.
import { NAMED_KINDS } from './forms/index.ts';
import { isSessionCookie, namedSecret } from './names/names.ts';
import { REDACTED, replaceSpans, sameLength, secretSpans, type Span, type SpanContext } from './spans.ts';
import { NAMELESS, urlSpans } from './url-spans.ts';
import { isLikelySecret, isRandom } from './values/plausible.ts';
import { wholeSpan } from './whole-value.ts';

const URL_HEADER =
  /^(?:referer|location|content-location|refresh|link|origin|x-original-url|x-rewrite-url|destination)$/;

/** Headers that were searched, by name and value: most messages repeat the headers of others. */
const MAX_SEEN = 1000;
const MAX_SEEN_LENGTH = 300;
type SeenHeaders = Map<string, Map<string, readonly Span[]>>;
const seen: Readonly<Record<'plain' | 'other', SeenHeaders>> = { plain: new Map(), other: new Map() };
let seenCount = 0;

export function headerSpans(name: string, value: string, context: SpanContext): readonly Span[] {
  if (value === '') return [];
  if (name.length + value.length > MAX_SEEN_LENGTH) return spansOfHeader(name, value, context);
  const known = seen[context.isPlain ? 'plain' : 'other'];
  const found = known.get(name)?.get(value);
  if (found !== undefined) return found;
  if (seenCount >= MAX_SEEN) {
    seen.plain.clear();
    seen.other.clear();
    seenCount = 0;
  }
  seenCount += 1;
  const spans = spansOfHeader(name, value, context);
  const values = known.get(name) ?? new Map<string, readonly Span[]>();
  known.set(name, values);
  values.set(value, spans);
  return spans;
}

function spansOfHeader(name: string, value: string, context: SpanContext): readonly Span[] {
  const key = name.toLowerCase();
  if (key === 'authorization' || key === 'proxy-authorization') return authorizationSpans(value, context);
  if (key === 'cookie' || key === 'cookie2') return cookieSpans(value, true);
  if (key === 'set-cookie') return cookieSpans(value, false);
  if (URL_HEADER.test(key)) return urlSpans(value, context);
  if (key === 'sec-websocket-protocol') return protocolSpans(value);
  if (key.endsWith('-bin')) return binarySpans(value, context);
  const secret = SAFE_HEADER.test(key) ? null : namedSecret(key.replace(/^x-/, ''));
  if (secret !== null && (!secret.isWeak || key === 'x-auth' || isRandom(value, 16)))
    return [wholeSpan(value, secret, context)];
  return secretSpans(value, context);
}

/** Binary metadata of gRPC, which is Base64: it stays the same but for the bytes of its secrets. */
function binarySpans(value: string, context: SpanContext): readonly Span[] {
  const bytes = Buffer.from(value, 'base64').toString('latin1');
  const [first, ...others] = secretSpans(bytes, context);
  if (first === undefined) return secretSpans(value, context);
  const redacted = replaceSpans(bytes, [first, ...others].map(sameLength));
  const replacement = Buffer.from(redacted, 'latin1').toString('base64');
  return [{ ...first, start: 0, end: value.length, replacement }];
}

/** Headers whose names end like those of secrets, and which the protocol defines as something else. */
const SAFE_HEADER =
  /^(?:sec-websocket-(?:key|accept)|idempotency-key|surrogate-key|cache-key|x-cache-key|www-authenticate|proxy-authenticate|authentication-info|access-control-.*|if-.*|etag|signature-input|x-request-id|accept.*|content-.*|sec-ch-.*)$/;

function authorizationSpans(value: string, context: SpanContext): readonly Span[] {
  const [, scheme = '', credentials = ''] = /^([A-Za-z0-9._-]+)\s+(.+)$/s.exec(value) ?? ['', '', value];
  const form = secretSpans(credentials, context).find((span) => span.form !== null)?.form ?? null;
  const basic = context.isPlain ? NAMED_KINDS.plainPassword : NAMED_KINDS.password;
  const kind = form ?? (scheme.toLowerCase() === 'basic' ? basic : NAMED_KINDS.bearer);
  const start = value.length - credentials.length;
  const isRedactOnly = form?.isExample(credentials) ?? !isCredential(scheme, credentials);
  return [{ start, end: value.length, kind, form, name: null, isRedactOnly, replacement: REDACTED }];
}

/** Returns false for what clients send that have no credentials: `Bearer`, `Bearer null`, `Basic Og==`. */
function isCredential(scheme: string, credentials: string): boolean {
  if (scheme.toLowerCase() === 'basic') return Buffer.from(credentials, 'base64').toString() !== ':';
  return isLikelySecret(credentials) && !(scheme === '' && /^[A-Za-z]+$/.test(credentials));
}

/** Browsers cannot send other headers with a WebSocket, so servers take tokens as names of protocols. */
function protocolSpans(value: string): readonly Span[] {
  const pattern =
    /(?:^|,\s*)(?:(?:bearer|token|authorization|access_token|jwt|auth)\s*,\s*|[\w.]*\bbearer\.authorization\.[\w.]*?\.)?([A-Za-z0-9_.~+/=-]{8,})(?=\s*(?:,|$))/gi;
  return Array.from(value.matchAll(pattern)).flatMap(({ index, 0: whole, 1: own = '' }) => {
    const isNamed = /^(?:,\s*)?(?:\w+\s*,|[\w.]*bearer\.)/i.test(whole);
    const end = index + whole.length;
    return isNamed || (isRandom(own, 20) && !/^[a-z]+(?:[-.][a-z0-9]+)*$/.test(own))
      ? [{ ...NAMELESS, start: end - own.length, end, replacement: REDACTED }]
      : [];
  });
}

const COOKIE = /(?:^|;\s*)([^=;\s]+)=("?)([^;"]*)\2/g;

/** Finds cookies. In a request all pairs are cookies; in Set-Cookie only the first one is. */
function cookieSpans(value: string, isRequest: boolean): readonly Span[] {
  const spans: Span[] = [];
  for (const match of value.matchAll(COOKIE)) {
    const [whole, name = '', quote = '', content = ''] = match;
    const end = match.index + whole.length - quote.length;
    const isSession = isSessionCookie(name) && content.length >= 8;
    const kind = isSession ? NAMED_KINDS.session : NAMED_KINDS.cookie;
    const span = { start: end - content.length, end, kind, form: null, name, isRedactOnly: !isSession };
    if (content !== '') spans.push({ ...span, replacement: REDACTED });
    if (!isRequest) break;
  }
  return spans;
}
