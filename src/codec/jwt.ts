// Finds JSON Web Tokens (RFC 7519) in text and decodes them. Signatures are not verified, because verification
// requires the key.
import { isObject } from '../base/is-object.ts';
import { fromBase64, decodeUtf8 } from '../base/bytes.ts';

export interface Jwt {
  /** Offset of the token in the text, in characters. */
  readonly offset: number;
  readonly header: Readonly<Record<string, unknown>>;
  /** The claims; null for an encrypted token, or one whose content is not a JSON object. */
  readonly claims: Readonly<Record<string, unknown>> | null;
  /** The raw content when it is not a JSON object. */
  readonly payload: string | null;
  /** `jws` is signed, `jwe` encrypted. */
  readonly type: 'jws' | 'jwe';
}

/** Returns at most `max` tokens of `text`. */
export function findJwts(text: string, max: number): Jwt[] {
  const tokens: Jwt[] = [];
  // Splits the text into runs of token characters first, so that the search stays linear.
  for (const { 0: run, index } of text.matchAll(/[\w.-]+/g)) {
    if (tokens.length === max) break;
    const start = run.indexOf('eyJ');
    const jwt = start < 0 ? null : readJwt(run.slice(start), index + start);
    if (jwt !== null) tokens.push(jwt);
  }
  return tokens;
}

/** Decodes a token in compact form; null when it is not one. */
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
