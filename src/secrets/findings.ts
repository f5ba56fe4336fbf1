// Reports the secrets of a message, each with its kind and severity.
import { hash } from 'node:crypto';
import type { SecretForm, Severity } from './forms/contract.ts';
import { NAMED_KINDS } from './forms/index.ts';
import { messageSpans, type InspectedMessage } from './message.ts';
import type { Span } from './spans.ts';
import { isLikelySecret, isRandom } from './values/plausible.ts';

export interface SecretFinding {
  readonly kind: string;
  readonly label: string;
  readonly severity: Severity;
  /** For example `header authorization`, `query token`, `body password` or `body`. */
  readonly where: string;
  /** The secret with most of its characters hidden. */
  readonly masked: string;
  /** Identifies this secret without containing it; stable between runs. */
  readonly fingerprint: string;
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
 * Returns true for a credential that authorizes a request to the service that issued it, over TLS. Self-hosted services
 * have no fixed hosts.
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
 * A random value is identified by its hash. A short value could be guessed from its hash, so it is identified by its
 * place.
 */
function fingerprintOf(kind: string, where: string, value: string, host: string): string {
  const identity = isRandom(value, 16) ? value : `${host} ${where}`;
  return `${kind}:${hash('sha256', identity, 'hex').slice(0, 16)}`;
}

/** Hides a secret, but keeps a few characters of a long one, so that two secrets can be told apart. */
export function maskSecret(value: string): string {
  return value.length < 16 ? '••••••••' : `${value.slice(0, 4)}…${value.slice(-2)}`;
}
