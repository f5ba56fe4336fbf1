// Parses the first message of a TLS client, so that the proxy can decide what to do before it responds.

/**
 * The content of a ClientHello. `sni` is the host name in lower case, absent when none was sent; `alpn` the offered
 * protocols in order of preference, one character per byte; `versions` the offered TLS versions (0x0304 is TLS 1.3),
 * without GREASE values (RFC 8701); `needsRsa` is true when no offered cipher suite works with an ECDSA certificate,
 * as in old programs with TLS 1.2; `ech` is true when Encrypted Client Hello (RFC 9849) is offered, real or as
 * GREASE; only the addressed server can tell them apart.
 */
export interface ClientHello {
  readonly type: 'hello';
  readonly sni?: string;
  readonly alpn: readonly string[];
  readonly versions: readonly number[];
  readonly needsRsa: boolean;
  readonly ech: boolean;
}

export type ClientHelloResult = ClientHello | Unread;

type Unread = { readonly type: 'incomplete' } | { readonly type: 'invalid'; readonly reason: string };

/**
 * Parses the ClientHello at the start of a client's bytes (RFC 8446 sections 4.1.2 and 5.1, RFC 5246 section
 * 7.4.1.2), over any number of records; bytes after it are ignored. Returns `incomplete` until it has arrived: call
 * again with all bytes. Returns `invalid` as soon as the bytes cannot become a ClientHello, or exceed 64 KiB. Never
 * throws.
 */
export function readClientHello(bytes: Uint8Array): ClientHelloResult {
  const message = readMessage(bytes);
  if (message.type === 'message') return readHello(message.body);
  if (message.type === 'incomplete' && bytes.length >= LONGEST) return TOO_LONG;
  return message;
}

const LONGEST = 64 * 1024;
const TOO_LONG = invalid('the ClientHello is larger than 64 KiB');

const RECORD_HEADER = 5;
const HANDSHAKE_RECORD = 22;
const LONGEST_FRAGMENT = 2 ** 14;
const MESSAGE_HEADER = 4;
const CLIENT_HELLO = 1;

const SERVER_NAME = 0;
const ALPN = 16;
const SUPPORTED_VERSIONS = 43;
const ENCRYPTED_CLIENT_HELLO = 0xfe0d;

// The handshake message may be split anywhere between records; no other record may come between them.
function readMessage(bytes: Uint8Array): { readonly type: 'message'; readonly body: Uint8Array } | Unread {
  const fragments: Uint8Array[] = [];
  let received = 0;
  let needed: number | undefined;
  for (let offset = 0; offset < bytes.length;) {
    const record = readRecord(bytes, offset);
    if (record.type !== 'record') return record;
    fragments.push(record.fragment);
    received += record.fragment.length;
    if (received > 0 && fragments[0]?.[0] !== CLIENT_HELLO)
      return invalid('the first message is not a ClientHello');
    if (received >= MESSAGE_HEADER) needed ??= messageLength(joined(fragments));
    if (needed !== undefined && needed > LONGEST) return TOO_LONG;
    if (needed !== undefined && received >= needed) {
      return { type: 'message', body: joined(fragments).subarray(MESSAGE_HEADER, needed) };
    }
    offset = record.end;
  }
  return { type: 'incomplete' };
}

// For a record that has not arrived completely, the fragment is what has arrived.
function readRecord(
  bytes: Uint8Array,
  start: number,
): { readonly type: 'record'; readonly fragment: Uint8Array; readonly end: number } | Unread {
  if (bytes[start] !== HANDSHAKE_RECORD)
    return invalid(start === 0 ? 'not a TLS handshake' : 'the ClientHello is interrupted by another record');
  if (start + 1 < bytes.length && bytes[start + 1] !== 3) return invalid('not a TLS version');
  const body = start + RECORD_HEADER;
  if (bytes.length < body) return { type: 'incomplete' };
  const length = uint16(bytes, start + 3);
  if (length === 0 || length > LONGEST_FRAGMENT)
    return invalid(`a TLS record has the invalid length ${length}`);
  return { type: 'record', fragment: bytes.subarray(body, body + length), end: body + length };
}

function messageLength(message: Uint8Array): number {
  return MESSAGE_HEADER + ((message[1] ?? 0) << 16) + uint16(message, 2);
}

function readHello(body: Uint8Array): ClientHelloResult {
  const fields = new Fields(body);
  const legacyVersion = fields.uint16();
  fields.take(32);
  const session = fields.vector8();
  const ciphers = fields.vector16();
  const compressions = fields.vector8();
  // Before TLS 1.3 a ClientHello may end here.
  const extensions = fields.isAtEnd ? new Map<number, Uint8Array>() : readExtensions(fields.vector16());
  if (
    !fields.isWhole ||
    session.length > 32 ||
    ciphers.length < 2 ||
    ciphers.length % 2 === 1 ||
    compressions.length < 1
  ) {
    return invalid('the fields of the ClientHello have wrong lengths');
  }
  if (!extensions) return invalid('the extensions of the ClientHello have wrong lengths');
  return helloOf(extensions, legacyVersion, ciphers);
}

function helloOf(
  extensions: ReadonlyMap<number, Uint8Array>,
  legacyVersion: number,
  ciphers: Uint8Array,
): ClientHelloResult {
  const sni = read(extensions.get(SERVER_NAME), readServerName);
  const alpn = read(extensions.get(ALPN), readProtocols);
  const versions = read(extensions.get(SUPPORTED_VERSIONS), readVersions);
  if (sni === null) return invalid('the server name of the ClientHello is malformed');
  if (alpn === null) return invalid('the ALPN protocols of the ClientHello are malformed');
  if (versions === null) return invalid('the versions of the ClientHello are malformed');
  return {
    type: 'hello',
    ...(sni === undefined ? {} : { sni }),
    alpn: alpn ?? [],
    versions: versions ?? [legacyVersion],
    needsRsa: !takesEcdsa(ciphers),
    ech: extensions.has(ENCRYPTED_CLIENT_HELLO),
  };
}

function takesEcdsa(ciphers: Uint8Array): boolean {
  for (let at = 0; at < ciphers.length; at += 2) {
    const suite = uint16(ciphers, at);
    // In TLS 1.3 suites say nothing about certificates (RFC 8446 appendix B.4).
    if (suite >> 8 === TLS_1_3_SUITES || ECDSA_SUITES.has(suite)) return true;
  }
  return false;
}

const TLS_1_3_SUITES = 0x13;

/** The names with ECDHE_ECDSA of the registry of TLS cipher suites. */
const ECDSA_SUITES: ReadonlySet<number> = new Set([
  0xc006, 0xc007, 0xc008, 0xc009, 0xc00a, 0xc023, 0xc024, 0xc02b, 0xc02c, 0xc048, 0xc049, 0xc05c, 0xc05d,
  0xc072, 0xc073, 0xc086, 0xc087, 0xc0ac, 0xc0ad, 0xc0ae, 0xc0af, 0xcca9,
]);

function read<T>(
  extension: Uint8Array | undefined,
  reader: (bytes: Uint8Array) => T | null,
): T | null | undefined {
  return extension && reader(extension);
}

// No two extensions may have the same type (RFC 8446 section 4.2).
function readExtensions(bytes: Uint8Array): ReadonlyMap<number, Uint8Array> | null {
  const extensions = new Map<number, Uint8Array>();
  const fields = new Fields(bytes);
  while (!fields.isAtEnd) {
    const type = fields.uint16();
    if (extensions.has(type)) return null;
    extensions.set(type, fields.vector16());
  }
  return fields.isWhole ? extensions : null;
}

// RFC 6066 section 3 defines a list with at most one name of each type; only host_name (0) was ever defined.
function readServerName(bytes: Uint8Array): string | null {
  const fields = new Fields(bytes);
  const list = new Fields(fields.vector16());
  const isHostName = list.uint8() === 0;
  const name = text(list.vector16());
  const isSound = fields.isWhole && list.isWhole && isHostName;
  return isSound && HOST_NAME.test(name) ? name.toLowerCase() : null;
}

// RFC 7301 section 3.1.
function readProtocols(bytes: Uint8Array): readonly string[] | null {
  const fields = new Fields(bytes);
  const list = new Fields(fields.vector16());
  const protocols: string[] = [];
  while (!list.isAtEnd) protocols.push(text(list.vector8()));
  return fields.isWhole && list.isWhole && protocols.length > 0 && !protocols.includes('') ? protocols : null;
}

function readVersions(bytes: Uint8Array): readonly number[] | null {
  const fields = new Fields(bytes);
  const list = new Fields(fields.vector8());
  const versions: number[] = [];
  while (!list.isAtEnd) versions.push(list.uint16());
  return fields.isWhole && list.isWhole && versions.length > 0
    ? versions.filter((version) => !isGrease(version))
    : null;
}

// 0x0a0a, 0x1a1a, … 0xfafa (RFC 8701 section 2).
function isGrease(value: number): boolean {
  return (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff);
}

// Visible ASCII, because a NUL or a space inside a name would end it for some parsers and not for others.
const HOST_NAME = /^[\x21-\x7e]{1,255}$/;

/** Reads consecutive fields. Reading past the end gives zeros and empty bytes, and is remembered. */
class Fields {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#offset >= this.#bytes.length;
  }

  /** True when everything was read and nothing was missing. */
  get isWhole(): boolean {
    return this.#offset === this.#bytes.length;
  }

  uint8(): number {
    return this.take(1)[0] ?? 0;
  }

  uint16(): number {
    return uint16(this.take(2), 0);
  }

  /** Reads bytes with a length of one byte before them. */
  vector8(): Uint8Array {
    return this.take(this.uint8());
  }

  /** Reads bytes with a length of two bytes before them. */
  vector16(): Uint8Array {
    return this.take(this.uint16());
  }

  take(length: number): Uint8Array {
    const start = this.#offset;
    this.#offset += length;
    return this.#bytes.subarray(start, this.#offset);
  }
}

function joined(fragments: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(fragments.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const fragment of fragments) {
    bytes.set(fragment, offset);
    offset += fragment.length;
  }
  return bytes;
}

function uint16(bytes: Uint8Array, offset: number): number {
  return ((bytes[offset] ?? 0) << 8) | (bytes[offset + 1] ?? 0);
}

function text(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

function invalid(reason: string): { readonly type: 'invalid'; readonly reason: string } {
  return { type: 'invalid', reason };
}
