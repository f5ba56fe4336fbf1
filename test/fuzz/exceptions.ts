// Cases in which Node's strict parser and ours differ, each with the section that decides.
import { nodeMethods } from './node-parser.ts';
import type { Direction } from './outcome.ts';

/** Messages that we refuse and Node accepts. */
export interface Stricter {
  readonly directions: readonly Direction['type'][];
  /** Our error. */
  readonly reason: RegExp;
  readonly rfc: string;
}

/**
 * Messages that Node refuses, or frames differently, though we are right. `without` removes the cause from
 * the text, which begins with the message that they disagree on; the rest must agree. It returns the same
 * text when the cause is absent.
 */
export interface Exception {
  readonly what: string;
  readonly rfc: string;
  readonly directions: readonly Direction['type'][];
  readonly without: (text: string) => string;
}

export const STRICTER: readonly Stricter[] = [
  { directions: ['request'], reason: /^Host is missing$/, rfc: 'RFC 9112 3.2' },
  { directions: ['request'], reason: /^duplicate Host header$/, rfc: 'RFC 9112 3.2' },
  { directions: ['request'], reason: /^Host is not a host: /, rfc: 'RFC 9112 3.2' },
  { directions: ['request'], reason: /^Expect is not 100-continue: /, rfc: 'RFC 9110 10.1.1' },
  {
    directions: ['request'],
    reason: /^HTTP\/\d\.\d is not supported/,
    rfc: 'RFC 9112 2.3, RFC 9110 15.6.6',
  },
  {
    directions: ['request'],
    reason: /^the request line has no target, or one with a space or control$/,
    rfc: 'RFC 9112 3',
  },
  {
    directions: ['request'],
    reason: /^the request line does not start with a method and one space$/,
    rfc: 'RFC 9112 2.2, 3',
  },
  { directions: ['request'], reason: /^the head holds a bare (?:CR|LF)$/, rfc: 'RFC 9112 2.2' },
  { directions: ['request'], reason: /^the request line does not end with a version: /, rfc: 'RFC 9112 3' },
  { directions: ['request'], reason: /^the target is neither a path nor a URL: /, rfc: 'RFC 9112 3.2' },
  { directions: ['request'], reason: /^the scheme .* cannot be forwarded$/, rfc: 'RFC 9110 7.4' },
  { directions: ['request'], reason: /^the URL has no valid host: /, rfc: 'RFC 9110 4.2.1, 4.2.4' },
  { directions: ['request'], reason: /^\S+ \* is not a request$/, rfc: 'RFC 9112 3.2.4' },
  { directions: ['request'], reason: /^CONNECT names no host and port: /, rfc: 'RFC 9112 3.2.3' },
  {
    directions: ['request', 'response'],
    reason: /^Content-Length is not a length: "\d{16,}"$/,
    rfc: 'RFC 9110 8.6',
  },
  { directions: ['request'], reason: /^CONNECT has a body$/, rfc: 'RFC 9110 9.3.6' },
  {
    directions: ['request', 'response'],
    reason: /^Transfer-Encoding is not chunked: /,
    rfc: 'RFC 9112 6.1, 6.3',
  },
  {
    directions: ['request', 'response'],
    reason: /^duplicate Transfer-Encoding header$/,
    rfc: 'RFC 9112 6.1',
  },
  {
    directions: ['request'],
    reason: /^Transfer-Encoding in an HTTP\/1\.0 request$/,
    rfc: 'RFC 9112 6.1',
  },
  { directions: ['request', 'response'], reason: /^a chunk size is too large$/, rfc: 'RFC 9112 7.1' },
  { directions: ['request', 'response'], reason: /^a chunk extension /, rfc: 'RFC 9112 7.1.1' },
  {
    directions: ['request', 'response'],
    reason: /^(?:trailers: .*|a trailer is a framing field)$/,
    rfc: 'RFC 9110 6.5.1',
  },
  {
    directions: ['response'],
    reason: /^the response does not start with an HTTP\/1 status line$/,
    rfc: 'RFC 9112 4',
  },
];

export const EXCEPTIONS: readonly Exception[] = [
  {
    what: 'a method that Node does not know',
    rfc: 'RFC 9110 9.1: methods are an open set; RFC 9113 3.4: PRI is never one',
    directions: ['request'],
    without: (text) =>
      text.replace(/^((?:\r\n)*)([!#$%&'*+\-.^_`|~\w]+)(?= )/, (all, before: string, method: string) =>
        nodeMethods.has(method) && method !== 'PRI' ? all : `${before}GET`,
      ),
  },
  {
    what: 'bytes above 0x7F in the target, as clients send them',
    rfc: 'RFC 9112 3: to refuse an invalid target is a SHOULD, and it is passed on as it is',
    directions: ['request'],
    without: (text) => text.replace(/^(?:\r\n)*[^\r\n]* HTTP\//, (line) => line.replace(/[\x80-\xff]/g, 'x')),
  },
  {
    what: 'faults behind the head of a request that asks for an upgrade, which Node does not tell',
    rfc: 'RFC 9110 7.8: until it is answered with 101 the request is like any other',
    directions: ['request'],
    without: (text) => inHead(text, (head) => head.replace(/(?<=\r\n)upgrade(?=:)/gi, 'x')),
  },
  {
    what: 'white space around the parts of a chunk extension',
    rfc: 'RFC 9112 7.1.1: BWS, which a recipient must parse',
    directions: ['request', 'response'],
    without: (text) => text.replace(CHUNK_LINE, (line) => line.replace(/[ \t]*([;=])[ \t]*(?=[^\r])/g, '$1')),
  },
  {
    what: 'Proxy-Connection, which Node reads as Connection',
    rfc: 'RFC 9112 C.2.2',
    directions: ['request', 'response'],
    without: (text) => inHead(text, (head) => head.replace(/(?<=\r\n)proxy-connection(?=:)/gi, 'x')),
  },
  {
    what: 'a tab behind chunked',
    rfc: 'RFC 9110 5.5: it is not part of the value',
    directions: ['request', 'response'],
    without: (text) =>
      inHead(text, (head) => head.replace(/(?<=transfer-encoding:[ \t]*chunked)[ \t]+(?=\r\n)/gi, '')),
  },
  {
    what: 'a 1xx other than 100 has no body, and 101 ends HTTP',
    rfc: 'RFC 9110 15.2, RFC 9112 6.3 rule 1',
    directions: ['response'],
    without: (text) => text.replace(/^(HTTP\/1\.[01]) 1(?!00)\d\d(?=[ \r])/, '$1 100'),
  },
  {
    what: 'a 204 that announces a body ends the connection',
    rfc: 'RFC 9110 8.6',
    directions: ['response'],
    without: (text) => text.replace(/^(HTTP\/1\.[01]) 204(?=[ \r])/, '$1 304'),
  },
  {
    what: 'chunked in HTTP/1.0 ends the connection',
    rfc: 'RFC 9112 6.1',
    directions: ['response'],
    without: (text) =>
      inHead(text, (head) => head.replace(/^HTTP\/1\.0(?=[^]*\r\ntransfer-encoding:)/i, 'HTTP/1.1')),
  },
];

/** Finds a chunk size with extensions, after a chunk's payload or after a head. */
const CHUNK_LINE = /(?<=\r\n)[0-9a-f]+;[^\r\n]*(?=\r\n)/gi;

function inHead(text: string, change: (head: string) => string): string {
  const end = text.indexOf('\r\n\r\n') + 4;
  return end < 4 ? text : change(text.slice(0, end)) + text.slice(end);
}

/** Single messages that Node accepts, to check that it still does and that we do not. */
export const LAX: readonly (readonly [rfc: string, direction: Direction, text: string])[] = [
  ['RFC 9112 3.2', { type: 'request' }, 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['RFC 9112 3.2', { type: 'request' }, 'GET / HTTP/1.1\r\nA: b\r\n\r\n'],
  ['RFC 9112 3.2', { type: 'request' }, 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n'],
  ['RFC 9112 3', { type: 'request' }, 'GET /  HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['RFC 9112 3.2', { type: 'request' }, 'GET http://u:p@a/ HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['RFC 9112 3.2.4', { type: 'request' }, 'GET * HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['RFC 9112 2.2', { type: 'request' }, '\nGET / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['RFC 9112 2.3', { type: 'request' }, 'GET / HTTP/2.0\r\nHost: a\r\n\r\n'],
  [
    'RFC 9112 6.1',
    { type: 'request' },
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'RFC 9112 6.1',
    { type: 'request' },
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'RFC 9112 6.1',
    { type: 'request' },
    'POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'RFC 9112 7.1.1',
    { type: 'request' },
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0;a=\r\n\r\n',
  ],
  [
    'RFC 9110 6.5.1',
    { type: 'request' },
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nHost: b\r\n\r\n',
  ],
  [
    'RFC 9112 6.1',
    { type: 'response', method: 'GET' },
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nx',
  ],
  [
    'RFC 9112 6.1',
    { type: 'response', method: 'GET' },
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: gzip\r\n\r\nx',
  ],
  ['RFC 9112 2.3', { type: 'response', method: 'GET' }, 'HTTP/2.0 200 OK\r\nContent-Length: 0\r\n\r\n'],
  ['RFC 9112 4', { type: 'response', method: 'GET' }, 'HTTP/1.1 200 O\0K\r\nContent-Length: 0\r\n\r\n'],
  ['RFC 9112 4', { type: 'response', method: 'GET' }, 'HTTP/1.1 000 OK\r\nContent-Length: 0\r\n\r\n'],
  ['RFC 9112 2.2', { type: 'response', method: 'GET' }, '\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'],
];
