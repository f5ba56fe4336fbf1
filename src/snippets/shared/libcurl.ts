// What the formats that end in libcurl share: what it adds and changes by itself, and how to keep it out.
import type { SnippetHeader, SnippetRequest } from '../contract.ts';
import { bodySize, hasHeader, requestTarget, sendsBody, urlParts } from './request-parts.ts';

/** Above this size of body libcurl asks for `100 Continue` first. */
const EXPECT_ABOVE_BYTES = 1024 * 1024;

/** Header lines for libcurl: those to send, and those of its own that were not captured. */
export function headerLines(
  request: SnippetRequest,
  sent: readonly SnippetHeader[],
  defaults: readonly string[],
): readonly string[] {
  // A header without a value is written with a semicolon; with a colon it would be taken out.
  const lines = sent.map(({ name, value }) => (value === '' ? `${name};` : `${name}: ${value}`));
  const unwanted = [...defaults, ...defaultsForBody(request)].filter(
    (name) => !hasHeader(request.headers, name),
  );
  return [...lines, ...unwanted.map((name) => `${name}:`)];
}

function defaultsForBody(request: SnippetRequest): readonly string[] {
  if (!sendsBody(request)) return [];
  return ['Content-Type', ...(bodySize(request) > EXPECT_ABOVE_BYTES ? ['Expect'] : [])];
}

/**
 * The request target, where libcurl would not take it from the URL: it leaves out what follows #, and
 * percent-encodes; `OPTIONS *` has no URL.
 */
export function explicitTarget({ method, url }: SnippetRequest): string | null {
  const { target } = urlParts(url);
  if (/[#\x80-\xff]/.test(target)) return target;
  return target === '' && method === 'OPTIONS' ? requestTarget(url) : null;
}
