// ASN.1 values in DER (X.690): encodes the types that certificates need, and decodes one level at a time.

/** One element: its tag octet, its content, and the complete encoding with tag and length. */
export interface DerElement {
  readonly tag: number;
  readonly content: Uint8Array;
  readonly whole: Uint8Array;
}

export const sequence = (...parts: readonly Uint8Array[]): Uint8Array => element(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]): Uint8Array => element(0x31, ...parts);
export const octetString = (bytes: Uint8Array): Uint8Array => element(0x04, bytes);
export const utf8String = (text: string): Uint8Array => element(0x0c, Buffer.from(text));
export const trueValue = (): Uint8Array => element(0x01, Uint8Array.of(0xff));

/** Encodes an INTEGER from its two's complement bytes, which must have no redundant leading byte. */
export const integer = (...bytes: readonly number[]): Uint8Array => element(0x02, Uint8Array.from(bytes));

export const bitString = (bytes: Uint8Array, unusedBits = 0): Uint8Array =>
  element(0x03, Uint8Array.of(unusedBits), bytes);

/** Encodes an IMPLICIT context tag `[number]` over primitive content. */
export const implicit = (number: number, content: Uint8Array): Uint8Array => element(0x80 | number, content);

/** Encodes an EXPLICIT context tag `[number]` around complete elements. */
export const explicit = (number: number, ...parts: readonly Uint8Array[]): Uint8Array =>
  element(0xa0 | number, ...parts);

export function objectId(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return element(0x06, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

/** Encodes a time in ms since 1970, truncated to seconds, in the form required by RFC 5280 section 4.1.2.5. */
export function time(ms: number): Uint8Array {
  const digits = new Date(ms)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '');
  return ms < UTC_TIME_END ? element(0x17, Buffer.from(digits.slice(2))) : element(0x18, Buffer.from(digits));
}

/** Decodes consecutive elements. Throws a RangeError when they do not fill `bytes` exactly. */
export function elements(bytes: Uint8Array): readonly DerElement[] {
  const elements: DerElement[] = [];
  for (let offset = 0; offset < bytes.length;) {
    const next = elementAt(bytes, offset);
    elements.push(next);
    offset += next.whole.length;
  }
  return elements;
}

const UTC_TIME_END = Date.UTC(2050, 0);
const INDEFINITE = 0x80;

function element(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const header = length < 0x80 ? [tag, length] : [tag, 0x80 | octets(length).length, ...octets(length)];
  const bytes = new Uint8Array(header.length + length);
  bytes.set(header);
  let offset = header.length;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

function octets(value: number): readonly number[] {
  return value < 0x100 ? [value] : [...octets(value >>> 8), value & 0xff];
}

function base128(value: number): readonly number[] {
  return value < 0x80 ? [value] : [...base128(value >>> 7).map((byte) => byte | 0x80), value & 0x7f];
}

function elementAt(bytes: Uint8Array, offset: number): DerElement {
  const tag = bytes[offset];
  const first = bytes[offset + 1];
  if (tag === undefined || first === undefined) throw new RangeError('an element is cut short');
  if (first === INDEFINITE) throw new RangeError('an element has no definite length');
  const lengthOctets = first < 0x80 ? 0 : first & 0x7f;
  const start = offset + 2 + lengthOctets;
  const length =
    first < 0x80 ? first : bytes.subarray(offset + 2, start).reduce((sum, byte) => sum * 0x100 + byte, 0);
  if (start + length > bytes.length) throw new RangeError('an element reaches past its end');
  return {
    tag,
    content: bytes.subarray(start, start + length),
    whole: bytes.subarray(offset, start + length),
  };
}
