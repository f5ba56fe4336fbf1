// The kinds of secrets that are recognised by their form: keys of providers, private keys, JSON Web Tokens, card
// numbers, passwords in URLs.

import { botStarts, cardStarts, tokenStarts, urlStarts } from './match-starts.ts';

export type Severity = 'high' | 'medium' | 'low';

export interface SecretKind {
  /** A stable identifier. */
  readonly id: string;
  readonly label: string;
  readonly severity: Severity;
}

export interface PatternKind extends SecretKind {
  /** A sticky pattern that matches the secret from its first character. */
  readonly pattern: RegExp;
  /** Tells where the pattern may match, so that it is not tried everywhere. */
  readonly landmark: Landmark;
  /** Returns true when a match is a secret, for patterns that do not suffice. */
  readonly validate?: (match: string) => boolean;
  /** Returns how many characters at the start and the end of a match are not part of the secret. */
  readonly secretPart?: (match: string) => readonly [before: number, behind: number];
}

/**
 * Fixed prefixes of every match, or two adjacent characters in every match and a function that finds where it may
 * start.
 */
export type Landmark =
  | { readonly type: 'prefixes'; readonly prefixes: readonly string[] }
  | {
      readonly type: 'pair';
      /**
       * Patterns for single characters; `first` may also match the empty text, which stands for the start of the
       * text.
       */
      readonly first: RegExp;
      readonly second: RegExp;
      readonly starts: FindStarts;
    };

/** Returns the offsets where a match may start whose second landmark character is at `at`, in order. */
export type FindStarts = (text: string, at: number) => readonly number[];

const provider = (id: string, label: string, pattern: RegExp, prefixes: readonly string[]): PatternKind => ({
  id,
  label,
  severity: 'high',
  pattern,
  landmark: { type: 'prefixes', prefixes },
});

/** Found by its first and last line (RFC 7468), because the text between them is long. */
export const PRIVATE_KEY: SecretKind = { id: 'private-key', label: 'Private key', severity: 'high' };

/** Kinds with a pattern. The order decides when two match at the same place. */
export const PATTERN_KINDS: readonly PatternKind[] = [
  provider('stripe', 'Stripe live key', /\b(?:sk|rk)_live_[0-9a-zA-Z]{16,200}\b/y, ['sk_live_', 'rk_live_']),
  provider('aws', 'AWS access key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/y, ['AKIA', 'ASIA']),
  provider(
    'github',
    'GitHub token',
    /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\b/y,
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
  ),
  provider('gitlab', 'GitLab token', /\bglpat-[A-Za-z0-9_-]{20,255}/y, ['glpat-']),
  provider('slack', 'Slack token', /\b(?:xox[abeoprs]-[A-Za-z0-9-]{10,255}|xapp-\d-[A-Za-z0-9-]{10,255})/y, [
    'xox',
    'xapp-',
  ]),
  provider(
    'slack-webhook',
    'Slack webhook',
    /hooks\.slack\.com\/services\/T[A-Z0-9]{6,12}\/B[A-Z0-9]{6,12}\/[A-Za-z0-9]{16,64}/y,
    ['hooks.slack.com'],
  ),
  provider('google', 'Google API key', /\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])/y, ['AIza']),
  provider('google-oauth', 'Google OAuth token', /\bya29\.[0-9A-Za-z_-]{20,1000}/y, ['ya29.']),
  provider('anthropic', 'Anthropic key', /\bsk-ant-[A-Za-z0-9_-]{20,255}/y, ['sk-ant-']),
  provider('openai', 'OpenAI key', /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,255}/y, ['sk-']),
  provider('sendgrid', 'SendGrid key', /\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,64}/y, ['SG.']),
  provider('npm', 'npm token', /\bnpm_[A-Za-z0-9]{36}\b/y, ['npm_']),
  provider('pypi', 'PyPI token', /\bpypi-[A-Za-z0-9_-]{40,255}/y, ['pypi-']),
  provider('digitalocean', 'DigitalOcean token', /\bdo[opr]_v1_[0-9a-f]{64}\b/y, [
    'doo_v1_',
    'dop_v1_',
    'dor_v1_',
  ]),
  provider('shopify', 'Shopify token', /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/y, [
    'shpat_',
    'shpca_',
    'shppa_',
    'shpss_',
  ]),
  provider('square', 'Square token', /\bsq0(?:atp|csp)-[0-9A-Za-z_-]{22,64}/y, ['sq0atp-', 'sq0csp-']),
  provider('huggingface', 'Hugging Face token', /\bhf_[A-Za-z0-9]{30,64}\b/y, ['hf_']),
  {
    id: 'telegram',
    label: 'Telegram bot token',
    severity: 'high',
    pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/y,
    landmark: { type: 'pair', first: /\d/, second: /:/, starts: botStarts },
  },
  provider('azure', 'Azure storage key', /\bAccountKey=[A-Za-z0-9+/]{60,100}={0,2}/y, ['AccountKey=']),
  {
    id: 'url-password',
    label: 'Password in a URL',
    severity: 'high',
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@?#"'<>]{0,100}:[^\s/@?#"'<>]{1,200}@[A-Za-z0-9[]/y,
    landmark: { type: 'pair', first: /[a-z0-9+.-]/, second: /:/, starts: urlStarts },
    secretPart: (match) => [match.indexOf(':', match.indexOf('://') + 3) + 1, 2],
  },
  {
    id: 'jwt',
    label: 'JSON Web Token',
    severity: 'medium',
    pattern: /\beyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{4,16000}\.[A-Za-z0-9_-]{0,2000}/y,
    landmark: { type: 'pair', first: /[A-Za-z0-9_-]/, second: /\./, starts: tokenStarts },
  },
  {
    id: 'card',
    label: 'Card number',
    severity: 'medium',
    pattern: /(?<![\d-]|\d\.)(?:\d[ -]?){12,18}\d(?![\d-]|\.\d)/y,
    landmark: { type: 'pair', first: /[^\d-]|^$/, second: /\d/, starts: cardStarts },
    validate: isCardNumber,
  },
];

/** Kinds without a form of their own, which are recognised by their names. */
export const NAMED_KINDS = {
  password: { id: 'password', label: 'Password', severity: 'low' },
  plainPassword: { id: 'plain-password', label: 'Password over plain HTTP', severity: 'high' },
  urlPassword: { id: 'url-password', label: 'Password in a URL', severity: 'high' },
  bearer: { id: 'bearer-token', label: 'Bearer token', severity: 'medium' },
  apiKey: { id: 'api-key', label: 'API key', severity: 'medium' },
  session: { id: 'session-cookie', label: 'Session cookie', severity: 'medium' },
  cookie: { id: 'cookie', label: 'Cookie', severity: 'low' },
} as const satisfies Record<string, SecretKind>;

/** Returns true for a number of a card network with a valid check digit (ISO/IEC 7812, Luhn). */
function isCardNumber(match: string): boolean {
  const digits = match.replace(/[ -]/g, '');
  const isGrouped =
    digits === match || /^\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}$|^\d{4}([ -])\d{6}\2\d{5}$/.test(match);
  if (
    !isGrouped ||
    !/^(?:4\d{12}(?:\d{3}(?:\d{3})?)?|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|35\d{14}|62\d{14,17})$/.test(
      digits,
    )
  )
    return false;
  return hasValidCheckDigit(digits);
}

function hasValidCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
