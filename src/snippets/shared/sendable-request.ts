// Adapts a captured request to the limits of a library. Parts that the library cannot send are approximated. Each
// change is noted in a sentence that the formats write as a comment.
import type { SnippetBody, SnippetHeader, SnippetRequest } from '../contract.ts';
import {
  hasDotSegments,
  hasHeader,
  readableText,
  requestTarget,
  urlParts,
  utf8Text,
} from './request-parts.ts';

export interface Library {
  /** The name of the library in notes. */
  readonly name: string;
  /**
   * The library's treatment of the request target. `exact`: unchanged. `ascii`: accepts only ASCII. `standard`: parses
   * and writes it by the URL Standard. `strict`: accepts what RFC 3986 allows.
   */
  readonly target: 'exact' | 'ascii' | 'standard' | 'strict';
  /** Further changes that it makes to the target. */
  readonly rewrites?: (target: string) => string;
  /** True when it resolves dot segments of a path. */
  readonly resolvesDots: boolean;
  /** True when it can send `OPTIONS *`. */
  readonly sendsAsterisk: boolean;
  /** Returns the method that it sends for the given one. */
  readonly method?: (method: string) => string;
  /** True when it can send a header more than once. */
  readonly repeatsHeaders: boolean;
  /** The bytes above ASCII that it sends in header values: any, those of valid UTF-8, or none. */
  readonly headerBytes: 'any' | 'utf8' | 'none';
  /** Headers that it rejects or sets itself, in lower case. */
  readonly refused: readonly string[];
  /** Headers that it does not send without a value, in lower case. */
  readonly losesEmpty?: readonly string[];
  /** Methods with which it sends no body. */
  readonly bodyless?: readonly string[];
}

export interface SendableRequest {
  readonly method: string;
  /** The URL with one char per byte. */
  readonly url: string;
  /** Headers whose values hold one char per byte. */
  readonly headers: readonly SnippetHeader[];
  /** See `SnippetRequest`. */
  readonly mayAddHeaders: boolean;
  /** The body; null without one. */
  readonly text: string | null;
  /** The differences from the captured request, one sentence each. */
  readonly notes: readonly string[];
}

/** Headers that every library sets itself, and that only cURL, HTTP and Markdown write. */
const CONNECTION_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'connection',
  'proxy-connection',
  'accept-encoding',
]);

/** Returns the headers that formats other than cURL and Markdown write. */
export function sentHeaders(headers: readonly SnippetHeader[]): readonly SnippetHeader[] {
  return headers.filter(({ name }) => !CONNECTION_HEADERS.has(name.toLowerCase()));
}

export function sendableRequest(request: SnippetRequest, library: Library): SendableRequest {
  const notes: string[] = [];
  const method = sentMethod(request, library, notes);
  const url = sentUrl(request.url, library, notes);
  const headers = joinRepeated(
    withSendableBytes(withoutRefused(request.headers, library, notes), library, notes),
    library,
    notes,
  );
  const { mayAddHeaders = false } = request;
  return { method, url, headers, mayAddHeaders, text: sentText(request, library, notes), notes };
}

function sentMethod({ method }: SnippetRequest, library: Library, notes: string[]): string {
  const sent = library.method?.(method) ?? method;
  if (sent !== method) notes.push(`${library.name} cannot send the method ${method}; this sends ${sent}.`);
  return sent;
}

function sentUrl(url: string, library: Library, notes: string[]): string {
  const { name } = library;
  const { target } = urlParts(url);
  const origin = url.slice(0, url.length - target.length);
  if (target === '') {
    if (!library.sendsAsterisk) notes.push(`${name} cannot ask for *; this asks for /.`);
    return library.sendsAsterisk ? url : `${url}/`;
  }
  const written = origin + escapeTarget(target, library.target);
  if (library.resolvesDots && hasDotSegments(written))
    notes.push(`${name} resolves the dot segments of this path.`);
  if (isRewritten(target, written, library)) notes.push(`${name} writes parts of this URL another way.`);
  return written;
}

function isRewritten(target: string, written: string, { target: kind, rewrites }: Library): boolean {
  const sent = rewrites?.(requestTarget(written)) ?? requestTarget(written);
  if (sent !== target || kind !== 'standard' || !URL.canParse(written)) return sent !== target;
  if (hasDotSegments(written)) return false;
  const { pathname, search } = new URL(written);
  return pathname + search !== target;
}

/** Escapes characters of the target that the library would interpret differently. */
function escapeTarget(target: string, kind: Library['target']): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(target) ?? [];
  switch (kind) {
    case 'exact':
      return target;
    case 'ascii':
      return target.replace(/[^\x21-\x7e]/g, percentEncode);
    case 'standard':
      // The URL Standard treats a backslash as a slash, and does not send what follows #.
      return (
        path.replace(/[\\^]|[^\x21-\x7e]/g, percentEncode) + rest.replace(/#|[^\x21-\x7e]/g, percentEncode)
      );
    case 'strict':
      return target.replace(/%(?![\da-f]{2})|[^\w.~!$&'()*+,;=:@/?%-]/gi, percentEncode);
  }
}

function percentEncode(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}

function withoutRefused(
  headers: readonly SnippetHeader[],
  { name, refused, losesEmpty = [] }: Library,
  notes: string[],
): readonly SnippetHeader[] {
  const isRefused = (header: SnippetHeader): boolean => {
    const lower = header.name.toLowerCase();
    return refused.includes(lower) || (header.value === '' && losesEmpty.includes(lower));
  };
  const sent = sentHeaders(headers);
  const omitted = [...new Set(sent.filter(isRefused).map((header) => header.name))];
  if (omitted.length > 0)
    notes.push(`${name} does not send ${omitted.join(', ')} as captured, left out here.`);
  return sent.filter((header) => !isRefused(header));
}

function withSendableBytes(
  headers: readonly SnippetHeader[],
  { name, headerBytes }: Library,
  notes: string[],
): readonly SnippetHeader[] {
  if (headerBytes === 'any') return headers;
  const isSent = ({ value }: SnippetHeader): boolean =>
    headerBytes === 'utf8' ? utf8Text(value) !== null : !/[^\x00-\x7f]/.test(value);
  const unsendable = headers.filter((header) => !isSent(header)).map((header) => header.name);
  if (unsendable.length === 0) return headers;
  const list = [...new Set(unsendable)].join(', ');
  if (headerBytes === 'none') {
    notes.push(`${name} sends ASCII alone in header values: ${list} is left out.`);
    return headers.filter(isSent);
  }
  notes.push(`${name} sends header values in UTF-8: ${list} was in another charset.`);
  return headers.map((header) =>
    isSent(header)
      ? header
      : { name: header.name, value: Buffer.from(readableText(header.value)).toString('latin1') },
  );
}

/** Joins repeated headers: with a comma (RFC 9110, 5.3), or with a semicolon for Cookie (RFC 6265). */
function joinRepeated(
  headers: readonly SnippetHeader[],
  { name, repeatsHeaders }: Library,
  notes: string[],
): readonly SnippetHeader[] {
  if (repeatsHeaders) return headers;
  const byName = Map.groupBy(headers, (header) => header.name.toLowerCase());
  const repeated = [...byName].filter(([, all]) => all.length > 1).map(([, all]) => all[0]!.name);
  if (repeated.length > 0) notes.push(`${name} sends a field once: ${repeated.join(', ')} is joined here.`);
  return Array.from(byName, ([lower, all]) => ({
    name: all[0]!.name,
    value: all.map(({ value }) => value).join(lower === 'cookie' ? '; ' : ', '),
  }));
}

function sentText(
  { method, headers, body, compressed }: SnippetRequest,
  { name, bodyless = [] }: Library,
  notes: string[],
): string | null {
  const text = bodyText(body, notes);
  if (text !== null && compressed && hasHeader(headers, 'content-encoding')) notes.push(DECOMPRESSED);
  if (text === null || !bodyless.includes(method)) return text;
  notes.push(`${name} sends no body with ${method}, left out here.`);
  return null;
}

const DECOMPRESSED =
  'The body is written decompressed: remove Content-Encoding, or compress the body, before it is sent.';

function bodyText(body: SnippetBody, notes: string[]): string | null {
  if (body.type === 'binary')
    notes.push(`The body is left out: it is binary, ${body.size} ${body.size === 1 ? 'byte' : 'bytes'}.`);
  return body.type === 'text' ? body.text : null;
}

/** Returns notes as comment lines, which precede the program. */
export function noteLines(notes: readonly string[], commentMark: string): readonly string[] {
  return notes.map((note) => `${commentMark} ${note}`);
}
