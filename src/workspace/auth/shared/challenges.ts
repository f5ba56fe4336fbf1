// What a server asks for with a 401: the challenges of its WWW-Authenticate fields (RFC 9110 section 11.6.1).
import { TOKEN_CHARS } from '../../../base/http-syntax.ts';
import type { ChallengeResponse } from '../contract.ts';

export interface Challenge {
  /** In lower case. */
  readonly scheme: string;
  /** By name in lower case; values hold one char per byte. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** In order. What cannot be read is passed over. */
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

/** A name with a value belongs to the scheme before it; a name alone is a scheme, with its token68 if it has one. */
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
