// The parts of a request that all code formats read: its URL, its headers and its text.
import type { SnippetHeader, SnippetRequest } from '../contract.ts';

export interface UrlParts {
  readonly scheme: string;
  /** Host and port as written in the URL. */
  readonly authority: string;
  /** The host without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** Everything after the authority, including a fragment; empty for `OPTIONS *`. */
  readonly target: string;
  readonly path: string;
}

export function urlParts(url: string): UrlParts {
  const [, scheme = '', authority = '', target = ''] = /^(\w+):\/\/([^/?#]*)(.*)$/s.exec(url) ?? [];
  const [, host = '', port = ''] = /^\[?(.*?)\]?(?::(\d+))?$/.exec(authority) ?? [];
  const path = target.split('?')[0] ?? '';
  return {
    scheme,
    authority,
    host,
    port: port === '' ? (scheme === 'https' ? 443 : 80) : Number(port),
    target,
    path,
  };
}

/** Returns the target of the request line, which is `*` for the server as a whole. */
export function requestTarget(url: string): string {
  return urlParts(url).target || '*';
}

/** True when a client that resolves dot segments (RFC 3986, 5.2.4) would request another path. */
export function hasDotSegments(url: string): boolean {
  return /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(urlParts(url).path);
}

/** Decodes escapes that are not necessary, as some clients do (RFC 3986, 6.2.2.2). */
export function withoutPlainEscapes(text: string): string {
  return text.replace(/%[\da-f]{2}/gi, (code) => {
    const char = String.fromCharCode(Number(`0x${code.slice(1)}`));
    return /[\w.~-]/.test(char) ? char : code;
  });
}

/** Writes escapes in upper case, as some clients do (RFC 3986, 6.2.2.1). */
export function upperHex(text: string): string {
  return text.replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
}

/** Returns the headers, of those that a library adds, that must be removed because they were not captured. */
export function unwanted(
  { headers, mayAddHeaders }: Pick<SnippetRequest, 'headers' | 'mayAddHeaders'>,
  added: readonly string[],
): readonly string[] {
  return added.filter(
    (name) => !hasHeader(headers, name) && !(mayAddHeaders === true && HARMLESS.has(name.toLowerCase())),
  );
}

const HARMLESS: ReadonlySet<string> = new Set(['user-agent', 'accept', 'accept-encoding']);

export function hasHeader(headers: readonly SnippetHeader[], name: string): boolean {
  return headers.some((header) => header.name.toLowerCase() === name.toLowerCase());
}

/** Returns the first value of a header, whatever the case of its name. */
export function headerValue(headers: readonly SnippetHeader[], name: string): string | undefined {
  return headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value;
}

/** True when the request has a body. The body may be empty when its length or chunked coding is announced. */
export function sendsBody({ method, headers, body }: SnippetRequest): boolean {
  if (body.type !== 'none' || hasHeader(headers, 'transfer-encoding')) return true;
  return hasHeader(headers, 'content-length') && method !== 'GET' && method !== 'HEAD';
}

/** Returns the size of the body in bytes. */
export function bodySize({ body }: SnippetRequest): number {
  if (body.type === 'none') return 0;
  return body.type === 'binary' ? body.size : Buffer.byteLength(body.text);
}

/** Decodes a string with one char per byte as UTF-8; null when it is not valid. */
export function utf8Text(bytes: string): string | null {
  const text = Buffer.from(bytes, 'latin1').toString();
  return Buffer.from(text).toString('latin1') === bytes ? text : null;
}

/** Decodes a string with one char per byte for people: as UTF-8, or else as Latin-1. */
export function readableText(bytes: string): string {
  return utf8Text(bytes) ?? bytes;
}
