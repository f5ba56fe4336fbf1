// Finds the private members of JSON Web Keys (RFC 7517), whose names of one or two letters mean nothing by themselves.
import type { Range } from './command-lines.ts';

/** The number of characters of one key that are searched, on each side of its type. */
const NEAR = 8000;

const TYPE = /kty\\*"\s{0,20}:\s{0,20}\\*"(?:oct|RSA|EC|OKP)\b/g;
const PRIVATE = /(?<=[{,]\s{0,20}\\*")(?:k|d|p|q|dp|dq|qi)\\*"\s{0,20}:\s{0,20}\\*"([A-Za-z0-9_-]{8,4000})/g;

export function* keyMembers(text: string): Generator<Range, void, undefined> {
  if (!text.includes('kty')) return;
  let done = 0;
  for (const { index: at } of text.matchAll(TYPE)) {
    if (at < done) continue;
    const from = Math.max(done, at - NEAR);
    const open = Math.max(0, text.slice(from, at).lastIndexOf('{')) + from;
    const rest = text.slice(at, at + NEAR);
    const close = rest.indexOf('}');
    done = at + (close < 0 ? rest.length : close);
    for (const member of text.slice(open, done).matchAll(PRIVATE)) {
      const end = open + member.index + member[0].length;
      yield [end - member[1]!.length, end];
    }
  }
}
