// Finds the secrets of a whole message: in its URL, its headers and its body.
import { hash } from 'node:crypto';
import { NAMED_KINDS } from './forms/index.ts';
import type { SecretForm, SecretKind, Severity } from './forms/contract.ts';
import { isSessionCookie, namedSecret } from './names.ts';
import { isLikelySecret, isRandom } from './plausible.ts';
import {
  isReportable,
  kindOfNamed,
  REDACTED,
  replaceSpans,
  sameLength,
  secretSpans,
  separateSpans,
  type Span,
  type SpanContext,
} from './spans.ts';

export interface InspectedHeader {
  readonly name: string;
  readonly value: string;
}

/** The way a message travels: on the loopback interface nobody listens, encrypted or not. */
export type Transport = 'encrypted' | 'plain' | 'loopback';

export interface InspectedValue {
  readonly start: number;
  readonly end: number;
  /** The name under which the body has it; null where it has none. */
  readonly name: string | null;
}

export interface InspectedMessage {
  /** The host that the request goes to, without its port. */
  readonly host: string;
  /** Path and query of a request; empty for a response. */
  readonly path: string;
  readonly headers: readonly InspectedHeader[];
  /** The body as text; of a binary one each byte is a character. */
  readonly body: string;
  /** The values of a binary body whose format is known, each of which is read alone; absent for other bodies. */
  readonly values?: readonly InspectedValue[] | null;
  readonly transport: Transport;
}

export interface SecretFinding {
  readonly kind: string;
  readonly label: string;
  readonly severity: Severity;
  /** For example `header authorization`, `query token`, `body password` or `body`. */
  readonly where: string;
  /** The secret with most of its characters hidden. */
  readonly masked: string;
  /** Tells this secret from others without containing it; stable between runs. */
  readonly fingerprint: string;
}

/** The secrets of a message by their places. */
export interface MessageSpans {
  readonly path: readonly Span[];
  /** In the order of the headers. */
  readonly headers: readonly (readonly Span[])[];
  readonly body: readonly Span[];
}

/** The maximum number of findings of one message. */
const MAX_FINDINGS = 100;

export function findSecrets(message: InspectedMessage): readonly SecretFinding[] {
  const findings: SecretFinding[] = [];
  const spans = messageSpans(message);
  const report = (span: Span, where: string, text: string): void => {
    const value = text.slice(span.start, span.end);
    if (span.isRedactOnly || (span.form === null && !isLikelySecret(value))) return;
    if (message.transport === 'loopback' && span.kind === NAMED_KINDS.password) return;
    const finding = findingOf(span, where, value, message);
    if (findings.length < MAX_FINDINGS) findings.push(finding);
    else if (finding.severity === 'high') replaceLessSevere(findings, finding);
  };
  for (const span of spans.path)
    report(span, span.name === null ? 'url' : `query ${span.name}`, message.path);
  for (const [at, { name, value }] of message.headers.entries())
    for (const span of spans.headers[at] ?? [])
      report(span, `header ${name.toLowerCase()}${span.name === null ? '' : ` ${span.name}`}`, value);
  for (const span of spans.body)
    report(span, span.name === null ? 'body' : `body ${span.name}`, message.body);
  return findings;
}

function findingOf(
  { kind, form }: Span,
  where: string,
  value: string,
  message: InspectedMessage,
): SecretFinding {
  const isOwn = form !== null && isSentToOwner(form, where, message);
  return {
    kind: kind.id,
    label: isOwn ? `${kind.label}, sent to its own service` : kind.label,
    severity: isOwn ? 'low' : kind.severity,
    where,
    masked: maskSecret(value),
    fingerprint: fingerprintOf(kind.id, where, value, message.host),
  };
}

/** Replaces a less severe finding, so that the most severe ones are always reported. */
function replaceLessSevere(findings: SecretFinding[], finding: SecretFinding): void {
  const lesser = findings.findLastIndex(({ severity }) => severity !== 'high');
  if (lesser >= 0) findings[lesser] = finding;
}

const CREDENTIAL_HEADER = /^header (?:(?:proxy-)?authorization|(?:x-)?[a-z-]*(?:key|token|secret|auth))\b/;

/**
 * Returns true for a credential that authorizes a request to the service that issued it, over TLS. Services that people
 * host themselves have no hosts of their own.
 */
function isSentToOwner(
  { id, hosts }: SecretForm,
  where: string,
  { host, path, transport }: InspectedMessage,
): boolean {
  if (path === '' || transport === 'plain') return false;
  if (!CREDENTIAL_HEADER.test(where) && !/^(?:query|url)/.test(where)) return false;
  if (hosts.some((own) => host === own || host.endsWith(`.${own}`))) return true;
  const isSelfHosted =
    hosts.length === 0 || host.split('.').some((label) => label.startsWith(id.split('-')[0]!));
  return (
    isSelfHosted &&
    CREDENTIAL_HEADER.test(where) &&
    !['bearer-token', 'basic', 'jwt', 'jwe', 'card', 'url-password'].includes(id)
  );
}

/**
 * A random value is told by its hash. A short one could be guessed from it, so it is told by its place.
 */
function fingerprintOf(kind: string, where: string, value: string, host: string): string {
  const told = isRandom(value, 16) ? value : `${host} ${where}`;
  return `${kind}:${hash('sha256', told, 'hex').slice(0, 16)}`;
}

export function messageSpans(message: InspectedMessage): MessageSpans {
  const { path, headers, body, values = null, transport } = message;
  const context: SpanContext = { isPlain: transport === 'plain', isCode: isCode(message) };
  return {
    path: urlSpans(path, context),
    headers: headers.map(({ name, value }) => headerSpans(name, value, { ...context, isCode: false })),
    body: values === null ? secretSpans(body, context) : valueSpans(body, values, context),
  };
}

function valueSpans(body: string, values: readonly InspectedValue[], context: SpanContext): readonly Span[] {
  const named = values.flatMap(({ start, end, name }) => {
    const found = name === null ? null : namedSecret(name);
    const value = body.slice(start, end);
    if (found === null || value === '' || (found.isWeak && !isRandom(value, 16))) return [];
    return shifted([{ ...wholeSpan(value, found, context), name }], start);
  });
  return separateSpans(body, [
    ...named,
    ...spansOfValues(body, values, (value) => secretSpans(value, context)),
  ]);
}

/** Returns the spans of each value, found in it alone, by their places in the body. */
export function spansOfValues(
  body: string,
  values: readonly InspectedValue[],
  spansOf: (value: string) => readonly Span[],
): readonly Span[] {
  return values.flatMap(({ start, end }) => shifted(spansOf(body.slice(start, end)), start));
}

function shifted(spans: readonly Span[], by: number): readonly Span[] {
  return spans.map((span) => ({ ...span, start: span.start + by, end: span.end + by }));
}

/** Segments of a path behind which a secret stands. */
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
const NAMELESS = { kind: NAMED_KINDS.bearer, form: null, name: null, isRedactOnly: true } as const;

/** In a URL brackets are percent-encoded. */
function urlSpan(span: Span): Span {
  const isPassword =
    span.kind.id === NAMED_KINDS.password.id || span.kind.id === NAMED_KINDS.plainPassword.id;
  // Documents in Base64 stay documents.
  const isDocument = /^[A-Za-z0-9+/_=%-]{16,}$/.test(span.replacement) && span.replacement !== ENCODED;
  const replacement = isDocument ? span.replacement.replaceAll('+', '%2B') : ENCODED;
  return { ...span, ...(isPassword && { kind: NAMED_KINDS.urlPassword }), replacement };
}

const URL_HEADER =
  /^(?:referer|location|content-location|refresh|link|origin|x-original-url|x-rewrite-url|destination)$/;

/** Headers that were looked through, by name and value: most messages repeat those of others. */
const MAX_SEEN = 1000;
const MAX_SEEN_LENGTH = 300;
type SeenHeaders = Map<string, Map<string, readonly Span[]>>;
const seen: Readonly<Record<'plain' | 'other', SeenHeaders>> = { plain: new Map(), other: new Map() };
let seenCount = 0;

function headerSpans(name: string, value: string, context: SpanContext): readonly Span[] {
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
  const found = SAFE_HEADER.test(key) ? null : namedSecret(key.replace(/^x-/, ''));
  if (found !== null && (!found.isWeak || key === 'x-auth' || isRandom(value, 16)))
    return [wholeSpan(value, found, context)];
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

function wholeSpan(
  value: string,
  found: NonNullable<ReturnType<typeof namedSecret>>,
  context: SpanContext,
): Span {
  const scheme = /^(?:Bearer|Basic|Token|ApiKey) +/i.exec(value)?.[0].length ?? 0;
  const own = value.slice(scheme);
  const form =
    secretSpans(own, context).find((span) => span.form !== null && !span.isRedactOnly)?.form ?? null;
  const kind: SecretKind =
    form ??
    kindOfNamed({ ...found, kind: found.kind === 'token' ? 'key' : found.kind }, own, context.isPlain);
  const isRedactOnly = found.isRedactOnly || (form === null && !isReportable(own, found, { isCode: false }));
  return { start: scheme, end: value.length, kind, form, name: null, isRedactOnly, replacement: REDACTED };
}

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

/** Program code and style sheets, whose names are names of variables. */
function isCode({ headers }: InspectedMessage): boolean {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value.toLowerCase() ?? '';
  return /javascript|ecmascript|typescript|text\/css|wasm/.test(type);
}

/** Hides a secret, but keeps a few characters of a long one, to tell two apart. */
export function maskSecret(value: string): string {
  return value.length < 16 ? '••••••••' : `${value.slice(0, 4)}…${value.slice(-2)}`;
}
