// Finds identifiers in any text that may name a secret. An identifier is read and judged only around the stem of a word
// such as `password`, `token` or `key`.
import { isInBase64 } from '../values/base64-runs.ts';
import { isShortStem } from './landmarks.ts';
import { SHORT_STEMS } from '../names/name-stems.ts';
import { namedSecret, type NamedSecret } from '../names/names.ts';

export interface NameHit {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly secret: NamedSecret;
}

const MAX_NAME = 80;
const ENDS_SHORT = new RegExp(`(?:${SHORT_STEMS.join('|')})$`, 'i');

/**
 * Yields the names in order. `stems`: where letters of such names end. The caller may set `resume.at` to skip a value that
 * it has read.
 */
export function* nameHits(
  text: string,
  codes: Uint8Array,
  stems: readonly number[],
  resume: { at: number },
): Generator<NameHit, void, undefined> {
  for (const offset of stems) {
    // Letters of a name or value that was already read do not begin another one.
    if (offset - (isShortStem(codes, offset) ? 1 : 2) < resume.at) continue;
    const first = isNameCode(codes[offset - 2] ?? 0) ? offset - 2 : offset - 1;
    const start = nameStart(codes, first, resume.at);
    const end = nameEnd(codes, offset + 1);
    // Set before the name is yielded, because the caller may move further.
    resume.at = Math.max(resume.at, end);
    if (end - start > MAX_NAME || isInBase64(codes, start)) continue;
    const name = text.slice(start, end);
    if (ENDS_SHORT.test(name) && (isNoise(codes[start - 1]) || isNoise(codes[end]))) continue;
    const secret = namedSecret(name);
    if (secret !== null) yield { name, start, end, secret };
  }
}

/** True for `+` and `/` of Base64 and for binary bytes: names of two letters occur beside them by chance. */
function isNoise(code = 0x20): boolean {
  const isBlank = code >= 0x09 && code <= 0x0d;
  return code === 0x2b || code === 0x2f || (code < 0x20 && !isBlank) || code >= 0x7f;
}

const PERCENT = 0x25;
const BACKSLASH = 0x5c;

/** Returns where the identifier starts, without the rest of an escape before it: `%22token`, `\ntoken`, `\u0026token`. */
function nameStart(codes: Uint8Array, offset: number, min: number): number {
  let start = offset;
  while (start > min && offset - start < MAX_NAME && isNameCode(codes[start - 1]!)) start -= 1;
  const before = codes[start - 1];
  if (before === PERCENT) {
    start += 2;
    while (
      codes[start - 2] === 0x32 &&
      codes[start - 1] === 0x35 &&
      isHex(codes[start]) &&
      isHex(codes[start + 1]) &&
      start + 2 <= offset
    )
      start += 2;
  } else if (before === BACKSLASH) start += codes[start] === 0x75 ? 5 : 1;
  return Math.min(start, offset);
}

function nameEnd(codes: Uint8Array, offset: number): number {
  let end = offset;
  while (end < codes.length && end - offset < MAX_NAME && isNameCode(codes[end]!)) end += 1;
  return end;
}

function isHex(code = 0): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66);
}

/** True for letters, digits, hyphens, dots and underscores, and for letters beyond ASCII. */
const NAME_CODES = new Uint8Array(256);
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.')
  NAME_CODES[char.charCodeAt(0)] = 1;
for (let code = 0xc0; code < 0xff; code += 1) NAME_CODES[code] = 1;

function isNameCode(code: number): boolean {
  return NAME_CODES[code] === 1;
}
