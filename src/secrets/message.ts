// The secrets of a whole message: in its URL, its headers and its body. The same look finds them for people to be told,
// and takes them out.
import { NAMED_KINDS, type SecretKind, type Severity } from './kinds.ts';
import { isSessionCookie, kindOfHeader } from './names.ts';
import { REDACTED, secretSpans, withoutSpans, type Reading, type Span } from './spans.ts';

export interface InspectedHeader {
  readonly name: string;
  readonly value: string;
}

export interface InspectedMessage {
  /** Path and query of a request; empty for a response. */
  readonly path: string;
  readonly headers: readonly InspectedHeader[];
  /** As text; empty where it is none. */
  readonly body: string;
  /** Whether it travels unencrypted. */
  readonly isPlain: boolean;
}

export interface SecretFinding {
  readonly kind: string;
  readonly label: string;
  readonly severity: Severity;
  /** Such as `header authorization`, `query token`, `body password`, `body`. */
  readonly where: string;
  /** The secret, unrecognisable. */
  readonly masked: string;
}

/** Of one message no more are told. */
const MAX_FINDINGS = 100;

export function findSecrets(message: InspectedMessage): readonly SecretFinding[] {
  const found: SecretFinding[] = [];
  const { path, body, isPlain } = message;
  const tell = (kind: SecretKind, where: string, value: string): void => {
    if (!isTelling(value)) return;
    const finding = {
      kind: kind.id,
      label: kind.label,
      severity: kind.severity,
      where,
      masked: masked(value),
    };
    if (found.length < MAX_FINDINGS) found.push(finding);
    else if (kind.severity === 'high') replaceLesser(found, finding);
  };
  for (const span of urlSpans(path, isPlain))
    tellSpan(span, path, span.name === null ? 'url' : 'query', tell);
  for (const { name, value } of message.headers)
    for (const span of headerSpans(name, value, isPlain)) {
      const what = span.name === null ? '' : ` ${span.name}`;
      if (!span.isQuiet)
        tell(span.kind, `header ${name.toLowerCase()}${what}`, value.slice(span.start, span.end));
    }
  for (const span of secretSpans(body, readingOf(message), isPlain)) tellSpan(span, body, 'body', tell);
  return found;
}

/** The worst is told in any case. */
function replaceLesser(found: SecretFinding[], finding: SecretFinding): void {
  const lesser = found.findLastIndex(({ severity }) => severity !== 'high');
  if (lesser >= 0) found[lesser] = finding;
}

function tellSpan(
  span: Span,
  text: string,
  place: string,
  tell: (kind: SecretKind, where: string, value: string) => void,
): void {
  if (span.isQuiet) return;
  tell(span.kind, span.name === null ? place : `${place} ${span.name}`, text.slice(span.start, span.end));
}

/** The same message with every secret replaced; its structure stays. */
export function redacted<M extends InspectedMessage>(message: M): M {
  const { path, headers, body, isPlain } = message;
  return {
    ...message,
    path: withoutSpans(path, urlSpans(path, isPlain)),
    headers: headers.map(({ name, value }) => ({
      name,
      value: withoutSpans(value, headerSpans(name, value, isPlain)),
    })),
    body: withoutSpans(body, secretSpans(body, readingOf(message), isPlain)),
  };
}

/** A password in a URL stands in logs and histories, encrypted or not. */
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
  const found = kindOfHeader(name);
  if (found !== null && value !== '')
    return [{ start: 0, end: value.length, ...found, name: null, instead: REDACTED }];
  return secretSpans(value, 'text', isPlain);
}

function authorizationSpans(value: string, isPlain: boolean): readonly Span[] {
  const [, scheme = '', credentials = ''] = /^([A-Za-z0-9._-]+)\s+(.+)$/s.exec(value) ?? ['', '', value];
  const form = secretSpans(credentials, 'text', isPlain)[0]?.kind;
  const basic = isPlain ? NAMED_KINDS.plainPassword : NAMED_KINDS.password;
  const kind = form ?? (scheme.toLowerCase() === 'basic' ? basic : NAMED_KINDS.bearer);
  const start = value.length - credentials.length;
  return [{ start, end: value.length, kind, name: null, isQuiet: false, instead: REDACTED }];
}

const COOKIE = /(?:^|;\s*)([^=;\s]+)=("?)([^;"]*)\2/g;

/** `isRequest`: all pairs are cookies; of Set-Cookie only the first is. */
function cookieSpans(value: string, isRequest: boolean): readonly Span[] {
  const spans: Span[] = [];
  for (const match of value.matchAll(COOKIE)) {
    const [whole, name = '', quote = '', content = ''] = match;
    const end = match.index + whole.length - quote.length;
    const isSession = isSessionCookie(name);
    const kind = isSession ? NAMED_KINDS.session : NAMED_KINDS.cookie;
    if (content !== '')
      spans.push({ start: end - content.length, end, kind, name, isQuiet: !isSession, instead: REDACTED });
    if (!isRequest) break;
  }
  return spans;
}

function readingOf({ headers }: InspectedMessage): Reading {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value.toLowerCase() ?? '';
  if (/\bjson\b/.test(type)) return 'json';
  if (type.includes('x-www-form-urlencoded')) return 'form';
  return type.includes('multipart/') ? 'multipart' : 'text';
}

/** Placeholders, masks and words that only stand for a secret. */
const NO_SECRET =
  /^(?:null|undefined|none|true|false|nil|n\/a|\[?redacted\]?|%5Bredacted%5D|deleted|hidden|masked|secret|password|token|test|example|changeme|your[-_ ].*|<.*>|\{\{.*\}\}|\$\{.*\}|%.*%|[*•xX.]+|\[.*\]|0+)$/i;

function isTelling(value: string): boolean {
  return value.length >= 4 && !NO_SECRET.test(value.trim());
}

/** A few characters of a long one, so that two can be told apart. */
export function masked(value: string): string {
  return value.length < 16 ? '••••••••' : `${value.slice(0, 4)}…${value.slice(-2)}`;
}
