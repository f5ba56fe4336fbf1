// Finds the secrets of a whole message, in its URL, its headers and its body, either to report or to redact them.
import { NAMED_KINDS, type SecretKind, type Severity } from './secret-patterns.ts';
import { isSessionCookie, kindOfHeader } from './names.ts';
import { REDACTED, secretSpans, replaceSpans, type TextFormat, type Span } from './spans.ts';

export interface InspectedHeader {
  readonly name: string;
  readonly value: string;
}

export interface InspectedMessage {
  /** Path and query of a request; empty for a response. */
  readonly path: string;
  readonly headers: readonly InspectedHeader[];
  /** The body as text; empty for a binary one. */
  readonly body: string;
  /** True for a message that is sent unencrypted. */
  readonly isPlain: boolean;
}

export interface SecretFinding {
  readonly kind: string;
  readonly label: string;
  readonly severity: Severity;
  /** For example `header authorization`, `query token`, `body password` or `body`. */
  readonly where: string;
  /** The secret with most of its characters hidden. */
  readonly masked: string;
}

/** The maximum number of findings of one message. */
const MAX_FINDINGS = 100;

export function findSecrets(message: InspectedMessage): readonly SecretFinding[] {
  const findings: SecretFinding[] = [];
  const { path, body, isPlain } = message;
  const report = (kind: SecretKind, where: string, value: string): void => {
    if (!isLikelySecret(value)) return;
    const finding = {
      kind: kind.id,
      label: kind.label,
      severity: kind.severity,
      where,
      masked: maskSecret(value),
    };
    if (findings.length < MAX_FINDINGS) findings.push(finding);
    else if (kind.severity === 'high') replaceLessSevere(findings, finding);
  };
  for (const span of urlSpans(path, isPlain))
    reportSpan(span, path, span.name === null ? 'url' : 'query', report);
  for (const { name, value } of message.headers)
    for (const span of headerSpans(name, value, isPlain)) {
      const label = span.name === null ? '' : ` ${span.name}`;
      if (!span.isRedactOnly)
        report(span.kind, `header ${name.toLowerCase()}${label}`, value.slice(span.start, span.end));
    }
  for (const span of secretSpans(body, bodyFormat(message), isPlain)) reportSpan(span, body, 'body', report);
  return findings;
}

/** Replaces a less severe finding, so that the most severe ones are always reported. */
function replaceLessSevere(findings: SecretFinding[], finding: SecretFinding): void {
  const lesser = findings.findLastIndex(({ severity }) => severity !== 'high');
  if (lesser >= 0) findings[lesser] = finding;
}

function reportSpan(
  span: Span,
  text: string,
  location: string,
  report: (kind: SecretKind, where: string, value: string) => void,
): void {
  if (span.isRedactOnly) return;
  report(
    span.kind,
    span.name === null ? location : `${location} ${span.name}`,
    text.slice(span.start, span.end),
  );
}

/** Returns the message with every secret replaced and its structure unchanged. */
export function redactSecrets<M extends InspectedMessage>(message: M): M {
  const { path, headers, body, isPlain } = message;
  return {
    ...message,
    path: replaceSpans(path, urlSpans(path, isPlain)),
    headers: headers.map(({ name, value }) => ({
      name,
      value: replaceSpans(value, headerSpans(name, value, isPlain)),
    })),
    body: replaceSpans(body, secretSpans(body, bodyFormat(message), isPlain)),
  };
}

/** Finds secrets in a URL. A password there ends up in logs and histories, even if the connection is encrypted. */
function urlSpans(path: string, isPlain: boolean): readonly Span[] {
  return secretSpans(path, 'form', isPlain).map((span) =>
    span.kind.id === 'password' || span.kind.id === 'plain-password'
      ? { ...span, kind: NAMED_KINDS.urlPassword }
      : span,
  );
}

function headerSpans(name: string, value: string, isPlain: boolean): readonly Span[] {
  switch (name.toLowerCase()) {
    case 'authorization':
    case 'proxy-authorization':
      return authorizationSpans(value, isPlain);
    case 'cookie':
      return cookieSpans(value, true);
    case 'set-cookie':
      return cookieSpans(value, false);
    case 'referer':
    case 'location':
    case 'content-location':
      return urlSpans(value, isPlain);
  }
  const findings = kindOfHeader(name);
  if (findings !== null && value !== '')
    return [{ start: 0, end: value.length, ...findings, name: null, replacement: REDACTED }];
  return secretSpans(value, 'text', isPlain);
}

function authorizationSpans(value: string, isPlain: boolean): readonly Span[] {
  const [, scheme = '', credentials = ''] = /^([A-Za-z0-9._-]+)\s+(.+)$/s.exec(value) ?? ['', '', value];
  const form = secretSpans(credentials, 'text', isPlain)[0]?.kind;
  const basic = isPlain ? NAMED_KINDS.plainPassword : NAMED_KINDS.password;
  const kind = form ?? (scheme.toLowerCase() === 'basic' ? basic : NAMED_KINDS.bearer);
  const start = value.length - credentials.length;
  return [{ start, end: value.length, kind, name: null, isRedactOnly: false, replacement: REDACTED }];
}

const COOKIE = /(?:^|;\s*)([^=;\s]+)=("?)([^;"]*)\2/g;

/** Finds cookies. In a request all pairs are cookies; in Set-Cookie only the first one is. */
function cookieSpans(value: string, isRequest: boolean): readonly Span[] {
  const spans: Span[] = [];
  for (const match of value.matchAll(COOKIE)) {
    const [whole, name = '', quote = '', content = ''] = match;
    const end = match.index + whole.length - quote.length;
    const isSession = isSessionCookie(name);
    const kind = isSession ? NAMED_KINDS.session : NAMED_KINDS.cookie;
    if (content !== '')
      spans.push({
        start: end - content.length,
        end,
        kind,
        name,
        isRedactOnly: !isSession,
        replacement: REDACTED,
      });
    if (!isRequest) break;
  }
  return spans;
}

function bodyFormat({ headers }: InspectedMessage): TextFormat {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value.toLowerCase() ?? '';
  if (/\bjson\b/.test(type)) return 'json';
  if (type.includes('x-www-form-urlencoded')) return 'form';
  return type.includes('multipart/') ? 'multipart' : 'text';
}

/** Matches placeholders, masks and words that only stand for a secret. */
const PLACEHOLDER =
  /^(?:null|undefined|none|true|false|nil|n\/a|\[?redacted\]?|%5Bredacted%5D|deleted|hidden|masked|secret|password|token|test|example|changeme|your[-_ ].*|<.*>|\{\{.*\}\}|\$\{.*\}|%.*%|[*•xX.]+|\[.*\]|0+)$/i;

function isLikelySecret(value: string): boolean {
  return value.length >= 4 && !PLACEHOLDER.test(value.trim());
}

/** Hides a secret, but keeps a few characters of a long one, to tell two apart. */
export function maskSecret(value: string): string {
  return value.length < 16 ? '••••••••' : `${value.slice(0, 4)}…${value.slice(-2)}`;
}
