// Decides by the name of a field, parameter, header or cookie whether its value is a secret. A name is read by its
// parts: the last word tells the kind of value, and the words before it tell whose it is.

import {
  CARD_CODES,
  CARDS,
  CODE_OWNERS,
  GLUED,
  KEY_OWNERS,
  KEYS,
  NOT_TOKENS,
  PASS_OWNERS,
  PASS_WORDS,
  PASSWORDS,
  PIN_OWNERS,
  PROVIDERS,
  QUESTIONS,
  SAFE_CODES,
  SAFE_KEYS,
  SESSION_OWNERS,
  SIGNERS,
  TOKENS,
  TRAILERS,
  VERIFIERS,
  WEAK_TOKENS,
  withoutAccents,
} from './name-words.ts';

export type NameKind = 'password' | 'token' | 'key' | 'session' | 'card';

export interface NamedSecret {
  readonly kind: NameKind;
  /** True for a name that means a secret only in a context, or with a random value: `key`, `code`, `pin`. */
  readonly isWeak: boolean;
  /** True for values that are redacted but not worth a finding, such as CSRF tokens. */
  readonly isRedactOnly: boolean;
  /** True when the name tells the provider of a key too, as in `DATADOG_API_KEY`. */
  readonly isProvider: boolean;
}

const MAX_NAME = 100;

/** The number of names that are remembered: traffic repeats few names, but a hostile text may hold a million. */
const MAX_JUDGED = 20_000;
const judged = new Map<string, NamedSecret | null>();

/** Returns the meaning of a name; null for a name that means no secret. */
export function namedSecret(name: string): NamedSecret | null {
  if (name.length > MAX_NAME) return null;
  const known = judged.get(name);
  if (known !== undefined) return known;
  const meaning = meaningOf(name);
  if (judged.size >= MAX_JUDGED) judged.clear();
  // A copy, because a part of a text keeps the whole text in memory.
  judged.set(Buffer.from(name).toString(), meaning);
  return meaning;
}

function meaningOf(name: string): NamedSecret | null {
  const parts = wordsOf(name);
  // To a server, the id of a session is the session.
  if (/(?:^|[^a-z])sess(?:ion)?[-_ ]?id$/i.test(name) && parts.length < 5)
    return { kind: 'session', isWeak: false, isRedactOnly: false, isProvider: false };
  if (parts.length > 1 && QUESTIONS.has(parts[0]!)) return null;
  while (parts.length > 1 && TRAILERS.has(parts.at(-1)!) && isTrailing(parts)) parts.pop();
  const last = parts.at(-1);
  if (last === undefined) return null;
  const kind = kindOf(last, parts.slice(0, -1));
  if (kind === null) return null;
  const isForgery = parts.some((part) =>
    /^(?:csrf|xsrf|authenticity|forgery|antiforgery|csrfmiddleware\w*)$/.test(part),
  );
  return {
    kind: kind.kind,
    isWeak: kind.isWeak === true,
    isRedactOnly: isForgery || kind.isRedactOnly === true,
    isProvider: parts.some((part) => PROVIDERS.has(part)),
  };
}

/** An id after a token only names the token, but a session id and the id of an access key are secrets themselves. */
function isTrailing(parts: readonly string[]): boolean {
  const [before = '', last = ''] = parts.slice(-2);
  if (last === 'hint') return before === 'token';
  if (last !== 'id') return true;
  return (
    before === 'session' ||
    before === 'sess' ||
    (before === 'key' && parts.includes('access')) ||
    (before === 'secret' && !parts.includes('user'))
  );
}

type Meaning = Pick<NamedSecret, 'kind'> & { readonly isWeak?: true; readonly isRedactOnly?: true };

function kindOf(last: string, before: readonly string[]): Meaning | null {
  const noun = PASSWORDS.has(last) || TOKENS.has(last) || KEYS.has(last) ? last : singular(last);
  if (/^(?:token|bearer)$/.test(noun) && owns(before, NOT_TOKENS)) return null;
  if (noun.length < 3 && !isOwnedBy(before)) return null;
  if (PASSWORDS.has(noun)) return { kind: 'password' };
  if (KEYS.has(noun)) return { kind: 'key' };
  if (CARD_CODES.has(noun)) return { kind: 'card' };
  if (TOKENS.has(noun)) return WEAK_TOKENS.has(noun) ? { kind: 'token', isWeak: true } : { kind: 'token' };
  const owned = OWNED.get(noun);
  if (owned !== undefined) return before.includes(owned.owner) ? { kind: owned.kind } : null;
  return NOUNS.get(noun)?.(before) ?? gluedKind(noun);
}

function owns(before: readonly string[], owners: ReadonlySet<string>): boolean {
  return before.some((part) => owners.has(part));
}

/** True for words before `pw`: two letters also end names that chance makes. */
function isOwnedBy(before: readonly string[]): boolean {
  return before.every((word) => /^[a-z]{3,}$/.test(word) || PASS_OWNERS.has(word));
}

/** Nouns that mean a secret only after one certain word. */
export const OWNED: ReadonlyMap<string, { readonly owner: string; readonly kind: NameKind }> = new Map([
  ['passe', { owner: 'mot', kind: 'password' }],
  ['chiave', { owner: 'parola', kind: 'password' }],
  ['answer', { owner: 'security', kind: 'password' }],
  ['response', { owner: 'saml', kind: 'token' }],
]);

const weak = (kind: NameKind): Meaning => ({ kind, isWeak: true, isRedactOnly: true });

function signatureKind(before: readonly string[]): Meaning {
  return owns(before, SIGNERS) ? { kind: 'key', isRedactOnly: true } : weak('key');
}

const session = (): Meaning => ({ kind: 'session' });

/** Nouns that mean a secret, or none, by the words before them. */
const NOUNS: ReadonlyMap<string, (before: readonly string[]) => Meaning | null> = new Map(
  Object.entries({
    phrase: (before) => (owns(before, PASS_WORDS) ? { kind: 'password' } : null),
    number: (before) => (owns(before, CARDS) && !before.includes('report') ? { kind: 'card' } : null),
    key: (before) => {
      if (owns(before, SAFE_KEYS) && !before.includes('secret') && !before.includes('private')) return null;
      return owns(before, KEY_OWNERS) || owns(before, PROVIDERS) ? { kind: 'key' } : weak('key');
    },
    code: (before) => {
      if (owns(before, SAFE_CODES)) return null;
      if (owns(before, CODE_OWNERS)) return { kind: 'token' };
      return before.length === 0 ? weak('token') : null;
    },
    verifier: (before) => (owns(before, VERIFIERS) ? { kind: 'token' } : null),
    pass: (before) => (owns(before, PASS_OWNERS) ? { kind: 'password' } : { kind: 'password', isWeak: true }),
    pin: (before) => (owns(before, PIN_OWNERS) ? { kind: 'password' } : weak('password')),
    pincode: () => weak('password'),
    session: () => weak('session'),
    sess: () => weak('session'),
    sid: (before) => (before.length === 0 || owns(before, SESSION_OWNERS) ? weak('session') : null),
    sessionid: session,
    sessid: session,
    phpsessid: session,
    jsessionid: session,
    auth: () => weak('token'),
    sig: signatureKind,
    signature: signatureKind,
    hmac: signatureKind,
    creds: () => ({ kind: 'token' }),
  } satisfies Readonly<Record<string, (before: readonly string[]) => Meaning | null>>),
);

/** Words, as they are spelled, one of which is in each name of a secret. */
export const NAME_WORDS: readonly string[] = [
  ...PASSWORDS,
  ...TOKENS,
  ...KEYS,
  ...CARD_CODES,
  ...GLUED,
  ...NOUNS.keys(),
  ...Array.from(OWNED.values(), ({ owner }) => owner),
];

const ENDING = new RegExp(`(?:${[...GLUED].join('|')})$`);

function gluedKind(noun: string): Meaning | null {
  const ending = ENDING.exec(noun)?.[0];
  if (ending === undefined || /^(?:max|min|num|next|page|total|prompt|completion|non)/.test(noun))
    return null;
  if (ending === 'token' && /(?:max|min|n)token$/.test(noun)) return null;
  if (/^(?:pass|pwd)/.test(ending)) return { kind: 'password' };
  if (ending === 'sessionid') return { kind: 'session' };
  return /key|secret/.test(ending) ? { kind: 'key' } : { kind: 'token' };
}

/** Splits at separators and at changes of case; digits stay with the word before them. */
function wordsOf(name: string): string[] {
  // A name in capitals has no change of case, such as `2FA_CODE`.
  const plain = withoutAccents(/[a-z]/.test(name) ? name : name.toLowerCase());
  return plain
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .flatMap((word) => joined(word))
    .filter((word) => word !== '');
}

/** A number after a word counts fields, as in `password2`. */
function joined(word: string): readonly string[] {
  const [, text, number] = /^([a-z]{3,}?)(\d)$/.exec(word) ?? [];
  return text === undefined || number === undefined || /^(?:cvv|cvc|auth)$/.test(text)
    ? [word]
    : [text, number];
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return /(?:ss|us|is)$/.test(word) ? word : word.replace(/s$/, '');
}

/** True for the name of a cookie that identifies the user. */
export function isSessionCookie(name: string): boolean {
  if (/csrf|xsrf/i.test(name)) return false;
  if (/sess(?:ion)?|(?:^|[-_.])(?:sid|auth|jwt|login|remember)|(?:auth|token|jwt|sid)$|^\.aspnet/i.test(name))
    return true;
  const secret = namedSecret(name);
  return secret !== null && !secret.isWeak;
}
