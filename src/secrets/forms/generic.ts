// Forms that belong to no single service: standard tokens, passwords in URLs, card numbers.
import { cardStarts, tokenStarts, urlStarts } from './shared/match-starts.ts';
import { shaped, START, type SecretForm } from './contract.ts';

/** Card numbers in groups of four, and as American Express has them. */
const GROUPS = '\\d{4}([ -])\\d{4}\\1\\d{4}\\1\\d{1,7}|\\d{4}([ -])\\d{6}\\2\\d{5}';

export const genericForms: readonly SecretForm[] = [
  shaped(
    ['url-password', 'Password in a URL'],
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@?#"'<>]{0,100}:[^\s/@?#"'<>]{1,200}@[A-Za-z0-9[]/y,
    { type: 'pair', first: /[a-z0-9+.-]/, second: /:/, next: /\//, starts: urlStarts },
    {
      source: 'RFC 3986, detect-secrets BasicAuthDetector',
      entropy: 0,
      allow: /:(?:pass(?:word)?|passwd|pwd|secret|\*+|x+|\[.*\]|%5B.*%5D|%7B.*%7D)@.$/i,
      secretPart: (match) => [match.indexOf(':', match.indexOf('://') + 3) + 1, 2],
    },
  ),
  shaped(
    ['jwt', 'JSON Web Token'],
    new RegExp(`${START}eyJ[A-Za-z0-9_-]{8,4000}\\.eyJ[A-Za-z0-9_-]{4,16000}\\.[A-Za-z0-9_-]{0,2000}`, 'y'),
    { type: 'pair', first: /[A-Za-z0-9_-]/, second: /\./, next: /e/, starts: tokenStarts },
    { source: 'RFC 7519, gitleaks jwt', severity: 'medium', hasExamples: false },
  ),
  shaped(
    ['jwe', 'Encrypted JSON Web Token'],
    new RegExp(
      `${START}eyJ(?:hbGciOi|lbmMiOi)[A-Za-z0-9_-]{8,4000}\\.[A-Za-z0-9_-]{0,2000}\\.[A-Za-z0-9_-]{8,100}\\.[A-Za-z0-9_-]{8,16000}\\.[A-Za-z0-9_-]{16,100}`,
      'y',
    ),
    { type: 'markers', markers: ['eyJhbGciOi', 'eyJlbmMiOi'] },
    { source: 'RFC 7516', severity: 'medium', hasExamples: false },
  ),
  shaped(
    ['password-hash', 'Hash of a password'],
    /\$(?:apr1|[156y]|2[abxy]|argon2(?:id?|d)|scrypt|pbkdf2[\w-]{0,10})\$[A-Za-z0-9./$=,+-]{20,300}/y,
    {
      type: 'markers',
      markers: ['$apr1$', '$1$', '$5$', '$6$', '$y$', '$2', '$argon2', '$scrypt$', '$pbkdf2'],
    },
    {
      source: 'crypt(5), PHC string format',
      severity: 'medium',
      hasExamples: false,
      validate: (match) => /[./A-Za-z0-9+]{22,}={0,2}$/.test(match),
    },
  ),
  shaped(
    ['paseto', 'PASETO token'],
    new RegExp(`${START}v[1-4]\\.(?:local|public)\\.[A-Za-z0-9_-]{40,8000}`, 'y'),
    { type: 'markers', markers: ['.local.', '.public.'], before: [2] },
    { source: 'paseto.io/rfc', severity: 'medium', entropy: 3.5 },
  ),
  shaped(
    ['card', 'Card number'],
    new RegExp(`${START}(?<!-|\\d\\.)(?:\\d{13,19}|${GROUPS})(?![A-Za-z\\d-]|\\.\\d)`, 'y'),
    {
      type: 'pair',
      first: /[^\d-]|^$/,
      second: /\d/,
      next: /[\d -]/,
      distant: { at: 10, char: /[\d -]/ },
      starts: cardStarts,
    },
    { source: 'ISO/IEC 7812', severity: 'medium', hasExamples: false, validate: isCardNumber },
  ),
];

/** Returns true for a number of a card network with a valid check digit (ISO/IEC 7812, Luhn). */
function isCardNumber(match: string): boolean {
  const digits = match.replace(/[ -]/g, '');
  if (
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
