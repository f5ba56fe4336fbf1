// The pieces of a request that every code format looks at: its URL, its header fields, and its text.
import type { SnippetHeader, SnippetRequest } from '../contract.ts';

export interface UrlParts {
  readonly scheme: string;
  /** Host and port as the URL writes them. */
  readonly authority: string;
  /** Without the brackets of an IPv6 address. */
  readonly host: string;
  readonly port: number;
  /** All behind the authority, a fragment included; empty for `OPTIONS *`. */
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

/** What stands in the request line: `*` for the server as a whole. */
export function requestTarget(url: string): string {
  return urlParts(url).target || '*';
}

/** Whether a client that resolves dot segments (RFC 3986, 5.2.4) would ask for another path. */
export function hasDotSegments(url: string): boolean {
  return /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(urlParts(url).path);
}

/** As clients write a URL that decode what need not be percent-encoded (RFC 3986, 6.2.2.2). */
export function withoutPlainEscapes(text: string): string {
  return text.replace(/%[\da-f]{2}/gi, (code) => {
    const char = String.fromCharCode(Number(`0x${code.slice(1)}`));
    return /[\w.~-]/.test(char) ? char : code;
  });
}

/** As clients write it that normalise the case of escapes (RFC 3986, 6.2.2.1). */
export function upperHex(text: string): string {
  return text.replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase());
}

export function hasHeader(headers: readonly SnippetHeader[], name: string): boolean {
  return headers.some((header) => header.name.toLowerCase() === name.toLowerCase());
}

/** The first value of a field, by any spelling of its name. */
export function headerValue(headers: readonly SnippetHeader[], name: string): string | undefined {
  return headers.find((header) => header.name.toLowerCase() === name.toLowerCase())?.value;
}

/** Whether there is a body: also an empty one, when its length or chunks are announced. */
export function sendsBody({ method, headers, body }: SnippetRequest): boolean {
  if (body.type !== 'none' || hasHeader(headers, 'transfer-encoding')) return true;
  return hasHeader(headers, 'content-length') && method !== 'GET' && method !== 'HEAD';
}

/** In bytes. */
export function bodySize({ body }: SnippetRequest): number {
  if (body.type === 'none') return 0;
  return body.type === 'binary' ? body.size : Buffer.byteLength(body.text);
}

/** The text that these bytes, one char each, are in UTF-8; null when they are none. */
export function utf8Text(bytes: string): string | null {
  const text = Buffer.from(bytes, 'latin1').toString();
  return Buffer.from(text).toString('latin1') === bytes ? text : null;
}

/** As a person would read these bytes: UTF-8, or else each as a char of its own. */
export function readableText(bytes: string): string {
  return utf8Text(bytes) ?? bytes;
}
