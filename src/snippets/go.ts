// Writes a request as a Go program with net/http.
import { defineSnippet, type SnippetRequest } from './contract.ts';
import { byteLiteralBy, hex, LINES, utf16Escape, type Quoting } from './shared/literals.ts';
import { unwanted, urlParts } from './shared/request-parts.ts';
import { noteLines, sendableRequest, type Library, type SendableRequest } from './shared/sendable-request.ts';

export const go = defineSnippet({ id: 'go', label: 'Go', render });

const library: Library = {
  name: 'net/http',
  target: 'exact',
  resolvesDots: false,
  sendsAsterisk: true,
  repeatsHeaders: true,
  headerBytes: 'any',
  refused: ['trailer', 'transfer-encoding'],
  losesEmpty: ['user-agent'],
};

const quoting: Quoting = {
  quote: '"',
  named: LINES,
  numbered: (code) => {
    if (code < 0x80) return `\\x${hex(code, 2)}`;
    return code < 0x10000 ? utf16Escape(code) : `\\U${hex(code, 8)}`;
  },
};
const byteString = byteLiteralBy(quoting, (byte) => `\\x${hex(byte, 2)}`);
const string = (text: string): string => byteString(Buffer.from(text).toString('latin1'));

function render(captured: SnippetRequest): string {
  const request = adapted(captured);
  const { method, url, headers, text, notes } = request;
  const body = text === null ? 'nil' : `strings.NewReader(${string(text)})`;
  return [
    ...noteLines(notes, '//'),
    ...preamble(text !== null),
    '',
    'func main() {',
    `\trequest, err := http.NewRequest(${string(method)}, ${byteString(parsedUrl(url))}, ${body})`,
    ...orPanic,
    ...opaqueTarget(url),
    ...headers.map(({ name, value }) => `\trequest.Header.Add(${string(name)}, ${byteString(value)})`),
    // An empty value keeps net/http from sending its own.
    ...unwanted(request, ['User-Agent']).map((name) => `\trequest.Header.Set(${string(name)}, "")`),
    '',
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...orPanic,
    '\tdefer response.Body.Close()',
    '\tbody, err := io.ReadAll(response.Body)',
    ...orPanic,
    '\tfmt.Println(response.Status)',
    '\tfmt.Println(string(body))',
    '}',
  ].join('\n');
}

const orPanic = ['\tif err != nil {', '\t\tpanic(err)', '\t}'];

function preamble(hasBody: boolean): readonly string[] {
  const packages = ['fmt', 'io', 'net/http', ...(hasBody ? ['strings'] : [])];
  return ['package main', '', 'import (', ...packages.map((name) => `\t"${name}"`), ')'];
}

/**
 * Adapts the request. An opaque target that starts with two slashes would be taken for a host, so the URL is used
 * there.
 */
function adapted(captured: SnippetRequest): SendableRequest {
  const isHostLike = !isParsedExactly(captured.url) && urlParts(captured.url).target.startsWith('//');
  return sendableRequest(captured, isHostLike ? { ...library, target: 'strict' } : library);
}

/** True when net/http parses this URL and sends its path unchanged. */
function isParsedExactly(url: string): boolean {
  const { target, path } = urlParts(url);
  const isValid = /^(?:%[\da-f]{2}|[\w.~!$&'()*+,;=:@/[\]-])*$/i.test(path);
  return isValid && target !== '' && !target.includes('#');
}

function parsedUrl(url: string): string {
  const { scheme, authority } = urlParts(url);
  return isParsedExactly(url) ? url : `${scheme}://${authority}/`;
}

function opaqueTarget(url: string): readonly string[] {
  if (isParsedExactly(url)) return [];
  return [
    '\t// Sent as it is: a URL that net/http parses would be changed.',
    `\trequest.URL.Opaque = ${byteString(urlParts(url).target || '*')}`,
  ];
}
