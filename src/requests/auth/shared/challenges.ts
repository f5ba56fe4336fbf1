// Parser for the challenges in WWW-Authenticate fields of a 401 response (RFC 9110 section 11.6.1).
import { TOKEN_CHARS } from '../../../base/http-syntax.ts';
import type { ChallengeResponse } from '../contract.ts';

export interface Challenge {
  /** The scheme in lower case. */
  readonly scheme: string;
  /** Parameters by name in lower case; values hold one char per byte. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Returns the challenges in order. Malformed parts are skipped. */
export function parseChallenges({ headers }: ChallengeResponse): readonly Challenge[] {
  return headers
    .filter(({ name }) => name.toLowerCase() === 'www-authenticate')
    .flatMap(({ value }) => parseField(value));
}

interface PendingChallenge {
  readonly scheme: string;
  readonly parameters: Map<string, string>;
}

const SEPARATORS = /[\s,]*/y;
const NAME = `([${TOKEN_CHARS}]+)`;
const QUOTED = '"((?:[^"\\\\]|\\\\[^])*)"';
const PARAMETER = new RegExp(`${NAME}[ \\t]*=[ \\t]*(?:${QUOTED}|${NAME})(?=[\\s,]|$)`, 'y');
const TOKEN68 = '[\\w.~+/-]+=*';
const SCHEME = new RegExp(`${NAME}(?:[ \\t]+${TOKEN68}(?=\\s*(?:,|$)))?(?=[\\s,]|$)`, 'y');
const UNREADABLE = /[^\s,]+/y;

/**
 * Parses a field. A name with a value is a parameter of the scheme before it; a name alone is a scheme, possibly with
 * a token68.
 */
function parseField(field: string): readonly Challenge[] {
  const challenges: PendingChallenge[] = [];
  let offset = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = offset;
    const match = pattern.exec(field);
    if (match !== null) offset = pattern.lastIndex;
    return match;
  };
  for (take(SEPARATORS); offset < field.length; take(SEPARATORS)) {
    const parameter = take(PARAMETER);
    if (parameter !== null) {
      const [, name = '', text, token = ''] = parameter;
      challenges.at(-1)?.parameters.set(name.toLowerCase(), text?.replace(/\\([^])/g, '$1') ?? token);
      continue;
    }
    const scheme = take(SCHEME);
    if (scheme === null) take(UNREADABLE);
    else challenges.push({ scheme: (scheme[1] ?? '').toLowerCase(), parameters: new Map() });
  }
  return challenges;
}
