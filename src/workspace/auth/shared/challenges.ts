// What a server asks for with a 401: the challenges of its WWW-Authenticate fields (RFC 9110 section 11.6.1).
import type { Challenge } from '../contract.ts';

export interface AskedScheme {
  /** In lower case. */
  readonly scheme: string;
  /** By name in lower case; values hold one char per byte. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** In order. What cannot be read is passed over. */
export function askedSchemes({ headers }: Challenge): readonly AskedScheme[] {
  return headers
    .filter(({ name }) => name.toLowerCase() === 'www-authenticate')
    .flatMap(({ value }) => schemesOf(value));
}

interface Reading {
  readonly scheme: string;
  readonly parameters: Map<string, string>;
}

const SEPARATORS = /[\s,]*/y;
const PARAMETER =
  /([!#$%&'*+\-.^\w`|~]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\[^])*)"|([!#$%&'*+\-.^\w`|~]+))(?=[\s,]|$)/y;
const SCHEME = /([!#$%&'*+\-.^\w`|~]+)(?:[ \t]+[\w.~+/-]+=*(?=\s*(?:,|$)))?(?=[\s,]|$)/y;
const ANYTHING = /[^\s,]+/y;

/** A name with a value belongs to the scheme before it; a name alone is a scheme, with its token68 if it has one. */
function schemesOf(field: string): readonly AskedScheme[] {
  const found: Reading[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(field);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  for (take(SEPARATORS); at < field.length; take(SEPARATORS)) {
    const parameter = take(PARAMETER);
    if (parameter !== null) {
      const [, name = '', text, token = ''] = parameter;
      found.at(-1)?.parameters.set(name.toLowerCase(), text?.replace(/\\([^])/g, '$1') ?? token);
      continue;
    }
    const scheme = take(SCHEME);
    if (scheme === null) take(ANYTHING);
    else found.push({ scheme: (scheme[1] ?? '').toLowerCase(), parameters: new Map() });
  }
  return found;
}
