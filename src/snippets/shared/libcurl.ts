// Rules for the formats that use libcurl: the headers that it adds and the URLs that it changes by default, and how to
// prevent that.
import type { SnippetHeader, SnippetRequest } from '../contract.ts';
import { bodySize, requestTarget, sendsBody, unwanted, urlParts } from './request-parts.ts';

/** libcurl asks for `100 Continue` before bodies above this size. */
const EXPECT_ABOVE_BYTES = 1024 * 1024;

/** Returns header lines for libcurl: the headers to send, and lines that remove its default headers. */
export function headerLines(
  request: SnippetRequest,
  sent: readonly SnippetHeader[],
  defaults: readonly string[],
): readonly string[] {
  // A header without a value needs a semicolon; with a colon it would be removed.
  const lines = sent.map(({ name, value }) => (value === '' ? `${name};` : `${name}: ${value}`));
  const removed = unwanted(request, [...defaults, ...defaultsForBody(request)]);
  return [...lines, ...removed.map((name) => `${name}:`)];
}

function defaultsForBody(request: SnippetRequest): readonly string[] {
  if (!sendsBody(request)) return [];
  return ['Content-Type', ...(bodySize(request) > EXPECT_ABOVE_BYTES ? ['Expect'] : [])];
}

/**
 * Returns the request target when libcurl would not send the target of the URL as it is: libcurl drops the fragment and
 * percent-encodes, and `OPTIONS *` has no URL.
 */
export function explicitTarget({ method, url }: SnippetRequest): string | null {
  const { target } = urlParts(url);
  if (/[#\x80-\xff]/.test(target)) return target;
  return target === '' && method === 'OPTIONS' ? requestTarget(url) : null;
}
