// Writes a request as Ruby with Net::HTTP.
import { defineSnippet, type SnippetRequest } from './contract.ts';
import { bracedEscape, byteLiteralBy, hex, LINES } from './shared/literals.ts';
import { unwanted, requestTarget, urlParts } from './shared/request-parts.ts';
import { noteLines, sendableRequest, type Library, type SendableRequest } from './shared/sendable-request.ts';

export const rubyNetHttp = defineSnippet({ id: 'ruby-net-http', label: 'Ruby – Net::HTTP', render });

const library: Library = {
  name: 'Net::HTTP',
  target: 'exact',
  resolvesDots: false,
  sendsAsterisk: true,
  repeatsHeaders: false,
  headerBytes: 'any',
  refused: ['transfer-encoding'],
};

const literal = byteLiteralBy(
  {
    quote: '"',
    named: { ...LINES, '#': '\\#' },
    numbered: (code) => (code < 0x80 ? `\\x${hex(code, 2)}` : bracedEscape(code)),
  },
  (byte) => `\\x${hex(byte, 2)}`,
);
const string = (text: string): string => preferSingleQuotes(literal(Buffer.from(text).toString('latin1')));

/** Forces binary encoding, because Net::HTTP joins strings, which must have the same encoding. */
function byteString(bytes: string): string {
  const text = preferSingleQuotes(literal(bytes));
  return /[^\x00-\x7f]/.test(bytes) ? `${text}.b` : text;
}

/** Uses single quotes when nothing needs a backslash. */
function preferSingleQuotes(text: string): string {
  return /[\\']/.test(text) ? text : `'${text.slice(1, -1)}'`;
}

const CLASSES = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function render(captured: SnippetRequest): string {
  const request = sendableRequest(captured, library);
  const { url, text, notes } = request;
  const { scheme, host, port } = urlParts(url);
  return [
    ...noteLines(notes, '#'),
    "require 'net/http'",
    '',
    `http = Net::HTTP.new(${string(host)}, ${port})`,
    ...(scheme === 'https' ? ['http.use_ssl = true'] : []),
    '',
    `request = ${newRequest(request)}`,
    ...unwantedHeaders(request).map((name) => `request.delete(${string(name)})`),
    ...request.headers.map(({ name, value }) => `request[${string(name)}] = ${byteString(value)}`),
    ...(text === null ? [] : [`request.body = ${string(text)}`]),
    '',
    'response = http.request(request)',
    'puts response.code',
    'puts response.body',
  ].join('\n');
}

function newRequest({ method, url, text }: SendableRequest): string {
  const target = byteString(requestTarget(url));
  if (CLASSES.has(method)) return `Net::HTTP::${method[0]!}${method.slice(1).toLowerCase()}.new(${target})`;
  return `Net::HTTPGenericRequest.new(${string(method)}, ${text !== null}, true, ${target})`;
}

/** Returns the headers that Net::HTTP adds by default. */
function unwantedHeaders(request: SendableRequest): readonly string[] {
  return unwanted(request, ['Accept', 'User-Agent']);
}
