// Remembers the secrets that were found, and finds them again wherever they occur: raw, percent-encoded, escaped for
// JSON or XML, or in Base64. So a secret that is recognized in one field is redacted in all others too.
import { codesOf } from '../scan/landmarks.ts';
import { namedSecret } from '../names/names.ts';
import { REDACTED, type Span } from '../spans.ts';
import { NAMED_KINDS } from '../forms/index.ts';

/** Values that are remembered; more would take memory without a bound. */
const MAX_VALUES = 20_000;
/** The characters by which a value is recognized, and one more. */
const MIN_LENGTH = 5;
const KEY_LENGTH = 4;
const MAX_LENGTH = 8000;
/** From this length on, a value is found inside of a longer word too. */
const DISTINCT_LENGTH = 16;

/** Words that many fields hold; as a password they are no secret, and replacing them would destroy other text. */
const COMMON =
  /^(?:[A-Za-z]{1,5}|\d{1,5}|\d{4}-\d\d-\d\d.*|admin|password|passwd|secret|token|bearer|default|example|string|number|object|public|private|undefined|session|account|username|localhost|anonymous|application|required|optional|production|development|enabled|disabled|active|inactive|pending|success|failed|authorization|redacted|access|refresh|client|server|system|google|github|facebook|english|deutsch|\[redacted\]|%5bredacted%5d)$/i;

/** Values that begin alike, as tokens of one service do; their lengths are few. */
interface Group {
  /** The longest first. */
  readonly lengths: number[];
  readonly values: Set<string>;
}

export class KnownSecrets {
  /** True when a value was not remembered because there are too many. */
  isFull = false;
  readonly #values = new Set<string>();
  /** Written forms of values, by their first four characters. */
  readonly #written = new Map<string, Group>();
  /** Null while nothing is known: most redactors look at one short text. */
  #starts: Uint8Array | null = null;
  #count = 0;

  get size(): number {
    return this.#count;
  }

  /** Remembers a value as written somewhere, with its other spellings. */
  add(raw: string): void {
    if (raw.length < MIN_LENGTH || raw.length > MAX_LENGTH || this.#values.has(raw)) return;
    for (const value of new Set(decodings(raw))) this.#addValue(value);
  }

  /** Returns the places of known values in a text, in order. */
  spans(text: string): readonly Span[] {
    const spans: Span[] = [];
    const starts = this.#starts;
    if (starts === null) return spans;
    const codes = codesOf(text);
    let [bits, end] = [0, 0];
    for (let next = 0; next < codes.length; next += 2) {
      bits = (bits << 16) | (codes[next]! << 8) | (codes[next + 1] ?? 0);
      if (starts[hashed(bits)] === 0 || next < 2) continue;
      for (const start of [next - 3, next - 2]) {
        const found = start < end ? null : this.#knownAt(text, start);
        if (found === null) continue;
        spans.push(knownSpan(text, start, found));
        end = start + found.length;
      }
    }
    return spans;
  }

  #knownAt(text: string, offset: number): string | null {
    const group = this.#written.get(text.slice(offset, offset + KEY_LENGTH));
    for (const length of group?.lengths ?? []) {
      const found = text.slice(offset, offset + length);
      if (found.length === length && group!.values.has(found) && standsAlone(text, offset, found))
        return found;
    }
    return null;
  }

  #addValue(value: string): void {
    if (value.length < MIN_LENGTH || this.#values.has(value) || COMMON.test(value) || isName(value)) return;
    if (this.#count >= MAX_VALUES) {
      this.isFull = true;
      return;
    }
    this.#count += 1;
    this.#values.add(value);
    for (const written of new Set(spellings(value))) this.#addWritten(written);
  }

  #addWritten(written: string): void {
    const key = written.slice(0, KEY_LENGTH);
    const group = this.#written.get(key) ?? { lengths: [], values: new Set() };
    this.#written.set(key, group);
    group.values.add(written);
    if (!group.lengths.includes(written.length)) {
      group.lengths.push(written.length);
      group.lengths.sort((a, b) => b - a);
    }
    this.#starts ??= new Uint8Array(65_536);
    // Texts are checked two characters at a time. A value that starts between two steps is recognized by the characters
    // after its first one.
    for (const seen of [key, written.slice(1, 1 + KEY_LENGTH)])
      this.#starts[hashed(codesOf(seen).reduce((bits, code) => (bits << 8) | code, 0))] = 1;
  }
}

/** A value that is the name of a field would be replaced in every object. */
function isName(value: string): boolean {
  return /^[A-Za-z_-]+$/.test(value) && namedSecret(value) !== null;
}

/** Mixes four bytes into sixteen bits. */
function hashed(bits: number): number {
  return Math.imul(bits, 0x9e3779b1) >>> 16;
}

function standsAlone(text: string, offset: number, value: string): boolean {
  if (value.length >= DISTINCT_LENGTH) return true;
  return !isWordChar(text, offset - 1) && !isWordChar(text, offset + value.length);
}

function isWordChar(text: string, at: number): boolean {
  // The letter of an escape such as \n is not part of a word.
  return /[A-Za-z0-9]/.test(text[at] ?? '') && text[at - 1] !== '\\' && text[at - 2] !== '%';
}

function knownSpan(text: string, start: number, value: string): Span {
  const end = start + value.length;
  const isEncoded = /%[0-9a-f]{2}/i.test(value) || isInQuery(text, start);
  const replacement = isEncoded ? encodeURIComponent(REDACTED) : REDACTED;
  return { start, end, kind: NAMED_KINDS.bearer, form: null, name: null, isRedactOnly: true, replacement };
}

function isInQuery(text: string, start: number): boolean {
  return (
    (/[?&/][\w.%[\]-]*=?$/.test(text.slice(Math.max(0, start - 80), start)) && text[start - 1] !== '/') ||
    /:\/\/[^\s"']*\/$/.test(text.slice(Math.max(0, start - 200), start))
  );
}

/** Returns the values that a written form may stand for. */
function decodings(raw: string): readonly string[] {
  const values = [raw];
  if (/%[0-9a-f]{2}|\+/i.test(raw))
    values.push(
      attempt(() => decodeURIComponent(raw)),
      attempt(() => decodeURIComponent(raw.replaceAll('+', ' '))),
    );
  if (raw.includes('\\'))
    values.push(
      attempt(() => String(JSON.parse(`"${raw}"`))),
      raw.replaceAll('\\/', '/'),
    );
  if (/&(?:amp|lt|gt|quot|#39|apos);/.test(raw)) values.push(xmlDecoded(raw));
  return values.filter((value) => value !== '');
}

function attempt(decode: () => string): string {
  try {
    return decode();
  } catch {
    return '';
  }
}

function xmlDecoded(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    '#39': "'",
    apos: "'",
  };
  return text.replace(/&(amp|lt|gt|quot|#39|apos);/g, (_, name: string) => entities[name]!);
}

/** Returns how a value may be written in a text of any format. */
function spellings(value: string): readonly string[] {
  const encoded = attempt(() => encodeURIComponent(value));
  const json = JSON.stringify(value).slice(1, -1);
  const base64 = Buffer.from(value).toString('base64');
  const spelled = [
    value,
    encoded,
    encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    encoded.replaceAll('%20', '+'),
    encoded.replaceAll('%', '%25'),
    json,
    JSON.stringify(json).slice(1, -1),
    json.replaceAll('/', '\\/'),
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
    // In Base64 as a whole, without the padding that URL encoders omit.
    ...(value.length >= 8
      ? [
          base64,
          base64.replace(/=+$/, ''),
          base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
        ]
      : []),
  ];
  return spelled.filter((each) => each.length >= MIN_LENGTH);
}
