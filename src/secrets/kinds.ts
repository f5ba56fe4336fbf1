// What a secret looks like, wherever it stands: keys of providers by their form, private keys, JSON Web Tokens, card
// numbers, passwords in URLs.

export type Severity = 'high' | 'medium' | 'low';

export interface SecretKind {
  /** Stable. */
  readonly id: string;
  readonly label: string;
  readonly severity: Severity;
}

export interface PatternKind extends SecretKind {
  /** A source without groups that could match nothing; matched with regard to case. */
  readonly pattern: string;
  /** Whether what matched is one, where the form alone does not say. */
  readonly isOne?: (match: string) => boolean;
  /** What of the match is the secret: the length of what stands before and behind it. */
  readonly inner?: (match: string) => readonly [before: number, behind: number];
}

const provider = (id: string, label: string, pattern: string): PatternKind => ({
  id,
  label,
  severity: 'high',
  pattern,
});

/** Found by its two ends (RFC 7468), since what is between them is long. */
export const PRIVATE_KEY: SecretKind = { id: 'private-key', label: 'Private key', severity: 'high' };

/** The order decides where two match at one place. */
export const PATTERN_KINDS: readonly PatternKind[] = [
  provider('stripe', 'Stripe live key', '\\b(?:sk|rk)_live_[0-9a-zA-Z]{16,200}\\b'),
  provider('aws', 'AWS access key', '\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b'),
  provider(
    'github',
    'GitHub token',
    '\\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\\b',
  ),
  provider('gitlab', 'GitLab token', '\\bglpat-[A-Za-z0-9_-]{20,255}'),
  provider('slack', 'Slack token', '\\b(?:xox[abeoprs]-[A-Za-z0-9-]{10,255}|xapp-\\d-[A-Za-z0-9-]{10,255})'),
  provider(
    'slack-webhook',
    'Slack webhook',
    'hooks\\.slack\\.com\\/services\\/T[A-Z0-9]{6,12}\\/B[A-Z0-9]{6,12}\\/[A-Za-z0-9]{16,64}',
  ),
  provider('google', 'Google API key', '\\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])'),
  provider('google-oauth', 'Google OAuth token', '\\bya29\\.[0-9A-Za-z_-]{20,1000}'),
  provider('anthropic', 'Anthropic key', '\\bsk-ant-[A-Za-z0-9_-]{20,255}'),
  provider('openai', 'OpenAI key', '\\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,255}'),
  provider('sendgrid', 'SendGrid key', '\\bSG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,64}'),
  provider('npm', 'npm token', '\\bnpm_[A-Za-z0-9]{36}\\b'),
  provider('pypi', 'PyPI token', '\\bpypi-[A-Za-z0-9_-]{40,255}'),
  provider('digitalocean', 'DigitalOcean token', '\\bdo[opr]_v1_[0-9a-f]{64}\\b'),
  provider('shopify', 'Shopify token', '\\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\\b'),
  provider('square', 'Square token', '\\bsq0(?:atp|csp)-[0-9A-Za-z_-]{22,64}'),
  provider('huggingface', 'Hugging Face token', '\\bhf_[A-Za-z0-9]{30,64}\\b'),
  provider('telegram', 'Telegram bot token', '\\b\\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])'),
  provider('azure', 'Azure storage key', '\\bAccountKey=[A-Za-z0-9+/]{60,100}={0,2}'),
  {
    id: 'url-password',
    label: 'Password in a URL',
    severity: 'high',
    pattern: '\\b[a-z][a-z0-9+.-]{1,20}:\\/\\/[^\\s/:@?#"\'<>]{0,100}:[^\\s/@?#"\'<>]{1,200}@[A-Za-z0-9[]',
    inner: (match) => [match.indexOf(':', match.indexOf('://') + 3) + 1, 2],
  },
  {
    id: 'jwt',
    label: 'JSON Web Token',
    severity: 'medium',
    pattern: '\\beyJ[A-Za-z0-9_-]{8,4000}\\.eyJ[A-Za-z0-9_-]{4,16000}\\.[A-Za-z0-9_-]{0,2000}',
  },
  {
    id: 'card',
    label: 'Card number',
    severity: 'medium',
    pattern: '(?<![\\d-]|\\d\\.)(?:\\d[ -]?){12,18}\\d(?![\\d-]|\\.\\d)',
    isOne: isCard,
  },
];

/** Of a kind that has no form of its own, told by where it stands. */
export const NAMED_KINDS = {
  password: { id: 'password', label: 'Password', severity: 'low' },
  plainPassword: { id: 'plain-password', label: 'Password over plain HTTP', severity: 'high' },
  urlPassword: { id: 'url-password', label: 'Password in a URL', severity: 'high' },
  bearer: { id: 'bearer-token', label: 'Bearer token', severity: 'medium' },
  apiKey: { id: 'api-key', label: 'API key', severity: 'medium' },
  session: { id: 'session-cookie', label: 'Session cookie', severity: 'medium' },
  cookie: { id: 'cookie', label: 'Cookie', severity: 'low' },
} as const satisfies Record<string, SecretKind>;

/** Numbers of networks that issue cards, with a right check digit (ISO/IEC 7812, Luhn). */
function isCard(match: string): boolean {
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
  return luhn(digits);
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
