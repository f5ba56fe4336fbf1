// Detects the protocol that a client speaks by its first bytes.
import { TOKEN_TABLE } from '../../codec/http1/fields.ts';
import { readClientHello } from '../../codec/client-hello.ts';

export interface ClientHelloSummary {
  readonly type: 'tls';
  /** Server name of the ClientHello in lower case; null without one. */
  readonly sni: string | null;
  /** True when the client offers HTTP/2. */
  readonly http2: boolean;
  /** True when only a certificate for RSA serves the client. */
  readonly needsRsa: boolean;
  /** True when Encrypted Client Hello is offered, even as GREASE. */
  readonly ech: boolean;
}

export type Protocol =
  | ClientHelloSummary
  | { readonly type: 'http1' }
  | { readonly type: 'http2' }
  | { readonly type: 'opaque' };

const HANDSHAKE = 22;
const SPACE = 32;
const LONGEST_METHOD = 32;

/**
 * Returns the protocol; null while more bytes are needed. A client that speaks first but neither TLS nor HTTP
 * is opaque.
 */
export function detect(bytes: Buffer): Protocol | null {
  if (bytes.length === 0) return null;
  return bytes[0] === HANDSHAKE ? detectHello(bytes) : detectMethod(bytes);
}

function detectHello(bytes: Buffer): Protocol | null {
  const hello = readClientHello(bytes);
  if (hello.type === 'incomplete') return null;
  if (hello.type !== 'hello') return { type: 'opaque' };
  const { alpn, needsRsa, ech } = hello;
  const sni = hello.sni?.toLowerCase() ?? null;
  return { type: 'tls', sni, http2: alpn.includes('h2'), needsRsa, ech };
}

/** The connection preface of HTTP/2 with prior knowledge (RFC 9113 section 3.4). */
const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

function detectMethod(bytes: Buffer): Protocol | null {
  const length = Math.min(bytes.length, PREFACE.length);
  if (PREFACE.compare(bytes, 0, length, 0, length) === 0 && length >= 3)
    return length === PREFACE.length ? { type: 'http2' } : null;
  let at = 0;
  while (at < bytes.length && (bytes[at] === 13 || bytes[at] === 10)) at += 1;
  const start = at;
  while (at < bytes.length && at - start < LONGEST_METHOD && TOKEN_TABLE[bytes[at] ?? 0] === 1) at += 1;
  if (at === bytes.length) return null;
  return at > start && bytes[at] === SPACE ? { type: 'http1' } : { type: 'opaque' };
}
