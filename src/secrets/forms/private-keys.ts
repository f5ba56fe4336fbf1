// Finds private keys by their first and last line (RFC 7468), because the text between them is long. Keys of PuTTY are
// found by lines of their own format.

export interface PrivateKeyRange {
  readonly start: number;
  readonly end: number;
}

/** The maximum number of characters between the first and last line of a private key. */
const MAX_KEY = 20_000;
/** The minimum length of a key that was cut off. */
const MIN_CUT_KEY = 60;
/** A line break as such or escaped, and the characters of Base64. */
const KEY_TEXT = String.raw`(?:[A-Za-z0-9+/=\s:,-]|\\+[nr]|%0[AD]|%2[BF])*`;

export function privateKeys(text: string): readonly PrivateKeyRange[] {
  return [...pemKeys(text), ...puttyKeys(text)];
}

function pemKeys(text: string): readonly PrivateKeyRange[] {
  const ranges: PrivateKeyRange[] = [];
  if (!text.includes('PRIVATE')) return ranges;
  for (const { index: offset, 0: words } of text.matchAll(/PRIVATE(?: |%20|\+)KEY/g)) {
    if (offset < (ranges.at(-1)?.end ?? 0)) continue;
    const before = text.slice(Math.max(0, offset - 80), offset);
    const begin = /-----BEGIN(?: |%20|\+)(?:[A-Z0-9]{1,20}(?: |%20|\+)){0,3}$/.exec(before);
    if (begin === null) continue;
    const from = offset + words.length;
    const length = restOfPem(text.slice(from, from + MAX_KEY));
    if (length > 0) ranges.push({ start: offset - begin[0].length, end: from + length });
  }
  return ranges;
}

const LAST_LINE =
  /-----END(?: |%20|\+)(?:[A-Z0-9]{1,20}(?: |%20|\+)){0,3}PRIVATE(?: |%20|\+)KEY(?: BLOCK)?-----/;
const CUT_KEY = new RegExp(`^(?: BLOCK)?-----${KEY_TEXT}`);

/** Returns the length of a key after its name. A truncated key extends as far as its text looks like a key. */
function restOfPem(rest: string): number {
  const close = LAST_LINE.exec(rest);
  if (close !== null) return close.index + close[0].length;
  const cut = CUT_KEY.exec(rest)?.[0].length ?? 0;
  return cut > MIN_CUT_KEY ? cut : 0;
}

const PUTTY_LINES = new RegExp(String.raw`Private-Lines: \d{1,4}(?:\s|\\[nr])+(${KEY_TEXT})`, 'g');

/** Returns the Base64 lines of private keys in PuTTY's format (PuTTY manual, appendix C). */
function puttyKeys(text: string): readonly PrivateKeyRange[] {
  if (!text.includes('Private-Lines: ')) return [];
  return Array.from(text.matchAll(PUTTY_LINES), ({ index, 0: match, 1: key }) => {
    const end = index + match.length;
    return { start: end - key!.length, end };
  }).filter(({ start, end }) => end - start > MIN_CUT_KEY);
}
