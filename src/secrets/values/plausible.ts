// Distinguishes random values from words, placeholders and examples.

/** Matches placeholders, masks and words in place of a secret. */
const PLACEHOLDER =
  /^(?:null|undefined|none|nil|true|false|yes|no|n\/a|\[?redacted\]?|%5Bredacted%5D|deleted|hidden|masked|filtered|empty|optional|required|string|number|boolean|any|secret|password|passwd|token|test|example|sample|dummy|changeme|change[-_]me|default|placeholder|<.*>|\{.*\}|\$\{?.*\}?|%[^%]*%|@[A-Za-z_]+@|[*•xX.#?-]+|\[.*\]|0+)$/i;

const EXAMPLE_WORD =
  /example|your[-_. ]|(?:^|[-_. ])(?:your|my)(?:$|[-_. ])|placeholder|changeme|change[-_]me|replace[-_]?(?:me|with)|insert[-_]|(?:token|key|secret|password|value)[-_.](?:here|goes)|-here$|dummy|redacted|(?:^|[-_. ])(?:fake|sample)|\.\.\.|<|>|\{|\}|\$\(|not[-_]a[-_]/i;

/** Returns true for a text that names itself an example, such as `your-token-here`. */
export function isExampleText(text: string): boolean {
  return EXAMPLE_WORD.test(text);
}

/** Returns true for a run of one character, as placeholders have. */
export function hasRepeats(text: string): boolean {
  return /([xX*#.])\1{4}|([^A])\2{7}|A{24}/.test(text) || /^(.{1,4})\1{3,}$/.test(text.slice(0, 64));
}

/** Returns true for words joined by hyphens, underscores or dots, as in class names and slugs. */
export function isSlug(text: string): boolean {
  const words = text.split(/[-_.]/).filter((word) => word !== '');
  if (words.length === 0) return false;
  if (!words.every((word) => isWord(word) || /^\d{1,4}$/.test(word))) return false;
  return words.length > 1 || words[0]!.length < 12;
}

/** Matches letters in one case, or with a capital first one, of a length and with vowels as words have. */
function isWord(text: string): boolean {
  if (!/^[A-Za-z]?[a-z]{0,17}$|^[A-Z]{1,12}$/.test(text)) return false;
  return text.length < 4 || (/[aeiouy]/i.test(text) && !/[^aeiouy]{6}/i.test(text));
}

/** Matches names of constants, such as `OAUTH2_CLIENT_CREDENTIALS`. */
const CONSTANT = /^[A-Z]+\d{0,3}(?:_[A-Z]+\d{0,3})+$/;

/** Returns bits per character, by the frequencies of the characters. */
export function shannonEntropy(text: string): number {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Returns false for placeholders, masks, templates and examples. */
export function isLikelySecret(value: string): boolean {
  const text = value.trim();
  return text.length >= 4 && !PLACEHOLDER.test(text) && !isExampleText(text) && !hasRepeats(text);
}

const KNOWN_SHAPE =
  /^(?:\d{4}-\d\d-\d\d|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$|https?:|data:|[\w.+-]+@[\w-]+\.|v?\d+\.\d+\.|\/|\.|#)/i;

/** Returns true for a value that looks random: it has several kinds of characters, and no words. */
export function isRandom(value: string, min = 12): boolean {
  if (value.length < min || /[\s<>"'(){}]/.test(value) || KNOWN_SHAPE.test(value) || isSlug(value))
    return false;
  if (!isLikelySecret(value) || CONSTANT.test(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(value)).length;
  return kinds >= 2 && /\d/.test(value) && shannonEntropy(value) >= 2.8;
}

/**
 * Returns true for a value that looks chosen by a person: letters and digits that are not a date, version, address or
 * name.
 */
export function hasVariety(value: string): boolean {
  return (
    value.length >= 6 &&
    /[A-Za-z]/.test(value) &&
    /\d/.test(value) &&
    !/[\s<>(){}[\]]/.test(value) &&
    !/^[\w-]+\.[a-z]{2,4}$/.test(value) &&
    !KNOWN_SHAPE.test(value) &&
    !isSlug(value) &&
    isLikelySecret(value)
  );
}
