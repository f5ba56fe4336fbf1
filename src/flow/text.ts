// Decides which bodies are text, and decodes them. It loads nothing of Node: the browser uses it too.
import { isUtf8, latin1 } from '../base/bytes.ts';

/** Subtypes of `application` that are text. */
const TEXT_SUBTYPES = new Set(
  (
    'ecmascript graphql javascript json json5 jsonl json-seq ndjson sdp sql toml typescript ' +
    'vnd.apple.mpegurl x-httpd-php x-javascript x-json x-jsonlines x-mpegurl x-ndjson x-pem-file x-sh ' +
    'x-toml x-typescript x-www-form-urlencoded x-yaml xml xml-dtd yaml'
  ).split(' '),
);

/** Types that are never text, whatever the first bytes look like. */
const BINARY = /^(?:audio|font|image|model|video)\/|^application\/(?:gzip|pdf|vnd\.ms-fontobject|wasm|zip)$/;

/**
 * Returns true when a body is shown as text. A declared type decides, unless the bytes contradict it: text
 * holds no control bytes. Of unknown types valid UTF-8 is text. `bytes` may be the beginning of the body, cut
 * anywhere.
 */
export function isText(contentType: string | undefined, bytes: Uint8Array): boolean {
  const type = mediaType(contentType);
  if (isTextType(type))
    return charsetOf(bytes, contentType, true).startsWith('utf-16') || !hasControlByte(bytes);
  return !BINARY.test(type) && !hasControlByte(bytes) && isUtf8(withoutPartialCharacter(bytes));
}

function isTextType(type: string): boolean {
  const [family, subtype = ''] = type.split('/');
  if (family === 'text' || /\+(?:json|xml|yaml)$/.test(subtype)) return true;
  return (family === 'application' && TEXT_SUBTYPES.has(subtype)) || /^audio\/(?:x-)?mpegurl$/.test(type);
}

export interface DecodedText {
  readonly text: string;
  /**
   * The number of bytes that the text represents: all, or all but a character that `isCut` left incomplete.
   */
  readonly length: number;
}

/**
 * Decodes by byte order mark, the charset of Content-Type, the declaration in an HTML or XML document, else
 * UTF-8, and invalid UTF-8 as windows-1252. `isCut`: the bytes may end within a character.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined, isCut: boolean): DecodedText {
  const charset = charsetOf(bytes, contentType, isCut);
  const text = new TextDecoder(charset).decode(bytes, { stream: isCut });
  let { length } = bytes;
  // An incomplete character shows as an error at the end of a fatal decoding.
  while (isCut && bytes.length - length < MAX_PENDING && decodePrefix(charset, bytes, length) !== text)
    length -= 1;
  return { text, length };
}

/** Bytes of the longest incomplete character, in UTF-8 and GB18030. */
const MAX_PENDING = 3;

function decodePrefix(charset: string, bytes: Uint8Array, length: number): string {
  return new TextDecoder(charset).decode(bytes.subarray(0, length));
}

/** Returns the Encoding Standard name of the charset by which `decodeText` reads the bytes. */
export function charsetOf(bytes: Uint8Array, contentType: string | undefined, isCut: boolean): string {
  const marked = charsetOfBom(bytes);
  if (marked !== undefined) return marked;
  const declared = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType ?? '');
  const named =
    supportedEncoding(declared?.[1] ?? declared?.[2]) ??
    supportedEncoding(charsetInContent(bytes, mediaType(contentType)));
  return named ?? (isUtf8(isCut ? withoutPartialCharacter(bytes) : bytes) ? 'utf-8' : 'windows-1252');
}

/** Encoding Standard: a byte order mark overrides every declaration. */
function charsetOfBom([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : undefined;
}

/** The part of a document in which its declaration is searched (HTML Standard, prescan). */
const PRESCAN_BYTES = 1024;

function charsetInContent(bytes: Uint8Array, type: string): string | undefined {
  if (!/html|xml/.test(type)) return undefined;
  const start = latin1(bytes, 0, PRESCAN_BYTES);
  const found =
    /^\s*<\?xml\s[^>]*\bencoding\s*=\s*["']([\w.:-]+)/i.exec(start) ??
    /<meta\s[^>]*\bcharset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start);
  // A declaration of UTF-16 could not have been read in UTF-16.
  return found?.[1]?.replace(/^utf-16.*/i, 'utf-8');
}

/** Returns the label when it names an encoding that can be decoded. */
function supportedEncoding(label: string | undefined): string | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** Returns type and subtype in lower case, without parameters; empty without a type. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]!.trim().toLowerCase();
}

/** MIME Sniffing Standard, "binary data byte": controls other than tab, line ends, form feed and escape. */
const CONTROL = /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/;

/**
 * Decodes each byte as one char, at more than a gigabyte a second: bytes beyond ASCII become chars that are
 * not controls.
 */
const CHARS = new TextDecoder('windows-1252');

function hasControlByte(bytes: Uint8Array): boolean {
  return CONTROL.test(CHARS.decode(bytes));
}

/** Returns the bytes without an incomplete UTF-8 character at their end. */
function withoutPartialCharacter(bytes: Uint8Array): Uint8Array {
  const tail = bytes.subarray(-MAX_PENDING);
  const lead = tail.findLastIndex((byte) => byte >= 0xc0);
  if (lead < 0) return bytes;
  const needed = tail[lead]! >= 0xf0 ? 4 : tail[lead]! >= 0xe0 ? 3 : 2;
  return tail.length - lead < needed ? bytes.subarray(0, bytes.length - tail.length + lead) : bytes;
}
