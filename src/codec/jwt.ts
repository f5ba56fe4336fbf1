// JSON Web Tokens (RFC 7519) found in text, taken apart. Signatures are never verified: that takes the key.
import { isObject } from '../base/is-object.ts';
import { fromBase64, decodeUtf8 } from '../base/bytes.ts';

export interface Jwt {
  /** In chars, where it stands in the text. */
  readonly offset: number;
  readonly header: Readonly<Record<string, unknown>>;
  /** The claims; null for a token whose content is encrypted, or no JSON object. */
  readonly claims: Readonly<Record<string, unknown>> | null;
  /** The content as it is, where it is no JSON object. */
  readonly payload: string | null;
  /** `jws`: signed; `jwe`: encrypted. */
  readonly type: 'jws' | 'jwe';
}

/** At most `most` tokens of `text`. */
export function findJwts(text: string, max: number): Jwt[] {
  const tokens: Jwt[] = [];
  // Runs of the chars of tokens first, so that it stays linear.
  for (const { 0: run, index } of text.matchAll(/[\w.-]+/g)) {
    if (tokens.length === max) break;
    const start = run.indexOf('eyJ');
    const jwt = start < 0 ? null : readJwt(run.slice(start), index + start);
    if (jwt !== null) tokens.push(jwt);
  }
  return tokens;
}

/** Null when `token` is no JWT in compact form. */
export function readJwt(token: string, offset = 0): Jwt | null {
  const parts = token.split('.', 6);
  if (parts.length !== 3 && parts.length !== 5) return null;
  const header = jsonObject(partText(parts[0]!));
  if (header === null || typeof header['alg'] !== 'string') return null;
  if (parts.length === 5) return { offset, header, claims: null, payload: null, type: 'jwe' };
  const payload = partText(parts[1]!);
  const claims = jsonObject(payload);
  return { offset, header, claims, payload: claims === null ? payload : null, type: 'jws' };
}

function partText(part: string): string | null {
  const bytes = fromBase64(part);
  return bytes === null ? null : decodeUtf8(bytes);
}

function jsonObject(text: string | null): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = text === null ? null : JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
