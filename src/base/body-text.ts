// Decides which bodies are text, and decodes them. It imports nothing from Node, because the browser uses it too.
import { isUtf8, latin1 } from './bytes.ts';
import { charTable } from './http-syntax.ts';

/** Bytes that are decoded at once where a body is read piece by piece. */
const PIECE_BYTES = 64 * 1024;

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
 * Returns true when a body is shown as text. A declared type decides, unless the bytes contradict it: text contains
 * no control bytes. Without a known type, valid UTF-8 is text. `bytes` may be the beginning of the body, cut
 * anywhere.
 */
export function isText(
  contentType: string | undefined,
  bytes: Uint8Array,
  facts: ByteFacts = new Facts(bytes),
): boolean {
  const type = mediaType(contentType);
  if (isTextType(type))
    return namedCharset(bytes, contentType)?.startsWith('utf-16') === true || !facts.hasControl;
  return !BINARY.test(type) && !facts.hasControl && facts.isUtf8;
}

/** Facts about a body that require a scan of every byte. */
export interface ByteFacts {
  /** True with a byte that text does not hold. */
  readonly hasControl: boolean;
  /** True for UTF-8, whose last character may be incomplete. */
  readonly isUtf8: boolean;
}

class Facts implements ByteFacts {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get hasControl(): boolean {
    return hasControlByte(this.#bytes);
  }

  get isUtf8(): boolean {
    return isUtf8(withoutPartialCharacter(this.#bytes));
  }
}

/** Finds the facts piece by piece, so that other work can run in between. */
export function* byteFacts(bytes: Uint8Array): Generator<undefined, ByteFacts> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const whole = withoutPartialCharacter(bytes);
  let hasControl = false;
  let isValid = true;
  for (let at = 0; at < bytes.length && (isValid || !hasControl); at += PIECE_BYTES) {
    hasControl ||= hasControlByte(bytes.subarray(at, at + PIECE_BYTES));
    try {
      const isLast = at + PIECE_BYTES >= whole.length;
      if (isValid) decoder.decode(whole.subarray(at, at + PIECE_BYTES), { stream: !isLast });
    } catch {
      isValid = false;
    }
    yield;
  }
  return { hasControl, isUtf8: isValid };
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
 * Decodes by byte order mark, the charset of Content-Type, the declaration in an HTML or XML document, else UTF-8,
 * and invalid UTF-8 as windows-1252. With `isCut`, the bytes may end within a character.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined, isCut: boolean): DecodedText {
  const charset = charsetOf(bytes, contentType, isCut);
  const text = new TextDecoder(charset).decode(bytes, { stream: isCut });
  return { text, length: isCut ? completeLength(charset, bytes) : bytes.length };
}

/** Decodes piece by piece. */
export function* decodedPieces(charset: string, bytes: Uint8Array, isCut: boolean): Generator<string> {
  const decoder = new TextDecoder(charset);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const isLast = at + PIECE_BYTES >= bytes.length;
    yield decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: isCut || !isLast });
  }
}

/** Bytes of the longest incomplete character, in UTF-8 and GB18030. */
const MAX_PENDING = 3;
/** Charsets in which the last bytes show by themselves where the last character begins. */
const SELF_SYNCHRONIZING = /^(?:utf-|windows-125|iso-8859-)/;
const TAIL_BYTES = 16;

/** Returns the number of bytes without an incomplete character at the end. */
export function completeLength(charset: string, bytes: Uint8Array): number {
  // An even offset, for UTF-16.
  const from = SELF_SYNCHRONIZING.test(charset) ? Math.max(0, (bytes.length - TAIL_BYTES) & ~1) : 0;
  const tail = bytes.subarray(from);
  const text = new TextDecoder(charset).decode(tail, { stream: true });
  let { length } = tail;
  // An incomplete character shows as an error at the end of a fatal decoding.
  while (tail.length - length < MAX_PENDING && decodePrefix(charset, tail, length) !== text) length -= 1;
  return from + length;
}

function decodePrefix(charset: string, bytes: Uint8Array, length: number): string {
  return new TextDecoder(charset).decode(bytes.subarray(0, length));
}

/** Returns the Encoding Standard name of the charset that `decodeText` uses for the bytes. */
export function charsetOf(
  bytes: Uint8Array,
  contentType: string | undefined,
  isCut: boolean,
  facts: ByteFacts = new Facts(bytes),
): string {
  const named = namedCharset(bytes, contentType);
  if (named !== undefined) return named;
  const mayBeUtf8 = isCut || withoutPartialCharacter(bytes).length === bytes.length;
  return mayBeUtf8 && facts.isUtf8 ? 'utf-8' : 'windows-1252';
}

/** Returns the charset that the bytes or the type name; undefined when they name none that can be decoded. */
function namedCharset(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  const marked = charsetOfBom(bytes);
  if (marked !== undefined) return marked;
  const declared = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s;]+))/i.exec(contentType ?? '');
  return (
    supportedEncoding(declared?.[1] ?? declared?.[2]) ??
    supportedEncoding(charsetInContent(bytes, mediaType(contentType)))
  );
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
  // UTF-16 cannot declare itself: the declaration would not have been readable.
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

/** Returns the type and subtype in lower case, without parameters; empty without a type. */
export function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]!.trim().toLowerCase();
}

/** MIME Sniffing Standard, "binary data byte": controls other than tab, line ends, form feed and escape. */
const CONTROL = charTable((code) => code < 32 && !/[\t\n\f\r\x1b]/.test(String.fromCharCode(code)));

function hasControlByte(bytes: Uint8Array): boolean {
  // A loop takes a small part of the time that a call for each byte does.
  const { length } = bytes;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at]!;
    if (byte < 32 && CONTROL[byte] === 1) return true;
  }
  return false;
}

/** Returns the bytes without an incomplete UTF-8 character at their end. */
function withoutPartialCharacter(bytes: Uint8Array): Uint8Array {
  const tail = bytes.subarray(-MAX_PENDING);
  const lead = tail.findLastIndex((byte) => byte >= 0xc0);
  if (lead < 0) return bytes;
  const needed = tail[lead]! >= 0xf0 ? 4 : tail[lead]! >= 0xe0 ? 3 : 2;
  return tail.length - lead < needed ? bytes.subarray(0, bytes.length - tail.length + lead) : bytes;
}
